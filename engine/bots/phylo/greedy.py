"""Greedy: looks one action ahead for the points it wins and the support it keeps."""

from collections.abc import Sequence
from random import Random

from engine.phylo.rules import RULES
from engine.phylo.start import imagine
from engine.phylo.state import State
from engine.record_format import Action, BotView, Reveal

# What things are worth in points. A card in hand is half a chance to score; a threatened card of the other
# player may still be saved, and one's own is lost only if nothing better is found for the rest of the turn.
CARD_IN_HAND = 0.5
OWN_AT_RISK = 0.9
OTHER_AT_RISK = 0.6
OPEN_SUPPORT = 0.15
WASTED_ACTION = 0.4


def choose(view: BotView, legal: Sequence[Action], rng: Random, budget: float | None = None) -> Action:
    """The action after which the table is worth most; any of several equally good ones."""
    reveals = [action for action in legal if action["do"] == "reveal"]
    if reveals:
        return max(reveals, key=lambda action: _eagerness(view, action))
    seat = view["to_act"][0]
    state = imagine(view, view["cards"])
    worth = []
    for action in legal:
        ahead = state.copy()
        ahead.apply({"seat": seat, **action})
        wasted = view["turn"]["actions_left"] if action["do"] == "pass" else 0
        worth.append(_worth(ahead, seat) - WASTED_ACTION * wasted)
    best = max(worth)
    return rng.choice([action for action, each in zip(legal, worth, strict=True) if each > best - 1e-9])


def _eagerness(view: BotView, action: Reveal) -> int:
    """Beginning is an advantage, so reveal what compares highest (P8)."""
    if action["card"] is None:
        return 0
    return view["cards"][action["card"]][RULES[view["rules"]].reveal_compares]


def _worth(state: State, seat: int) -> float:
    """What a table is worth to a seat, in points: what is there, what is in danger, what could still come."""
    other = 1 - seat
    value: float = state.score(seat) - state.score(other)
    value -= OWN_AT_RISK * _danger(state, seat)
    value += OTHER_AT_RISK * _danger(state, other)
    value += CARD_IN_HAND * len(state.hands[seat])
    return value + OPEN_SUPPORT * _places(state, seat)


def _danger(state: State, seat: int) -> int:
    """The points that would go at a seat's next upkeep."""
    ahead = state.copy()
    before = ahead.score(seat)
    ahead.settle_upkeep(seat)
    return before - ahead.score(seat)


def _places(state: State, seat: int) -> int:
    """For how many cards in hand the table has a place, for a species under V1.3 beside one's own (P19)."""
    support, spaces = state.tables.support, list(state.open.values())
    own = state.own[seat] if state.rules.own_neighbour else -1
    species = state.matchup.species
    found = 0
    for slot in state.hands[seat]:
        needs = support[slot] & own if species >> slot & 1 else support[slot]
        found += any(near & needs for near in spaces)
    return found
