"""A finished game, looked at again action by action: the chances, and what would have been better.

Pure data in and out, so that another process can do it; the same seed gives the same, compiled and plain
each for itself: the plain form, which is slower, makes fewer playouts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.bots.levels import STRONGEST, Budget, level_of
from engine.bots.phylo.open_hands import carried_out, outlook
from engine.bots.thought import Candidate
from engine.flat.compiled import COMPILED
from engine.flat.translate import TooLarge
from engine.phylo.start import restore
from engine.phylo.state import State
from engine.record_format import CardData, Snapshot

Action = Mapping[str, object]
PLAIN = 0.1
"""The share of playouts that the plain form makes."""
SEEDS = 1 << 30


@dataclass(frozen=True, slots=True)
class Game:
    """A game of Phylo with nothing hidden, as `engine.phylo.start.restore` takes it."""

    cards: Mapping[str, CardData]
    options: Mapping[str, object]
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Moment:
    """
    What a seat of so many `players` saw before its action, as a bot gets it, and what it could do; in Phylo
    also the whole `game`. Not `judged`: the action is none of the game's, such as giving up.
    """

    rules: str
    players: int
    view: Mapping[str, object]
    legal: Sequence[Action]
    seat: int
    action: Action
    game: Game | None = None
    judged: bool = True

    def state(self, game: Game) -> State:
        return restore(self.rules, game.cards, game.snapshot, options=game.options)


@dataclass(frozen=True, slots=True)
class Choice:
    """
    An action with the chance to win and the lead to expect after it, for who made or missed it. `line` is the
    rest of the turn: as it was, or as it went best.
    """

    action: Action
    chance: float
    lead: float
    line: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Lapse:
    """The action that was made, and a better one."""

    made: Choice
    better: Choice

    @property
    def cost(self) -> float:
        """The chance to win that was lost."""
        return self.better.chance - self.made.chance


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """
    The chances before an action by seat, None where nobody can tell; and the lapse, unless it was the best
    action or the only one.
    """

    chances: tuple[float | None, ...]
    lapse: Lapse | None = None


def analyse(moment: Moment, playouts: int, seed: int) -> MoveAnalysis:
    """
    The action beside the best one, as the strongest level finds it with so many playouts, knowing what the
    player could know. In Phylo the chances are those from both hands, by half as many.
    """
    playouts = _afforded(playouts)
    candidates: Sequence[Candidate[Action]] = ()
    if moment.legal:
        search = level_of(moment.rules, STRONGEST).search
        candidates = search(moment.view, moment.legal, Random(seed), Budget(playouts, None)).candidates
    found = _chances(moment, candidates, playouts // 2, seed)
    if not candidates or not moment.judged:
        return MoveAnalysis(found)
    made = next((each for each in candidates if _same(each.action, moment.action)), None)
    # What was never tried looked worse than all that was.
    made = made or replace(min(candidates, key=lambda each: each.chance), action=moment.action)
    if made.chance >= candidates[0].chance:
        return MoveAnalysis(found)
    return MoveAnalysis(found, Lapse(_choice(made), _choice(candidates[0])))


def compare(moment: Moment, lapse: Lapse, rest: Sequence[Action], playouts: int, seed: int) -> Lapse:
    """
    The same lapse, looked at for longer. In Phylo both ways are played out from both hands, to the end of the
    turn as it was (`rest`) and as it would have been best; otherwise the search is made anew.
    """
    if moment.game is None:
        again = analyse(moment, playouts, seed).lapse
        return again or replace(lapse, better=lapse.made)
    state = moment.state(moment.game)
    playouts, first = _afforded(playouts), seed % SEEDS

    def choice(action: Action, line: Sequence[Action]) -> Choice:
        ahead, done = carried_out(state, moment.seat, [action, *line])
        found = outlook(ahead, playouts, first)
        if moment.seat == 0:
            return Choice(action, found.chance, found.lead, tuple(done[1:]))
        return Choice(action, 1 - found.chance, -found.lead, tuple(done[1:]))

    try:
        return Lapse(choice(moment.action, rest), choice(lapse.better.action, lapse.better.line))
    except TooLarge:
        return lapse


def _afforded(playouts: int) -> int:
    return playouts if COMPILED else max(1, round(PLAIN * playouts))


def _chances(
    moment: Moment, candidates: Sequence[Candidate[Action]], playouts: int, seed: int
) -> tuple[float | None, ...]:
    """Of two, one wins if the other does not."""
    if moment.game is not None:
        state = moment.state(moment.game)
        if not state.running:
            return (None, None)
        try:
            first = outlook(state, max(1, playouts), seed % SEEDS).chance
        except TooLarge:
            pass
        else:
            return (first, 1 - first)
    own = _expected(candidates[0]) if candidates else None
    other = None if own is None or moment.players != 2 else 1 - own
    return tuple(own if seat == moment.seat else other for seat in range(moment.players))


def _choice(candidate: Candidate[Action]) -> Choice:
    return Choice(candidate.action, _expected(candidate), candidate.lead, candidate.line)


def _expected(candidate: Candidate[Action]) -> float:
    return candidate.chance if candidate.expected is None else candidate.expected


def _same(one: Action, other: Action) -> bool:
    """Lists in actions may be tuples after a detour."""
    return {name: _plain(value) for name, value in one.items()} == {
        name: _plain(value) for name, value in other.items() if name != "seat"
    }


def _plain(value: object) -> object:
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
