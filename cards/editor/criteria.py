"""Criteria in the form: alternatives of parts, each a field with words, possibly unfinished."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from cards.words import CLIMATES, DIETS, SAME, TERRAINS
from engine.phylo.criteria import CLIMATES as ENGINE_CLIMATES
from engine.phylo.criteria import DIETS as ENGINE_DIETS
from engine.phylo.criteria import TERRAINS as ENGINE_TERRAINS
from phylo.http.input import whole_number

MOST_PARTS = 12
"""The most alternatives of a criterion, and parts of an alternative."""
FIELDS = {
    "kingdom": _("Kingdom"),
    "phylum": _("Phylum"),
    "class": _("Class"),
    "tags": _("Tag"),
    "name": _("Name"),
    "terrains": _("Terrain"),
    "climates": _("Climate"),
    "diet": _("Diet"),
    "food_chain": _("Number in the food chain"),
    "scale": _("Scale"),
    "same": _("The same as this card"),
}
NUMBERS = ("food_chain", "scale")
WORDS: dict[str, tuple[str, ...]] = {
    "terrains": ENGINE_TERRAINS,
    "climates": ENGINE_CLIMATES,
    "diet": ENGINE_DIETS,
    "same": tuple(SAME),
    **dict.fromkeys(NUMBERS, tuple("123456789")),
}
"""Fields with choices; the others are free text."""
LABELS: dict[str, Mapping[str, object]] = {
    "terrains": TERRAINS,
    "climates": CLIMATES,
    "diet": DIETS,
    "same": SAME,
}
ALONE = {"diet"}
"""Fields whose value is a plain word if there is only one, as in the card file."""


@dataclass
class Part:
    field: str
    values: list[str]

    @property
    def label(self) -> object:
        return FIELDS[self.field]

    @property
    def text(self) -> str:
        return "; ".join(self.values)

    @property
    def choices(self) -> list[dict[str, object]]:
        """The words to choose from; empty for free text."""
        labels = LABELS.get(self.field, {})
        return [
            {"value": word, "label": labels.get(word, word), "chosen": word in self.values}
            for word in WORDS.get(self.field, ())
        ]

    def data(self) -> object:
        """The part in the record format; None while empty."""
        if not self.values:
            return None
        if self.field in NUMBERS:
            return _numbers([int(value) for value in self.values], ranges=self.field == "scale")
        if len(self.values) == 1 and (self.field not in WORDS or self.field in ALONE):
            return self.values[0]
        return list(self.values)


Criterion = list[list[Part]]
"""Alternatives; all parts of one must hold. Any species meets one without parts."""


def criterion_of(data: object) -> Criterion:
    """From the record format."""
    alternatives = data if isinstance(data, list) else [data]
    return [
        [Part(name, _texts(name, value)) for name, value in each.items() if name in FIELDS]
        for each in alternatives
        if isinstance(each, Mapping)
    ] or [[]]


def criterion_data(criterion: Criterion) -> object:
    """In the record format, without empty parts."""
    found = [{part.field: data for part in parts if (data := part.data()) is not None} for parts in criterion]
    return found[0] if len(found) == 1 else found


def is_unfinished(criterion: Criterion) -> bool:
    return any(part.data() is None for parts in criterion for part in parts)


def read_criterion(post: QueryDict, prefix: str) -> Criterion:
    return [
        [
            part
            for number in range(count_in(post, f"{prefix}-{place}-parts"))
            if (part := _read_part(post, f"{prefix}-{place}-{number}")) is not None
        ]
        for place in range(count_in(post, f"{prefix}-alternatives"))
    ] or [[]]


def _read_part(post: QueryDict, prefix: str) -> Part | None:
    name = post.get(f"{prefix}-field", "")
    if name not in FIELDS:
        return None
    given = post.getlist(f"{prefix}-value")
    if name in WORDS:
        values = [word for word in WORDS[name] if word in given]
    else:
        values = [word for text in given for each in text.split(";") if (word := " ".join(each.split()))]
    return Part(name, values)


def count_in(post: QueryDict, name: str) -> int:
    return min(whole_number(post.get(name, ""), digits=3) or 0, MOST_PARTS)


def _texts(name: str, value: object) -> list[str]:
    """The words of a stored value, as in the form."""
    if isinstance(value, Mapping):
        low, high = value.get("min", 1), value.get("max", 9)
        return [
            word for word in WORDS["scale"] if type(low) is type(high) is int and low <= int(word) <= high
        ]
    words = [str(each) for each in (value if isinstance(value, list) else [value])]
    return [word for word in WORDS[name] if word in words] if name in WORDS else words


def _numbers(numbers: list[int], *, ranges: bool) -> object:
    """A list; or a range for three or more consecutive numbers, or for those up to an end of the scale."""
    low, high = numbers[0], numbers[-1]
    unbroken = len(numbers) == high - low + 1
    if ranges and unbroken and len(numbers) > 1:
        if high == 9 and low > 1:
            return {"min": low}
        if low == 1 and high < 9:
            return {"max": high}
        if len(numbers) > 2:
            return {"min": low, "max": high}
    return numbers
