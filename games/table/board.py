"""The table as rows of cells, top row first, with a border of empty spaces around the cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from cards.texts import local_name
from cards.words import TERRAINS, all_of, lasting_words, points_words
from engine.record_format import Space, View
from games.matches.wording import lack_badge

Card = Mapping[str, Any]
"""A card as it is drawn: its definition in the record format, its `key`, and what else its face shows."""
Action = Mapping[str, Any]
"""An action of the record format, without its seat."""
At = tuple[int, int]

# Where an empty space lies, seen from a card, by the way from the space to the card.
SIDES = {
    (-1, 0): gettext_lazy("right of %(name)s"),
    (1, 0): gettext_lazy("left of %(name)s"),
    (0, -1): gettext_lazy("above %(name)s"),
    (0, 1): gettext_lazy("below %(name)s"),
}


class Face(dict[str, object]):
    """
    A Card that never changes, with the digest of its content, by which what is drawn from it is told apart
    (games/table/parts.py).
    """

    def __init__(self, card: Card, digest: str) -> None:
        super().__init__(card)
        self.digest = digest

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self.digest)

    def __repr__(self) -> str:
        return self.digest


class Lasting(NamedTuple):
    """An event on a card."""

    name: str
    turns_left: int


class PlacedCard(NamedTuple):
    """The top card of a space as the reader sees it."""

    key: str
    card: Card
    owner: int
    mine: bool
    """Whether it is drawn upright."""
    home: bool
    origin: Card | None = None  # the card that spread, when this one lies face down (P31)
    under: Card | None = None
    events: tuple[Lasting, ...] = ()
    points: int | None = None  # in force
    risk: str = ""
    described: bool = True
    """Whether it may be called the reader's own or the opponent's."""

    @property
    def name(self) -> str:
        if self.origin:
            return _("Seedling of %(name)s") % {"name": self.origin["name"]}
        return str(self.card["name"])

    @property
    def risk_badge(self) -> str:
        return lack_badge(self.risk) if self.risk else ""


class Cell(NamedTuple):
    """
    A space; `whose` says to whom the card in it belongs. Of an empty one, `beside` has the names of its
    neighbours, each with the way there.
    """

    x: int
    y: int
    lying: PlacedCard | None
    whose: str = ""
    beside: tuple[tuple[At, str], ...] = ()

    @property
    def at(self) -> str:
        return f"{self.x},{self.y}"

    @property
    def label(self) -> str:
        return _label(self)


@dataclass(frozen=True)
class Board:
    rows: Sequence[Sequence[Cell]]
    left: int
    top: int
    columns: int = field(default=0)


def board(
    view: View,
    cards: Mapping[str, Card],
    viewer: int,
    names: Sequence[str],
    *,
    reader: int | None,
) -> Board:
    """
    `viewer` is the seat whose cards are drawn upright, `reader` the seat that is told which cards are its
    own; `view` comes from engine.State.view_for.
    """
    spaces = {at_of(space["at"]): space for space in view["spaces"]}
    risks = {at_of(risk["at"]): risk["why"] for risk in view["at_risk"] if not risk["under"]}
    across = [x for x, _y in spaces] or [0]
    up = [y for _x, y in spaces] or [0]
    left, right, top, bottom = min(across) - 1, max(across) + 1, max(up) + 1, min(up) - 1

    yours = _("yours")
    lying = {
        at: _lying(space, spaces, cards, viewer, risks.get(at, ""), described=reader == viewer)
        for at, space in spaces.items()
    }

    def cell(x: int, y: int) -> Cell:
        card = lying.get((x, y))
        if card is None:
            ways = [(way, lying.get((x + way[0], y + way[1]))) for way in SIDES]
            beside = tuple((way, _called(found, reader, names)) for way, found in ways if found)
            return Cell(x, y, None, beside=beside)
        return Cell(x, y, card, yours if card.owner == reader else names[card.owner])

    rows = [[cell(x, y) for x in range(left, right + 1)] for y in range(top, bottom - 1, -1)]
    return Board(rows, left, top, right - left + 1)


def _called(card: PlacedCard, reader: int | None, names: Sequence[str]) -> str:
    """Its name; that of a HOME says whose it is, as there are two."""
    if not card.home:
        return card.name
    return _("your HOME") if card.owner == reader else _("%(name)s’s HOME") % {"name": names[card.owner]}


def at_of(place: Sequence[int]) -> At:
    return place[0], place[1]


def _lying(
    space: Space,
    spaces: Mapping[At, Space],
    cards: Mapping[str, Card],
    viewer: int,
    risk: str,
    *,
    described: bool,
) -> PlacedCard:
    under = space.get("under") or space.get("covered")
    return PlacedCard(
        key=space["card"],
        card=card_of(cards, space["card"]),
        owner=space["owner"],
        mine=space["owner"] == viewer,
        home=card_of(cards, space["card"])["kind"] == "home",
        origin=_origin(space, spaces, cards),
        under=card_of(cards, under["card"]) if under else None,
        events=tuple(
            Lasting(card_of(cards, event["card"])["name"], event["turns_left"])
            for event in space.get("events", [])
        ),
        points=points_in_force(space, cards),
        risk=risk,
        described=described,
    )


def _origin(space: Space, spaces: Mapping[At, Space], cards: Mapping[str, Card]) -> Card | None:
    if "face_down" not in space:
        return None
    origin = spaces.get(at_of(space["face_down"]["of"]))
    return card_of(cards, origin["card"] if origin else None)


def points_in_force(space: Space, cards: Mapping[str, Card]) -> int | None:
    """The printed points, changed by the events on the card (P33); None for a card without points."""
    printed = card_of(cards, space["card"]).get("points")
    if printed is None:
        return None
    effects = [
        effect for e in space.get("events", []) for effect in card_of(cards, e["card"]).get("effects") or []
    ]
    return int(printed + sum(effect["by"] for effect in effects if effect["do"] == "change-points"))


def card_of(cards: Mapping[str, Card], key: str | None) -> Card:
    """The definition of a card, with its key; also of HOME, which a match need not list."""
    found = cards.get(key or "")
    if isinstance(found, Face):
        return found
    if key == "home" and found is None:
        return Face(
            {"key": "home", "name": local_name("HOME"), "kind": "home", "terrains": list(TERRAINS)},
            f"home {get_language()}",
        )
    card = {"name": "", "kind": "species", **(found or {}), "key": key or ""}
    return card | {"name": local_name(str(card["name"]))}


def _label(cell: Cell) -> str:
    """In a few words: what lies there, or which cards the empty space lies beside."""
    lying = cell.lying
    if lying is None:
        if not cell.beside:
            return _("Empty space beside no card")
        where = [str(SIDES[way]) % {"name": name} for way, name in cell.beside]
        return _("Space %(where)s") % {"where": all_of(where)}
    parts = [lying.name, cell.whose]
    if lying.points is not None and not lying.origin and not lying.home:
        parts.append(points_words(lying.points))
    if lying.risk:
        parts.append(_("at risk: %(why)s") % {"why": lying.risk_badge})
    parts += [lasting_words(event.name, event.turns_left) for event in lying.events]
    if lying.under:
        parts.append(_("over %(name)s") % {"name": lying.under["name"]})
    return ", ".join(parts)
