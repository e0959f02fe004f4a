"""What may be agreed on in a tournament."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from cards.sets.models import Collection
from engine.bots.levels import LEVELS
from engine.drafting import GAMES
from games.matches.clauses import EVERY
from games.matches.models import Player
from games.matches.services.clock import DAYS, DRAFTING_PACES, NONE, PACES, Pace
from games.matches.services.errors import NotAllowed
from games.matches.services.rulebooks import rulebook
from games.tournaments.models import Tournament

NO_SHOW = 300
MOST_ROUNDS = 20
MOST_ENTRIES = 500
MOST_IN_ROBIN = 24
"""In a round robin, where everybody meets everybody."""
MOST_BOARDS = 30
"""Of a simultaneous."""
MOST_MINUTES = 12 * 60
LATEST = timedelta(days=365)
KIND, DECKS, AUDIENCE = Tournament.Kind, Tournament.Decks, Tournament.Audience


def usual_no_show(pace: Pace) -> int:
    """As Tournament.no_show, if the maker does not say: whoever has days for a turn loses by the clock."""
    return 0 if pace.kind == DAYS else NO_SHOW


@dataclass(frozen=True)
class TournamentTerms:
    """As the columns of Tournament with these names; `password` as it is typed."""

    name: str
    kind: str
    rules: str
    options: dict[str, str | int] = field(default_factory=dict)
    seats: int = 2
    pace: Pace = field(default_factory=Pace)
    rounds: int = 0
    minutes: int = 0
    between: int = 60
    no_show: int = NO_SHOW
    decks: str = DECKS.FREE
    audience: str = AUDIENCE.LINK
    password: str = ""
    bots_allowed: bool = False
    filler: str = ""
    rated: bool = False
    public: bool = False
    starts_at: datetime | None = None

    @property
    def drafting(self) -> bool:
        return self.rules in GAMES


def most_entries(kind: str) -> int:
    """How many take part at most; the host of a simultaneous too."""
    return {KIND.SIMUL: MOST_BOARDS + 1, KIND.ROUND_ROBIN: MOST_IN_ROBIN}.get(KIND(kind), MOST_ENTRIES)


def check_tournament(maker: Player, terms: TournamentTerms, collection: Collection | None) -> None:
    """Raises NotAllowed, or engine.InvalidSetup for options that the game does not have."""
    if not terms.name.strip():
        raise NotAllowed(_("Give the tournament a name."))
    if not terms.name.strip().isprintable():
        raise NotAllowed(_("The name has signs that cannot be read."))
    if terms.kind not in KIND.values:
        raise NotAllowed(_("There is no such kind of tournament."))
    if terms.rules not in EVERY:
        raise NotAllowed(_("There is no such game."))
    _check_shape(terms)
    _check_table(terms)
    _check_people(maker, terms, collection)
    if terms.starts_at is not None and not timezone.now() <= terms.starts_at <= timezone.now() + LATEST:
        raise NotAllowed(_("It can begin within a year from now."))


def _check_shape(terms: TournamentTerms) -> None:
    if terms.kind == KIND.ARENA:
        if not 1 <= terms.minutes <= MOST_MINUTES:
            raise NotAllowed(_("An arena lasts from 1 to %(most)d minutes.") % {"most": MOST_MINUTES})
    elif terms.minutes:
        raise NotAllowed(_("Only an arena has a number of minutes."))
    if terms.kind == KIND.SWISS:
        if not 1 <= terms.rounds <= MOST_ROUNDS:
            raise NotAllowed(_("There are from 1 to %(most)d rounds.") % {"most": MOST_ROUNDS})
    elif terms.rounds:
        raise NotAllowed(_("The number of rounds follows from the players."))
    if terms.filler and terms.kind in (KIND.ARENA, KIND.SIMUL):
        raise NotAllowed(_("There is no free seat for the computer to fill."))
    if not 0 <= terms.between <= 30 * 24 * 3600 or not 0 <= terms.no_show <= 24 * 3600:
        raise NotAllowed(_("The break or the time to come is too long."))
    if terms.pace.kind == DAYS and 0 < terms.no_show < terms.pace.seconds:
        raise NotAllowed(_("Who has days for a turn has at least as long to come."))


def _check_table(terms: TournamentTerms) -> None:
    if terms.seats not in rulebook(terms.rules).seats or terms.seats < 2:
        raise NotAllowed(_("There are not that many seats at a table of this game."))
    if terms.seats > 2 and terms.kind != KIND.SWISS:
        raise NotAllowed(_("Tables of three to six are for the Swiss system."))
    if terms.pace not in (DRAFTING_PACES if terms.drafting else PACES):
        raise NotAllowed(_("There is no such clock."))
    if terms.pace.kind == NONE and terms.kind != KIND.SIMUL:
        raise NotAllowed(_("A tournament needs a clock: otherwise a round may never end."))
    if terms.pace.kind == DAYS and terms.kind == KIND.ARENA:
        raise NotAllowed(_("In an arena games are played at once."))
    if not terms.drafting:
        engine.Options.parse(engine.rule_set(terms.rules), terms.options)
    elif terms.options:
        raise NotAllowed(_("This game has no options."))
    if terms.filler and terms.filler not in LEVELS[terms.rules]:
        raise NotAllowed(_("There is no level “%(level)s”.") % {"level": terms.filler})
    if terms.decks not in DECKS.values or (terms.drafting and terms.decks != DECKS.FREE):
        raise NotAllowed(_("This game is played without decks."))


def _check_people(maker: Player, terms: TournamentTerms, collection: Collection | None) -> None:
    if terms.audience not in AUDIENCE.values or (terms.audience == AUDIENCE.SET) != (collection is not None):
        raise NotAllowed(_("Say for whom the tournament is."))
    if collection is not None and terms.public:
        raise NotAllowed(_("Games inside a set are not shown to everybody."))
    account = maker.user_id is not None
    if terms.audience == AUDIENCE.SITE and not account:
        raise NotAllowed(_("A tournament for everybody is made with an account."))
    if terms.rated and (not account or terms.pace.kind == NONE):
        raise NotAllowed(_("Rated matches need an account and a clock."))
