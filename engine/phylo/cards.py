"""Cards as the rules see them: facts, abilities and effects, parsed from the record format's card objects."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .criteria import (
    ALL_CLIMATES,
    ALL_TERRAINS,
    ANY_SPECIES,
    CLIMATES,
    DIETS,
    TERRAINS,
    Criterion,
    Face,
    InvalidCard,
    mask_of,
)

KINDS = ("species", "event", "habitat", "home")
HIDDEN_KEY = "?"
REQUIRED = {
    "species": ("name", "scale", "food_chain", "diet", "terrains", "climates"),
    "event": ("name",),
    "habitat": ("name", "terrains", "climates"),
    "home": ("name",),
}


@dataclass(frozen=True, slots=True)
class Spread:
    """SPREAD (P26) of up to `count` cards; `needs` are alternatives: pollinator, wind, or free when empty."""

    count: int
    needs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Parasitic:
    """PARASITIC (P24): the hosts it takes, and whether it can live without one."""

    host: Criterion
    needs_host: bool


@dataclass(frozen=True, slots=True)
class Abilities:
    """The keywords of a card as data (P23 to P27)."""

    move: int = 0
    flight: int = 0
    spread: Spread | None = None
    pollinator: bool = False
    invasive: Criterion | None = None
    parasitic: Parasitic | None = None
    beside: Criterion | None = None
    feeds_only: Criterion | None = None
    feeds_also: Criterion | None = None
    any_scale: bool = False
    any_terrain: bool = False


NO_ABILITIES = Abilities()


@dataclass(frozen=True, slots=True)
class Effect:
    """One block of an event (P30): `mask` holds terrains or climates, `number` a count, a shift or points."""

    do: str
    which: Criterion | None = None
    mask: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """A card's printed values; terrains and climates are bit masks in the order of their vocabularies."""

    key: str
    kind: str
    name: str
    latin_name: str = ""
    scale: int = 0
    food_chain: int = 0
    diet: str = ""
    terrains: int = 0
    climates: int = 0
    points: int = 0
    kingdom: str = ""
    phylum: str = ""
    class_name: str = ""
    tags: frozenset[str] = frozenset()
    abilities: Abilities = NO_ABILITIES
    target: Criterion = ANY_SPECIES
    duration: int = 0
    effects: tuple[Effect, ...] = ()

    @classmethod
    def parse(cls, key: str, data: Any) -> "Card":
        """Read a card object; `InvalidCard` names the first wrong field. A null counts as left out."""
        if not isinstance(data, Mapping):
            raise InvalidCard("card", "must be an object")
        if key == HIDDEN_KEY:
            raise InvalidCard("key", f"{HIDDEN_KEY} stands for a card that is hidden")
        given = {field: value for field, value in data.items() if value is not None}
        unknown = sorted(given.keys() - FIELDS.keys())
        if unknown:
            raise InvalidCard(str(unknown[0]), "is not a field of a card")
        kind = given.get("kind")
        if kind not in KINDS or (key == "home" and kind != "home"):
            raise InvalidCard(
                "kind", "must be home" if key == "home" else f"must be one of {', '.join(KINDS)}"
            )
        for field in REQUIRED[kind]:
            if field not in given:
                raise InvalidCard(field, "is missing")
        values = {ATTRIBUTES.get(field, field): FIELDS[field](field, value) for field, value in given.items()}
        if kind == "home":
            values |= {"terrains": ALL_TERRAINS, "climates": ALL_CLIMATES, "points": 0}
        if kind != "species":  # only species have keywords (P23 to P27)
            values.pop("abilities", None)
        card = cls(key=key, **values)
        for effect in card.effects:
            if effect.do in LASTING and not card.duration:
                raise InvalidCard("duration", f"must be 1 or more for the lasting effect {effect.do}")
        return card

    def __hash__(self) -> int:
        """By key alone: hashing every field of a card is slow, and keys tell cards apart within a game."""
        return hash(self.key)

    @property
    def printed(self) -> Face:
        """The card as it lies with no event on it."""
        return Face(self, self.terrains, self.climates)

    @property
    def seedling(self) -> Face:
        """A face-down card that this one spread (P31)."""
        return Face(self, self.terrains, self.climates, seedling=True)


def _text(field: str, value: Any) -> str:
    if not isinstance(value, str):
        raise InvalidCard(field, "must be a text")
    return value


def _flag(field: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise InvalidCard(field, "must be true or false")
    return value


def _whole(low: int, high: int) -> Callable[[str, Any], int]:
    def parse(field: str, value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise InvalidCard(field, f"must be a whole number from {low} to {high}, not {value!r}")
        return value

    return parse


def _words(field: str, value: Any, vocabulary: tuple[str, ...] | None = None) -> frozenset[str]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise InvalidCard(field, "must be a list of words")
    if vocabulary is not None:
        for word in value:
            if word not in vocabulary:
                raise InvalidCard(field, f"has an unknown word {word!r}")
    return frozenset(value)


def _choice(vocabulary: tuple[str, ...]) -> Callable[[str, Any], str]:
    def parse(field: str, value: Any) -> str:
        if value not in vocabulary:
            raise InvalidCard(field, f"must be one of {', '.join(vocabulary)}")
        return str(value)

    return parse


def _mask(vocabulary: tuple[str, ...]) -> Callable[[str, Any], int]:
    return lambda field, value: mask_of(_words(field, value, vocabulary), vocabulary)


def _object(
    field: str, value: Any, known: Mapping[str, Any], required: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Parse the fields of an inner object, `known` giving each one's parser."""
    if not isinstance(value, Mapping):
        raise InvalidCard(field, "must be an object")
    for name in value:
        if name not in known:
            raise InvalidCard(field, f"has an unknown part {name!r}")
    for name in required:
        if name not in value:
            raise InvalidCard(f"{field}.{name}", "is missing")
    return {name: known[name](f"{field}.{name}", inner) for name, inner in value.items()}


def _spread(field: str, value: Any) -> Spread:
    needs = lambda inner, words: _words(inner, words, ("pollinator", "wind"))  # noqa: E731
    parts = _object(field, value, {"count": _whole(1, 99), "needs": needs}, ("count",))
    return Spread(parts["count"], parts.get("needs", frozenset()))


def _parasitic(field: str, value: Any) -> Parasitic:
    parts = _object(field, value, {"host": Criterion.parse, "needs_host": _flag}, ("host",))
    return Parasitic(parts["host"], parts.get("needs_host", False))


def _invasive(field: str, value: Any) -> Criterion:
    criterion: Criterion = _object(field, value, {"on": Criterion.parse}, ("on",))["on"]
    return criterion


ABILITIES: dict[str, Callable[[str, Any], Any]] = {
    "move": _whole(0, 99),
    "flight": _whole(0, 99),
    "spread": _spread,
    "pollinator": _flag,
    "invasive": _invasive,
    "parasitic": _parasitic,
    "beside": Criterion.parse,
    "feeds_only": Criterion.parse,
    "feeds_also": Criterion.parse,
    "any_scale": _flag,
    "any_terrain": _flag,
}


def _abilities(field: str, value: Any) -> Abilities:
    return Abilities(**_object(field, value, ABILITIES))


_COUNT = {"count": _whole(1, 99)}
_SHIFT = {"by": _whole(-99, 99)}
_TERRAIN = {"to": _mask(TERRAINS)}
_CLIMATE = {"to": _mask(CLIMATES)}
EFFECTS: dict[str, tuple[dict[str, Callable[[str, Any], Any]], tuple[str, ...]]] = {
    "discard": ({}, ()),
    "discard-neighbours": ({"which": Criterion.parse}, ()),
    "set-terrains": (_TERRAIN, ("to",)),
    "add-terrains": (_TERRAIN, ("to",)),
    "remove-terrains": (_TERRAIN, ("to",)),
    "set-climates": (_CLIMATE, ("to",)),
    "add-climates": (_CLIMATE, ("to",)),
    "remove-climates": (_CLIMATE, ("to",)),
    "shift-climate": (_SHIFT, ("by",)),
    "freeze": ({"which": Criterion.parse}, ()),
    "take-control": ({}, ()),
    "change-points": (_SHIFT, ("by",)),
    "recover": (_COUNT, ("count",)),
    "draw": (_COUNT, ("count",)),
    "opponent-discards": (_COUNT, ("count",)),
    "wind": ({}, ()),
}
# P30: these work only as long as the event lies on its species.
LASTING = frozenset(EFFECTS) - {
    "discard", "discard-neighbours", "take-control", "recover", "draw", "opponent-discards",
}  # fmt: skip


def _effects(field: str, value: Any) -> tuple[Effect, ...]:
    if not isinstance(value, list):
        raise InvalidCard(field, "must be a list")
    effects = []
    for place, data in enumerate(value):
        where = f"{field}[{place}]"
        if not isinstance(data, Mapping) or data.get("do") not in tuple(EFFECTS):
            raise InvalidCard(where, f"must have a do out of {', '.join(EFFECTS)}")
        known, required = EFFECTS[data["do"]]
        parts = _object(where, {name: part for name, part in data.items() if name != "do"}, known, required)
        number = parts.get("count", parts.get("by", 0))
        which = parts.get("which", ANY_SPECIES if data["do"] == "discard-neighbours" else None)
        effects.append(Effect(data["do"], which, parts.get("to", 0), number))
    return tuple(effects)


ATTRIBUTES = {"class": "class_name"}
FIELDS: dict[str, Callable[[str, Any], Any]] = {
    "name": _text,
    "latin_name": _text,
    "kind": _choice(KINDS),
    "scale": _whole(1, 9),
    "food_chain": _whole(1, 9),
    "diet": _choice(DIETS),
    "terrains": _mask(TERRAINS),
    "climates": _mask(CLIMATES),
    "points": _whole(-99, 99),
    "kingdom": _text,
    "phylum": _text,
    "class": _text,
    "tags": _words,
    "abilities": _abilities,
    "target": Criterion.parse,
    "duration": _whole(0, 99),
    "effects": _effects,
}

HOME = Card.parse("home", {"name": "HOME", "kind": "home"})
