"""The forms of accounts."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account import forms as allauth
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from phylo.accounts import names, services
from phylo.accounts.models import User

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LONGEST_EMAIL = 254
PLAIN_TEXT = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
TAKEN = {"username": _("This name is taken."), "display_name": _("Another person has this name.")}


def display_name_field(**more: Any) -> forms.CharField:
    return forms.CharField(
        max_length=names.LONGEST_DISPLAY_NAME,
        required=False,
        validators=names.DISPLAY_NAME_VALIDATORS,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
        **more,
    )


Sent = Mapping[str, object] | None
"""The values of a form; None before it is sent."""


class AccountForm(forms.Form):
    """`prefix_of_ids` keeps the fields of several forms on one page apart."""

    prefix_of_ids = ""

    def __init__(self, data: Sent = None, *, initial: dict[str, object] | None = None) -> None:
        super().__init__(data, auto_id=f"{self.prefix_of_ids}%s", label_suffix="", initial=initial)


class Plain(forms.Form):
    """
    A form of django-allauth in our words. Without placeholders: they vanish when somebody types, and labels
    say the same.
    """

    words: ClassVar[dict[str, tuple["StrOrPromise", "StrOrPromise"]]] = {}
    """Label and help of each field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"auto_id": "%s", "label_suffix": ""})
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label, field.help_text = self.words.get(name, (field.label, field.help_text))
        if "email" in self.fields:
            self.fields["email"].validators.append(MaxLengthValidator(LONGEST_EMAIL))
        for name in ("login", "username"):
            if name in self.fields:
                self.fields[name].widget.attrs |= PLAIN_TEXT | {"autofocus": True}


NEW_PASSWORD = (
    _("Password"),
    _("At least 8 characters that nobody can guess. Four words that do not belong together are good."),
)


class SignUpForm(Plain, allauth.SignupForm):
    """When valid, `hashed` is the password to store."""

    field_order = ["username", "password1", "password2", "email"]
    words = {
        "username": (
            _("Name"),
            _(
                "A nickname, not your full name: others read it, and you sign in with it. Letters, digits, "
                "dots, hyphens and underscores."
            ),
        ),
        "password1": NEW_PASSWORD,
        "password2": (_("Password again"), ""),
        "email": (
            _("E-mail address (may be left out)"),
            _("For a new password when you have forgotten yours, and mails about turns. Never shown."),
        ),
    }

    def clean(self) -> dict[str, object] | None:
        given = super().clean()
        if not self.errors:
            self.hashed = make_password(self.cleaned_data["password1"])
        return given


class SignInForm(Plain, allauth.LoginForm):
    words = {"login": (_("Name or e-mail address"), ""), "password": (_("Password"), "")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # An e-mail address may be longer than a name.
        given = self.fields["login"]
        self.fields["login"] = forms.CharField(
            label=given.label,
            max_length=LONGEST_EMAIL,
            widget=forms.TextInput(attrs=PLAIN_TEXT | {"autofocus": True}),
        )


class ResetForm(Plain, allauth.ResetPasswordForm):
    words = {"email": (_("E-mail address"), "")}

    def clean_email(self) -> str:
        """A worker looks whether anybody has it, so that the time tells nothing."""
        address: str = self.cleaned_data["email"]
        return address

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        address: str = self.cleaned_data["email"]
        services.ask_for_reset(address=address, site=services.site_of(request))
        return address


class ResetPasswordForm(Plain, allauth.ResetPasswordKeyForm):
    words = {"password1": NEW_PASSWORD, "password2": (_("Password again"), "")}


class PasswordForm(Plain, allauth.ChangePasswordForm):
    words = {
        "oldpassword": (_("Your present password"), ""),
        "password1": (_("New password"), NEW_PASSWORD[1]),
        "password2": (_("New password again"), ""),
    }


class EmailForm(Plain, allauth.AddEmailForm):
    words = {"email": (_("New e-mail address"), _("It counts once you have opened the link in our mail."))}


class ReauthenticateForm(Plain, allauth.ReauthenticateForm):
    words = {"password": (_("Your present password"), "")}


class NameForm(AccountForm):
    prefix_of_ids = "name-"

    display_name = display_name_field(
        label=_("Shown name"), help_text=_("Others see it at the table. Left out, they see your name.")
    )
    username = forms.CharField(
        label=SignUpForm.words["username"][0],
        max_length=names.LONGEST_NAME,
        validators=names.USERNAME_VALIDATORS,
        help_text=SignUpForm.words["username"][1],
        widget=forms.TextInput(attrs=PLAIN_TEXT),
    )

    def __init__(self, user: User, data: Sent = None) -> None:
        super().__init__(data, initial={"username": user.username, "display_name": user.display_name})
        self.user = user

    def clean_username(self) -> str:
        return free_name(self.cleaned_data["username"], but=self.user)

    def clean_display_name(self) -> str:
        name: str = self.cleaned_data["display_name"]
        return free_name(name, but=self.user, field="display_name")


class GuestNameForm(AccountForm):
    """Checked as the names of accounts are, so that no guest poses as one."""

    display_name = display_name_field(
        label=_("Name"),
        help_text=_(
            "Take a nickname, not your full name: whoever plays with you or watches reads it. Leave it "
            "empty, and they read “Guest”."
        ),
    )

    def clean_display_name(self) -> str:
        return free_name(self.cleaned_data["display_name"], field="display_name")


class MailsForm(AccountForm):
    prefix_of_ids = "mails-"

    turn_mails = forms.BooleanField(label=_("When it is my turn"), required=False)


class LanguageForm(AccountForm):
    prefix_of_ids = "language-"

    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=lambda: [("", _("As this browser has it")), *settings.LANGUAGES],
    )


class TokenForm(AccountForm):
    name = forms.CharField(
        label=_("What it is for"),
        max_length=60,
        help_text=_("So that you know later which one to delete."),
    )
    play = forms.BooleanField(label=_("It may play in my matches"), required=False)
    edit = forms.BooleanField(label=_("It may change my decks, sets and proposals"), required=False)
    days = forms.TypedChoiceField(
        label=_("It works for"),
        coerce=int,
        choices=[(30, _("30 days")), (90, _("90 days")), (365, _("a year"))],
        initial=365,
    )


def free_name(name: str, *, but: User | None = None, field: str = "username") -> str:
    if User.objects.called(name).exclude(pk=but.pk if but else None).exists():
        raise ValidationError(TAKEN[field], code="unique")
    return name


class AppForm(ActivateTOTPForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("The code that the app shows")
        self.fields["code"].widget.attrs |= {"placeholder": "", "inputmode": "numeric"}
