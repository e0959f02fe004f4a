"""How a game starts: decks, starters and opening hands (P3 to P8)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import chance, turn
from .cards import Card
from .deck import deck_problems, hand_fault, starter_fault
from .matchup import Matchup, cell
from .rules import InvalidSetup, Options, RuleSet

if TYPE_CHECKING:
    from .state import State


def check_setup(
    rules: RuleSet, options: Options, cards: Mapping[str, Card], decks: Sequence[Sequence[str]],
    starters: Sequence[str], opening_hands: Sequence[Sequence[str]] | None,
) -> list[list[str]] | None:  # fmt: skip
    """Check P4, P6 and P7; the opening hands to deal, or None for random ones. Raises `InvalidSetup`."""
    if len(decks) != 2 or len(starters) != 2:
        raise InvalidSetup("a game has two decks and two starters")
    for seat, deck in enumerate(decks):
        problems = deck_problems(rules, options, cards, deck)
        if problems:
            raise InvalidSetup(f"deck of seat {seat}: {problems[0]}")
    for key in starters:
        fault = starter_fault(rules, cards, key)
        if fault is not None:
            raise InvalidSetup(fault.message)
    if opening_hands is None or len(opening_hands) != 2:
        if opening_hands is None and options.opening_hand == "random":
            return None
        raise InvalidSetup("option opening_hand is preselected, but there are no two opening hands")
    for seat, hand in enumerate(opening_hands):
        fault = hand_fault(rules, decks[seat], hand)
        if fault is not None:
            raise InvalidSetup(f"opening hand of seat {seat}: {fault.message}")
    return [list(hand) for hand in opening_hands] if options.opening_hand == "preselected" else None


def deal(state: "State", seed: int, hands: list[list[str]] | None) -> None:
    """Lay the starters, shuffle and deal (P3, P7), and reveal unless the players choose (P8)."""
    matchup = state.matchup
    state.chance = seed
    lay_starters(state)
    for seat in (0, 1):
        rest, hand = pool_slots(matchup, seat), []
        for key in hands[seat] if hands else ():
            slot = next(slot for slot in rest if matchup.keys[slot] == key)
            rest.remove(slot)
            hand.append(slot)
        rest, state.chance = chance.shuffled(state.chance, rest)
        dealt = matchup.rules.hand - len(hand)
        state.hands[seat] = hand + rest[:dealt]
        state.decks[seat] = rest[dealt:][::-1]
        if state.log is not None:
            keys = [matchup.keys[slot] for slot in state.hands[seat]]
            state.note("drew", seat, count=len(keys), cards=keys)
    reveal_unless_chosen(state)


def reveal_unless_chosen(state: "State") -> None:
    """P8: without the option `choose` the highest species of each hand is revealed by itself."""
    if state.options.reveal == "auto":
        for seat in (0, 1):
            turn.reveal(state, seat, turn.highest(state, seat))


def lay_starters(state: "State") -> None:
    """P3: the starters lie side by side, or with a space between (option home_gap)."""
    for seat, slot in enumerate(state.matchup.starters):
        state.put(starter_space(state.options, seat), slot)
        state.own[seat] |= 1 << slot


def starter_space(options: Options, seat: int) -> int:
    """The space of a seat's starter (P3)."""
    return cell((1 + options.home_gap) * seat, 0)


def pool_slots(matchup: Matchup, seat: int) -> list[int]:
    """The slots of a seat's pool."""
    first = len(matchup.pools[0]) * seat
    return list(range(first, first + len(matchup.pools[seat])))


def slots_of(state: "State", seat: int) -> dict[str, Any]:
    """The slots of a seat's pool by card key, to be handed out one by one; "?" stands for a hidden card."""
    slots: dict[str, Any] = {}
    for slot in pool_slots(state.matchup, seat):
        slots.setdefault(state.matchup.keys[slot], []).append(slot)
    return {"?": state.matchup.hidden[seat], **slots}
