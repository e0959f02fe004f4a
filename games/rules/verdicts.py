"""The engine's verdict on an action in words: why it is refused, or what makes it fit."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import engine
from cards.words import all_of
from engine.record_format import Space
from games.table.board import card_of
from games.wording import sentence

Action = Mapping[str, Any]


@dataclass(frozen=True)
class Verdict:
    """`code` and `clause` are those of the refusal; both empty for an action that is legal."""

    words: str
    code: str = ""
    clause: str = ""

    @property
    def fits(self) -> bool:
        return not self.code


def judge(state: engine.State, action: Action, cards: Mapping[str, Mapping[str, Any]]) -> Verdict:
    """The verdict on an action, without its seat, of the seat to act."""
    refusal = state.why_not({"seat": state.to_act[0], **action})
    if refusal is not None:
        return Verdict(sentence(refusal), refusal.code, refusal.clause)
    return Verdict(_welcome(state, action, cards))


def _welcome(state: engine.State, action: Action, cards: Mapping[str, Mapping[str, Any]]) -> str:
    """A sentence for a legal action that names what it rests on."""
    lying = _names(state.position()["spaces"], cards)
    if action["do"] == "spread":
        return _("%(card)s can spread to this space.") % {"card": lying[tuple(action["from"])]}
    if action["do"] == "move":
        found = engine.supporters(state, "", action["to"], start=action["from"])
        names = {"card": lying[tuple(action["from"])], "names": _supporting(found, lying)}
        return _("%(card)s can move here: %(names)s supports it.") % names
    card = card_of(cards, action["card"])
    names = {"card": card["name"], "target": lying.get(tuple(action["at"]), "")}
    if action["do"] == "event":
        return _("%(card)s can be played on %(target)s.") % names
    if action.get("under"):
        return _("%(card)s can live under %(target)s.") % names
    if names["target"]:
        return _("%(card)s can take the place of %(target)s.") % names
    found = engine.supporters(state, action["card"], action["at"])
    names["names"] = _supporting(found, lying)
    if card.get("food_chain", 1) > 1:
        return _("%(card)s fits: its food is %(names)s.") % names
    if names["names"] == "HOME":
        return _("%(card)s fits: it has number 1, and HOME suits every card with number 1.") % names
    return _("%(card)s fits: it shares terrain and climate with %(names)s.") % names


def _names(spaces: list[Space], cards: Mapping[str, Mapping[str, Any]]) -> dict[tuple[int, ...], str]:
    """The name of the upper card of each space."""
    names = {tuple(space["at"]): card_of(cards, space["card"])["name"] for space in spaces}
    for space in spaces:
        if "face_down" in space:
            origin = {"name": names[tuple(space["face_down"]["of"])]}
            names[tuple(space["at"])] = _("the seedling of %(name)s") % origin
    return names


def _supporting(found: Mapping[tuple[int, int], str | None], lying: Mapping[tuple[int, ...], str]) -> str:
    return all_of([lying[at] for at, missing in found.items() if missing is None])
