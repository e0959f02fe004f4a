"""The query language once more, plainly: a Python filter on Card objects, written from docs/search.md alone.

A question is a tree: `Term`, `Not`, `All` or `Some`. `text_of` writes it as a query, `holds` answers it for a
card, `in_order` sorts. Nothing here looks at the search itself.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import engine
from cards.models import Card

CLIMATES = ["cold", "cool", "warm", "hot"]
COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip
RULES = {"1.4a": "phylo-1.4a", "1.3": "phylo-1.3"}


@dataclass(frozen=True)
class Term:
    """`name` is empty for a bare word or quoted text."""

    name: str
    operator: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Not:
    part: "Question"


@dataclass(frozen=True)
class All:
    parts: tuple["Question", ...]


@dataclass(frozen=True)
class Some:
    parts: tuple["Question", ...]


Question = Term | Not | All | Some


@dataclass
class World:
    """Every card there is, the ready decks with their rules and starters, and the rules in force."""

    cards: Sequence[Card]
    decks: Mapping[str, set[str]]
    rules: str = "1.4a"
    deck_rules: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    parsed: dict[str, engine.Card] = field(default_factory=dict)
    answers: dict[tuple[str, str, str], set[str]] = field(default_factory=dict)

    def engine_card(self, card: Card) -> engine.Card:
        if card.key not in self.parsed:
            self.parsed[card.key] = engine.Card.parse(card.key, card.as_record())
        return self.parsed[card.key]

    def named(self, text: str) -> list[Card]:
        """By key, or else by name, latin name, whole words of any of the three, parts of words."""
        wanted = fold(text)
        for attribute in ("key", "name", "latin_name"):
            found = [card for card in self.cards if fold(getattr(card, attribute)) == wanted]
            if found:
                return found
        words = wanted.split()
        whole = [
            card for card in self.cards if all(word in " ".join(texts_of(card)).split() for word in words)
        ]
        return whole or [
            card for card in self.cards if all(any(w in text for text in texts_of(card)) for w in words)
        ]

    def related(self, relation: str, text: str) -> set[str]:
        """The keys of the cards in a relation to one of the named ones, each pair asked of the engine."""
        if (relation, text, self.rules) not in self.answers:
            rules = RULES[self.rules]
            others = [self.engine_card(card) for card in self.named(text)]
            asks: Callable[[engine.Card, engine.Card], bool] = {
                "eats": lambda x, y: engine.food_lack(x, y, rules) is None,
                "eatenby": lambda x, y: engine.food_lack(y, x, rules) is None,
                "beside": lambda x, y: engine.neighbour_lack(x, y, rules) is None,
            }[relation]
            self.answers[relation, text, self.rules] = {
                card.key
                for card in self.cards
                if any(asks(self.engine_card(card), other) for other in others)
            }
        return self.answers[relation, text, self.rules]

    def fitting(self, slug: str) -> set[str]:
        """The keys of the cards that one of the deck's cards feeds, or has beside it, or its starter."""
        if ("fits", slug, "") not in self.answers:
            rules, starter = self.deck_rules[slug]
            decked = {card.key: card for card in self.cards if card.key in {*self.decks[slug], starter}}
            parsed = [self.engine_card(card) for card in decked.values()]
            open_to_all = [
                card for card in parsed
                if not (card.abilities.parasitic is not None and card.abilities.parasitic.needs_host)
            ]  # fmt: skip
            food = [card for card in open_to_all if card.key in self.decks[slug]]
            self.answers["fits", slug, ""] = {
                card.key
                for card in self.cards
                if any(engine.food_lack(self.engine_card(card), y, rules) is None for y in food)
                or any(engine.neighbour_lack(self.engine_card(card), y, rules) is None for y in open_to_all)
            }
        return self.answers["fits", slug, ""]


@cache
def fold(text: str) -> str:
    """Small letters without accents; other signs are blanks, apostrophes nothing."""
    text = unicodedata.normalize("NFKD", text).lower()
    for letter, plain in (("æ", "ae"), ("ø", "o"), ("ł", "l"), ("'", ""), ("’", "")):
        text = text.replace(letter, plain)
    text = "".join(letter for letter in text if not unicodedata.combining(letter))
    return " ".join("".join(letter if letter.isalnum() else " " for letter in text).split())


def texts_of(card: Card) -> list[str]:
    return [fold(card.name), fold(card.latin_name), fold(card.key)]


def keywords_of(card: Card) -> set[str]:
    found = {name.replace("_", "-") for name, value in card.abilities.items() if value or value == {}}
    needs = card.abilities.get("spread", {}).get("needs", [])
    if "pollinator" in needs:
        found.add("pollinated")
    if "wind" in needs or any(effect["do"] == "wind" for effect in card.effects):
        found.add("wind")
    return found


def number_of(card: Card, name: str) -> int | None:
    if name == "duration":
        return card.duration if card.kind == "event" else None
    if name in ("move", "flight"):
        return card.abilities.get(name) or None
    if name == "spread":
        return card.abilities.get("spread", {}).get("count")
    return getattr(card, {"food": "food_chain"}.get(name, name))


def holds(question: Question, card: Card, world: World) -> bool:
    if isinstance(question, Not):
        return not holds(question.part, card, world)
    if isinstance(question, All):
        return all(holds(part, card, world) for part in question.parts)
    if isinstance(question, Some):
        return any(holds(part, card, world) for part in question.parts)
    return _term(question, card, world)


def _term(term: Term, card: Card, world: World) -> bool:
    name, values = term.name, term.values
    if not name:
        return any(fold(values[0]) in text for text in texts_of(card))
    if name in ("scale", "food", "points", "duration", "move", "flight", "spread"):
        return _number(number_of(card, name), term)
    if name in ("terrain", "climate", "keyword", "effect"):
        return _set(_members(card, name), term)
    if name in ("name", "latin", "key", "fact", "kingdom", "phylum", "class"):
        attribute = {"latin": "latin_name", "class": "class_name"}.get(name, name)
        return _text([fold(getattr(card, attribute))], term)
    if name == "tag":
        return _text([fold(tag) for tag in card.tags], term)
    if name in ("kind", "set", "diet"):
        value = card.card_set_id if name == "set" else getattr(card, name)
        return bool(value) and (value in values) == (term.operator != "!=")
    if name == "is":
        return any(_is(value, card) for value in values)
    if name == "in":
        return any(card.key in world.decks[slug] for slug in values)
    if name == "fits":
        return card.key in world.fitting(values[0])
    return any(card.key in world.related(name, value) for value in values)


def _number(number: int | None, term: Term) -> bool:
    if number is None:
        return False
    if term.operator in COMPARE:
        return COMPARE[term.operator](number, int(term.values[0]))
    return any(_in_span(number, value) for value in term.values) == (term.operator != "!=")


def _in_span(number: int, value: str) -> bool:
    low, dots, high = value.partition("..")
    if not dots:
        return number == int(value)
    return (not low or number >= int(low)) and (not high or number <= int(high))


def _members(card: Card, name: str) -> set[str]:
    if name == "keyword":
        return keywords_of(card)
    if name == "effect":
        return {effect["do"] for effect in card.effects}
    return set(card.terrains if name == "terrain" else card.climates)


def _set(members: set[str], term: Term) -> bool:
    values = set(term.values)
    if term.operator in COMPARE:
        place = CLIMATES.index(term.values[0])
        return any(COMPARE[term.operator](CLIMATES.index(member), place) for member in members)
    if term.operator == ":":
        return bool(members & values)
    return bool(members) and (members == values) == (term.operator == "=")


def _text(texts: Iterable[str], term: Term) -> bool:
    texts, values = [text for text in texts if text], [fold(value) for value in term.values]
    if term.operator == ":":
        return any(value in text for value in values for text in texts)
    return bool(texts) and any(value in texts for value in values) == (term.operator == "=")


def _is(value: str, card: Card) -> bool:
    if value in ("species", "event", "habitat", "home"):
        return card.kind == value
    return bool(card.estimated) if value == "estimated" else value in keywords_of(card)


# Orders.


def in_order(
    cards: Iterable[Card], sort: str, *, turned: bool = False, words: Sequence[Sequence[str]] = ()
) -> list[Card]:
    """Sorted as `sort:` says; what has no value comes last.

    `words` are the searched ones, for relevance, each a list of those that are as good.
    """
    by_name = sorted(cards, key=lambda card: (fold(card.name).encode(), card.key.encode()))
    if sort == "name":
        return by_name[::-1] if turned else by_name
    value: Callable[[Card], object] = {
        "points": lambda card: card.points,
        "scale": lambda card: card.scale,
        "food": lambda card: card.food_chain,
        "new": lambda card: card.added_at,
        "latin": lambda card: (
            (fold(card.latin_name).encode(), card.key.encode()) if card.latin_name else None
        ),
        "relevance": lambda card: _relevance(card, [[fold(word) for word in each] for each in words]),
    }[sort]
    down = turned != (sort in ("points", "new"))
    known = [card for card in by_name if value(card) is not None]
    # A stable sort, downwards too, so that equals stay in the order of their names.
    return [*sorted(known, key=value, reverse=down), *(card for card in by_name if value(card) is None)]


def _relevance(card: Card, words: Sequence[Sequence[str]]) -> int:
    name, whole = fold(card.name), " ".join(each[0] for each in words)
    if not words:
        return 4
    if name == whole:
        return 0
    if name.startswith(whole):
        return 1
    if all(any(f" {word}" in f" {name}" for word in each) for each in words):
        return 2
    return 3 if all(any(word in name for word in each) for each in words) else 4


# Texts.


def text_of(question: Question, *, inside: bool = False) -> str:
    """The question as somebody would type it."""
    if isinstance(question, Not):
        text = text_of(question.part, inside=True)
        return f"-({text})" if isinstance(question.part, Not) else f"-{text}"
    if isinstance(question, All | Some):
        between = " or " if isinstance(question, Some) else " "
        text = between.join(text_of(part, inside=True) for part in question.parts)
        return f"({text})" if inside and len(question.parts) > 1 else text
    values = ",".join(f'"{value}"' if " " in value or "'" in value else value for value in question.values)
    return f"{question.name}{question.operator}{values}" if question.name else values
