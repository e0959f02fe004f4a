"""How a deck is spread, as bars with numbers and as a grid of terrains and climates."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.decks.insight.curves import Curves
from cards.models import Climate, Terrain

LEVELS = 4
"""Shades of the grid besides none."""
CHAIN = 3
"""Food-chain numbers that are shown even if there are none."""


@dataclass(frozen=True, slots=True)
class Bar:
    """`part` is the height in per cent of the highest, `look` names a colour, `mark` a drawing."""

    label: str
    count: int
    part: int
    says: str
    look: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    key: str
    title: str
    bars: list[Bar]


@dataclass(frozen=True, slots=True)
class Cell:
    """`level` from 0 to LEVELS."""

    count: int
    level: int


def charts(curves: Curves) -> list[Chart]:
    highest = max([CHAIN, *(number for number, count in curves.food_chain.items() if count)])
    chain = {number: count for number, count in curves.food_chain.items() if number <= highest}
    climates = [(str(Climate(name).label), count, name) for name, count in curves.climates.items()]
    terrains = [(str(Terrain(name).label), count, name) for name, count in curves.terrains.items()]
    return [
        _chart("chain", _("Food chain"), _numbered(_("Number %(value)s"), chain, look="n")),
        _chart("scale", _("Scale"), _numbered(_("Scale %(value)s"), curves.scale)),
        _chart("points", _("Points"), _numbered(_("%(value)s points"), curves.points_curve)),
        _chart("climate", _("Climate"), [(word.lower(), word, n, name, "") for word, n, name in climates]),
        _chart("terrain", _("Terrain"), [("", word, n, name, f"m-{name}") for word, n, name in terrains]),
    ]


def coverage(curves: Curves) -> list[tuple[str, str, list[Cell]]]:
    """Key and label of each terrain, and its cells in the order of the climates."""
    highest = max((count for row in curves.coverage.values() for count in row.values()), default=0)
    return [
        (
            terrain,
            str(Terrain(terrain).label),
            [Cell(count, ceil(LEVELS * count / highest) if highest else 0) for count in row.values()],
        )
        for terrain, row in curves.coverage.items()
    ]


def _numbered(
    words: str, counts: Mapping[int, int], *, look: str = ""
) -> Iterable[tuple[str, str, int, str, str]]:
    return [
        (str(value), words % {"value": value}, count, f"{look}{value}" if look else "", "")
        for value, count in counts.items()
    ]


def _chart(key: str, title: str, values: Iterable[tuple[str, str, int, str, str]]) -> Chart:
    """Of label, words, count, look and mark of each bar."""
    rows = list(values)
    highest = max((count for _label, _words, count, _look, _mark in rows), default=0) or 1
    bars = []
    for label, words, count, look, mark in rows:
        cards = ngettext("1 card", "%(count)s cards", count) % {"count": count}
        says = _("%(what)s: %(cards)s") % {"what": words, "cards": cards}
        bars.append(Bar(label, count, round(100 * count / highest), says, look, mark))
    return Chart(key, title, bars)
