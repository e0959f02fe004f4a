from allauth.account.views import logout
from django.urls import path, re_path
from django.views.decorators.http import require_POST

from phylo.accounts.views import factors, settings, sign_in

urlpatterns = [
    path("sign-up/", sign_in.SignUp.as_view(), name="account_signup"),
    path("sign-in/", sign_in.SignIn.as_view(), name="account_login"),
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
    path("account/again/code/", factors.CodeAgain.as_view(), name="mfa_reauthenticate"),
    path("account/again/passkey/", factors.PasskeyAgain.as_view(), name="mfa_reauthenticate_webauthn"),
    path("sign-in/second/", factors.SecondStep.as_view(), name="mfa_authenticate"),
    path("sign-in/passkey/", factors.PasskeySignIn.as_view(), name="mfa_login_webauthn"),
    path("account/factors/", factors.Factors.as_view(), name="mfa_index"),
    path("account/factors/app/", factors.AddApp.as_view(), name="mfa_activate_totp"),
    path("account/factors/app/remove/", factors.RemoveApp.as_view(), name="mfa_deactivate_totp"),
    path("account/factors/passkey/", factors.AddPasskey.as_view(), name="mfa_add_webauthn"),
    path(
        "account/factors/passkey/<int:pk>/remove/",
        factors.RemovePasskey.as_view(),
        name="mfa_remove_webauthn",
    ),
    path("account/factors/codes/", factors.Codes.as_view(), name="mfa_view_recovery_codes"),
    path("account/factors/codes/new/", factors.NewCodes.as_view(), name="mfa_generate_recovery_codes"),
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
