"""The vocabularies of a card, a card as it lies on the table, and criteria on it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .cards import Card

TERRAINS = ("desert", "forest", "freshwater", "grassland", "ocean", "tundra", "urban")
CLIMATES = ("cold", "cool", "warm", "hot")
DIETS = ("photosynthetic", "molecular-carbon", "herbivore", "omnivore", "carnivore")
ALL_TERRAINS = (1 << len(TERRAINS)) - 1
ALL_CLIMATES = (1 << len(CLIMATES)) - 1
PERMANENT = ("home", "habitat")


class InvalidCard(ValueError):
    """A card object that breaks the record format; `field` names where."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field} {message}")
        self.field = field
        self.message = message


def mask_of(names: Iterable[str], vocabulary: tuple[str, ...]) -> int:
    """The bit mask of some words of a vocabulary."""
    return sum(1 << vocabulary.index(name) for name in set(names))


def names_of(mask: int, vocabulary: tuple[str, ...]) -> list[str]:
    """The words in a bit mask, in the vocabulary's order."""
    return [name for bit, name in enumerate(vocabulary) if mask >> bit & 1]


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it lies: printed values, with terrains and climates as in force (P16).

    A seedling, a face-down SPREAD card, shows the card that spread, as printed and without its keywords
    (P31).
    """

    card: "Card"
    terrains: int
    climates: int
    seedling: bool = False

    @property
    def permanent(self) -> bool:
        """HOME and habitats are never removed, moved, covered or chosen (P5, P21)."""
        return self.card.kind in PERMANENT


READERS: dict[str, Callable[[Face], Any]] = {
    "kingdom": lambda face: face.card.kingdom,
    "phylum": lambda face: face.card.phylum,
    "class": lambda face: face.card.class_name,
    "tags": lambda face: face.card.tags,
    "terrains": lambda face: face.terrains,
    "climates": lambda face: face.climates,
    "diet": lambda face: face.card.diet,
    "food_chain": lambda face: face.card.food_chain,
    "name": lambda face: face.card.name,
    "scale": lambda face: face.card.scale,
}


def _parts(field: str, data: Mapping[str, Any]) -> "frozenset[tuple[str, Any]]":
    """One alternative of a criterion: (name, allowed values) pairs; masks for terrains and climates."""
    parts: set[tuple[str, Any]] = set()
    for name, value in data.items():
        if name != "same" and name not in READERS:
            raise InvalidCard(field, f"has an unknown part {name!r}")
        where = f"{field}.{name}"
        if name in ("scale", "food_chain"):
            parts.add((name, _numbers(where, value)))
            continue
        words = value if isinstance(value, list) else [value]
        if not all(isinstance(word, str) for word in words):
            raise InvalidCard(where, "must be a word or a list of words")
        if name in VOCABULARIES:
            unknown = [word for word in words if word not in VOCABULARIES[name]]
            if unknown:
                raise InvalidCard(where, f"has an unknown word {unknown[0]!r}")
        if name in ("terrains", "climates"):
            parts.add((name, mask_of(words, VOCABULARIES[name])))
        else:
            parts.add((name, frozenset(words)))
    return frozenset(parts)


VOCABULARIES: dict[str, tuple[str, ...]] = {
    "terrains": TERRAINS,
    "climates": CLIMATES,
    "diet": DIETS,
    "same": tuple(READERS),
}


def _numbers(where: str, value: Any) -> frozenset[int]:
    """The numbers 1 to 9 that a number, a list of them or {min, max} allows."""
    if isinstance(value, Mapping):
        if value.keys() - {"min", "max"}:
            raise InvalidCard(where, "may only have min and max")
        numbers: list[Any] = [value.get("min", 1), value.get("max", 9)]
    else:
        numbers = value if isinstance(value, list) else [value]
    if not all(type(number) is int for number in numbers):
        raise InvalidCard(where, "must be made of whole numbers")
    if isinstance(value, Mapping):
        return frozenset(range(max(1, numbers[0]), min(9, numbers[1]) + 1))
    return frozenset(numbers)


@dataclass(frozen=True, slots=True)
class Criterion:
    """Alternatives, each a set of parts that must all hold; no alternative at all is never met."""

    alternatives: tuple[frozenset[tuple[str, Any]], ...]

    @classmethod
    def parse(cls, field: str, data: Any) -> "Criterion":
        """Read a CRITERION: an object whose parts must all hold, or a list of which any may hold."""
        alternatives = data if isinstance(data, list) else [data]
        if not all(isinstance(alternative, Mapping) for alternative in alternatives):
            raise InvalidCard(field, "must be an object or a list of objects")
        return cls(tuple(_parts(field, alternative) for alternative in alternatives))

    def met_by(self, face: Face, bearer: Face | None = None) -> bool:
        """Whether a card meets it; `bearer` is the species that carries the criterion (None on an event)."""
        return any(self._holds(parts, face, bearer) for parts in self.alternatives)

    @staticmethod
    def _holds(parts: frozenset[tuple[str, Any]], face: Face, bearer: Face | None) -> bool:
        if face.permanent and not {name for name, _ in parts} & {"terrains", "climates"}:
            return False
        for name, wanted in parts:
            if face.permanent and name not in ("terrains", "climates"):
                return False
            if name == "same":
                if bearer is None or any(READERS[word](face) != READERS[word](bearer) for word in wanted):
                    return False
            elif name in ("terrains", "climates"):
                if not READERS[name](face) & wanted:
                    return False
            elif name == "tags":
                if not face.card.tags & wanted:
                    return False
            elif READERS[name](face) not in wanted:
                return False
        return True


ANY_SPECIES = Criterion((frozenset(),))
