"""The forms of accounts."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth import authenticate, password_validation
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from phylo.accounts import names
from phylo.accounts.models import User

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

# Hashing longer ones only costs time.
LONGEST_PASSWORD = 128
LONGEST_EMAIL = 254
TAKEN = {"username": _("This name is taken."), "display_name": _("Another person has this name.")}


def password_field(label: "StrOrPromise", autocomplete: str, **more: Any) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, strip=False, max_length=LONGEST_PASSWORD, widget=widget, **more)


def name_field(**attributes: str | bool) -> forms.CharField:
    return forms.CharField(
        label=_("Name"),
        max_length=names.LONGEST_NAME,
        validators=names.USERNAME_VALIDATORS,
        help_text=_("Letters, digits, points, hyphens and underscores. You sign in with it."),
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"} | attributes
        ),
    )


def display_name_field(**more: Any) -> forms.CharField:
    return forms.CharField(
        max_length=names.LONGEST_DISPLAY_NAME,
        required=False,
        validators=names.DISPLAY_NAME_VALIDATORS,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
        **more,
    )


def email_field(**more: Any) -> forms.EmailField:
    widget = forms.EmailInput(attrs={"autocomplete": "email"})
    return forms.EmailField(max_length=LONGEST_EMAIL, required=False, widget=widget, **more)


Sent = Mapping[str, object] | None
"""The values of a form; None before it is sent."""


class AccountForm(forms.Form):
    """`prefix_of_ids` keeps the fields of several forms on one page apart."""

    prefix_of_ids = ""

    def __init__(self, data: Sent = None, *, initial: dict[str, object] | None = None) -> None:
        super().__init__(data, auto_id=f"{self.prefix_of_ids}%s", label_suffix="", initial=initial)


class NewPasswordForm(AccountForm):
    """A new password, typed twice."""

    password1 = password_field(
        _("Password"), "new-password", help_text=_("At least 8 characters, and not one that everybody uses.")
    )
    password2 = password_field(_("Password again"), "new-password")

    def person(self) -> User:
        """The account that the password must not resemble."""
        raise NotImplementedError

    def clean(self) -> dict[str, object]:
        given = super().clean() or {}
        first, second = given.get("password1"), given.get("password2")
        if first and second and first != second:
            self.add_error("password2", _("The two passwords differ."))
        if first:
            try:
                password_validation.validate_password(first, self.person())
            except ValidationError as error:
                self.add_error("password1", error)
        return given


class SignUpForm(NewPasswordForm):
    username = name_field(autofocus=True)
    email = email_field(
        label=_("E-mail address (may be left out)"),
        help_text=_("For a new password when you have forgotten yours, and mails about turns. Never shown."),
    )

    field_order = ["username", "password1", "password2", "email"]

    def clean_username(self) -> str:
        return free_name(self.cleaned_data["username"])

    def person(self) -> User:
        return User(username=self.cleaned_data.get("username", ""), email=self.cleaned_data.get("email", ""))


class SignInForm(AccountForm):
    """When valid, `user` is the account; None until then."""

    username = forms.CharField(
        label=_("Name or e-mail address"),
        max_length=LONGEST_EMAIL,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "username",
                "autocapitalize": "none",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
    )
    password = password_field(_("Password"), "current-password")

    def __init__(self, request: HttpRequest, data: Sent = None) -> None:
        super().__init__(data)
        self.request = request
        self.user: User | None = None

    def clean(self) -> dict[str, object]:
        given = super().clean() or {}
        if given.get("username") and given.get("password"):
            user = authenticate(self.request, username=given["username"], password=given["password"])
            if not isinstance(user, User):
                raise ValidationError(_("This name and this password do not belong together."))
            self.user = user
        return given


class NameForm(AccountForm):
    prefix_of_ids = "name-"

    display_name = display_name_field(
        label=_("Shown name"), help_text=_("Others see it at the table. Left out, they see your name.")
    )
    username = name_field()

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
            "Take a nickname, not your full name: whoever plays with you or watches reads it. Left out, they "
            "read “Guest”."
        ),
    )

    def clean_display_name(self) -> str:
        return free_name(self.cleaned_data["display_name"], field="display_name")


class ConfirmedForm(AccountForm):
    """A change that needs the present password; failures are counted as when signing in."""

    password = password_field(_("Your present password"), "current-password")

    def __init__(self, request: HttpRequest, data: Sent = None) -> None:
        super().__init__(data)
        self.request = request

    @property
    def user(self) -> User:
        assert isinstance(self.request.user, User)
        return self.request.user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if authenticate(self.request, username=self.user.username, password=password) != self.user:
            raise ValidationError(_("This is not your password."))
        return password


class EmailForm(ConfirmedForm):
    prefix_of_ids = "email-"

    email = email_field(label=_("E-mail address"))
    field_order = ["email", "password"]

    def __init__(self, request: HttpRequest, data: Sent = None) -> None:
        super().__init__(request, data)
        self.initial["email"] = self.user.email


class PasswordForm(ConfirmedForm, NewPasswordForm):
    prefix_of_ids = "password-"

    field_order = ["password", "password1", "password2"]

    def __init__(self, request: HttpRequest, data: Sent = None) -> None:
        super().__init__(request, data)
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("New password again")

    def person(self) -> User:
        return self.user


class MailsForm(AccountForm):
    prefix_of_ids = "mails-"

    turn_mails = forms.BooleanField(label=_("When it is my turn"), required=False)


class DeleteForm(ConfirmedForm):
    pass


class ResetForm(AccountForm):
    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=LONGEST_EMAIL,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autofocus": True}),
    )


class ResetPasswordForm(NewPasswordForm):
    def __init__(self, user: User, data: Sent = None) -> None:
        super().__init__(data)
        self.user = user

    def person(self) -> User:
        return self.user


class TokenForm(AccountForm):
    name = forms.CharField(
        label=_("What it is for"),
        max_length=60,
        help_text=_("So that you know later which one to delete."),
    )


def free_name(name: str, *, but: User | None = None, field: str = "username") -> str:
    if User.objects.called(name).exclude(pk=but.pk if but else None).exists():
        raise ValidationError(TAKEN[field], code="unique")
    return name
