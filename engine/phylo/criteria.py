"""The vocabularies of a card, and criteria on cards as they lie on the table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from engine.contract import shown

TERRAINS = ("desert", "forest", "freshwater", "grassland", "ocean", "tundra", "urban")
CLIMATES = ("cold", "cool", "warm", "hot")
DIETS = ("photosynthetic", "molecular-carbon", "herbivore", "omnivore", "carnivore")
ALL_TERRAINS = (1 << len(TERRAINS)) - 1
ALL_CLIMATES = (1 << len(CLIMATES)) - 1

Value = str | int | frozenset[str]
"""A card's value for a part of a criterion; terrains and climates are bit masks."""
Wanted = int | frozenset[str] | frozenset[int]
"""The values that a part of a criterion allows: a bit mask, words or numbers."""

MOST_ALTERNATIVES = 12
"""Of a criterion."""
PLACE_PARTS = frozenset({"terrains", "climates"})
NUMBER_PARTS = ("scale", "food_chain")
PARTS = ("kingdom", "phylum", "class", "tags", "terrains", "climates", "diet", "food_chain", "name", "scale")
WORDS: Mapping[str, tuple[str, ...]] = {
    "terrains": TERRAINS,
    "climates": CLIMATES,
    "diet": DIETS,
    "same": PARTS,
}
"""The vocabularies of the parts that have one."""


class InvalidCard(ValueError):
    """A card object that breaks the record format; `field` names where."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field} {message}")
        self.field = field
        self.message = message


class Described(Protocol):
    """A card as it lies (cards.Face), as far as criteria need it."""

    @property
    def permanent(self) -> bool:
        """HOME and habitats, which meet only criteria on terrains and climates."""

    def value(self, part: str) -> Value: ...


def mask_of(names: Iterable[str], vocabulary: tuple[str, ...]) -> int:
    """The bit mask of some words of a vocabulary."""
    return sum(1 << vocabulary.index(name) for name in set(names))


def names_of(mask: int, vocabulary: tuple[str, ...]) -> list[str]:
    """The words in a bit mask, in the vocabulary's order."""
    return [name for bit, name in enumerate(vocabulary) if mask >> bit & 1]


@dataclass(frozen=True, slots=True)
class Criterion:
    """Alternatives, each a set of parts that must all hold. Without alternatives it is never met."""

    alternatives: tuple[frozenset[tuple[str, Wanted]], ...]

    @classmethod
    def parse(cls, field: str, data: object) -> "Criterion":
        """Read a CRITERION: an object whose parts must all hold, or a list of alternatives."""
        alternatives = data if isinstance(data, list) else [data]
        if len(alternatives) > MOST_ALTERNATIVES:
            raise InvalidCard(field, f"must have at most {MOST_ALTERNATIVES} alternatives")
        return cls(tuple(_parts(field, alternative) for alternative in alternatives))

    def met_by(self, face: Described, bearer: Described | None = None) -> bool:
        """Whether a card meets it; `bearer` is the species that carries the criterion (None on an event)."""
        for parts in self.alternatives:
            if face.permanent and not _on_places_alone(parts):
                continue
            for name, wanted in parts:
                if not _holds(name, wanted, face, bearer):
                    break
            else:
                return True
        return False


ANY_SPECIES = Criterion((frozenset(),))
NEVER = Criterion(())


def _parts(field: str, alternative: object) -> frozenset[tuple[str, Wanted]]:
    if not isinstance(alternative, Mapping):
        raise InvalidCard(field, "must be an object or a list of objects")
    return frozenset((name, _wanted(field, name, value)) for name, value in alternative.items())


def _wanted(field: str, name: str, value: object) -> Wanted:
    """The values that a part of a criterion allows."""
    if name != "same" and name not in PARTS:
        raise InvalidCard(field, f"has an unknown part {shown(name)}")
    where = f"{field}.{name}"
    if name in NUMBER_PARTS:
        return _numbers(where, value)
    given = value if isinstance(value, list) else [value]
    words = [word for word in given if isinstance(word, str)]
    if len(words) < len(given):
        raise InvalidCard(where, "must be a word or a list of words")
    unknown = [word for word in words if name in WORDS and word not in WORDS[name]]
    if unknown:
        raise InvalidCard(where, f"has an unknown word {shown(unknown[0])}")
    return mask_of(words, WORDS[name]) if name in PLACE_PARTS else frozenset(words)


def _numbers(where: str, value: object) -> frozenset[int]:
    """The numbers that a number, a list of them or {min, max} within 1 to 9 allows."""
    if isinstance(value, Mapping):
        if value.keys() - {"min", "max"}:
            raise InvalidCard(where, "may only have min and max")
        numbers = [value.get("min", 1), value.get("max", 9)]
    else:
        numbers = value if isinstance(value, list) else [value]
    if not all(type(number) is int for number in numbers):
        raise InvalidCard(where, "must be made of whole numbers")
    if isinstance(value, Mapping):
        return frozenset(range(max(1, numbers[0]), min(9, numbers[1]) + 1))
    return frozenset(numbers)


def _on_places_alone(parts: frozenset[tuple[str, Wanted]]) -> bool:
    return bool(parts) and all(name in PLACE_PARTS for name, _ in parts)


def _holds(name: str, wanted: Wanted, face: Described, bearer: Described | None) -> bool:
    if name == "same" and not isinstance(wanted, int):
        return bearer is not None and all(_same(face.value(str(part)), bearer, str(part)) for part in wanted)
    value = face.value(name)
    if isinstance(wanted, int):
        return isinstance(value, int) and value & wanted != 0
    return not value.isdisjoint(wanted) if isinstance(value, frozenset) else value in wanted


def _same(value: Value, bearer: Described, part: str) -> bool:
    """Whether both have the same value; what both lack is nothing that they share."""
    return bool(value) and value == bearer.value(part)
