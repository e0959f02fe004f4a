from django.utils.translation import gettext_noop as _

from phylo.accounts import tokens
from phylo.accounts.models import ApiToken, Guest, TakenName, User
from phylo.administration import show

show(
    User,
    "username display_name email is_active is_staff is_superuser date_joined last_login",
    search="username display_name email",
)
show(TakenName, "key user", search="key")
show(Guest, "created_at active_at", newest="active_at")
show(
    ApiToken,
    "user name start created last_used",
    search="name start",
    steps={_("Delete the token"): lambda token, admin: tokens.delete_token(user=token.user, pk=token.pk)},
)
