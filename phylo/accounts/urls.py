from django.urls import path

from phylo.accounts.views import joining, settings

urlpatterns = [
    path("sign-up/", joining.sign_up, name="sign-up"),
    path("sign-in/", joining.sign_in, name="sign-in"),
    path("sign-out/", joining.sign_out, name="sign-out"),
    path("password-reset/", joining.reset, name="password-reset"),
    path("password-reset/sent/", joining.reset_sent, name="password-reset-sent"),
    path("password-reset/<uidb64>/<token>/", joining.ResetConfirm.as_view(), name="password-reset-confirm"),
    path("account/", settings.account, name="account"),
    path("account/name/", settings.change_name, name="account-name"),
    path("account/email/", settings.change_email, name="account-email"),
    path("account/email/again/", settings.confirm_again, name="email-again"),
    path("account/email/<str:token>/", settings.confirm_email, name="email-confirm"),
    path("account/mails/", settings.change_mails, name="account-mails"),
    path("account/mails/<str:token>/stop/", settings.stop_mails, name="mails-stop"),
    path("account/password/", settings.change_password, name="account-password"),
    path("account/tokens/", settings.api_tokens, name="account-tokens"),
    path("account/tokens/<int:pk>/delete/", settings.delete_token, name="account-token-delete"),
    path("account/data/", settings.download, name="account-data"),
    path("account/delete/", settings.delete, name="account-delete"),
]
