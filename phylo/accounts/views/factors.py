"""Views of django-allauth for second factors: an app with codes, passkeys, recovery codes."""

from allauth.mfa.base import views as base
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as app
from allauth.mfa.webauthn import views as passkeys
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from phylo.accounts.views.sign_in import AtomicForm

FACTORS = reverse_lazy("mfa_index")


class Step(AtomicForm):
    """A page with one form; `extra_context` says what it is about."""

    template_name = "accounts/factor.html"


class AddApp(Step, app.ActivateTOTPView):
    extra_context = {
        "title": _("An app with codes"),
        "lead": _("Let the app scan this picture, then type the code that it shows."),
        "button": _("Add the app"),
    }


class RemoveApp(Step, app.DeactivateTOTPView):
    success_url = FACTORS
    extra_context = {
        "title": _("Remove the app?"),
        "lead": _("Its codes are no longer asked for when you sign in."),
        "button": _("Remove the app"),
    }


class AddPasskey(Step, passkeys.AddWebAuthnView):
    extra_context = {
        "title": _("A passkey"),
        "lead": _("Your device keeps it: you confirm with your finger, your face, a PIN or a security key."),
        "button": _("Make a passkey"),
    }


class RemovePasskey(Step, passkeys.RemoveWebAuthnView):
    success_url = FACTORS
    extra_context = {
        "title": _("Remove the passkey?"),
        "lead": _("You can no longer sign in with it."),
        "button": _("Remove the passkey"),
    }


class NewCodes(Step, codes.GenerateRecoveryCodesView):
    extra_context = {
        "title": _("New recovery codes?"),
        "lead": _("The old ones end."),
        "button": _("Make new codes"),
    }


class CodeAgain(Step, base.ReauthenticateView):
    extra_context = {
        "title": _("Is it you?"),
        "lead": _("Type the code that your app shows, or one of your recovery codes."),
        "button": _("Go on"),
    }


class PasskeyAgain(Step, passkeys.ReauthenticateWebAuthnView):
    extra_context = {
        "title": _("Is it you?"),
        "lead": _("Before anything important changes, we ask for your passkey again."),
        "button": _("Use the passkey"),
    }


class SecondStep(AtomicForm, base.AuthenticateView):
    """The page between password and being signed in."""

    template_name = "accounts/second_step.html"


class PasskeySignIn(AtomicForm, passkeys.LoginWebAuthnView):
    pass


class Factors(AtomicForm, base.IndexView):
    template_name = "accounts/factors.html"


class Codes(AtomicForm, codes.ViewRecoveryCodesView):
    template_name = "accounts/codes.html"
