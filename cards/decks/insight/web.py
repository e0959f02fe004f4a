"""The food web of a deck: what can live on what, which cards hold it together, and its layout."""

from bisect import bisect_right, insort
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.decks.insight.needs import stranded_words, unmet_need
from cards.decks.insight.reading import START, Means, Reading, standing
from cards.decks.models.contents import Contents, Definitions
from cards.texts import sorted_as
from cards.words import all_of, any_of

SWEEPS = 8
FEW = 2
"""The least number of kinds that a keystone supports."""

Line = tuple[str, str]
Places = dict[str, tuple[float, float]]
SupportKind = Literal["food", "place", "partner", "host"]
Mark = Literal["orphan", "stranded", "keystone", "single"]


@dataclass(frozen=True, slots=True)
class Edge:
    """
    The card `key` can live on the card `on`: as `food` (P18), by `place` alone (P16), as `host` (P24), or as
    `partner`, which it must lie beside (P27).
    """

    on: str
    key: str
    kind: SupportKind


@dataclass(frozen=True, slots=True)
class Node:
    """
    A kind of card. `x` runs from left to right, `y` from the top (0) to the bottom (1), where number 1 lies;
    `number` is 0 for a habitat. `rooted`: it can live beside the starter alone.

    `marks`: `orphan`: nothing in the deck can support it. `stranded`: only orphans or stranded cards could.
    `single`: it is the only support of some cards, those in `only_for`. `falls` are the cards that would die
    if every copy of it left: rounds of upkeep (P13) on a table where each card lies beside everything it can
    live on. For a `keystone` these are at least two kinds, and more than half of the other cards that need
    more than the starter, copies counted.
    """

    key: str
    name: str
    copies: int
    number: int
    x: float
    y: float
    rooted: bool
    marks: tuple[Mark, ...]
    falls: tuple[str, ...]
    only_for: tuple[str, ...]
    text: str
    """What it lives on, as a sentence."""


@dataclass(frozen=True, slots=True)
class Note:
    """A mark in words."""

    key: str
    mark: Mark
    text: str


@dataclass(frozen=True, slots=True)
class Web:
    """Nodes from the bottom up, left to right; edges ordered by key."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    notes: tuple[Note, ...]


def web(contents: Contents, cards: Definitions) -> Web:
    reading = Reading.of(contents, cards)
    edges = tuple(_edges(reading))
    rows = _rows(reading)
    places = laid_out(rows, [(edge.on, edge.key) for edge in edges], last=reading.orphans)
    drawn = [_node(reading, key, number, places[key]) for number, keys in rows.items() for key in keys]
    nodes = tuple(sorted(drawn, key=lambda node: (node.number, node.x)))
    notes = tuple(note for node in nodes for note in _notes(reading, node))
    return Web(nodes, edges, notes)


def _edges(reading: Reading) -> Iterable[Edge]:
    """Edges of the cards that can live in the deck but not beside the starter alone."""
    for key, means in sorted(reading.means.items()):
        if key in reading.orphans or key in reading.rooted:
            continue
        card = reading.cards[key]
        feeds = card.kind == "species" and card.food_chain > 1
        kinds: dict[str, SupportKind] = dict.fromkeys(means.hosts, "host")
        kinds |= dict.fromkeys(means.partners or (), "partner")
        support = means.support if feeds else _ground(reading, means)
        kinds |= dict.fromkeys(support, "food" if feeds else "place")
        for other in sorted(kinds.keys() - {START, key}):
            yield Edge(other, key, kinds[other])


def _ground(reading: Reading, means: Means) -> Iterable[str]:
    """Habitats and number 1, if there are any, say more than everything that shares a place."""
    if START in means.support:
        return ()
    low = [key for key in means.support if reading.cards[key].food_chain <= 1]
    return low or means.support


def _rows(reading: Reading) -> Mapping[int, list[str]]:
    rows: dict[int, list[str]] = {}
    for key, card in sorted(reading.lying.items(), key=lambda pair: (pair[1].food_chain, pair[0])):
        rows.setdefault(card.food_chain, []).append(key)
    return rows


def _node(reading: Reading, key: str, number: int, place: tuple[float, float]) -> Node:
    settled = {each: reading.means[each] for each in reading.reachable - {START}}
    needy = settled.keys() - reading.rooted - {key}
    falls = needy - standing(settled, {key})
    only_for = [each for each in needy if not settled[each].suffice(reading.reachable - {key})]
    named = {
        "orphan": key in reading.orphans,
        "stranded": key in reading.stranded,
        "keystone": len(falls) >= FEW and 2 * reading.copies(falls) > reading.copies(needy),
        "single": bool(only_for),
    }
    marks: tuple[Mark, ...] = ("orphan", "stranded", "keystone", "single")
    return Node(
        key=key, name=reading.name(key), copies=reading.contents.cards[key], number=number,
        x=place[0], y=place[1], rooted=key in reading.rooted,
        marks=tuple(mark for mark in marks if named[mark]),
        falls=tuple(sorted(falls)),
        only_for=tuple(sorted(only_for)),
        text=_living(reading, key),
    )  # fmt: skip


def _living(reading: Reading, key: str) -> str:
    """What it lives on in this deck, as a sentence."""
    means = reading.means[key]
    if key in reading.orphans:
        return unmet_need(reading, key).text
    if key in reading.rooted:
        words = {"card": reading.name(key), "starter": reading.name(START)}
        return _("%(card)s can begin beside %(starter)s.") % words
    words = {
        "card": reading.name(key),
        "others": any_of(_names(reading, means.support - {START})),
        "partners": any_of(_names(reading, (means.partners or frozenset()) - {START})),
        "hosts": any_of(_names(reading, means.hosts)),
        "starter": reading.name(START),
    }
    if not means.support:
        return _("%(card)s can live under %(target)s.") % {**words, "target": words["hosts"]}
    if means.hosts:
        return _("%(card)s can live on %(others)s, or under %(hosts)s.") % words
    if means.partners and START in means.support:
        return _("%(card)s can live beside %(starter)s, with %(partners)s beside it.") % words
    if means.partners and START not in means.partners and means.partners != means.support:
        return _("%(card)s can live on %(others)s, with %(partners)s beside it.") % words
    return _("%(card)s can live on %(others)s.") % words


def _notes(reading: Reading, node: Node) -> Iterable[Note]:
    for mark in node.marks:
        if mark == "orphan":
            yield Note(node.key, mark, node.text)
        elif mark == "stranded":
            yield Note(node.key, mark, stranded_words(reading, node.key))
        elif mark == "keystone":
            text = ngettext(
                "%(card)s is a keystone: without it %(others)s cannot live.",
                "%(card)s is a keystone: without it %(others)s cannot live.",
                len(node.falls),
            )
            words = {"card": node.name, "others": all_of(_names(reading, node.falls))}
            yield Note(node.key, mark, text % words)
        else:
            text = ngettext(
                "%(card)s is all that %(others)s can live on.",
                "%(card)s is all that %(others)s can live on, each of them.",
                len(node.only_for),
            )
            words = {"card": node.name, "others": all_of(_names(reading, node.only_for))}
            yield Note(node.key, mark, text % words)


def _names(reading: Reading, keys: Iterable[str]) -> list[str]:
    return sorted(map(reading.name, keys), key=sorted_as)


def laid_out(
    rows: Mapping[int, Sequence[str]], lines: Sequence[Line], *, last: Collection[str] = ()
) -> Places:
    """
    The position (x, y) of every node in the unit square, the first row at the bottom (y near 1).

    Nodes are moved repeatedly to the mean position of their neighbours, sweeping up and down; the order with
    the fewest crossings is kept. `last` stand at the right end of their rows. Deterministic.
    """
    joined: dict[str, list[str]] = {key: [] for keys in rows.values() for key in keys}
    for start, end in lines:
        joined[start].append(end)
        joined[end].append(start)
    order = [sorted(keys, key=lambda key: (key in last, key)) for keys in rows.values()]
    places = _places(order)
    best, fewest = dict(places), tangles(places, lines)
    for sweep in range(SWEEPS):
        upward = sweep % 2 == 0
        for number in range(len(order)) if upward else reversed(range(len(order))):
            order[number] = _sorted(order[number], places, joined, last)
            places |= _row(order[number], number, len(order))
        tangled = tangles(places, lines)
        if tangled < fewest:
            best, fewest = dict(places), tangled
    return best


def tangles(places: Mapping[str, tuple[float, float]], lines: Sequence[Line]) -> int:
    """The number of crossings between lines that join the same two rows; lines within a row do not count."""
    between: dict[tuple[float, float], list[tuple[float, float]]] = {}
    for line in lines:
        (x, y), (to_x, to_y) = sorted((places[end] for end in line), key=lambda place: -place[1])
        if y != to_y:
            between.setdefault((y, to_y), []).append((x, to_x))
    crossing = 0
    for drawn in between.values():
        seen: list[float] = []
        for _x, to_x in sorted(drawn):
            crossing += len(seen) - bisect_right(seen, to_x)
            insort(seen, to_x)
    return crossing


def _sorted(
    keys: Sequence[str], places: Places, joined: Mapping[str, Sequence[str]], last: Collection[str]
) -> list[str]:
    def middle(key: str) -> float:
        return fmean(places[other][0] for other in joined[key]) if joined[key] else places[key][0]

    return sorted(keys, key=lambda key: (key in last, middle(key), places[key][0]))


def _places(order: Sequence[Sequence[str]]) -> Places:
    places: Places = {}
    for number, keys in enumerate(order):
        places |= _row(keys, number, len(order))
    return places


def _row(keys: Sequence[str], number: int, high: int) -> Places:
    return {key: ((column + 0.5) / len(keys), 1 - (number + 0.5) / high) for column, key in enumerate(keys)}
