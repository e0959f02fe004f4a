"""Why an action is refused: one code, the clause that is broken, and a sentence.

This is the slow and talkative twin of legal.py. Both ask the same tables and the same predicate, and a test
holds that what one lists the other accepts, and nothing else.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from . import refusals as say
from .cards import HOME
from .legal import released_by
from .matchup import NEIGHBOURS, place
from .notation import ACTIONS, NOWHERE, space_of, split_choice
from .refusals import Refusal, lacking
from .support import LACKS, host_lack, lack, only_choosy

if TYPE_CHECKING:
    from .state import State


def refusal_of(state: "State", action: Mapping[str, Any]) -> Refusal | None:
    """The first check that a well-formed action with its seat fails, in the order of the record format."""
    do, seat = action["do"], action["seat"]
    if state.over:
        return Refusal("game-over", "P34" if do == "resign" else "P32", say.GAME_OVER)
    if do not in ACTIONS:
        return Refusal("unknown-action", "P10", say.UNKNOWN_ACTION, {"do": do})
    if do == "resign":
        return None
    if seat not in state.to_act or (do == "reveal") == state.running:
        return Refusal("not-your-turn", "P10" if state.running else "P8", say.NOT_YOUR_TURN)
    if do == "pass":
        return None
    if do != "reveal" and state.actions_left <= 0:
        return Refusal("no-actions-left", "P10", say.NO_ACTIONS_LEFT)
    return CHECKS[do](state, action)


def _not_held(state: "State", action: Mapping[str, Any], clause: str) -> Refusal | None:
    keys = [state.matchup.keys[slot] for slot in state.hands[action["seat"]]]
    if action["card"] in keys:
        return None
    return Refusal("card-not-held", clause, say.CARD_NOT_HELD, {"card": _name(state, action["card"])})


def _reveal(state: "State", action: Mapping[str, Any]) -> Refusal | None:
    if action["card"] is None:
        if any(state.matchup.species >> slot & 1 for slot in state.hands[action["seat"]]):
            return Refusal("bad-choice", "P8", say.MUST_REVEAL)
        return None
    refusal = _not_held(state, action, "P8")
    if refusal is None and state.matchup.definitions[action["card"]].kind != "species":
        return Refusal("bad-choice", "P8", say.REVEAL_SPECIES, {"card": _name(state, action["card"])})
    return refusal


def _discard(state: "State", action: Mapping[str, Any]) -> Refusal | None:
    refusal = _not_held(state, action, "P12")
    if refusal is None and not state.decks[action["seat"]]:
        return Refusal("deck-empty", "P12", say.DECK_EMPTY)
    return refusal


def _event(state: "State", action: Mapping[str, Any]) -> Refusal | None:
    if state.event_played and state.rules.event_ends_turn:
        return Refusal("event-already-played", "P11", say.EVENT_ALREADY_PLAYED)
    refusal = _not_held(state, action, "P28")
    if refusal is not None:
        return refusal
    event, space = state.held(action["seat"], action["card"]), space_of(action["at"])
    target = state.at.get(space)
    card = state.matchup.cards[event]
    names = {"card": card.name, "target": "" if target is None else _name_at(state, space)}
    if target is None:
        return Refusal("bad-target", "P28", say.NO_TARGET, names)
    if not face_up_species(state, target):
        return Refusal("bad-target", "P28", say.NEVER_A_TARGET, names)
    if card.kind != "event":
        return Refusal("bad-choice", "P28", say.NO_EVENT, names)
    if not state.tables.targets[event] >> target & 1:
        return Refusal("bad-target", "P28", say.WRONG_TARGET, names)
    if split_choice(state, event, space, action.get("choose")) is None:
        return Refusal("bad-choice", "P30", say.BAD_CHOICE, names)
    return None


def face_up_species(state: "State", slot: int) -> bool:
    """P28, P23, P24: HOME, habitats and face-down cards can be chosen for nothing."""
    return bool((state.matchup.species & ~state.face_down) >> slot & 1)


def _play(state: "State", action: Mapping[str, Any]) -> Refusal | None:
    refusal = _not_held(state, action, "P22")
    if refusal is not None:
        return refusal
    slot, space = state.held(action["seat"], action["card"]), space_of(action["at"])
    card = state.matchup.cards[slot]
    if action.get("under"):
        return _play_under(state, slot, space)
    names = {"card": card.name, "target": _name_at(state, space)}
    if space in state.at:
        if card.kind != "species" or card.abilities.invasive is None:
            return Refusal("space-taken", "P22", say.SPACE_TAKEN, names)
        prey = state.at[space]
        if space in state.below:
            return Refusal("stack-full", "P23", say.STACK_FULL, names)
        if not state.tables.prey[slot] >> prey & 1:
            return Refusal("bad-target", "P23", say.CANNOT_COVER, names)
    if card.abilities.parasitic is not None and card.abilities.parasitic.needs_host:
        return Refusal("bad-target", "P24", say.NEEDS_HOST, names)
    if card.kind == "event":
        return Refusal("bad-choice", "P22", say.NO_SPECIES, names)
    return unsupported_at(state, slot, space, owner=action["seat"] if state.rules.own_neighbour else None)


def _play_under(state: "State", slot: int, space: int) -> Refusal | None:
    """P24: a parasite under a host."""
    host, card = state.at.get(space), state.matchup.cards[slot]
    names = {"card": card.name, "target": _name_at(state, space)}
    if space in state.below:
        return Refusal("stack-full", "P24", say.STACK_FULL, names)
    if host is None or not face_up_species(state, host):
        return Refusal("bad-target", "P24", say.NO_HOST, names)
    if card.abilities.parasitic is None:
        return Refusal("bad-choice", "P24", say.NO_PARASITE, names)
    if not state.tables.hosts[slot] >> host & 1:
        return Refusal("bad-target", "P24", say.WRONG_HOST, names)
    missing = host_lack(state.face(slot), state.face(host))
    if missing is None:
        return None
    refusal = lacking(missing, state.face(slot), state.face(host), state.options.food_step, place(space))
    return replace(refusal, clause="P24")


def _own_upper(state: "State", action: Mapping[str, Any], clause: str) -> Refusal | int:
    """The seat's own upper card at `from`."""
    space = space_of(action["from"])
    slot = state.at.get(space)
    if slot is None:
        return Refusal("not-your-card", clause, say.NO_CARD_THERE)
    if not state.own[action["seat"]] >> slot & 1:
        return Refusal("not-your-card", clause, say.NOT_YOUR_CARD, {"card": _name_at(state, space)})
    return slot


def _move(state: "State", action: Mapping[str, Any]) -> Refusal | None:
    slot = _own_upper(state, action, "P25")
    if isinstance(slot, Refusal):
        return slot
    space, to = space_of(action["from"]), space_of(action["to"])
    names = {"card": _name_at(state, space), "target": _name_at(state, to)}
    mobile = state.matchup.mobile >> slot & 1 and face_up_species(state, slot)
    if not mobile:
        return Refusal("cannot-move", "P25", say.CANNOT_MOVE, names)
    if state.frozen() >> slot & 1:
        return Refusal("cannot-move", "P30", say.FROZEN, names)
    too_far = _too_far(state, slot, action["from"], action["to"])
    if too_far is not None:
        return too_far
    if to in state.at:
        return Refusal("space-taken", "P25", say.SPACE_TAKEN, names)
    return unsupported_at(state, slot, to)


def _too_far(state: "State", slot: int, start: list[int], end: list[int]) -> Refusal | None:
    abilities = state.matchup.cards[slot].abilities
    across, up = abs(end[0] - start[0]), abs(end[1] - start[1])
    straight = max(abilities.move, abilities.flight)
    names = {"card": state.matchup.cards[slot].name, "move": straight}
    if across and up and (across != up or not abilities.flight):
        return Refusal("too-far", "P25", say.NOT_STRAIGHT, names)
    if max(across, up) > (abilities.flight if across and up else straight):
        return Refusal("too-far", "P25", say.TOO_FAR, names)
    return None


def _spread(state: "State", action: Mapping[str, Any]) -> Refusal | None:
    missing = Counter(action["cards"]) - Counter(state.matchup.keys[slot] for slot in state.spread_source())
    if missing:
        where = say.NOT_IN_PILE if state.rules.spread_from == "discards" else say.CARD_NOT_HELD
        return Refusal("card-not-held", "P26", where, {"card": _name(state, min(missing))})
    slot = _own_upper(state, action, "P26")
    if isinstance(slot, Refusal):
        return slot
    space = space_of(action["from"])
    names = {"card": _name_at(state, space)}
    spread = state.matchup.cards[slot].abilities.spread
    if spread is None or not face_up_species(state, slot):
        return Refusal("cannot-move", "P26", say.CANNOT_SPREAD, names)
    if state.frozen() >> slot & 1:
        return Refusal("cannot-move", "P30", say.FROZEN, names)
    if not state.able_to_spread(1 << slot):
        return Refusal("cannot-move", "P26", say.SPREAD_NEED[" or ".join(sorted(spread.needs))], names)
    spaces = [space_of(at) for at in action["to"]]
    if any(to - space not in NEIGHBOURS for to in spaces):
        return Refusal("too-far", "P26", say.NOT_BESIDE_SPREADER, names)
    taken = [to for place_in, to in enumerate(spaces) if to in state.at or to in spaces[:place_in]]
    if taken:
        return Refusal("space-taken", "P26", say.SPACE_TAKEN, {**names, "target": _name_at(state, taken[0])})
    if not 1 <= len(action["cards"]) <= spread.count or len(action["cards"]) != len(spaces):
        return Refusal("bad-choice", "P26", say.SPREAD_COUNT, {**names, "count": spread.count})
    return None


CHECKS: dict[str, Callable[["State", Mapping[str, Any]], Refusal | None]] = {
    "reveal": _reveal,
    "play": _play,
    "move": _move,
    "spread": _spread,
    "event": _event,
    "discard": _discard,
}


def neighbours(state: "State", space: int, *, without: int | None = None) -> Iterator[int]:
    """The upper cards left, right, below and above a space; `without` is one that moves away (P25)."""
    for step in NEIGHBOURS:
        other = state.at.get(space + step)
        if other is not None and other == without:
            released = released_by(state, space + step)
            other = released.bit_length() - 1 if released else None
        if other is not None:
            yield other


def lacks(state: "State", slot: int, space: int, *, owner: int | None = None) -> dict[int, str | None]:
    """What each card beside a space lacks to support `slot` there; None for one that supports it (P15).

    With `owner`, cards that this seat does not control count for nothing (P19).
    """
    x = state.face(slot)
    found: dict[int, str | None] = {}
    for other in neighbours(state, space, without=slot if state.cell_of[slot] else None):
        if owner is not None and x.card.kind == "species" and not state.own[owner] >> other & 1:
            found[other] = "no-neighbour"
        else:
            found[other] = lack(x, state.face(other), state.rules, state.options.food_step)
    return found


def missing_support(state: "State", slot: int) -> str | None:
    """What a card lacks where it lies (P13), as in `lacks`, or `not-adjacent` or `no-host`; None: nothing."""
    space = state.cell_of[slot]
    host = state.at[space]
    if host != slot:
        return host_lack(state.face(slot), state.face(host))
    parasitic = state.matchup.cards[slot].abilities.parasitic
    if parasitic is not None and parasitic.needs_host and slot not in state.seedlings:
        return "no-host"
    if not state.loose >> slot & 1:
        return None
    found = [code or "not-adjacent" for code in lacks(state, slot, space).values()]
    return max(found, key=[*LACKS, "not-adjacent"].index, default="no-neighbour")


def unsupported_at(state: "State", slot: int, space: int, *, owner: int | None = None) -> Refusal | None:
    """P15 to P19, P27: why a card may not lie in a space; the neighbour that comes furthest decides."""
    x = state.face(slot)
    parasitic = x.card.abilities.parasitic
    if parasitic is not None and parasitic.needs_host:
        return Refusal("no-food", "P24", say.NEEDS_HOST, {"card": x.card.name})
    found = lacks(state, slot, space, owner=owner) if space != NOWHERE else {}
    if not found:
        return Refusal("no-neighbour", "P15", say.NO_NEIGHBOUR, {"card": x.card.name})
    if None not in found.values():
        # Among equals a species explains more than HOME.
        nearest = max(
            found, key=lambda other: (LACKS.index(found[other] or ""), other not in state.matchup.starters)
        )
        missing = found[nearest] or ""
        if missing == "no-neighbour":
            return Refusal(missing, "P19", say.NOT_OWN_NEIGHBOUR, {"card": x.card.name})
        y, step = state.face(nearest), state.options.food_step
        choosy = missing == "no-food" and only_choosy(x, y, state.rules, step)
        return lacking(missing, x, y, step, place(state.cell_of[nearest]), choosy=choosy)
    if not any(state.tables.beside[slot] >> other & 1 for other in found):
        return Refusal("not-adjacent", "P27", say.NOT_BESIDE, {"card": x.card.name})
    return None


def _name(state: "State", key: str) -> str:
    card = state.matchup.definitions.get(key, HOME)
    return card.name


def _name_at(state: "State", space: int) -> str:
    slot = state.at.get(space)
    if slot is None:
        return ""
    return (
        say.SEEDLING % {"card": state.face(slot).card.name}
        if slot in state.seedlings
        else say.name_of(state.face(slot))
    )
