"""What the files of a tournament are made of, without the database."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from games.tournaments.services.standings import Standing, System

PAIRED, PLAYED, FORFEIT, BYE, LATE = "paired", "played", "forfeit", "bye", "late"
"""How a pairing ended; the values of `Game.How`."""


@dataclass(frozen=True)
class Entrant:
    """`number` is that of the entry, from 1; `rating` is 0 without one."""

    number: int
    name: str
    rating: int = 0


@dataclass(frozen=True)
class Side:
    """An entry's seat in a pairing; `points` from 0 to 1, None while it is played."""

    entry: int
    points: Fraction | None


@dataclass(frozen=True)
class Pairing:
    """`sides` by seat; a bye has one. `round` is 0 in an arena."""

    round: int
    board: int
    sides: tuple[Side, ...]
    how: str = PAIRED


@dataclass(frozen=True)
class Report:
    """A tournament as it stands; `table` has all entries, best first."""

    name: str
    system: System
    rounds: int
    entrants: Sequence[Entrant]
    pairings: Sequence[Pairing]
    table: Sequence[Standing]
    begun: date | None = None
    ended: date | None = None
    seats: int = field(default=2)


def decimal(points: Fraction) -> str:
    """Points as programs read them: "2", "2.5", "1.67"."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")
