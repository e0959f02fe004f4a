from allauth.account.views import logout
from django.urls import path, re_path
from django.views.decorators.http import require_POST

from phylo.accounts.views import settings, sign_in
from phylo.compiled import has
from phylo.http.missing import View, needing, refusing


def factor(name: str) -> View:
    """A page about second factors; their library needs cryptography."""
    if not has("cryptography"):
        return refusing("cryptography")
    from phylo.accounts.views import factors

    view: View = getattr(factors, name).as_view()
    return view


urlpatterns = [
    path("sign-up/", needing("cryptography", sign_in.SignUp.as_view()), name="account_signup"),
    path("sign-in/", needing("cryptography", sign_in.SignIn.as_view()), name="account_login"),
    path("sign-out/", require_POST(logout), name="account_logout"),
    path("password-reset/", sign_in.Reset.as_view(), name="account_reset_password"),
    path("password-reset/sent/", sign_in.ResetSent.as_view(), name="account_reset_password_done"),
    re_path(
        r"^password-reset/(?P<uidb36>[0-9A-Za-z]+)/(?P<key>[-\w]+)/$",
        sign_in.ResetConfirm.as_view(),
        name="account_reset_password_from_key",
    ),
    path("privacy/", settings.privacy, name="privacy"),
    path("account/", settings.account, name="account"),
    path("account/name/", settings.change_name, name="account-name"),
    path("account/again/", sign_in.Reauthenticate.as_view(), name="account_reauthenticate"),
    path("account/again/code/", factor("CodeAgain"), name="mfa_reauthenticate"),
    path("account/again/passkey/", factor("PasskeyAgain"), name="mfa_reauthenticate_webauthn"),
    path("sign-in/second/", factor("SecondStep"), name="mfa_authenticate"),
    path("sign-in/passkey/", factor("PasskeySignIn"), name="mfa_login_webauthn"),
    path("account/factors/", factor("Factors"), name="mfa_index"),
    path("account/factors/app/", factor("AddApp"), name="mfa_activate_totp"),
    path("account/factors/app/remove/", factor("RemoveApp"), name="mfa_deactivate_totp"),
    path("account/factors/passkey/", factor("AddPasskey"), name="mfa_add_webauthn"),
    path(
        "account/factors/passkey/<int:pk>/remove/",
        factor("RemovePasskey"),
        name="mfa_remove_webauthn",
    ),
    path("account/factors/codes/", factor("Codes"), name="mfa_view_recovery_codes"),
    path("account/factors/codes/new/", factor("NewCodes"), name="mfa_generate_recovery_codes"),
    path("account/email/", sign_in.ChangeEmail.as_view(), name="account_email"),
    path("account/email/<str:key>/", sign_in.ConfirmEmail.as_view(), name="account_confirm_email"),
    path("account/language/", settings.change_language, name="account-language"),
    path("account/mails/", settings.change_mails, name="account-mails"),
    path("account/mails/<str:token>/stop/", settings.stop_mails, name="mails-stop"),
    path("account/password/", sign_in.ChangePassword.as_view(), name="account_change_password"),
    path("account/sessions/", sign_in.Sessions.as_view(), name="usersessions_list"),
    path("account/tokens/", settings.api_tokens, name="account-tokens"),
    path("account/tokens/<int:pk>/delete/", settings.delete_token, name="account-token-delete"),
    path("account/data/", settings.download, name="account-data"),
    path("account/delete/", settings.delete, name="account-delete"),
]
