from django.utils.translation import gettext_noop as _

from games.tournaments.models import Correction, Entry, Game, Place, Round, Tournament
from games.tournaments.services import making
from phylo.accounts.models import User
from phylo.administration import show


def cancel(tournament: Tournament, admin: User) -> None:
    making.cancel(code=tournament.code, player=tournament.maker)


show(
    Tournament,
    "name kind rules maker collection audience status round rounds starts_at begun ended created",
    search="name",
    newest="created",
    steps={_("Cancel the tournament"): cancel},
)
show(Entry, "tournament number player bot rating program joined withdrawn_at withdrawn_by")
show(Round, "tournament number begun ended")
show(Game, "tournament round board match how paired ended")
show(Place, "game entry seat number points")
show(Correction, "game by before after created")
