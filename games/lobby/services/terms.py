"""What may be agreed on at an open table: the game, its players and clock."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from engine.bots.levels import LEVELS
from engine.drafting import GAMES
from games.lobby.models import OpenTable
from games.matches.clauses import EVERY
from games.matches.fields import NO_CLOCK, NO_GAME
from games.matches.models import Player
from games.matches.services.clock import DRAFTING_PACES, NONE, PACES, Pace
from games.matches.services.errors import NotAllowed
from games.matches.services.rulebooks import rulebook


@dataclass(frozen=True)
class Terms:
    """
    What will be played and by whom: the maker, `here` more players on the maker's device, `bots` by level,
    and `people` still to come. `side` is the maker's, as OpenTable.Side.
    """

    rules: str
    bots: Sequence[str] = ()
    here: int = 0
    people: int = 0
    options: dict[str, str | int] = field(default_factory=dict)
    side: str = OpenTable.Side.ANY
    pace: Pace = field(default_factory=Pace)
    rated: bool = False
    public: bool = True
    listed: bool = True
    invited_only: bool = False
    ready_decks_only: bool = False
    same_deck: bool = False
    quick: bool = False
    collection: int | None = None
    """The primary key of the set inside which it is played: then neither public nor in the lobby."""

    @property
    def seats(self) -> int:
        return 1 + len(self.bots) + self.here + self.people

    @property
    def drafting(self) -> bool:
        return self.rules in GAMES


def check_terms(player: Player, terms: Terms) -> None:
    if terms.rules not in EVERY:
        raise NotAllowed(str(NO_GAME))
    book = rulebook(terms.rules)
    if terms.seats not in book.seats:
        raise NotAllowed(_("There are seats for %(most)d at most.") % {"most": max(book.seats)})
    if unknown := set(terms.bots) - set(LEVELS[terms.rules]):
        raise NotAllowed(_("There is no level “%(level)s”.") % {"level": min(unknown)})
    if terms.pace not in (DRAFTING_PACES if terms.drafting else PACES):
        raise NotAllowed(str(NO_CLOCK))
    if not terms.rated:
        return
    if terms.seats == 1:
        raise NotAllowed(_("A game alone is not rated."))
    if terms.here:
        raise NotAllowed(_("A table with several people on one device is not rated."))
    if player.user_id is None:
        raise NotAllowed(_("Rated matches are for people with an account."))
    if terms.pace.kind == NONE:
        raise NotAllowed(_("A rated match needs a clock: otherwise nobody has to lose it."))
