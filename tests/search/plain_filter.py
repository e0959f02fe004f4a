"""The query language once more, plainly: a Python filter on Card objects, written from docs/search.md alone.

A question is a tree: `Term`, `Not`, `All` or `Some`. `text_of` writes it as a query, `found` answers it,
`in_order` sorts. Nothing here looks at the search itself.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from functools import cache
from typing import Any

from cards.models import Card
from engine.phylo.cards import Card as EngineCard
from engine.phylo.support import food_lack, neighbour_lack

CLIMATES = ["cold", "cool", "warm", "hot"]
COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip
NUMBERS = ("scale", "food", "points", "duration", "move", "flight", "spread")
RULES = {"1.4a": "phylo-1.4a", "1.3": "phylo-1.3"}


@dataclass(frozen=True)
class Term:
    """`name` is empty for bare words and quoted texts. Between the values stands `between`."""

    name: str
    operator: str
    values: tuple[str, ...]
    between: str = ","


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
    parsed: dict[str, EngineCard] = field(default_factory=dict)
    answers: dict[tuple[str, str, str], set[str]] = field(default_factory=dict)

    columns: dict[str, dict[str, Any]] = field(default_factory=dict)

    def column(self, name: str) -> dict[str, Any]:
        """What a field compares, by key, of the cards that have it."""
        if name not in self.columns:
            values = {card.key: value_of(card, name) for card in self.cards}
            self.columns[name] = {
                key: value for key, value in values.items() if value not in (None, "", [], set())
            }
        return self.columns[name]

    def engine_card(self, card: Card) -> EngineCard:
        if card.key not in self.parsed:
            self.parsed[card.key] = EngineCard.parse(card.key, card.as_record())
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
            asks: Callable[[EngineCard, EngineCard], bool] = {
                "eats": lambda x, y: food_lack(x, y, rules) is None,
                "eatenby": lambda x, y: food_lack(y, x, rules) is None,
                "beside": lambda x, y: neighbour_lack(x, y, rules) is None,
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
            food = [card for card in parsed if card.key in self.decks[slug]]
            self.answers["fits", slug, ""] = {
                card.key
                for card in self.cards
                if any(food_lack(self.engine_card(card), y, rules) is None for y in food)
                or any(neighbour_lack(self.engine_card(card), y, rules) is None for y in parsed)
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


def found(question: Question, world: World) -> list[Card]:
    """The cards that answer a question."""
    keys = keys_of(question, world)
    return [card for card in world.cards if card.key in keys]


def keys_of(question: Question, world: World) -> set[str]:
    if isinstance(question, Not):
        return set(world.column("key")) - keys_of(question.part, world)
    if isinstance(question, All):
        return set(world.column("key")).intersection(*(keys_of(part, world) for part in question.parts))
    if isinstance(question, Some):
        return set.union(*(keys_of(part, world) for part in question.parts))
    name, values = question.name, question.values
    if name == "in":
        return set.union(*(world.decks[slug] for slug in values))
    if name == "fits":
        return world.fitting(values[0])
    if name in ("eats", "eatenby", "beside"):
        return set.union(*(world.related(name, value) for value in values))
    meets, column = _test(question), world.column(name)
    if name in NUMBERS and values[0] in NUMBERS:
        others = world.column(values[0])
        column = {key: (column[key], others[key]) for key in column.keys() & others.keys()}
    return {key for key, value in column.items() if meets(value)}


def value_of(card: Card, name: str) -> Any:
    """What a field compares: a number, a word, a set of words, a day or texts; None or empty for nothing."""
    if name in NUMBERS:
        return number_of(card, name)
    if name in ("created", "updated"):
        moment = card.added_at if name == "created" else card.changed_at
        return moment.astimezone(UTC).date().isoformat()
    if name in ("kind", "set", "diet"):
        return card.card_set_id if name == "set" else getattr(card, name)
    if name == "is":
        dependent = card.abilities.get("parasitic", {}).get("needs_host")
        more = {"needs-host": dependent, "estimated": card.estimated}
        return {card.kind, *keywords_of(card), *(what for what, so in more.items() if so)}
    if name == "keyword":
        return keywords_of(card)
    if name == "effect":
        return {effect["do"] for effect in card.effects}
    if name in ("terrain", "climate"):
        return set(card.terrains if name == "terrain" else card.climates)
    return [(text, fold(text)) for text in shown(card, name) if text]


def shown(card: Card, name: str) -> list[str]:
    """The texts in which a field looks, as the card has them."""
    if name == "":
        return [card.name, card.latin_name, card.key]
    if name in ("artist", "licence"):
        return [card.art[name]] if card.art else []
    attribute = {"latin": "latin_name", "class": "class_name"}.get(name, name)
    return card.tags if name == "tag" else [getattr(card, attribute)]


def _test(term: Term) -> Callable[[Any], bool]:
    """Whether a value of the field, which a card has, meets the term."""
    name, operator, values = term.name, term.operator, term.values
    denied = operator == "!="
    if name in NUMBERS and values[0] in NUMBERS:
        compare = COMPARE.get(operator, lambda a, b: (a == b) != denied)
        return lambda pair: compare(*pair)
    if operator in COMPARE and name == "climate":
        place = CLIMATES.index(values[0])
        return lambda members: any(COMPARE[operator](CLIMATES.index(each), place) for each in members)
    if operator in COMPARE and name in NUMBERS:
        return lambda number: COMPARE[operator](number, int(values[0]))
    if operator in COMPARE:  # the beginning of the day `2026-11-22` says in which year or month it is
        return lambda day: COMPARE[operator](day[: len(values[0])], values[0])
    if name in NUMBERS:
        return lambda number: any(_in_span(number, value) for value in values) != denied
    if name in ("created", "updated"):
        return lambda day: any(_in_days(day, value) for value in values) != denied
    if name in ("terrain", "climate", "keyword", "effect", "is"):
        if operator == ":" or name == "is":
            return lambda members: bool(members & set(values))
        return lambda members: (members == set(values)) != denied
    if name in ("kind", "set", "diet"):
        return lambda word: (word in values) != denied
    says = [_says(value, exactly=operator != ":") for value in values]
    return lambda texts: any(each(*text) for text in texts for each in says) != denied


def _in_days(day: str, value: str) -> bool:
    low, dots, high = value.partition("..")
    if not dots:
        return day.startswith(value)
    return (not low or day[: len(low)] >= low) and (not high or day[: len(high)] <= high)


def _in_span(number: int, value: str) -> bool:
    low, dots, high = value.partition("..")
    if not dots:
        return number == int(value)
    return (not low or number >= int(low)) and (not high or number <= int(high))


def _says(value: str, *, exactly: bool) -> Callable[[str, str], bool]:
    """Whether a text, as it is shown and plain, is or has what is asked for."""
    if value.startswith("/"):
        regular = re.compile(value[1:-1], re.IGNORECASE)
        ask = regular.fullmatch if exactly else regular.search
        return lambda text, plain: ask(text) is not None
    if "*" in value:
        letters = ".*" if exactly else "[^ ]*"
        middle = letters.join(re.escape(fold(piece)) for piece in value.split("*"))
        pattern = re.compile(f"^{middle}$" if exactly else f"(^|[ ]){middle}($|[ ])")
        return lambda text, plain: pattern.search(plain) is not None
    wanted = fold(value)
    return lambda text, plain: wanted == plain if exactly else wanted in plain


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
        return f"not {text}" if isinstance(question.part, Not) else f"-{text}"
    if (
        isinstance(question, Some)
        and inside
        and len(question.parts) == 2
        and all(map(has_field, question.parts))
    ):
        return "|".join(map(text_of, question.parts))
    if isinstance(question, All | Some):
        between = " or " if isinstance(question, Some) else " "
        text = between.join(text_of(part, inside=True) for part in question.parts)
        return f"({text})" if inside and len(question.parts) > 1 else text
    values = question.between.join(map(_quoted, question.values))
    return f"{question.name}{question.operator}{values}" if question.name else values


def _quoted(value: str) -> str:
    quoted = " " in value or "'" in value or value in ("and", "or", "not")
    return f'"{value}"' if quoted and not is_pattern(value) else value


def has_field(question: Question) -> bool:
    return isinstance(question, Term) and question.name != ""


def is_pattern(value: str) -> bool:
    return value.startswith("/") or "*" in value
