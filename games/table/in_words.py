"""A table in words, for those who do not see it: what may be done, and what lies where and lives on what."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from cards.words import all_of
from games.table.board import Board, Cell
from games.table.choices import Choice
from games.table.food_web import CardInWeb, web_in_words
from games.table.lines import Line, Reader


@dataclass(frozen=True)
class Place:
    """A space that a card may go to: its `label`, and what the card gains or does there."""

    at: str
    label: str
    effect: str


@dataclass
class Offer:
    """A card of the seat and the spaces that it may go to, or `why` there are none; `source` as in Choice."""

    source: str
    name: str
    why: str = ""
    places: list[Place] = field(default_factory=list)


@dataclass(frozen=True)
class Lying:
    """
    A card on the table in its `column`, from 1; `facts` are sentences, `supports` and `dependants` lists of
    cards in words, "" for none.
    """

    column: int
    label: str
    facts: Sequence[str]
    supports: str
    dependants: str


@dataclass(frozen=True)
class InWords:
    """`at_risk` are labels of cards, `rows` the cards of each row from the top; empty rows are left out."""

    at_risk: Sequence[str]
    offers: Sequence[Offer]
    rows: Sequence[tuple[int, Sequence[Lying]]]


def in_words(table: Mapping[str, Any], reader: Reader) -> InWords:
    """`table` is what games.table.of_match.table_of returns for the reader."""
    board: Board = table["board"]
    web = cast("Mapping[str, CardInWeb]", web_in_words(reader)["cards"])
    plays = table["acting"] and not table["revealing"]
    hand = [Offer(f"hand:{each.card['key']}", each.card["name"], each.why) for each in table["hand_cards"]]
    cells = {cell.at: cell for row in board.rows for cell in row}
    rows = [
        (number, [_lying(column, cell, web) for column, cell in enumerate(row, 1) if cell.lying])
        for number, row in enumerate(board.rows, 1)
    ]
    return InWords(
        [cell.label for cell in cells.values() if cell.lying and cell.lying.risk],
        _offers(table["choices"], cells, hand) if plays else [],
        [(number, row) for number, row in rows if row],
    )


def _offers(choices: Iterable[Choice], cells: Mapping[str, Cell], hand: Iterable[Offer]) -> list[Offer]:
    """The cards that may go somewhere, those of the hand first, then those of it that fit nowhere."""
    offers = {offer.source: offer for offer in hand}
    for choice in choices:
        source, place = choice["source"], choice["at"]
        if not source or not place:
            continue
        cell = cells["{},{}".format(*place)]
        if source not in offers:
            offers[source] = Offer(source, cells[source.removeprefix("space:")].label)
        if all(known.at != cell.at for known in offers[source].places):
            # The label says already what an empty space is beside.
            reason = choice["reason"] if choice["tone"] or cell.lying or not choice["links"] else ""
            effect = f"{choice['gain']} {reason}".strip()
            offers[source].places.append(Place(cell.at, cell.label, effect))
    return sorted(offers.values(), key=lambda offer: not offer.places)


def _lying(column: int, cell: Cell, web: Mapping[str, CardInWeb]) -> Lying:
    card = web[cell.at]
    more = [fact["words"] for fact in card["facts"]]
    facts = [card["danger"], card["lives_on"]["words"], *more, card["cascade"]["words"]]
    # Of a card in danger the lines are about neighbours that do not support it.
    supports = [line for line in card["lives_on"]["lines"] if line["fits"]]
    return Lying(
        column, cell.label, [each for each in facts if each], _named(supports), _named(card["feeds"]["lines"])
    )


def _named(lines: Iterable[Line]) -> str:
    return all_of([f"{line['name']} ({line['side']})" if line["side"] else line["name"] for line in lines])
