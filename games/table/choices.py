"""The choices that the page offers to the seat to act: legal actions with source, place, gain and reason.

The page knows no rules: it highlights what is listed here and sends back the chosen action.
"""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from django.utils.translation import gettext as _

from cards.keywords.effects import EFFECTS
from cards.words import all_of, signed
from engine.phylo.bonds import supporters as engine_supporters
from engine.phylo.state import State
from games.matches.wording import short_name
from games.table.board import Action, Card, at_of, card_of
from games.table.lines import side_of


class Part(TypedDict):
    """
    A card that an action takes: `id` within its source, `art` the URL of its picture, and where it goes as
    `at` and in words as `side`; None and "" if it goes nowhere.
    """

    id: str
    name: str
    art: str
    at: list[int] | None
    side: str


class Consequence(TypedDict, total=False):
    """
    The effect of an action: `gain` ("+3"), `reason`, `tone` ("save" or "risk" where it changes which cards
    are at risk), `links` (the spaces of the neighbours that support the card there), `label` (tells apart
    choices with the same source and space), `parts` (the cards that a spread or an event takes).
    """

    gain: str
    reason: str
    tone: str
    links: list[list[int]]
    label: str
    parts: list[Part]


class Choice(Consequence):
    """
    A legal action (without its seat): `source` is "hand:<key>", "space:<x>,<y>" or "", `at` the space to
    click for it, `key` the digit that chooses it.
    """

    action: Action
    do: str
    source: str
    at: list[int] | None
    key: int | None


def choices(state: State, seat: int, cards: Mapping[str, Card]) -> list[Choice]:
    """One choice for each legal action of the seat."""
    if seat not in state.to_act:
        return []
    foresight = Foresight(state, seat, cards)
    found = [foresight.choice(action) for action in state.legal(seat)]
    return _numbered(found)


def source_of(action: Action) -> str:
    if "from" in action:
        return "space:{},{}".format(*action["from"])
    return f"hand:{action['card']}" if action.get("card") else ""


def place_of(action: Action) -> list[int] | None:
    """The space to click for an action; for a spread its first one."""
    to = action.get("at") or action.get("to")
    if not to:
        return None
    return list(to[0]) if isinstance(to[0], list | tuple) else list(to)


def supporters(state: State, action: Action) -> list[list[int]]:
    """The neighbours' spaces that would support the card of a `play` or `move` in its new space (P15)."""
    at = list(action.get("at") or action["to"])
    lacking = engine_supporters(state, action.get("card", ""), at, start=action.get("from"))
    return [list(beside) for beside, lack in lacking.items() if lack is None]


def _numbered(found: list[Choice]) -> list[Choice]:
    """Number the spaces of each source: first those that save a card, then from left to right."""
    order = sorted(found, key=lambda choice: (choice["tone"] != "save", choice["at"] or []))
    places: dict[str, list[list[int]]] = {}
    for choice in order:
        if choice["at"] is None:
            continue
        known = places.setdefault(choice["source"], [])
        if choice["at"] not in known:
            known.append(choice["at"])
        number = known.index(choice["at"]) + 1
        choice["key"] = number if number <= 9 else None
    return order


class Foresight:
    """Finds out what an action would change on the table, by trying it on a copy of the state."""

    def __init__(self, state: State, seat: int, cards: Mapping[str, Card]) -> None:
        self.state = state
        self.seat = seat
        self.cards = cards
        self.spaces = {at_of(space["at"]): space for space in state.view_for(seat)["spaces"]}
        self.at_risk = {at_of(risk["at"]) for risk in state.at_risk() if risk["seat"] == seat}
        self.beside, self.move_here = _("beside %(name)s"), _("Move here")
        # With actions to spare no upkeep follows the action and blurs its effect.
        self.ahead = state.copy()
        self.ahead.actions_left = 9

    def choice(self, action: Action) -> Choice:
        return {
            "action": dict(action),
            "do": action["do"],
            "source": source_of(action),
            "at": place_of(action),
            "gain": "",
            "reason": "",
            "tone": "",
            "links": [],
            "label": "",
            "parts": [],
            "key": None,
            **self._consequence(action),
        }

    def _consequence(self, action: Action) -> Consequence:
        card = card_of(self.cards, action.get("card") or self._key_at(action.get("from")))
        match action["do"]:
            case "play" | "move":
                return self._placement(action, card)
            case "event":
                return self._event(action, card)
            case "spread":
                return {"reason": _("spread here"), "parts": self._spread_parts(action)}
            case "reveal":
                return {"reason": _("show this card")}
        return {}

    def _placement(self, action: Action, card: Card) -> Consequence:
        links = supporters(self.state, action)
        tried = self.state.may_change_risks(action, self.at_risk)
        saved, lost = self._changed_risks(action) if tried else ([], [])
        gain = signed(card.get("points") or 0) if action["do"] == "play" else ""
        covered = self._key_at(action.get("at"))
        if saved:
            reason, tone = _("saves %(name)s") % {"name": all_of([self._short(key) for key in saved])}, "save"
        elif lost:
            reason, tone = _("risks %(name)s") % {"name": all_of([self._short(key) for key in lost])}, "risk"
        elif action.get("under"):
            reason, tone = _("under %(name)s") % {"name": self._name(covered)}, ""
        elif covered:
            reason, tone = _("onto %(name)s") % {"name": self._name(covered)}, ""
        else:
            reason, tone = self._beside(links), ""
        label = self.move_here
        if covered:
            over = _("Under %(name)s") if action.get("under") else _("On top of %(name)s")
            label = over % {"name": self._name(covered)}
        return {
            "gain": gain,
            "reason": reason,
            "tone": tone,
            "links": links,
            "label": label,
        }

    def _beside(self, links: Sequence[Sequence[int]]) -> str:
        if not links:
            return ""
        return self.beside % {"name": self._short(self._key_at(links[0]))}

    def _event(self, action: Action, card: Card) -> Consequence:
        points = card_of(self.cards, self._key_at(action["at"])).get("points") or 0
        effects = card.get("effects") or []
        gain = ""
        if any(effect["do"] == "discard" for effect in effects):
            gain = signed(-points)
        elif any(effect["do"] == "take-control" for effect in effects):
            gain = signed(points)
        words = [EFFECTS[effect["do"]].in_brief(effect) for effect in effects]
        parts = [self._part(key) for key in action.get("choose", [])]
        return {"gain": gain, "reason": words[0] if words else "", "parts": parts}

    def _spread_parts(self, action: Action) -> list[Part]:
        pairs = zip(action["cards"], action["to"], strict=True)
        return [self._part(key, to=list(to), side=side_of(to, action["from"])) for key, to in pairs]

    def _part(self, key: str, *, to: list[int] | None = None, side: str = "") -> Part:
        identity = "{}:{},{}".format(key, *to) if to else key
        art = card_of(self.cards, key).get("art", "")
        return {"id": identity, "name": self._name(key), "art": art, "at": to, "side": side}

    def _changed_risks(self, action: Action) -> tuple[list[str], list[str]]:
        """The keys of the seat's cards that the action would save from the upkeep, and that it would lose."""
        ahead = self.ahead.copy()
        ahead.apply({**action, "seat": self.seat})
        after = ahead.at_risk()
        mine = self.at_risk
        then = {at_of(risk["at"]) for risk in after if risk["seat"] == self.seat}
        moved = tuple(action.get("from", ()))
        saved = [self._key_at(at) for at in sorted(mine - then - {moved})]
        lost = [self._key_at(at) for at in sorted(then - mine) if at in self.spaces]
        return [key for key in saved if key], [key for key in lost if key]

    def _key_at(self, at: Sequence[int] | None) -> str | None:
        """The key of the top card of a space."""
        return self.spaces[at_of(at)]["card"] if at and at_of(at) in self.spaces else None

    def _name(self, key: str | None) -> str:
        return str(card_of(self.cards, key)["name"])

    def _short(self, key: str | None) -> str:
        return short_name(self._name(key))
