"""The drawing of a deck's food web: the position of each card, and the text of each line and mark."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.decks.insight.web import Node, Web
from cards.models import Card, Diet
from cards.pages.addresses import art_address, card_address

CROWDED = 9
"""The most cards side by side in a row; if there are more, every other one is drawn lower."""
MARGIN = 0.16
"""Nearer to the edge of the drawing than this, labels run inwards; from 0 to 1."""
LOWER = 0.17
"""How much lower, as a fraction of a row."""


@dataclass(frozen=True, slots=True)
class Spot:
    """
    `x` and `y` are percentages of the drawing, formatted for CSS and SVG in any language. `label` stands
    below the card; `says` is for screen readers.
    """

    key: str
    name: str
    page: str
    art: str
    ring: str
    copies: int
    x: str
    y: str
    edge: str
    """`left` or `right` if words beside the card would leave the drawing."""
    marks: tuple[str, ...]
    label: str
    says: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line from the food to its eater; `kind` is that of the edge, or for food the eater's diet."""

    on: str
    key: str
    kind: str
    x1: str
    y1: str
    x2: str
    y2: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A card in words: what it lives on, and its marks."""

    name: str
    text: str
    notes: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Drawing:
    """`rows` is the number of rows, `wide` the most cards side by side."""

    spots: list[Spot]
    lines: list[Line]
    notes: list[tuple[str, str]]
    sentences: list[Sentence]
    rows: int
    wide: int
    says: str


def drawing(web: Web, cards: Mapping[str, Card]) -> Drawing:
    """`cards` holds the rows of everything the web names."""
    counts = Counter(node.number for node in web.nodes)
    places = _places(web.nodes, counts)
    notes: dict[str, list[tuple[str, str]]] = {node.key: [] for node in web.nodes}
    for note in web.notes:
        notes[note.key].append((note.mark, note.text))
    fullest = max(counts.values(), default=1)
    return Drawing(
        spots=[_spot(node, cards[node.key], *places[node.key], notes[node.key]) for node in web.nodes],
        lines=[
            Line(
                edge.on,
                edge.key,
                _drawn_as(edge.kind, cards[edge.key]),
                *places[edge.on],
                *places[edge.key],
            )
            for edge in web.edges
        ],
        notes=[(note.mark, note.text) for note in web.notes if note.mark in ("keystone", "single")],
        # From the top down, as they are seen.
        sentences=[Sentence(node.name, node.text, notes[node.key]) for node in reversed(web.nodes)],
        rows=max(1, len(counts)),
        wide=fullest if fullest <= CROWDED else (fullest + 1) // 2 + 1,
        says=_says(web),
    )


def _places(nodes: Sequence[Node], counts: Mapping[int, int]) -> dict[str, tuple[str, str]]:
    """In per cent; the nodes come ordered from left to right."""
    places, seen = {}, Counter[int]()
    for node in nodes:
        crowded = counts[node.number] > CROWDED
        shift = (LOWER if seen[node.number] % 2 else -LOWER) / len(counts) if crowded else 0.0
        places[node.key] = (f"{100 * node.x:.4g}", f"{100 * (node.y + shift):.4g}")
        seen[node.number] += 1
    return places


def _spot(node: Node, card: Card, x: str, y: str, notes: list[tuple[str, str]]) -> Spot:
    terrains = card.terrains
    copies = ngettext("1 copy", "%(count)s copies", node.copies) % {"count": node.copies}
    said = [f"{node.name}, {copies}."]
    # The note of an orphan is the same sentence.
    said += [node.text] if "orphan" not in node.marks else []
    return Spot(
        key=node.key,
        name=node.name,
        page=card_address(card),
        art=art_address(node.key, card.as_face()),
        ring=terrains[0] if terrains else "",
        copies=node.copies,
        x=x,
        y=y,
        edge="left" if node.x < MARGIN else "right" if node.x > 1 - MARGIN else "",
        marks=node.marks,
        label=_label(node),
        says=" ".join([*said, *(text for _mark, text in notes)]),
    )


def _label(node: Node) -> str:
    if "orphan" in node.marks:
        return _("no food here") if node.number > 1 else _("no place here")
    return _("cannot live yet") if "stranded" in node.marks else ""


def _drawn_as(kind: str, eater: Card) -> str:
    if kind != "food":
        return kind
    return eater.diet if eater.diet in (Diet.OMNIVORE, Diet.CARNIVORE) else Diet.HERBIVORE


def _says(web: Web) -> str:
    if not web.nodes:
        return _("Nothing in this deck can be laid on the table yet.")
    cards = ngettext("1 kind of card", "%(count)s kinds of cards", len(web.nodes)) % {"count": len(web.nodes)}
    ways = ngettext("1 way", "%(count)s ways", len(web.edges)) % {"count": len(web.edges)}
    return _("%(cards)s with %(ways)s to live on each other.") % {"cards": cards, "ways": ways}
