"""A game record, looked at again action by action (engine.bots.move_analysis)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.bots.move_analysis import Game, Lapse, Moment, MoveAnalysis, analyse, compare
from engine.bots.seen import seen
from engine.contract import State
from engine.phylo.state import State as Phylo
from engine.record_format import CardData
from engine.replaying import begun, turn_of

Action = Mapping[str, object]

TRIES, AGAIN = 600, 3000
"""Playouts for a first and a second look."""
DOUBTFUL = 8
"""How many actions are looked at twice."""
LEAST = 0.04
"""What an action has to cost, as a chance to win, to be told."""


@dataclass(frozen=True, slots=True)
class Known:
    """Decks of Phylo that everybody knows, among which the other player's is looked for, and their cards."""

    cards: Mapping[str, CardData]
    decks: Sequence[Sequence[str]]


NOTHING = Known({}, ())


@dataclass(frozen=True, slots=True)
class Judged:
    """
    An action of a record: its step, its turn, and its player's chance to win before and after it, None where
    nobody can tell; and the lapse, if a better action was worth LEAST more.
    """

    step: int
    turn: int
    seat: int
    action: Action
    before: float | None
    after: float | None
    lapse: Lapse | None


@dataclass(frozen=True, slots=True)
class Replayed:
    """The moments of a record, the numbers of their turns, and the game at its end."""

    moments: Sequence[Moment]
    turns: Sequence[int]
    end: State


def replayed(data: object, known: Known = NOTHING) -> Replayed:
    """
    A record of any game, with what was seen before each action. Raises InvalidRecord, also for an illegal
    action.
    """
    moments, turns = [], []
    game = begun(data)
    state, all_cards = game.state, {**known.cards, **game.cards}
    for _step, action in game.played():
        seat = action["seat"]
        assert isinstance(seat, int)
        stands = Game(game.cards, game.options, state.snapshot()) if isinstance(state, Phylo) else None
        view = seen(state, seat, game.log, all_cards, known.decks)
        own = {name: value for name, value in action.items() if name != "seat"}
        players, judged = len(state.scores), own["do"] != "resign"
        moments.append(Moment(game.rules, players, view, state.legal(seat), seat, own, stands, judged))
        turns.append(turn_of(state))
    return Replayed(moments, turns, state)


def judged(game: Replayed, tries: int = TRIES, again: int = AGAIN) -> Iterator[Judged]:
    """
    Each action in order, judged by so many playouts, and those that seem to have cost most by `again` more:
    the best of many estimates is too high. The same numbers give the same judgement.
    """
    looks = [analyse(moment, tries, step) for step, moment in enumerate(game.moments)]
    doubtful = sorted(
        (step for step, look in enumerate(looks) if look.lapse is not None and look.lapse.cost > LEAST / 2),
        key=lambda step: -_cost(looks[step]),
    )
    for step in doubtful[:DOUBTFUL]:
        lapse = looks[step].lapse
        assert lapse is not None
        found = compare(game.moments[step], lapse, _rest(game, step), again, step + tries)
        looks[step] = replace(looks[step], lapse=found)
    told = {*doubtful[:DOUBTFUL]}
    for step, moment in enumerate(game.moments):
        lapse = looks[step].lapse if step in told and _cost(looks[step]) >= LEAST else None
        before = looks[step].chances[moment.seat]
        after = _after(game, looks, step, moment.seat)
        yield Judged(step, game.turns[step], moment.seat, moment.action, before, after, lapse)


def _rest(game: Replayed, step: int) -> list[Action]:
    """What the seat did after this action in the same turn; in Phylo nobody else acts meanwhile."""
    rest = []
    for later in range(step + 1, len(game.moments)):
        moment = game.moments[later]
        same = moment.seat == game.moments[step].seat and game.turns[later] == game.turns[step]
        if not same or not moment.judged:
            break
        rest.append(moment.action)
    return rest


def _cost(look: MoveAnalysis) -> float:
    return 0.0 if look.lapse is None else look.lapse.cost


def _after(game: Replayed, looks: Sequence[MoveAnalysis], step: int, seat: int) -> float | None:
    """
    The chance of a seat when the next action was about to be made, or what has become of it. In a drafting
    game, where all choose at the same time, its own next one.
    """
    for later in range(step + 1, len(looks)):
        if game.moments[later].game is not None:
            return looks[later].chances[seat]
        if game.moments[later].seat == seat and looks[later].chances[seat] is not None:
            return looks[later].chances[seat]
    if not game.end.over:
        return None
    won = game.end.winner
    if isinstance(won, list):
        return (seat in won) / len(won)
    return 0.5 if won == "draw" else float(won == seat)
