"""Cards as the rules see them: facts, abilities and effects, parsed from the record format's card objects.

Each ability and effect is declared once, here. `ABILITIES` and `EFFECTS` say how it is written and to which
clause it belongs; what it does is implemented where that clause is.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, get_type_hints

from engine.contract import cut, shown
from engine.phylo.criteria import (
    ALL_CLIMATES,
    ALL_TERRAINS,
    ANY_SPECIES,
    CLIMATES,
    DIETS,
    TERRAINS,
    Criterion,
    InvalidCard,
    Value,
    mask_of,
)

CARD_KINDS = ("species", "event", "habitat", "home")
PERMANENT = ("home", "habitat")
HIDDEN_KEY = "?"
LONGEST_KEY, LONGEST_TEXT = 100, 300
"""Characters of a card's key and of a text on it."""
MOST_EFFECTS = 8
"""Of an event."""
REQUIRED = {
    "species": ("name", "scale", "food_chain", "diet", "terrains", "climates"),
    "event": ("name",),
    "habitat": ("name", "terrains", "climates"),
    "home": ("name",),
}

T = TypeVar("T")
Reader = Callable[[str, object], T]
"""Reads the value of a field; it gets the field's name for `InvalidCard`."""


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidCard(name, "must be a text")
    if len(value) > LONGEST_TEXT:
        raise InvalidCard(name, f"must have at most {LONGEST_TEXT} characters")
    return value


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidCard(name, "must be true or false")
    return value


def _whole_number(low: int, high: int) -> Reader[int]:
    def read(name: str, value: object) -> int:
        if type(value) is not int or not low <= value <= high:
            raise InvalidCard(name, f"must be a whole number from {low} to {high}, not {shown(value)}")
        return value

    return read


def _words(name: str, value: object, vocabulary: tuple[str, ...] | None = None) -> frozenset[str]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise InvalidCard(name, "must be a list of words")
    for word in value:
        if vocabulary is not None and word not in vocabulary:
            raise InvalidCard(name, f"has an unknown word {shown(word)}")
    return frozenset(value)


def _choice(vocabulary: tuple[str, ...]) -> Reader[str]:
    def read(name: str, value: object) -> str:
        if value not in vocabulary:
            raise InvalidCard(name, f"must be one of {', '.join(vocabulary)}")
        return str(value)

    return read


def _mask(vocabulary: tuple[str, ...]) -> Reader[int]:
    return lambda name, value: mask_of(_words(name, value, vocabulary), vocabulary)


def _object(
    name: str, value: object, known: Mapping[str, Reader[object]], required: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The fields of an inner object, read by `known`."""
    if not isinstance(value, Mapping):
        raise InvalidCard(name, "must be an object")
    for part in value:
        if part not in known:
            raise InvalidCard(name, f"has an unknown part {shown(part)}")
    for part in required:
        if part not in value:
            raise InvalidCard(f"{name}.{part}", "is missing")
    return {part: known[part](f"{name}.{part}", inner) for part, inner in value.items()}


@dataclass(frozen=True, slots=True)
class Spread:
    """SPREAD (P26) of up to `count` cards; `needs` are alternatives: pollinator, wind, or free when empty."""

    count: int
    needs: frozenset[str]

    @classmethod
    def read(cls, name: str, value: object) -> "Spread":
        known: dict[str, Reader[object]] = {
            "count": _whole_number(1, 99),
            "needs": lambda inner, words: _words(inner, words, ("pollinator", "wind")),
        }
        parts = _object(name, value, known, ("count",))
        return cls(parts["count"], parts.get("needs", frozenset()))


@dataclass(frozen=True, slots=True)
class Parasitic:
    """PARASITIC (P24): which hosts it accepts, and whether it needs one."""

    host: Criterion
    needs_host: bool

    @classmethod
    def read(cls, name: str, value: object) -> "Parasitic":
        parts = _object(name, value, {"host": Criterion.parse, "needs_host": _flag}, ("host",))
        return cls(parts["host"], parts.get("needs_host", False))


def _invasive(name: str, value: object) -> Criterion:
    criterion: Criterion = _object(name, value, {"on": Criterion.parse}, ("on",))["on"]
    return criterion


@dataclass(frozen=True, slots=True)
class Ability:
    """The clause that says what an ability does, and how it is written."""

    clause: str
    read: Reader[object]


@dataclass(frozen=True, slots=True)
class Abilities:
    """The keywords of a species (P23 to P27)."""

    move: Annotated[int, Ability("P25", _whole_number(0, 99))] = 0
    flight: Annotated[int, Ability("P25", _whole_number(0, 99))] = 0
    spread: Annotated[Spread | None, Ability("P26", Spread.read)] = None
    pollinator: Annotated[bool, Ability("P26", _flag)] = False
    invasive: Annotated[Criterion | None, Ability("P23", _invasive)] = None
    parasitic: Annotated[Parasitic | None, Ability("P24", Parasitic.read)] = None
    beside: Annotated[Criterion | None, Ability("P27", Criterion.parse)] = None
    feeds_only: Annotated[Criterion | None, Ability("P27", Criterion.parse)] = None
    feeds_also: Annotated[Criterion | None, Ability("P27", Criterion.parse)] = None
    any_scale: Annotated[bool, Ability("P27", _flag)] = False
    any_terrain: Annotated[bool, Ability("P27", _flag)] = False

    @classmethod
    def read(cls, name: str, value: object) -> "Abilities":
        return cls(**_object(name, value, {each: ability.read for each, ability in ABILITIES.items()}))

    @property
    def needs_host(self) -> bool:
        """Whether the card lives only under another one (P24)."""
        return self.parasitic is not None and self.parasitic.needs_host


ABILITIES: Mapping[str, Ability] = {
    name: hint.__metadata__[0] for name, hint in get_type_hints(Abilities, include_extras=True).items()
}
NO_ABILITIES = Abilities()


@dataclass(frozen=True, slots=True)
class EffectKind:
    """The one `part` of an effect's object, if any, how to read it, and how long the effect works (P30).

    `lasting`: only as long as the event lies on its species.
    """

    part: str = ""
    read: Reader[object] = _text
    required: bool = True
    lasting: bool = False


_TO_TERRAINS = EffectKind("to", _mask(TERRAINS), lasting=True)
_TO_CLIMATES = EffectKind("to", _mask(CLIMATES), lasting=True)
_BY = EffectKind("by", _whole_number(-99, 99), lasting=True)
_COUNT = EffectKind("count", _whole_number(1, 99))
EFFECTS: Mapping[str, EffectKind] = {
    "discard": EffectKind(),
    "discard-neighbours": EffectKind("which", Criterion.parse, required=False),
    "set-terrains": _TO_TERRAINS,
    "add-terrains": _TO_TERRAINS,
    "remove-terrains": _TO_TERRAINS,
    "set-climates": _TO_CLIMATES,
    "add-climates": _TO_CLIMATES,
    "remove-climates": _TO_CLIMATES,
    "shift-climate": _BY,
    "freeze": EffectKind("which", Criterion.parse, required=False, lasting=True),
    "take-control": EffectKind(),
    "change-points": _BY,
    "recover": _COUNT,
    "draw": _COUNT,
    "opponent-discards": _COUNT,
    "wind": EffectKind(lasting=True),
}


@dataclass(frozen=True, slots=True)
class Effect:
    """One block of an event (P30): `mask` holds terrains or climates, `number` a count, a shift or points."""

    do: str
    which: Criterion | None = None
    mask: int = 0
    number: int = 0

    @classmethod
    def read(cls, name: str, data: object) -> "Effect":
        if not isinstance(data, Mapping) or data.get("do") not in tuple(EFFECTS):
            raise InvalidCard(name, f"must have a do out of {', '.join(EFFECTS)}")
        do, kind = data["do"], EFFECTS[data["do"]]
        known = {kind.part: kind.read} if kind.part else {}
        given = {part: value for part, value in data.items() if part != "do"}
        parts = _object(name, given, known, tuple(known) if kind.required else ())
        which = parts.get("which", ANY_SPECIES if do == "discard-neighbours" else None)
        return cls(do, which, parts.get("to", 0), parts.get("count", parts.get("by", 0)))


def _effects(name: str, value: object) -> tuple[Effect, ...]:
    if not isinstance(value, list):
        raise InvalidCard(name, "must be a list")
    if len(value) > MOST_EFFECTS:
        raise InvalidCard(name, f"must be at most {MOST_EFFECTS}")
    return tuple(Effect.read(f"{name}[{place}]", data) for place, data in enumerate(value))


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
    def parse(cls, key: str, data: object) -> "Card":
        """Read a card object; null counts as left out. Raises `InvalidCard` for the first wrong field."""
        # The same cards are read again for each choice of a search. Written out, 1 is neither 1.0 nor True.
        try:
            written = key, repr(data)
        except RecursionError:
            return cls._read(key, data)
        if (card := _read_before.get(written)) is None:
            card = cls._read(key, data)
            if len(written[1]) <= LONGEST_KEPT:
                if len(_read_before) >= MOST_KEPT:
                    _read_before.clear()
                _read_before[written] = card
        return card

    @classmethod
    def _read(cls, key: str, data: object) -> "Card":
        if not isinstance(data, Mapping):
            raise InvalidCard("card", "must be an object")
        if key == HIDDEN_KEY:
            raise InvalidCard("key", f"{HIDDEN_KEY} stands for a card that is hidden")
        if len(key) > LONGEST_KEY:
            raise InvalidCard("key", f"must have at most {LONGEST_KEY} characters")
        given = {name: value for name, value in data.items() if value is not None}
        unknown = sorted(given.keys() - FIELDS.keys())
        if unknown:
            raise InvalidCard(cut(str(unknown[0])), "is not a field of a card")
        kind = given.get("kind")
        if kind not in CARD_KINDS or (key == "home" and kind != "home"):
            raise InvalidCard(
                "kind", "must be home" if key == "home" else f"must be one of {', '.join(CARD_KINDS)}"
            )
        for name in REQUIRED[kind]:
            if name not in given:
                raise InvalidCard(name, "is missing")
        values: dict[str, Any] = {
            ATTRIBUTES.get(name, name): FIELDS[name](name, value) for name, value in given.items()
        }
        if kind == "home":
            values |= {"terrains": ALL_TERRAINS, "climates": ALL_CLIMATES, "points": 0}
        if kind != "species":  # only species have keywords (P23 to P27)
            values.pop("abilities", None)
        card = cls(key=key, **values)
        for effect in card.effects:
            if EFFECTS[effect.do].lasting and not card.duration:
                raise InvalidCard("duration", f"must be 1 or more for the lasting effect {effect.do}")
        return card

    def __hash__(self) -> int:
        """By key only: hashing every field is slow, and within a game keys are unique."""
        return hash(self.key)

    @property
    def printed(self) -> "Face":
        """The card as it lies with no event on it; the owner is set to 0."""
        return self.lying(0)

    def lying(self, owner: int, *, seedling: bool = False) -> "Face":
        """The card as it lies without events; or, if `seedling`, a card that it spread face down (P31)."""
        return Face(self, self.terrains, self.climates, seedling, owner)


_read_before: dict[tuple[str, str], Card] = {}
MOST_KEPT, LONGEST_KEPT = 4096, 2000
"""Cards, of so many characters at most: 5 MB of the usual ones."""

ATTRIBUTES = {"class": "class_name"}
FIELDS: Mapping[str, Reader[object]] = {
    "name": _text,
    "latin_name": _text,
    "kind": _choice(CARD_KINDS),
    "scale": _whole_number(1, 9),
    "food_chain": _whole_number(1, 9),
    "diet": _choice(DIETS),
    "terrains": _mask(TERRAINS),
    "climates": _mask(CLIMATES),
    "points": _whole_number(-99, 99),
    "kingdom": _text,
    "phylum": _text,
    "class": _text,
    "tags": _words,
    "abilities": Abilities.read,
    "target": Criterion.parse,
    "duration": _whole_number(0, 99),
    "effects": _effects,
}


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it lies: printed values, terrains and climates in force (P16), and its owner.

    A seedling, a face-down SPREAD card, counts as the card that spread, as printed but without keywords
    (P31). `owner` is the seat to whose pile the card goes; it is 0 for all cards that are compared without a
    table.
    """

    card: Card
    terrains: int
    climates: int
    seedling: bool = False
    owner: int = 0

    @property
    def permanent(self) -> bool:
        """HOME and habitats are never removed, moved, covered or chosen (P5, P21)."""
        return self.card.kind in PERMANENT

    @property
    def abilities(self) -> Abilities:
        """The keywords in force."""
        return NO_ABILITIES if self.seedling else self.card.abilities

    def value(self, part: str) -> Value:
        """The card's value for a part of a criterion."""
        if part == "terrains":
            return self.terrains
        if part == "climates":
            return self.climates
        value: Value = getattr(self.card, ATTRIBUTES.get(part, part))
        return value


HOME = Card.parse("home", {"name": "HOME", "kind": "home"})
