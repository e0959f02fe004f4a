"""Shared by all explanations: a line for each neighbour, the reader, and the linked clauses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NotRequired, TypedDict

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.phylo.bonds import Bond
from engine.phylo.state import State
from engine.record_format import Space
from games.matches.clauses import CHAPTERS, RULE_SETS
from games.matches.wording import in_words
from games.table.board import At, Card, at_of, card_of


class Line(TypedDict):
    """One neighbour: `side` and `kind` are in words; `only` means that it has nothing else to live on."""

    at: str
    fits: bool
    only: NotRequired[bool]
    name: str
    side: str
    kind: str
    words: str
    clause: str


# What a neighbour provides, or what it lacks, in a few words.
KINDS = {
    "home": gettext_lazy("home"),
    "place": gettext_lazy("terrain and climate"),
    "food": gettext_lazy("food"),
    "menu": gettext_lazy("food"),
    "host": gettext_lazy("host"),
    "partner": gettext_lazy("needed neighbour"),
    "no-terrain": gettext_lazy("no common terrain"),
    "no-climate": gettext_lazy("no common climate"),
    "no-food": gettext_lazy("no food"),
    "too-big": gettext_lazy("too big"),
    "no-neighbour": gettext_lazy("not yours"),
}
SIDES = {
    (-1, 0): gettext_lazy("left"),
    (1, 0): gettext_lazy("right"),
    (0, 1): gettext_lazy("above"),
    (0, -1): gettext_lazy("below"),
}
TITLES = {clause.number: clause.title for chapter in CHAPTERS for clause in chapter.clauses}


@dataclass(frozen=True)
class Reader:
    """The reader of a table: the cards' definitions, the players' names, the seat called "you"."""

    state: State
    cards: Mapping[str, Card]
    names: Sequence[str]
    seat: int | None

    @cached_property
    def spaces(self) -> list[Space]:
        """The spaces of the table as a spectator sees them."""
        return self.state.view_for(None)["spaces"]

    @cached_property
    def lying(self) -> dict[At, str]:
        """The names of the top cards; a seedling is named after the card that spread."""
        names = {at_of(space["at"]): self.name(space["card"]) for space in self.spaces}
        for space in self.spaces:
            if "face_down" in space:
                origin = names[at_of(space["face_down"]["of"])]
                names[at_of(space["at"])] = _("Seedling of %(name)s") % {"name": origin}
        return names

    @cached_property
    def below(self) -> dict[At, str]:
        """The names of the cards under others."""
        return {
            at_of(space["at"]): self.name((space.get("under") or space["covered"])["card"])
            for space in self.spaces
            if "under" in space or "covered" in space
        }

    def name(self, key: str) -> str:
        card = card_of(self.cards, key)
        return _("HOME") if card["kind"] == "home" else str(card["name"])

    def owned(self, seat: int) -> str:
        return _("yours") if seat == self.seat else _("%(name)s’s") % {"name": self.names[seat]}


def clauses(rules: str, numbers: set[str]) -> dict[str, dict[str, str]]:
    """The title and URL of each clause on the page of these rules; empty if there is no such page."""
    if rules not in RULE_SETS:
        return {}
    page = reverse("rule-set", args=[rules])
    return {
        number: {"title": str(TITLES[number]), "url": f"{page}#{number}"}
        for number in sorted(numbers & TITLES.keys())
    }


def line(bond: Bond, at: Sequence[int], lying: Mapping[At, str]) -> Line:
    return {
        "at": "{},{}".format(*bond.at),
        "fits": bond.supports,
        "name": lying[at_of(bond.at)],
        "side": side_of(bond.at, at),
        "kind": str(KINDS[bond.kind]),
        "words": " ".join(in_words(template, bond.fields) for template in bond.templates),
        "clause": bond.clause,
    }


def side_of(there: Sequence[int], here: Sequence[int]) -> str:
    return str(SIDES.get((there[0] - here[0], there[1] - here[1]), ""))


def welcome(card: Card, target: str, *, under: bool) -> str:
    """Says that a card fits where the card `target` lies; "" for an empty space."""
    names = {"card": card["name"], "target": target}
    if card["kind"] == "event":
        return _("%(card)s can be played on %(target)s.") % names
    if under:
        return _("%(card)s can live under %(target)s.") % names
    return _("%(card)s can take the place of %(target)s.") % names if target else ""
