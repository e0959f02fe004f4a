"""Abilities and effects as rows of the form."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.http import QueryDict

from cards.editor.criteria import (
    Criterion,
    count_in,
    criterion_data,
    criterion_of,
    is_unfinished,
    read_criterion,
)
from cards.keywords.abilities import ABILITIES, NEEDS
from cards.keywords.effects import EFFECTS
from cards.services.contents import Columns
from cards.words import CLIMATES, TERRAINS
from engine.phylo.criteria import CLIMATES as ENGINE_CLIMATES
from engine.phylo.criteria import TERRAINS as ENGINE_TERRAINS
from phylo.http.input import whole_number

MOST_ROWS = 12
NUMBERS = ("count", "shift")


@dataclass
class Ability:
    """`number` is as typed."""

    name: str
    number: str = ""
    needs: list[str] = field(default_factory=list)
    needs_host: bool = False
    criterion: Criterion | None = None

    @classmethod
    def new(cls, name: str) -> "Ability":
        return cls(
            name,
            number="1" if _counts(name) else "",
            criterion=[[]] if ABILITIES[name].shape == "criterion" else None,
        )

    @classmethod
    def of(cls, name: str, value: object) -> "Ability":
        inner = value if isinstance(value, Mapping) else {}
        if ABILITIES[name].shape == "criterion":
            data = ABILITIES[name].criterion(value)
            needs_host = bool(inner.get("needs_host")) if name == "parasitic" else False
            return cls(name, criterion=criterion_of(data), needs_host=needs_host)
        if name == "spread":
            return cls(name, number=str(inner.get("count", 1)), needs=list(inner.get("needs") or []))
        return cls(name, number=str(value) if _counts(name) else "")

    @classmethod
    def read(cls, post: QueryDict, prefix: str) -> "Ability | None":
        name = post.get(f"{prefix}-name", "")
        if name not in ABILITIES:
            return None
        return cls(
            name,
            number=post.get(f"{prefix}-number", "").strip()[:4],
            needs=[need for need in NEEDS if need in post.getlist(f"{prefix}-needs")],
            needs_host=bool(post.get(f"{prefix}-host")),
            criterion=read_criterion(post, f"{prefix}-on") if ABILITIES[name].shape == "criterion" else None,
        )

    def data(self) -> object:
        """Its value in the record format; None while incomplete."""
        if self.criterion is not None:
            found = criterion_data(self.criterion)
            if self.name == "parasitic":
                return {"host": found, "needs_host": self.needs_host}
            part = ABILITIES[self.name].part
            return {part: found} if part else found
        if self.numbered:
            number = whole_typed(self.number)
            if number is None:
                return None
            return {"count": number, "needs": list(self.needs)} if self.name == "spread" else number
        return True

    @property
    def label(self) -> object:
        return ABILITIES[self.name].offer

    @property
    def numbered(self) -> bool:
        return _counts(self.name)

    @property
    def choices(self) -> list[dict[str, object]]:
        """The choices for how it spreads."""
        if self.name != "spread":
            return []
        return [{"value": need, "label": NEEDS[need], "chosen": need in self.needs} for need in NEEDS]

    @property
    def unfinished(self) -> bool:
        return self.data() is None or (self.criterion is not None and is_unfinished(self.criterion))


@dataclass
class Effect:
    """`which`: None stands for the target itself, or for any neighbour."""

    do: str
    number: str = ""
    to: list[str] = field(default_factory=list)
    which: Criterion | None = None

    @classmethod
    def new(cls, do: str) -> "Effect":
        return cls(do, number="1" if EFFECTS[do].shape in NUMBERS else "")

    @classmethod
    def of(cls, data: Columns) -> "Effect":
        number = data.get("count", data.get("by"))
        which = criterion_of(data["which"]) if "which" in data else None
        return cls(data["do"], "" if number is None else str(number), list(data.get("to") or []), which)

    @classmethod
    def read(cls, post: QueryDict, prefix: str) -> "Effect | None":
        do = post.get(f"{prefix}-do", "")
        if do not in EFFECTS:
            return None
        given = post.getlist(f"{prefix}-to")
        return cls(
            do,
            number=post.get(f"{prefix}-number", "").strip()[:4],
            to=[word for word in _places(do) if word in given],
            which=read_criterion(post, f"{prefix}-which") if post.get(f"{prefix}-some") else None,
        )

    def data(self) -> dict[str, object] | None:
        """The effect in the record format; None while incomplete."""
        data: dict[str, object] = {"do": self.do}
        if _places(self.do):
            return data | {"to": list(self.to)} if self.to else None
        if self.numbered:
            number = whole_typed(self.number)
            if number is None:
                return None
            return data | {"by" if self.signed else "count": number}
        if self.choosy and self.which is not None:
            return data | {"which": criterion_data(self.which)}
        return data

    @property
    def label(self) -> object:
        return EFFECTS[self.do].offer

    @property
    def numbered(self) -> bool:
        return EFFECTS[self.do].shape in NUMBERS

    @property
    def signed(self) -> bool:
        return EFFECTS[self.do].shape == "shift"

    @property
    def choosy(self) -> bool:
        return EFFECTS[self.do].shape == "neighbours"

    @property
    def choices(self) -> list[dict[str, object]]:
        """The terrains or climates to choose from."""
        labels = TERRAINS | CLIMATES
        return [
            {"value": word, "label": labels[word], "chosen": word in self.to} for word in _places(self.do)
        ]

    @property
    def unfinished(self) -> bool:
        return self.data() is None or (self.which is not None and is_unfinished(self.which))


def read_abilities(post: QueryDict) -> list[Ability]:
    rows = [Ability.read(post, f"abilities-{place}") for place in range(count_in(post, "abilities-count"))]
    return list({row.name: row for row in rows if row is not None}.values())


def read_effects(post: QueryDict) -> list[Effect]:
    rows = [Effect.read(post, f"effects-{place}") for place in range(count_in(post, "effects-count"))]
    return [row for row in rows if row is not None]


def _counts(name: str) -> bool:
    return ABILITIES[name].shape in ("number", "spread")


def _places(do: str) -> tuple[str, ...]:
    """The words to choose from."""
    return {"terrains": ENGINE_TERRAINS, "climates": ENGINE_CLIMATES}.get(EFFECTS[do].shape, ())


def whole_typed(text: str) -> int | None:
    """The whole number that was typed, possibly with a true minus sign; None if it is not one."""
    text = text.strip().replace("−", "-")
    number = whole_number(text.removeprefix("-").removeprefix("+"), digits=4)
    return -number if number is not None and text.startswith("-") else number
