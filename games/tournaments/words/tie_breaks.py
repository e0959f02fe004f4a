"""Which tie-breaks the standings have, for pages and files. `services/standings.py` counts them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.tournaments.services.standings import System


@dataclass(frozen=True)
class Column:
    """A tie-break: the field of a Standing, its short and its whole name, and what it counts."""

    field: str
    short: str | Promise
    name: str | Promise
    counts: str | Promise


@dataclass(frozen=True)
class Columns:
    """Those that pages show, in the order in which they count, and those that files have besides."""

    shown: Sequence[Column]
    in_files: Sequence[Column] = ()

    @property
    def of_files(self) -> Sequence[str]:
        """The fields; all files have that of WINS elsewhere."""
        return [each.field for each in (*self.shown, *self.in_files) if each is not WINS]


CUT = Column(
    "buchholz_cut",
    gettext_lazy("BC1"),
    gettext_lazy("Buchholz without the lowest opponent"),
    gettext_lazy("The points of all your opponents together, without the one who has fewest."),
)
BUCHHOLZ = Column(
    "buchholz",
    gettext_lazy("Buch"),
    gettext_lazy("Buchholz: points of the opponents"),
    gettext_lazy("The points of all your opponents together. Strong opponents make it high."),
)
BERGER = Column(
    "sonneborn_berger",
    gettext_lazy("SB"),
    gettext_lazy("Sonneborn-Berger: points of those beaten"),
    gettext_lazy("The points of those whom you beat, and half the points of those with whom you drew."),
)
DIRECT = Column(
    "direct",
    gettext_lazy("Dir"),
    gettext_lazy("Direct encounter"),
    gettext_lazy("Your points in the games between those who have the same number of points."),
)
WINS = Column("wins", gettext_lazy("Won"), gettext_lazy("Games won"), gettext_lazy("How many games you won."))
STREAK = Column(
    "streak", gettext_lazy("Row"), gettext_lazy("Wins in a row"), gettext_lazy("How often you won in a row.")
)
TIE_BREAKS: Mapping[System, Columns] = {
    System.SWISS: Columns([CUT, BUCHHOLZ, BERGER], in_files=[DIRECT]),
    System.ROUND_ROBIN: Columns([DIRECT, BERGER, WINS]),
    System.ARENA: Columns([WINS], in_files=[STREAK]),
    System.SIMUL: Columns([WINS]),
}
