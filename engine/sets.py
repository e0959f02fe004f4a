"""The cards and ready decks that come with the engine, from the files in `engine/data`.

    from engine import sets
    sets.cards()["valley-oak"]["terrains"]
    sets.decks("phylo-1.4a")["uluru"].keys

A site reads the same files, and may have more cards. `engine/data/LICENSE` says how all may be used.
"""

import csv
import json
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import cast

from engine.contract import shown
from engine.phylo.cards import Card
from engine.phylo.criteria import CLIMATES, TERRAINS
from engine.phylo.deck import deck_problems, starter_fault
from engine.phylo.rules import RULES, V1_4A, Options
from engine.record_format import CardData

DATA = Path(__file__).with_name("data")
CARDS_PATH, SETS_PATH, SOURCES_PATH = DATA / "cards.csv", DATA / "sets.toml", DATA / "sources.csv"
DECKS_PATH, DATA_SETS_PATH = DATA / "decks", DATA / "data_sets.toml"
TEXTS_PATH = DATA / "texts"
BALANCE_PATH = DATA / "balance.json"
LICENCE_PATH = DATA / "LICENSE"

NUMBERS = {"scale", "food_chain", "points", "duration"}
LISTS = {"terrains", "climates", "tags"}
ORDER = {"terrains": TERRAINS, "climates": CLIMATES}
"""Of the words in a card object, however a cell has them."""
PLACED = ("terrains", "climates", "points")
OF_KIND: Mapping[str, tuple[str, ...]] = {
    "home": (),
    "habitat": PLACED,
    "event": ("duration", "effects", "target"),
    "species": (
        *PLACED,
        *("scale", "food_chain", "diet", "kingdom", "phylum", "class", "tags", "abilities"),
    ),
}
"""What a card object has besides name and kind: columns of the card file."""
MOST_COPIES = 99
TEXTS = {"name", "place", "theme", "climate", "rules", "starter"}
"""The fields of a deck file beside its cards."""


class InvalidDeck(ValueError):
    """A file that is no deck; the message is one line that names it."""


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set that cards belong to."""

    key: str
    name: str
    description: str


@dataclass(frozen=True, slots=True)
class CardText:
    """
    Name and sentence of a card in another language. `gender` is that of the name: m, f or n, with p for a
    plural. `state` is "sure" if people who know the species call it so, "unsure" for a name that is rare or
    made here, and "latin" where none is in use.
    """

    name: str
    gender: str
    state: str
    fact: str


@dataclass(frozen=True, slots=True)
class DataSet:
    """Published data that some values of cards were taken from or checked by, to be cited with them."""

    title: str
    version: str
    citation: str
    licence: str
    address: str


@dataclass(frozen=True, slots=True)
class ReadyDeck:
    """A deck for one rule set: the keys of its cards, one per copy and sorted, and what it starts from."""

    key: str
    name: str
    place: str
    theme: str
    climate: str
    rules: str
    keys: tuple[str, ...]
    starter: str


@dataclass(frozen=True, slots=True)
class DeckStrength:
    """How a ready deck does against all others of its rule set, each counting the same."""

    games: int
    share: float
    """Of the victories; a draw is half of one."""
    interval95: tuple[float, float]
    against: Mapping[str, float]
    """The same against each other deck, by key: of few games."""
    played: Mapping[str, float]
    """The share of its games in which a card of it was played, by key."""


@dataclass(frozen=True, slots=True)
class Balance:
    """What the games between all ready decks of a rule set came to, with one level on both sides."""

    level: str
    games: int
    turns: float
    """Of a game, in the mean."""
    first_wins: float
    """The share of the victories of the seat that begins."""
    first_interval95: tuple[float, float]
    decks: Mapping[str, DeckStrength]
    """By key; without decks that have changed since."""


def sets() -> dict[str, CardSet]:
    """The sets by key."""
    tables = tomllib.loads(SETS_PATH.read_text(encoding="utf-8"))
    return {key: CardSet(key, **texts) for key, texts in tables.items()}


def cards(of_set: str | None = None) -> dict[str, CardData]:
    """
    The card objects of the record format by key, of one set or of all. Raises KeyError for a set that is not
    there.
    """
    if of_set is not None and of_set not in sets():
        raise KeyError(of_set)
    return {row["key"]: _card(row) for row in _rows() if of_set in (None, row["set"])}


def numbers() -> dict[str, int]:
    """The numbers of the cards by key, by which deck codes name them; they never change."""
    return {row["key"]: int(row["number"]) for row in _rows()}


def sources() -> list[dict[str, str]]:
    """
    Where values of cards come from, one row for each: the `key` of the card, the `column`, and if it was
    taken from a data set, the key of that (`data_set`), the place in it and the value there.
    """
    return _table(SOURCES_PATH)


def data_sets() -> dict[str, DataSet]:
    """The data sets by key, with their citations and licences."""
    tables = tomllib.loads(DATA_SETS_PATH.read_text(encoding="utf-8"))
    return {key: DataSet(**texts) for key, texts in tables.items()}


def facts() -> dict[str, str]:
    """What is told of each card, by its key, in a sentence (CC BY 4.0)."""
    return {row["key"]: row["fact"] for row in _rows()}


def texts(language: str) -> dict[str, CardText]:
    """
    What the cards are called and say in another language ("fr", "de" or "es"), by key (CC BY 4.0). Empty for
    any other; for a card that is missing, show the English one.
    """
    path = TEXTS_PATH / f"{language}.csv"
    if not (language.isalpha() and path.is_file()):
        return {}
    return {row.pop("key"): CardText(**row) for row in _table(path)}


def decks(rules: str | None = None) -> dict[str, ReadyDeck]:
    """The ready decks by key, of one rule set or of all."""
    known = cards()
    found = (read_deck(path, known) for path in sorted(DECKS_PATH.glob("*.toml")))
    return {deck.key: deck for deck in found if rules in (None, deck.rules)}


def ready_deck(rules: str, keys: Iterable[str]) -> ReadyDeck | None:
    """The ready deck of exactly these cards, in whatever order."""
    return _by_cards(rules).get(tuple(sorted(keys)))


@cache
def balance(rules: str) -> Balance | None:
    """
    How strong the ready decks are beside each other, as `make balance` has found out; None if it was not run
    for these rules.
    """
    found = json.loads(BALANCE_PATH.read_text(encoding="utf-8")).get(rules)
    if found is None:
        return None
    known, ready = cards(), decks(rules)
    return Balance(
        level=found["level"],
        games=found["games"],
        turns=found["turns"],
        first_wins=found["who_begins"]["share"],
        first_interval95=tuple(found["who_begins"]["interval95"]),
        decks={
            key: DeckStrength(
                each["games"], each["share"], tuple(each["interval95"]), each["against"], each["played"]
            )
            for key, each in found["decks"].items()
            if key in ready and each["digest"] == digest_of(ready[key], known)
        },
    )


def read_deck(path: Path, known: Mapping[str, CardData]) -> ReadyDeck:
    """
    The deck of a file such as those in `engine/data/decks`, checked by its rules (P4, P6); `known` are all
    cards that it may name. Raises InvalidDeck.
    """
    try:
        sheet = tomllib.loads(path.read_text(encoding="utf-8"))
        return _deck(path.stem, sheet, known)
    except OSError as error:
        raise InvalidDeck(f"{path.name}: not readable: {error.strerror}") from None
    except ValueError as error:
        raise InvalidDeck(f"{path.name}: {error}") from None


def digest_of(deck: ReadyDeck, known: Mapping[str, CardData]) -> str:
    """Another one as soon as the deck has other cards, or one of them another value."""
    held = {key: known.get(key) for key in (*deck.keys, deck.starter)}
    text = json.dumps([deck.rules, deck.keys, deck.starter, held], sort_keys=True)
    return sha256(text.encode()).hexdigest()[:16]


def value_of(column: str, cell: str) -> object:
    """
    The value in a cell of the card file: an empty one is None, or an empty text, list or table. Raises
    ValueError.
    """
    if column in NUMBERS:
        return _number(cell)
    if column in LISTS:
        return words(cell)
    match column:
        case "abilities":
            return inline(f"{{{cell}}}")
        case "target":
            # Several criteria are a list, written with its brackets.
            return inline(cell if cell.startswith("[") else f"{{{cell}}}") if cell else None
        case "effects":
            return inline(f"[{cell}]")
    return cell


def words(cell: str) -> list[str]:
    """A list in a cell."""
    return [part.strip() for part in cell.split(";") if part.strip()]


def inline(text: str) -> object:
    """An inline value of TOML. Raises ValueError."""
    try:
        return cast(object, tomllib.loads(f"x = {text}")["x"])
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"not readable: {error}") from None


def _number(cell: str) -> int | None:
    if not cell:
        return None
    try:
        return int(cell)
    except ValueError:
        raise ValueError(f"{cell!r:.60} is no whole number") from None


@cache
def _by_cards(rules: str) -> dict[tuple[str, ...], ReadyDeck]:
    return {deck.keys: deck for deck in decks(rules).values()}


@cache
def _rows() -> list[dict[str, str]]:
    return _table(CARDS_PATH)


def _table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _card(row: Mapping[str, str]) -> CardData:
    card: dict[str, object] = {"name": row["name"], "kind": row["kind"]}
    if row["latin_name"]:
        card["latin_name"] = row["latin_name"]
    for column in OF_KIND[row["kind"]]:
        value = value_of(column, row[column])
        if column in ORDER and isinstance(value, list):
            value = sorted(value, key=ORDER[column].index)
        if column == "duration":
            value = value or 0
        if value is not None:
            card[column] = value
    return cast(CardData, card)


def _deck(key: str, sheet: Mapping[str, object], known: Mapping[str, CardData]) -> ReadyDeck:
    texts = {name: value for name, value in sheet.items() if name != "cards"}
    for name, value in texts.items():
        if name not in TEXTS or not isinstance(value, str):
            raise ValueError(f"{name} {'must be a text' if name in TEXTS else 'is unknown'}")
    written = cast(Mapping[str, str], texts)
    rules, starter = written.get("rules", V1_4A.key), written.get("starter", "home")
    if rules not in RULES:
        raise ValueError(f"there are no rules {shown(rules)}, but {', '.join(RULES)}")
    keys = _keys(sheet.get("cards"))
    _check(rules, keys, starter, known)
    place, theme, climate = (written.get(name, "") for name in ("place", "theme", "climate"))
    return ReadyDeck(key, written.get("name", key), place, theme, climate, rules, keys, starter)


def _keys(counts: object) -> tuple[str, ...]:
    if not isinstance(counts, Mapping):
        raise ValueError("cards must be a table of card keys and counts")
    for key, count in counts.items():
        if type(count) is not int or not 1 <= count <= MOST_COPIES:
            raise ValueError(f"cards.{key}: {shown(count)} is not a number of copies")
    return tuple(key for key in sorted(counts) for _copy in range(counts[key]))


def _check(rules: str, keys: Collection[str], starter: str, known: Mapping[str, CardData]) -> None:
    named = {key: Card.parse(key, known[key]) for key in {*keys, starter} & known.keys()}
    problems = deck_problems(RULES[rules], Options(), named, list(keys))
    fault = starter_fault(RULES[rules], named, starter)
    if problems or fault:
        raise ValueError("; ".join([*problems, *([fault.message] if fault else [])]))
