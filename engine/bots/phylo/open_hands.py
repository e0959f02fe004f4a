"""How games of Phylo go on in which nothing is hidden but the order of the decks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from engine.bots.phylo.playing import PARTS, TO_THE_END, imagine_into, lead_of, play_out
from engine.bots.phylo.policy import ROOM
from engine.flat import layout as at
from engine.flat.compiled import array, frozen
from engine.flat.translate import from_game, universe_of
from engine.phylo.state import State

Action = Mapping[str, object]
SPREAD = 4.0
"""How far a game ends from what playouts say, in points, in one turn; in more it grows with their root."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What playouts make of seat 0: its chance to win, a draw counting half, and its mean lead in points."""

    chance: float
    lead: float


def outlook(state: State, playouts: int, first: int) -> Outlook:
    """
    From a turn on; `first` is the seed of the first playout, and the others follow. Raises TooLarge for a
    game that the flat form has no room for.

    People do not play like the policy of the playouts, which all go much the same way: the share that was
    won says who wins late in the game only, and before that what the lead is worth says more.
    """
    if state.over:
        lead = state.score(0) - state.score(1)
        return Outlook(0.5 if state.winner == "draw" else float(state.winner == 0), float(lead))
    cards = universe_of(state)
    world = from_game(state, cards)
    parts, shown = frozen([PARTS]), array(1)
    hand = at.HAND + at.ROW
    shown[0] = sum(1 << int(world[hand + place]) for place in range(int(world[at.HAND_COUNT + 1])))
    s, w, actions = array(at.SIZE), array(ROOM), array(at.MOST_ACTIONS)
    won, leads, turns, begun = 0.0, 0, 0, int(world[at.NUMBER])
    for number in range(first, first + playouts):
        imagine_into(s, world, parts, shown, w, 0, number)
        play_out(s, cards.tables, w, actions, TO_THE_END)
        ahead = int(lead_of(s, cards.tables, 0))
        won += 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
        leads += ahead
        turns += int(s[at.NUMBER]) - begun + 1
    mean, left = leads / playouts, turns / playouts
    trust = ((begun - 1) / (begun - 1 + left)) ** 2
    worth = NormalDist(sigma=SPREAD * sqrt(left)).cdf(mean)
    return Outlook(trust * won / playouts + (1 - trust) * worth, mean)


def carried_out(state: State, seat: int, line: Sequence[Action]) -> tuple[State, list[Action]]:
    """The game after the seat's actions, as far as they are legal in its turn, and which these are."""
    found, done = state.copy(), list[Action]()
    for action in line:
        own = {**action, "seat": seat}
        if seat not in found.to_act or found.number != state.number or found.why_not(own) is not None:
            break
        found.apply(own)
        done.append(action)
    return found, done
