from django.utils.translation import gettext_noop as _

from games.lobby.models import OpenTable, Participant
from games.lobby.services import open_tables
from phylo.accounts.models import User
from phylo.administration import show


def withdraw(table: OpenTable, admin: User) -> None:
    open_tables.leave(code=table.code, player=table.maker)


show(
    OpenTable,
    "rules maker status seats listed invited_only public rated pace match created expires",
    steps={_("Withdraw the table"): withdraw},
)
show(Participant, "open_table player state deck_name", search="deck_name")
