"""What may be agreed on in a tournament."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.sets.models import Collection
from engine.bots.levels import LEVELS
from engine.drafting import GAMES
from engine.phylo.rules import Options, rule_set
from games.matches.clauses import EVERY
from games.matches.fields import NO_CLOCK, NO_GAME
from games.matches.models import Player
from games.matches.services.clock import DAYS, DRAFTING_PACES, NONE, PACES, Pace
from games.matches.services.errors import NotAllowed
from games.matches.services.rulebooks import rulebook
from games.tournaments.models import Tournament

BETWEEN, NO_SHOW = 60, 300
"""The usual seconds between rounds, and after which those who have not come lose."""
LONGEST_NAME, LONGEST_PASSWORD = 80, 60
MOST_ROUNDS = 20
MOST_ENTRIES = 500
MOST_IN_ROBIN = 24
"""In a round robin, where everybody meets everybody."""
MOST_BOARDS = 30
"""Of a simultaneous."""
MOST_MINUTES = 12 * 60
LATEST = timedelta(days=365)
TOO_FAR = gettext_lazy("It can begin within a year from now.")
KIND, DECKS, AUDIENCE = Tournament.Kind, Tournament.Decks, Tournament.Audience


@dataclass(frozen=True)
class TournamentTerms:
    """
    What the maker of a tournament enters, on the page or in the API: the columns of Tournament with these
    names, and what they are if nothing is said. `password` as it is typed.
    """

    name: str
    kind: str
    rules: str
    options: dict[str, str | int] = field(default_factory=dict)
    seats: int = 2
    pace: Pace = field(default_factory=Pace)
    rounds: int = 0
    minutes: int = 0
    between: int = BETWEEN
    no_show: int | None = None
    """None: the usual time; with days for a turn 0, so that the clock decides."""
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

    @property
    def come_within(self) -> int:
        """As Tournament.no_show."""
        if self.no_show is None:
            return 0 if self.pace.kind == DAYS else NO_SHOW
        return self.no_show


def most_entries(kind: str) -> int:
    """How many take part at most; the host of a simultaneous too."""
    return {KIND.SIMUL: MOST_BOARDS + 1, KIND.ROUND_ROBIN: MOST_IN_ROBIN}.get(KIND(kind), MOST_ENTRIES)


def check_tournament(maker: Player, terms: TournamentTerms, collection: Collection | None) -> None:
    """Raises NotAllowed with the field, or engine.InvalidSetup for options that the game does not have."""
    if not terms.name.strip():
        raise NotAllowed(_("Give the tournament a name."), "name")
    if not terms.name.strip().isprintable():
        raise NotAllowed(_("The name has signs that cannot be read."), "name")
    if terms.kind not in KIND.values:
        raise NotAllowed(_("There is no such kind of tournament."), "kind")
    if terms.rules not in EVERY:
        raise NotAllowed(str(NO_GAME), "rules")
    _check_shape(terms)
    _check_table(terms)
    _check_people(maker, terms, collection)
    if terms.starts_at is not None and not timezone.now() <= terms.starts_at <= timezone.now() + LATEST:
        raise NotAllowed(str(TOO_FAR), "starts_at")


def _check_shape(terms: TournamentTerms) -> None:
    if terms.kind == KIND.ARENA:
        if not 1 <= terms.minutes <= MOST_MINUTES:
            raise NotAllowed(
                _("An arena lasts from 1 to %(most)d minutes.") % {"most": MOST_MINUTES}, "minutes"
            )
    elif terms.minutes:
        raise NotAllowed(_("Only an arena has a number of minutes."), "minutes")
    if terms.kind == KIND.SWISS:
        if not 1 <= terms.rounds <= MOST_ROUNDS:
            raise NotAllowed(_("There are from 1 to %(most)d rounds.") % {"most": MOST_ROUNDS}, "rounds")
    elif terms.rounds:
        raise NotAllowed(_("The number of rounds follows from the players."), "rounds")
    if terms.filler and terms.kind in (KIND.ARENA, KIND.SIMUL):
        raise NotAllowed(_("There is no free seat for the computer to fill."), "filler")
    if not 0 <= terms.between <= 30 * 24 * 3600:
        raise NotAllowed(_("The break is too long."), "between")
    if not 0 <= terms.come_within <= 24 * 3600:
        raise NotAllowed(_("The time to come is too long."), "no_show")
    if terms.pace.kind == DAYS and 0 < terms.come_within < terms.pace.seconds:
        raise NotAllowed(_("Who has days for a turn has at least as long to come."), "no_show")


def _check_table(terms: TournamentTerms) -> None:
    if terms.seats not in rulebook(terms.rules).seats or terms.seats < 2:
        raise NotAllowed(_("There are not that many seats at a table of this game."), "seats")
    if terms.seats > 2 and terms.kind != KIND.SWISS:
        raise NotAllowed(_("Tables of three to six are for the Swiss system."), "seats")
    if terms.pace not in (DRAFTING_PACES if terms.drafting else PACES):
        raise NotAllowed(str(NO_CLOCK), "clock")
    if terms.pace.kind == NONE and terms.kind != KIND.SIMUL:
        raise NotAllowed(_("A tournament needs a clock: otherwise a round may never end."), "clock")
    if terms.pace.kind == DAYS and terms.kind == KIND.ARENA:
        raise NotAllowed(_("In an arena games are played at once."), "clock")
    if not terms.drafting:
        Options.parse(rule_set(terms.rules), terms.options)
    elif terms.options:
        raise NotAllowed(_("This game has no options."), "options")
    if terms.filler and terms.filler not in LEVELS[terms.rules]:
        raise NotAllowed(_("There is no level “%(level)s”.") % {"level": terms.filler}, "filler")
    if terms.decks not in DECKS.values or (terms.drafting and terms.decks != DECKS.FREE):
        raise NotAllowed(_("This game is played without decks."), "decks")


def _check_people(maker: Player, terms: TournamentTerms, collection: Collection | None) -> None:
    if terms.audience not in AUDIENCE.values or (terms.audience == AUDIENCE.SET) != (collection is not None):
        raise NotAllowed(_("Say for whom the tournament is."), "audience")
    if collection is not None and terms.public:
        raise NotAllowed(_("Games inside a set are not shown to everybody."), "public")
    account = maker.user_id is not None
    if terms.audience == AUDIENCE.SITE and not account:
        raise NotAllowed(_("A tournament for everybody is made with an account."), "audience")
    if terms.rated and (not account or terms.pace.kind == NONE):
        raise NotAllowed(_("Rated matches need an account and a clock."), "rated")
