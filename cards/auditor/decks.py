"""Decks for the games of an audit, drawn from the cards of one theme so that they can live together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from cards.decks.insight.reading import HOME_CARD, START, means_among
from cards.decks.models.contents import Contents
from engine.phylo.cards import Card
from engine.phylo.criteria import CLIMATES, TERRAINS
from engine.phylo.rules import rule_set

QUOTAS: Mapping[str, Mapping[str, int]] = {
    "phylo-1.4a": {"1": 11, "2": 6, "3": 4, "event": 3},
    "phylo-1.3": {"habitat": 3, "1": 12, "2": 6, "3": 7, "event": 2},
}
"""
Cards of a deck by number in the food chain (3 stands for 3 and above) or by kind, in the proportions of the
ready decks.
"""
COPIES = 2
"""Copies of each species and habitat, so that a card is likely to be drawn; events have one."""


def row_of(card: Card) -> str:
    return str(min(card.food_chain, 3)) if card.kind == "species" else card.kind


def themes_of(rules: str, cards: Mapping[str, Card]) -> dict[str, tuple[str, ...]]:
    """
    Maps themes, such as `ocean warm`, to the sorted keys that fit: everything that lives in that terrain and
    climate, and every event. Themes with too few kinds for two different decks are left out.
    """
    rows = QUOTAS[rules]
    found = {}
    for high, terrain in enumerate(TERRAINS):
        for low, climate in enumerate(CLIMATES):
            keys = [
                key
                for key, card in sorted(cards.items())
                if row_of(card) in rows and _fits(card, 1 << high, 1 << low)
            ]
            kinds = [row_of(cards[key]) for key in keys]
            if all(kinds.count(row) > -(-rows[row] // COPIES) for row in ("1", "2", "3")):
                found[f"{terrain} {climate}"] = tuple(keys)
    return found


def _fits(card: Card, terrain: int, climate: int) -> bool:
    if card.kind == "event":
        return True
    return bool(card.climates & climate and (card.terrains & terrain or card.abilities.any_terrain))


@dataclass(frozen=True, slots=True)
class Drawn:
    """A deck, and other cards of its theme that could live in it."""

    contents: Contents
    could: tuple[str, ...]


def draw(
    rules: str, cards: Mapping[str, Card], rng: Random, *, holding: str = "", without: str = ""
) -> Drawn | None:
    """A deck from the theme's `cards`, with the card `holding` or without `without`; None if impossible."""
    drawing = _Drawing(rules, cards, rng, without)
    if holding and not drawing.settle(holding, frozenset()):
        return None
    return drawing.finished()


class _Drawing:
    """A deck that grows from the bottom of the food chain; a card is added only if it can live there."""

    def __init__(self, rules: str, cards: Mapping[str, Card], rng: Random, without: str) -> None:
        self.rules, self.cards, self.rng = rules, cards, rng
        self.order = [key for key in sorted(cards) if key != without]
        rng.shuffle(self.order)
        self.left = dict(QUOTAS[rules])
        self.room = rule_set(rules).deck_size
        self.copies: dict[str, int] = {}
        self.around: list[tuple[str, Card]] = [(START, Card.parse("home", HOME_CARD))]

    def lives(self, card: Card) -> bool:
        """Whether a species finds food, a habitat a place, or an event a target among the chosen cards."""
        if card.kind == "event":
            return any(
                each.kind == "species" and card.target.met_by(each.printed) for _key, each in self.around
            )
        others = [(key, each) for key, each in self.around if key != card.key]
        return means_among(card, others, self.rules).suffice({key for key, _each in others})

    def put(self, key: str, copies: int) -> None:
        card = self.cards[key]
        copies = min(copies, self.room)
        self.copies[key] = copies
        self.room -= copies
        self.left[row_of(card)] -= copies
        if card.kind != "event":
            self.around.append((key, card))

    def settle(self, key: str, above: frozenset[str]) -> bool:
        """Add the card, after the cards it needs, down to HOME; `above` are the cards that need this one."""
        if key in self.copies:
            return True
        card = self.cards[key]
        if not self.lives(card) and not self._prepare(card, above | {key}):
            return False
        self.put(key, self._usual(card))
        return True

    def _prepare(self, card: Card, above: frozenset[str]) -> bool:
        if card.kind == "event":
            struck = [
                key
                for key in self.order
                if (each := self.cards[key]).kind == "species" and card.target.met_by(each.printed)
            ]
            return self._any(struck, above)
        others = [self.around[0], *((key, self.cards[key]) for key in self.order if key not in above)]
        means = means_among(card, others, self.rules)
        wanted = [means.support, *([] if means.partners is None else [means.partners])]
        settled = all(START in keys or self._any(self._shuffled(keys), above) for keys in wanted)
        return (settled and self.lives(card)) or self._any(self._shuffled(means.hosts), above)

    def _any(self, keys: Iterable[str], above: frozenset[str]) -> bool:
        return any(self.settle(key, above) for key in keys if key not in above)

    def _shuffled(self, keys: Iterable[str]) -> list[str]:
        chosen = set(keys)
        return [key for key in self.order if key in chosen]

    def finished(self) -> Drawn | None:
        """Fill the rows, the lowest first; the remaining room goes to any other card that can live."""
        for row in self.left:
            self._fill(row)
        for row in self.left:
            self.left[row] = self.room if row in ("1", "2", "3") else 0
            self._fill(row)
        if self.room:
            return None
        could = [key for key in self.order if key not in self.copies and self.lives(self.cards[key])]
        return Drawn(Contents.of(self.copies, self.rules), tuple(sorted(could)))

    def _fill(self, row: str) -> None:
        for key in self.order:
            if min(self.left[row], self.room) <= 0:
                return
            card = self.cards[key]
            if row_of(card) == row and key not in self.copies and self.lives(card):
                self.put(key, min(self._usual(card), self.left[row]))

    @staticmethod
    def _usual(card: Card) -> int:
        return 1 if card.kind == "event" else COPIES
