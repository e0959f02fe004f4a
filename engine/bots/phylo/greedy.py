"""Greedy: looks one action ahead, at the points won and the support kept."""

from collections.abc import Iterator, Sequence
from random import Random

from engine.bots.one_ahead import of_worths
from engine.bots.thought import Thought
from engine.phylo.rules import RULES
from engine.phylo.start import imagine
from engine.phylo.state import State
from engine.record_format import Action, BotView, Reveal

# Values in points. A card in hand has half a chance to score. The opponent may still save a card at risk;
# one's own is lost unless the rest of the turn saves it.
CARD_IN_HAND = 0.5
OWN_AT_RISK = 0.9
OTHER_AT_RISK = 0.6
OPEN_SUPPORT = 0.15
WASTED_ACTION = 0.4


def choose(view: BotView, legal: Sequence[Action], rng: Random, budget: float | None = None) -> Action:
    """The action after which the position is worth most; ties are broken at random."""
    reveals = [action for action in legal if action["do"] == "reveal"]
    if reveals:
        return max(reveals, key=lambda action: _eagerness(view, action))
    worth = worths(view, legal)
    best = max(worth)
    return rng.choice([action for action, each in zip(legal, worth, strict=True) if each > best - 1e-9])


def think(view: BotView, legal: Sequence[Action], rng: Random) -> Thought[Action]:
    """Every action with its worth as the expected lead, and the one that `choose` takes."""
    if legal[0]["do"] == "reveal":
        return Thought((), choose(view, legal, rng))
    return of_worths(legal, worths(view, legal), rng)


def at_once(view: BotView, actions: Sequence[Action]) -> list[float]:
    """The points by which the seat leads directly after each action; not for reveals."""
    seat = view["to_act"][0]
    return [float(ahead.score(seat) - ahead.score(1 - seat)) for ahead in _after_each(view, actions)]


def worths(view: BotView, legal: Sequence[Action]) -> list[float]:
    """What the position is worth after each action, in points; not for reveals."""
    worth = [_worth(ahead, view["to_act"][0]) for ahead in _after_each(view, legal)]
    wasted = WASTED_ACTION * view["turn"]["actions_left"]
    return [
        each - wasted if action["do"] == "pass" else each for action, each in zip(legal, worth, strict=True)
    ]


def _after_each(view: BotView, actions: Sequence[Action]) -> Iterator[State]:
    """The game after each action, as far as it is seen."""
    state = imagine(view, view["cards"], view["lower"])
    for action in actions:
        ahead = state.copy()
        ahead.apply({"seat": view["to_act"][0], **action})
        yield ahead


def _eagerness(view: BotView, action: Reveal) -> int:
    """What a reveal compares (P8): beginning is an advantage, so the highest is best."""
    if action["card"] is None:
        return 0
    return view["cards"][action["card"]][RULES[view["rules"]].reveal_compares]


def _worth(state: State, seat: int) -> float:
    """The value of a position for a seat, in points: the score, cards at risk, and cards still to play."""
    other = 1 - seat
    value: float = state.score(seat) - state.score(other)
    value -= OWN_AT_RISK * _danger(state, seat)
    value += OTHER_AT_RISK * _danger(state, other)
    value += CARD_IN_HAND * len(state.hands[seat])
    return value + OPEN_SUPPORT * _places(state, seat)


def _danger(state: State, seat: int) -> int:
    """The points that a seat would lose at its next upkeep."""
    ahead = state.copy()
    before = ahead.score(seat)
    ahead.settle_upkeep(seat)
    return before - ahead.score(seat)


def _places(state: State, seat: int) -> int:
    """The number of cards in hand that can be placed; in V1.3 species need an own neighbour (P19)."""
    support, spaces = state.tables.support, list(state.open.values())
    own = state.own[seat] if state.rules.own_neighbour else -1
    species = state.matchup.species
    found = 0
    for slot in state.hands[seat]:
        needs = support[slot] & own if species >> slot & 1 else support[slot]
        found += any(near & needs for near in spaces)
    return found
