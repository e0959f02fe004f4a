"""The list of a deck in groups: by food-chain number, by diet or by terrain."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards.art import art_version
from cards.art.face import strip_of, terrains_of
from cards.models import Card, Diet, Kind, Terrain

NUMBER, DIET, TERRAIN = "number", "diet", "terrain"
GROUPINGS: Mapping[str, Promise] = {
    NUMBER: gettext_lazy("Food chain"), DIET: gettext_lazy("Diet"), TERRAIN: gettext_lazy("Terrain"),
}  # fmt: skip
LAST = 1000
"""The place of events; habitats come behind them."""

Places = Iterable[tuple[int, str]]
"""Where a card stands: the place of its group among them, and the group's title. One for each group."""


@dataclass(frozen=True, slots=True)
class Row:
    """
    A card of the list. `sign` is the mark of its diet, `number` its own in the food chain. `chosen`: how many
    copies are in the opening hand. `poor`: nothing in the deck lets it live.
    """

    key: str
    name: str
    page: str
    art: str
    kind: str
    sign: str
    number: int | None
    points: int | None
    terrains: list[dict[str, Any]]
    strip: list[dict[str, Any]]
    says: str
    copies: int
    chosen: int
    poor: bool


@dataclass(frozen=True, slots=True)
class Group:
    """`copies` counts all cards of the group; `id` tells it from the other groups of the page."""

    id: int
    title: str
    copies: int
    rows: list[Row]


def grouped(held: Sequence[tuple[Card, Row]], grouping: str) -> list[Group]:
    """In order, the rows of a group by name. A card of several terrains stands in the group of each."""
    places: Callable[[Card], Places] = {DIET: _diet, TERRAIN: _terrains}.get(grouping, _number)
    titles: dict[int, str] = {}
    rows: dict[int, list[tuple[bytes, Row]]] = {}
    for card, row in held:
        for place, title in places(card):
            titles[place] = title
            rows.setdefault(place, []).append((bytes(card.name_order), row))
    return [
        Group(place, titles[place], sum(row.copies for _name, row in found), [row for _name, row in found])
        for place, found in sorted((place, sorted(found, key=_by_name)) for place, found in rows.items())
    ]


def row(card: Card, copies: int, *, chosen: int, poor: bool) -> Row:
    face = card.as_face()
    return Row(
        key=card.key,
        name=card.name,
        page=reverse("card", args=[card.key]),
        art=reverse("card-art", args=[card.key, art_version(face, card.key)]),
        kind=card.kind,
        sign=f"d-{card.diet}" if card.diet else "",
        number=card.food_chain,
        points=card.points,
        terrains=terrains_of(face),
        strip=strip_of(face) if card.kind != Kind.EVENT else [],
        says=_lasts(card) if card.kind == Kind.EVENT else "",
        copies=copies,
        chosen=chosen,
        poor=poor,
    )


def _by_name(named: tuple[bytes, Row]) -> bytes:
    return named[0]


def _lasts(card: Card) -> str:
    turns = card.duration or 0
    if not turns:
        return _("at once")
    return ngettext("%(count)s turn", "%(count)s turns", turns) % {"count": turns}


def _number(card: Card) -> Places:
    if other := _other(card):
        return other
    number = card.food_chain or 0
    title = _("Number 1, the base") if number == 1 else _("Number %(number)s") % {"number": number}
    return [(number, title)]


def _diet(card: Card) -> Places:
    if not card.diet:
        return _other(card)
    return [(Diet.values.index(card.diet), str(Diet(card.diet).label))]


def _terrains(card: Card) -> Places:
    if card.kind == Kind.EVENT or not card.terrains:
        return _other(card) or [(LAST - 1, _("No terrain"))]
    return [(Terrain.values.index(name), str(Terrain(name).label)) for name in card.terrains]


def _other(card: Card) -> list[tuple[int, str]]:
    if card.kind == Kind.EVENT:
        return [(LAST, _("Events"))]
    return [(LAST + 1, _("Habitats"))] if card.kind == Kind.HABITAT else []
