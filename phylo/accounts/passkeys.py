"""Forms that take the answer of a passkey."""

import struct

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn import forms
from django.forms import Form


class Checked(Form):
    """Refuses what is no answer of a passkey at all, where the library would fail."""

    def full_clean(self) -> None:
        try:
            super().full_clean()
        except (AttributeError, LookupError, RecursionError, TypeError, ValueError, struct.error):
            self.add_error("credential", get_adapter().validation_error("incorrect_code"))


class AddForm(Checked, forms.AddWebAuthnForm):
    pass


class SignInForm(Checked, forms.LoginWebAuthnForm):
    pass


class SecondStepForm(Checked, forms.AuthenticateWebAuthnForm):
    pass


class AgainForm(Checked, forms.ReauthenticateWebAuthnForm):
    pass
