"""Counts of the found cards by value, and the query with each value chosen or removed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Aggregate, Q, TextChoices, TextField
from django.utils.translation import gettext_lazy

from cards.keywords.abilities import KEYWORDS
from cards.models import Card, Climate, Diet, Kind, Terrain
from cards.search import predicate as ask
from cards.search.choices import MULTIPLE, chosen, own, with_value, without_value
from cards.search.parse import Query
from cards.search.predicate import Predicate

UNIT = "\x1f"
LABELS = {
    "kind": gettext_lazy("Kind"), "set": gettext_lazy("Set"), "diet": gettext_lazy("Diet"),
    "terrain": gettext_lazy("Terrain"), "climate": gettext_lazy("Climate"),
    "food": gettext_lazy("Food chain"), "scale": gettext_lazy("Scale"),
    "kingdom": gettext_lazy("Kingdom"), "keyword": gettext_lazy("Ability"),
}  # fmt: skip
ORDER = tuple(LABELS)


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value, the number of cards that have it, and the query with and without it."""

    value: str
    label: str
    count: int
    chosen: bool
    query_with: str
    query_without: str

    @property
    def query(self) -> str:
        """The query after a click, which toggles the value."""
        return self.query_without if self.chosen else self.query_with


@dataclass(frozen=True, slots=True)
class Facet:
    """The values of one field. `multiple`: a card can have several, and choosing several narrows."""

    field: str
    label: str
    multiple: bool
    values: list[FacetValue]


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of cards found, in total and by field and stored value."""

    total: int
    by_field: Mapping[str, Mapping[str, int]]


class Joined(Aggregate):
    """Values joined into one text by `separator`: much faster to fetch than as rows."""

    function = "GROUP_CONCAT"
    template = "%(function)s(%(expressions)s, '%(separator)s')"
    output_field = TextField()

    def __init__(self, expression: str, *, separator: str = ",") -> None:
        super().__init__(expression, separator=separator)

    def as_postgresql(self, compiler: Any, connection: Any, **context: object) -> Any:
        template = "STRING_AGG((%(expressions)s)::text, '%(separator)s')"
        return self.as_sql(compiler, connection, template=template, **context)


def counts(condition: Q) -> Counts:
    """Count the cards that meet a condition. Takes one query."""
    joined = (
        Card.objects.offered()
        .filter(condition)
        .aggregate(
            bits=Joined("facet_bits"), sets=Joined("card_set_id"), kingdoms=Joined("kingdom", separator=UNIT)
        )
    )
    if not joined["bits"]:
        return Counts(0, {field: Counter() for field in ORDER})
    packed = joined["bits"].split(",")
    found = _unpacked(Counter(packed))
    found["set"] = Counter(joined["sets"].split(","))
    found["kingdom"] = Counter(joined["kingdoms"].split(UNIT))
    return Counts(len(packed), found)


def _unpacked(packed: Mapping[str, int]) -> dict[str, Counter[str]]:
    """Numbers of cards by field and value, from numbers by `facet_bits`."""
    found: dict[str, Counter[str]] = {field: Counter() for field in ORDER}
    traits, terrains, climates, keywords = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    for text, number in packed.items():
        bits = int(text)
        traits[bits & 0x1FFF] += number
        terrains[bits >> 13 & 0xFF] += number
        climates[bits >> 21 & 0xF] += number
        keywords[bits >> 25] += number
    for bits, number in traits.items():
        food, scale, diet, kind = bits & 15, bits >> 4 & 15, bits >> 8 & 7, bits >> 11
        found["kind"][Kind.values[kind]] += number
        found["food"][str(food)] += number
        found["scale"][str(scale)] += number
        if diet:
            found["diet"][Diet.values[diet - 1]] += number
    for field, words, masks in (
        ("terrain", Terrain.values, terrains),
        ("climate", Climate.values, climates),
        ("keyword", KEYWORDS, keywords),
    ):
        for mask, number in masks.items():
            for bit, word in enumerate(words):
                if mask >> bit & 1:
                    found[field][word] += number
    return found


def without_own(query: Query, field: str) -> Predicate | None:
    """The query's predicate without its choices of a single-valued field; None if it makes none."""
    gone = own(query, field)
    if not gone or field in MULTIPLE:
        return None
    return ask.And(
        tuple(each.part for each in query.conditions if each.part is not None and each not in gone)
    )


def facets(
    query: Query,
    found: Counts,
    others: Mapping[str, Counts],
    sets: Mapping[str, str],
    kingdoms: Sequence[str],
) -> list[Facet]:
    """`others` are the counts without the query's choices of a single-valued field."""
    result = []
    for field in ORDER:
        numbers, in_force = others.get(field, found).by_field[field], chosen(query, field)
        values = [
            FacetValue(
                value=word,
                label=label,
                count=numbers.get(stored, 0),
                chosen=stored in in_force,
                query_with=with_value(query, field, stored),
                query_without=without_value(query, field, stored),
            )
            for stored, word, label in _values(field, sets, kingdoms)
        ]
        result.append(Facet(field, str(LABELS[field]), field in MULTIPLE, values))
    return result


def _values(field: str, sets: Mapping[str, str], kingdoms: Sequence[str]) -> list[tuple[str, str, str]]:
    """Stored value, word in the query language, and label."""
    if field in ("food", "scale"):
        return [(str(number), str(number), str(number)) for number in range(1, 10)]
    if field == "set":
        return [(key, key, name) for key, name in sets.items()]
    if field == "kingdom":
        return [(name, name.lower(), name) for name in kingdoms]
    if field == "keyword":
        return [(name, name, str(keyword.label)) for name, keyword in KEYWORDS.items()]
    choices: Mapping[str, type[TextChoices]] = {
        "kind": Kind, "diet": Diet, "terrain": Terrain, "climate": Climate
    }  # fmt: skip
    return [(choice.value, choice.value, str(choice.label)) for choice in choices[field]]
