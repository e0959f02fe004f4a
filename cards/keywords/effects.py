"""The effects of events (P30), each described once.

A new effect needs: its entry in `EFFECTS` of `engine/phylo/cards.py` (`lasting` unless it happens at once),
the place in the engine where it acts, and an entry in `EFFECTS` below.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from cards.keywords.chips import Chip
from cards.words import as_list, climate_words, criterion_words, signed, terrain_words

Words = str | Promise
Shape = Literal["plain", "neighbours", "terrains", "climates", "count", "shift"]


@dataclass(frozen=True, slots=True)
class Effect:
    """
    `name` is its `do` in the record format; `offer` names it in the editor's list of effects.

    `shape` is what else the block contains: nothing, `which` neighbours, `to` which terrains or climates, a
    `count`, or a shift `by` some steps. `face` are the words on a card, `brief` those on the table, `text`
    the sentence in the glossary. Each may use `%(count)s`, `%(names)s` (the terrains or climates), `%(by)s`,
    `%(steps)s` (the shift without its sign) and `%(which)s` (the neighbours in words). A shift may have one
    of each for more and for less; `face_some`, `brief_some` and `text_some` are for named neighbours.
    """

    name: str
    offer: Words
    icon: str
    face: Words | tuple[Words, Words]
    text: Words | tuple[Words, Words]
    shape: Shape = "plain"
    brief: Words | tuple[Words, Words] = ""
    face_some: Words = ""
    brief_some: Words = ""
    text_some: Words = ""

    def in_brief(self, block: Mapping[str, object]) -> str:
        """What it does to its target, for the choices on the table."""
        return self._worded(self.brief, self.brief_some, block)

    def shown(self, block: Mapping[str, object]) -> Chip:
        """The chip on the face of a card."""
        icon, number = self.icon, ""
        if self.shape == "terrains" and as_list(block.get("to", [])):
            icon = f"m-{as_list(block['to'])[0]}"
        elif self.shape == "shift":
            number = signed(_by(block))
        elif self.shape == "count" and "count" in block:
            number = str(block["count"])
        return Chip(icon, self._worded(self.face, self.face_some, block), number)

    def explained(self, block: Mapping[str, object]) -> str:
        """One or two sentences for people who have never seen the rules."""
        return self._worded(self.text, self.text_some, block)

    def _worded(self, words: Words | tuple[Words, Words], some: Words, block: Mapping[str, object]) -> str:
        if some and "which" in block:
            words = some
        if isinstance(words, tuple):
            words = words[0] if _by(block) > 0 else words[1]
        return str(words % self._places(block))

    def _places(self, block: Mapping[str, object]) -> dict[str, object]:
        match self.shape:
            case "neighbours":
                return {"which": criterion_words(block.get("which", {}))}
            case "terrains":
                return {"names": terrain_words(as_list(block.get("to", [])))}
            case "climates":
                return {"names": climate_words(as_list(block.get("to", [])))}
            case "count":
                return {"count": block.get("count", 1)}
            case "shift":
                by = _by(block)
                return {"by": signed(by), "steps": abs(by)}
        return {}


def _by(block: Mapping[str, object]) -> int:
    by = block.get("by")
    return by if isinstance(by, int) else 1


EFFECTS = {
    effect.name: effect
    for effect in (
        Effect(
            "discard", _("Discard the target"), "e-discard",
            face=_("Discard it"),
            brief=_("is discarded"),
            text=_("The target goes to its owner’s discard pile. What lived on it may follow."),
        ),
        Effect(
            "discard-neighbours", _("Discard neighbours of the target"), "e-discard",
            shape="neighbours",
            face=_("Discard its neighbours"),
            face_some=_("Discard neighbours: %(which)s"),
            brief=_("loses neighbours"),
            text=_("These cards beside the target are discarded too: %(which)s."),
        ),
        Effect(
            "set-terrains", _("Its terrains become …"), "a-any", shape="terrains",
            face=_("Terrain becomes %(names)s"),
            brief=_("becomes %(names)s"),
            text=_("The target counts as living in %(names)s, and nowhere else."),
        ),
        Effect(
            "add-terrains", _("It also lives in …"), "a-any", shape="terrains",
            face=_("Also lives in %(names)s"),
            brief=_("also %(names)s"),
            text=_("The target lives in %(names)s as well."),
        ),
        Effect(
            "remove-terrains", _("It no longer lives in …"), "a-any", shape="terrains",
            face=_("No longer in %(names)s"),
            brief=_("no more %(names)s"),
            text=_("The target no longer lives in %(names)s."),
        ),
        Effect(
            "set-climates", _("Its climates become …"), "e-climate", shape="climates",
            face=_("Climate becomes %(names)s"),
            brief=_("becomes %(names)s"),
            text=_("The target counts as living in a %(names)s climate, and in no other."),
        ),
        Effect(
            "add-climates", _("It also lives in the climate …"), "e-climate", shape="climates",
            face=_("Also %(names)s"),
            brief=_("also %(names)s"),
            text=_("The target lives in a %(names)s climate as well."),
        ),
        Effect(
            "remove-climates", _("It no longer lives in the climate …"), "e-climate",
            shape="climates",
            face=_("No longer %(names)s"),
            brief=_("no more %(names)s"),
            text=_("The target no longer lives in a %(names)s climate."),
        ),
        Effect(
            "shift-climate", _("It turns warmer or colder"), "e-climate", shape="shift",
            face=(
                ngettext_lazy("%(steps)s step warmer", "%(steps)s steps warmer", "steps"),
                ngettext_lazy("%(steps)s step colder", "%(steps)s steps colder", "steps"),
            ),
            brief=(_("warmer"), _("colder")),
            text=(
                ngettext_lazy(
                    "Each climate of the target turns a step warmer. Hot stays hot.",
                    "Each climate of the target turns %(steps)s steps warmer. Hot stays hot.",
                    "steps",
                ),
                ngettext_lazy(
                    "Each climate of the target turns a step colder. Cold stays cold.",
                    "Each climate of the target turns %(steps)s steps colder. Cold stays cold.",
                    "steps",
                ),
            ),
        ),
        Effect(
            "freeze", _("It cannot move"), "e-freeze", shape="neighbours",
            face=_("It cannot move"),
            face_some=_("Freeze neighbours: %(which)s"),
            brief=_("stays put"),
            brief_some=_("neighbours stay put"),
            text=_("The target cannot MOVE, fly or SPREAD."),
            text_some=_("Neighbours of the target cannot MOVE, fly or SPREAD: %(which)s."),
        ),
        Effect(
            "take-control", _("It changes sides"), "e-control",
            face=_("Take control"),
            brief=_("becomes yours"),
            text=_("The target changes sides: it counts for you."),
        ),
        Effect(
            "change-points", _("It is worth more or less"), "i-star", shape="shift",
            face=_("Points %(by)s"),
            brief=ngettext_lazy("%(by)s point", "%(by)s points", "steps"),
            text=(
                ngettext_lazy(
                    "The target is worth a point more.", "The target is worth %(steps)s points more.", "steps"
                ),
                ngettext_lazy(
                    "The target is worth a point less.", "The target is worth %(steps)s points less.", "steps"
                ),
            ),
        ),
        Effect(
            "recover", _("Take species back from the discard pile"), "e-recover", shape="count",
            face=_("Take back %(count)s"),
            brief=ngettext_lazy("take back a species", "take back %(count)s species", "count"),
            text=ngettext_lazy(
                "You take a species of your choice from your discard pile into your hand.",
                "You take up to %(count)s species of your choice from your discard pile into your hand.",
                "count",
            ),
        ),
        Effect(
            "draw", _("Draw cards"), "i-deck", shape="count",
            face=_("Draw %(count)s"),
            brief=ngettext_lazy("draw a card", "draw %(count)s cards", "count"),
            text=ngettext_lazy("You draw a card.", "You draw %(count)s cards.", "count"),
        ),
        Effect(
            "opponent-discards", _("The opponent discards"), "i-hand", shape="count",
            face=_("Opponent discards %(count)s"),
            brief=ngettext_lazy(
                "they discard a card", "they discard %(count)s cards", "count"
            ),
            text=ngettext_lazy(
                "The other player discards a card from the hand, drawn at random.",
                "The other player discards %(count)s cards from the hand, drawn at random.",
                "count",
            ),
        ),
        Effect(
            "wind", _("Wind blows"), "a-wind",
            face=_("Wind"),
            brief=_("wind blows"),
            text=_("Wind blows round the target. If it spreads by wind, it now can."),
        ),
    )
}  # fmt: skip
"""By name. The position of each is its bit in `Card.effect_mask`, permanently: append, never reorder."""


def effect_chips(effects: Sequence[Mapping[str, object]] | None) -> list[Chip]:
    return [EFFECTS[str(block["do"])].shown(block) for block in effects or []]
