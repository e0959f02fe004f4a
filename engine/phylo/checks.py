"""Whether an action is legal, and if not, why: a code, the clause that it breaks, and a sentence.

A check returns None for a legal action, or else the first fault. legal.py lists the legal actions: common
ones from the tables that the checks use too, rare ones by calling the checks.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from engine.contract import Refusal, cut
from engine.phylo import refusals as say
from engine.phylo.cards import HOME
from engine.phylo.game import Game
from engine.phylo.matchup import EVERY, NEIGHBOURS, place
from engine.phylo.notation import ACTIONS, NOWHERE, space_of, split_choice
from engine.phylo.support import LACKS, NOT_YOURS, Support, fields_of, host_support, name_of, support
from engine.record_format import Action, Discard, Move, Place, Play, PlayEvent, Reveal, Spread


class Fault(NamedTuple):
    """What is wrong with an action; `refused` puts it into words."""

    code: str
    clause: str
    template: str


UNSUPPORTED = Fault("", "", "")
"""Neither neighbour nor host supports the card; `refused` looks up which one comes nearest."""


def why_not(game: Game, action: Action) -> Refusal | None:
    """The first check that a well-formed action, with its seat, fails, in the order of the record format."""
    do, seat = action["do"], action["seat"]
    if game.over:
        return Refusal("game-over", "P34" if do == "resign" else "P32", say.GAME_OVER)
    if do not in ACTIONS:
        return Refusal("unknown-action", "P10", say.UNKNOWN_ACTION, {"do": cut(do)})
    if action["do"] == "resign":
        return None
    if seat not in game.to_act or (do == "reveal") == game.running:
        return Refusal("not-your-turn", "P10" if game.running else "P8", say.NOT_YOUR_TURN)
    if action["do"] == "pass":
        return None
    if action["do"] == "reveal":
        return _reveal(game, action)
    refusal = _no_action_left(game, do)
    if refusal is not None:
        return refusal
    if action["do"] == "discard":
        return _discard(game, action)
    if action["do"] == "event":
        return _event(game, action)
    if action["do"] == "play":
        return _play(game, action)
    if action["do"] == "move":
        return _move(game, action)
    return _spread(game, action)


# Actions as the record format writes them.


def _no_action_left(game: Game, do: str) -> Refusal | None:
    if game.actions_left <= 0:
        return Refusal("no-actions-left", "P10", say.NO_ACTIONS_LEFT)
    if game.event_was_last:
        template = say.EVENT_ALREADY_PLAYED if do == "event" else say.EVENT_WAS_LAST
        return Refusal("event-already-played", "P11", template)
    return None


def _not_in_hand(game: Game, seat: int, key: str, clause: str) -> Refusal | None:
    if any(game.matchup.keys[slot] == key for slot in game.hands[seat]):
        return None
    return Refusal("card-not-held", clause, say.CARD_NOT_HELD, {"card": _name(game, key)})


def _reveal(game: Game, action: Reveal) -> Refusal | None:
    key = action["card"]
    if key is None:
        if any(game.matchup.species >> slot & 1 for slot in game.hands[action["seat"]]):
            return Refusal("bad-choice", "P8", say.MUST_REVEAL)
        return None
    refusal = _not_in_hand(game, action["seat"], key, "P8")
    if refusal is None and game.matchup.definitions[key].kind != "species":
        return Refusal("bad-choice", "P8", say.REVEAL_SPECIES, {"card": _name(game, key)})
    return refusal


def _discard(game: Game, action: Discard) -> Refusal | None:
    refusal = _not_in_hand(game, action["seat"], action["card"], "P12")
    if refusal is None and not game.decks[action["seat"]]:
        return Refusal("deck-empty", "P12", say.DECK_EMPTY)
    return refusal


def _event(game: Game, action: PlayEvent) -> Refusal | None:
    refusal = _not_in_hand(game, action["seat"], action["card"], "P28")
    if refusal is not None:
        return refusal
    event, space = game.slot_in_hand(action["seat"], action["card"]), space_of(action["at"])
    fault = event_fault(game, event, space)
    if fault is None and split_choice(game, event, space, action.get("choose")) is None:
        fault = Fault("bad-choice", "P30", say.BAD_CHOICE)
    return fault and refused(game, fault, event, space)


def _play(game: Game, action: Play) -> Refusal | None:
    seat, under = action["seat"], action.get("under", False)
    refusal = _not_in_hand(game, action["seat"], action["card"], "P22")
    if refusal is not None:
        return refusal
    slot, space = game.slot_in_hand(seat, action["card"]), space_of(action["at"])
    fault = under_fault(game, slot, space) if under else play_fault(game, seat, slot, space)
    return fault and refused(game, fault, slot, space, under=under, seat=seat)


def _own_upper(game: Game, action: Move | Spread, clause: str) -> Refusal | int:
    """The seat's own upper card at `from`."""
    slot = game.at.get(space_of(action["from"]))
    if slot is None:
        return Refusal("not-your-card", clause, say.NO_CARD_THERE)
    if not game.own[action["seat"]] >> slot & 1:
        return Refusal("not-your-card", clause, say.NOT_YOUR_CARD, {"card": _lying(game, slot)})
    return slot


def _move(game: Game, action: Move) -> Refusal | None:
    slot = _own_upper(game, action, "P25")
    if isinstance(slot, Refusal):
        return slot
    fault = move_fault(game, slot, action["from"], action["to"])
    return fault and refused(game, fault, slot, space_of(action["to"]))


def _spread(game: Game, action: Spread) -> Refusal | None:
    keys, spaces = action["cards"], [space_of(at) for at in action["to"]]
    missing = Counter(keys) - Counter(game.matchup.keys[slot] for slot in game.spread_source())
    if missing:
        where = say.NOT_IN_PILE if game.rules.spread_from == "discards" else say.CARD_NOT_HELD
        return Refusal("card-not-held", "P26", where, {"card": _name(game, min(missing))})
    slot = _own_upper(game, action, "P26")
    if isinstance(slot, Refusal):
        return slot
    space, fault = NOWHERE, spread_fault(game, slot)
    if fault is None and any(to - game.cell_of[slot] not in NEIGHBOURS for to in spaces):
        fault = Fault("too-far", "P26", say.NOT_BESIDE_SPREADER)
    if fault is None:
        taken = [to for number, to in enumerate(spaces) if to in game.at or to in spaces[:number]]
        if taken:
            space, fault = taken[0], Fault("space-taken", "P26", say.SPACE_TAKEN)
        elif not 1 <= len(keys) <= game.matchup.spreads[slot] or len(keys) != len(spaces):
            fault = Fault("bad-choice", "P26", say.SPREAD_COUNT)
    return fault and refused(game, fault, slot, space)


# The same by slots and spaces. Faults are found in the order of the record format.


def event_fault(game: Game, event: int, space: int) -> Fault | None:
    """P28: an event from hand on the upper card of a space, whatever cards it may recover."""
    target = game.at.get(space)
    if target is None:
        return Fault("bad-target", "P28", say.NO_TARGET)
    if not is_face_up_species(game, target):
        return Fault("bad-target", "P28", say.NEVER_A_TARGET)
    if event not in game.matchup.events:
        return Fault("bad-choice", "P28", say.NO_EVENT)
    if not game.tables.targets[event] >> target & 1:
        return Fault("bad-target", "P28", say.WRONG_TARGET)
    return None


def is_face_up_species(game: Game, slot: int) -> bool:
    """P28, P23, P24: HOME, habitats and face-down cards can never be chosen."""
    return bool((game.matchup.species & ~game.face_down) >> slot & 1)


def play_fault(game: Game, seat: int, slot: int, space: int) -> Fault | None:
    """P21 to P23: a card from hand into a space, as an invader where a card lies."""
    card = game.matchup.cards[slot]
    if space in game.at:
        if card.abilities.invasive is None:
            return Fault("space-taken", "P22", say.SPACE_TAKEN)
        if space in game.below:
            return Fault("stack-full", "P23", say.STACK_FULL)
        if not game.tables.prey[slot] >> game.at[space] & 1:
            return Fault("bad-target", "P23", say.CANNOT_COVER)
    if card.abilities.needs_host:
        return Fault("bad-target", "P24", say.NEEDS_HOST)
    if card.kind == "event":
        return Fault("bad-choice", "P22", say.NO_SPECIES)
    near = game.near[space] if space in game.at else game.open.get(space, 0)
    return support_fault(game, slot, near, counting(game, slot, seat))


def counting(game: Game, slot: int, seat: int) -> int:
    """The set of cards that can support a card that a seat plays: under P19 only its own for a species."""
    return game.own[seat] if game.matchup.rules.own_neighbour and game.matchup.species >> slot & 1 else EVERY


def support_fault(game: Game, slot: int, near: int, counting: int = EVERY) -> Fault | None:
    """P15 to P19, P27: whether the set of cards beside a space supports a card there; see `counting`."""
    if near & game.tables.support[slot] & counting:
        return None if near & game.tables.beside[slot] else Fault("not-adjacent", "P27", say.NOT_BESIDE)
    return UNSUPPORTED if near else Fault("no-neighbour", "P15", say.NO_NEIGHBOUR)


def under_fault(game: Game, slot: int, space: int) -> Fault | None:
    """P24: a parasite from hand under a host."""
    host, parasitic = game.at.get(space), game.matchup.cards[slot].abilities.parasitic
    if space in game.below:
        return Fault("stack-full", "P24", say.STACK_FULL)
    if host is None or not is_face_up_species(game, host):
        return Fault("bad-target", "P24", say.NO_HOST)
    if parasitic is None:
        return Fault("bad-choice", "P24", say.NO_PARASITE)
    if not game.tables.hosts[slot] >> host & 1:
        return Fault("bad-target", "P24", say.WRONG_HOST)
    return None if host_support(game.face(slot), game.face(host)).supports else UNSUPPORTED


def move_fault(game: Game, slot: int, start: Place, end: Place) -> Fault | None:
    """P25: the upper card at `start` to another space."""
    to, abilities = space_of(end), game.matchup.cards[slot].abilities
    if not (game.matchup.mobile >> slot & 1 and is_face_up_species(game, slot)):
        return Fault("cannot-move", "P25", say.CANNOT_MOVE)
    if game.frozen() >> slot & 1:
        return Fault("cannot-move", "P30", say.FROZEN)
    across, up = abs(end[0] - start[0]), abs(end[1] - start[1])
    if across and up and (across != up or not abilities.flight):
        return Fault("too-far", "P25", say.NOT_STRAIGHT)
    if max(across, up) > (abilities.flight if across and up else max(abilities.move, abilities.flight)):
        return Fault("too-far", "P25", say.TOO_FAR)
    if to in game.at:
        return Fault("space-taken", "P25", say.SPACE_TAKEN)
    if abilities.needs_host:
        return Fault("no-food", "P24", say.NEEDS_HOST)
    return support_fault(game, slot, near_after_move(game, slot, to))


def near_after_move(game: Game, slot: int, to: int) -> int:
    """The set of cards beside an empty space after a card has moved there; it may release one (P23)."""
    near, start = game.open.get(to, 0) & ~(1 << slot), game.cell_of[slot]
    return near | released_by(game, start) if to - start in NEIGHBOURS else near


def released_by(game: Game, space: int) -> int:
    """P23: the covered card, as a set, that counts again as soon as its invader leaves."""
    below = game.below.get(space)
    return 1 << below & game.covered if below is not None else 0


def spread_fault(game: Game, slot: int) -> Fault | None:
    """P26: whether an upper card may spread now."""
    spread = game.matchup.cards[slot].abilities.spread
    if spread is None or not is_face_up_species(game, slot):
        return Fault("cannot-move", "P26", say.CANNOT_SPREAD)
    if game.frozen() >> slot & 1:
        return Fault("cannot-move", "P30", say.FROZEN)
    if not game.able_to_spread(1 << slot):
        return Fault("cannot-move", "P26", say.SPREAD_NEED[" or ".join(sorted(spread.needs))])
    return None


# In words.


def refused(
    game: Game, fault: Fault, slot: int, space: int, *, under: bool = False, seat: int | None = None
) -> Refusal:
    """The refusal of a card at a space: `under` as a parasite, played by `seat` or moved (None)."""
    if fault is UNSUPPORTED:
        return _unsupported(game, slot, space, under=under, seat=seat)
    abilities, there = game.matchup.cards[slot].abilities, game.at.get(space)
    return Refusal(
        *fault,
        {
            "card": _lying(game, slot),
            "target": "" if there is None else _lying(game, there),
            "move": max(abilities.move, abilities.flight),
            "count": game.matchup.spreads[slot],
        },
    )


def _unsupported(game: Game, slot: int, space: int, *, under: bool, seat: int | None) -> Refusal:
    """The neighbour that passes the most checks decides; a tie goes to a species rather than a starter."""
    x = game.face(slot)
    if under:
        nearest = game.at[space]
        found = host_support(x, game.face(nearest))
    else:
        beside = neighbour_support(game, slot, space, seat=seat)
        nearest = max(
            beside, key=lambda other: (LACKS.index(beside[other].kind), other not in game.matchup.starters)
        )
        found = beside[nearest]
    if found is NOT_YOURS:
        return Refusal(found.kind, found.clause, say.NOT_OWN_NEIGHBOUR, {"card": x.card.name})
    # In records, missing food is P18, even where only P27 rules the food out.
    clause = "P18" if found.kind == "no-food" and found.clause == "P27" else found.clause
    fields = fields_of(x, game.face(nearest))
    return Refusal(found.kind, clause, found.sentences[0], fields, place(game.cell_of[nearest]))


def neighbour_support(game: Game, slot: int, space: int, *, seat: int | None = None) -> dict[int, Support]:
    """The support of each card beside a space for `slot` there: left, right, below, above (P15).

    If `seat` plays the card, cards that it does not control may not count (P19).
    """
    x, found = game.face(slot), {}
    counts = EVERY if seat is None else counting(game, slot, seat)
    for other in _neighbours(game, space, without=slot if game.cell_of[slot] else None):
        if counts >> other & 1:
            found[other] = support(x, game.face(other), game.rules, game.options.food_step)
        else:
            found[other] = NOT_YOURS
    return found


def _neighbours(game: Game, space: int, *, without: int | None) -> Iterator[int]:
    """The upper cards beside a space; `without` is a card that moves away (P25)."""
    for step in NEIGHBOURS:
        other = game.at.get(space + step)
        if other is not None and other == without:
            released = released_by(game, space + step)
            other = released.bit_length() - 1 if released else None
        if other is not None:
            yield other


def _name(game: Game, key: str) -> str:
    return game.matchup.definitions.get(key, HOME).name


def _lying(game: Game, slot: int) -> str:
    """The card's name as it lies, perhaps as a seedling."""
    name = name_of(game.face(slot))
    return say.SEEDLING % {"card": name} if slot in game.seedlings else name
