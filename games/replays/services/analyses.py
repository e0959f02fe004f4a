"""
The analysis of a finished match: how the chances stood after each turn, and of each move whether there was a
better one.

A judge looks at every move in force, and then again, for longer, at those that seem to have cost most: the
best of many estimates is too high, so what is told is the second estimate of the same choice. Tries and
seeds follow from the match, so an analysis comes out the same again, unless public decks, among which the
computer looks for the other player's, have changed since.
"""

import json
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from statistics import fmean
from typing import Any, TypeVar

from django.db import transaction
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from engine.bots import move_analysis
from engine.bots.move_analysis import Choice, Lapse, MoveAnalysis
from engine.bots.record_analysis import AGAIN, DOUBTFUL, LEAST, TRIES
from engine.drafting import GAMES as DRAFTS
from engine.phylo.state import State
from games.matches.models import Match
from games.matches.services import administrative_moves
from games.matches.services.administrative_moves import ADMINISTRATIVE, LATE, Action
from games.matches.services.errors import MatchPlaying, NotAllowed
from games.matches.services.positions import bot_view_at, opening, state_at
from games.matches.services.rulebooks import carry_out, rulebook
from games.replays.models import MatchAnalysis
from phylo.jobs import thinker
from phylo.jobs.models import WORKING, Status
from phylo.jobs.queue import THINKING
from phylo.jobs.runner import Columns, Piece, Runner

T = TypeVar("T")
SECONDS = 60.0
"""How long a look may take where nothing is compiled; usually it is a fraction of a second."""
UNSURE = 0.002
"""No chance is nearer to none or to certain while the game goes on: what was never tried may still come."""
MOST_WAITING = 50
"""The most analyses of the site that may be waiting or under way."""


Chances = tuple[float | None, ...]
"""To win, by seat, from 0 to 1; None where nobody can tell."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A move in force: its version, the one before, seat and action, and the lapse, if it cost LEAST."""

    version: int
    before: int
    seat: int
    action: Action
    lapse: Lapse | None = None


@dataclass(frozen=True, slots=True)
class TurnVerdict:
    """
    The moves of a turn, and the chances by seat before the first and after the last, None where nobody could
    tell yet. In a drafting game they are those of all who chose at the same time. What ends the game from
    outside, such as giving up, stands for itself.
    """

    verdicts: Sequence[Verdict]
    chances: Chances
    after: Chances

    @property
    def before(self) -> int:
        return self.verdicts[0].before

    @property
    def version(self) -> int:
        return self.verdicts[-1].version

    def swing(self, seat: int) -> float:
        """By how much the seat's chance rose."""
        before, after = self.chances[seat], self.after[seat]
        return 0.0 if before is None or after is None else after - before


@dataclass(frozen=True)
class Analysis:
    """A finished analysis: all turns with their moves in force, in order."""

    turns: Sequence[TurnVerdict]

    @cached_property
    def verdicts(self) -> list[Verdict]:
        return [verdict for turn in self.turns for verdict in turn.verdicts]

    @cached_property
    def lapses(self) -> list[tuple[Verdict, Lapse]]:
        """
        The moves that cost at least LEAST, the dearest first. Of those that a seat makes one after another
        only the dearest: they mostly miss the same. What was missed again and again is told once.
        """
        dearest: list[tuple[Verdict, Lapse]] = []
        for _seat, row in groupby(self.verdicts, key=lambda verdict: verdict.seat):
            lapses = [(verdict, verdict.lapse) for verdict in row if verdict.lapse is not None]
            dearest += [max(lapses, key=lambda each: each[1].cost)] if lapses else []
        found: dict[str, tuple[Verdict, Lapse]] = {}
        for verdict, lapse in sorted(dearest, key=lambda each: -each[1].cost):
            missed = json.dumps([verdict.seat, lapse.better.action], sort_keys=True)
            found.setdefault(missed, (verdict, lapse))
        return list(found.values())

    def decided(self, winner: int) -> TurnVerdict | None:
        """The turn with the greatest swing to the winner."""
        gained = [turn for turn in self.turns if turn.swing(winner) > 0]
        return max(gained, key=lambda turn: turn.swing(winner), default=None)


def begin_analysis(*, match: Match) -> MatchAnalysis:
    """
    Begin the analysis of a finished match, or return the one that there is, unless it was cancelled or has
    failed: then it begins anew. Raises MatchPlaying, or NotAllowed while too many are waiting.
    """
    if not match.finished:
        raise MatchPlaying
    with transaction.atomic():
        Match.objects.select_for_update().only("pk").get(pk=match.pk)
        found = MatchAnalysis.objects.filter(match=match).first()
        if found is not None and found.status in (*WORKING, Status.DONE):
            return found
        if MatchAnalysis.objects.working().count() >= MOST_WAITING:
            raise NotAllowed(_("Many others are waiting already. Try again in some minutes."))
        total = len(line_of(match))
        if not total:
            raise NotAllowed(_("There is nothing to analyse: no move was made."))
        if found is not None:
            found.delete()
        found = MatchAnalysis.objects.create(match=match, total=total + min(DOUBTFUL, total))
        ANALYSES.begin_on_commit()
    return found


def analysis_of(found: MatchAnalysis) -> Analysis | None:
    """The result; None unless it is done."""
    if found.status != Status.DONE:
        return None
    match, line = found.match, line_of(found.match)
    looks = [_read(look) for look in found.looks]
    # What was not looked at twice is not told.
    again = {int(place): _read(look).lapse for place, look in found.again.items()}
    before = [0, *(version for version, _seat, _action in line)]
    verdicts = [
        Verdict(version, before[place], seat, action, _worth_saying(again.get(place)))
        for place, (version, seat, action) in enumerate(line)
    ]
    rows = _rows(match, line)
    stood = list(_carried([*(_at_start(match, row, looks) for row in rows), _at_the_end(match)]))
    if match.rules not in DRAFTS:
        for number, row in enumerate(rows):
            if number:
                stood[number] = _at_its_end(rows[number - 1], verdicts, found) or stood[number]
            stood[number] = _could_be(stood[number], row, verdicts, again)
    return Analysis(
        [
            TurnVerdict([verdicts[place] for place in row], stood[number], stood[number + 1])
            for number, row in enumerate(rows)
        ]
    )


def _rows(match: Match, line: Sequence[administrative_moves.Step]) -> list[list[int]]:
    """The places of the moves, turn by turn."""
    book, state = rulebook(match.rules), opening(match)
    numbers = []
    for _version, seat, action in line:
        numbers.append((state.number, _is_played(action)))
        carry_out(book, state, seat, action)
    return [list(row) for _turn, row in groupby(range(len(line)), key=lambda place: numbers[place])]


def _at_start(match: Match, row: Sequence[int], looks: Sequence[MoveAnalysis]) -> Chances:
    """
    When a turn begins: in Phylo before its first move. In a drafting game all choose in the same position,
    and each was judged by what they knew of it.
    """
    if match.rules not in DRAFTS:
        return looks[row[0]].chances
    known = [[looks[place].chances[seat] for place in row] for seat in range(match.players)]
    sure = [[each for each in found if each is not None] for found in known]
    return tuple(fmean(each) if each else None for each in sure)


def _at_its_end(row: Sequence[int], verdicts: Sequence[Verdict], found: MatchAnalysis) -> Chances | None:
    """
    After a turn of Phylo, from the second look at one of its moves: it has tried out more games, from where
    the turn as it was played has led.
    """
    for place in reversed(row):
        look = found.again.get(str(place))
        if look is None or look["lapse"] == found.looks[place]["lapse"]:
            continue
        made = _choice(look["lapse"]["made"])
        if len(made.line) == row[-1] - place:
            both = made.chance, 1 - made.chance
            return both if verdicts[place].seat == 0 else both[::-1]
    return None


def _could_be(
    stood: Chances, row: Sequence[int], verdicts: Sequence[Verdict], again: Mapping[int, Lapse | None]
) -> Chances:
    """
    When a turn of Phylo begins, with what its player could have made of it: a chance that is missed is lost
    in this turn, not before.
    """
    seat = verdicts[row[0]].seat
    ways = [lapse.better.chance for place in row if (lapse := again.get(place)) is not None]
    now = stood[seat]
    if not ways or now is None or max(ways) <= now:
        return stood
    both = max(ways), 1 - max(ways)
    return both if seat == 0 else both[::-1]


def _carried(chances: Sequence[Chances]) -> Iterator[Chances]:
    """What was not told anew is as it was before."""
    latest = chances[0]
    for each in chances:
        latest = tuple(new if new is not None else old for new, old in zip(each, latest, strict=True))
        yield latest


def _worth_saying(lapse: Lapse | None) -> Lapse | None:
    return lapse if lapse is not None and lapse.cost >= LEAST else None


def line_of(match: Match) -> list[administrative_moves.Step]:
    """The moves in force: their versions, seats and actions."""
    moves = match.moves.order_by("number").values_list("number", "seat", "action")
    return administrative_moves.in_force(moves)


def _at_the_end(match: Match) -> Chances:
    won = match.won_by
    return tuple((1 / len(won) if seat in won else 0.0) for seat in range(match.players))


class AnalysisRunner(Runner[MatchAnalysis]):
    name = "analysis"
    queued_in = THINKING

    def take(self, analysis: MatchAnalysis, piece: Piece) -> Columns:
        line, looks, again = line_of(analysis.match), list(analysis.looks), dict(analysis.again)
        done, judge = analysis.done, _Judge(analysis, line, piece)
        while done < analysis.total:
            if done < len(line):
                looks.append(asdict(judge.look(done)))
            elif done - len(line) < len(dearest := _dearest(looks, line)):
                place = dearest[done - len(line)]
                again[str(place)] = asdict(judge.compare(place, _read(looks[place])))
            else:
                return {"done": analysis.total, "looks": looks, "again": again}
            done += 1
            if piece.enough():
                break
        return {"done": done, "looks": looks, "again": again}


@dataclass(frozen=True)
class _Judge:
    """Thinks in the child process. Raises thinker.Lost, after which the sweep has the piece done again."""

    analysis: MatchAnalysis
    line: Sequence[administrative_moves.Step]
    piece: Piece

    def look(self, place: int) -> MoveAnalysis:
        """The first look at a move in force."""
        return self._think(move_analysis.analyse, self._moment(place), TRIES, self._seed(place))

    def compare(self, place: int, found: MoveAnalysis) -> MoveAnalysis:
        """The second one, at the lapse that was found."""
        assert found.lapse is not None
        rest = self._rest(place)
        seed = self._seed(place) + TRIES
        lapse = self._think(move_analysis.compare, self._moment(place), found.lapse, rest, AGAIN, seed)
        return replace(found, lapse=lapse)

    def _think(self, function: Callable[..., T], *arguments: object) -> T:
        return thinker.compute(function, *arguments, seconds=SECONDS, meanwhile=self._report)

    def _report(self) -> None:
        self.piece.report(self.analysis.done, self.analysis.total)

    def _before(self, place: int) -> int:
        return self.line[place - 1][0] if place else 0

    def _seed(self, place: int) -> int:
        return int.from_bytes(self.analysis.match.bot_seed(self._before(place))[:6])

    def _moment(self, place: int) -> move_analysis.Moment:
        match, before = self.analysis.match, self._before(place)
        _version, seat, action = self.line[place]
        state = state_at(match, before)
        game = None
        if isinstance(state, State):
            game = move_analysis.Game(match.cards, match.options, state.snapshot())
        return move_analysis.Moment(
            match.rules,
            match.players,
            bot_view_at(match, seat, before),
            state.legal(seat),
            seat,
            action["pick"] if action["do"] == LATE else action,
            game,
            judged=_is_played(action),
        )

    def _rest(self, place: int) -> list[Action]:
        """What the seat did after this move in the same turn; in Phylo nobody else acts meanwhile."""
        seat, turn = self.line[place][1], state_at(self.analysis.match, self._before(place)).number
        found = []
        for later in range(place + 1, len(self.line)):
            _version, who, action = self.line[later]
            number = state_at(self.analysis.match, self._before(later)).number
            if who != seat or number != turn or not _is_played(action):
                break
            found.append(action)
        return found


def _is_played(action: Action) -> bool:
    return action["do"] == LATE or action["do"] not in {*ADMINISTRATIVE, "resign"}


def _dearest(looks: Sequence[Mapping[str, Any]], line: Sequence[administrative_moves.Step]) -> list[int]:
    """
    The places of the moves to look at again, the dearest first: those that may have cost LEAST. A move that
    was not tried at the first look may have cost more than it says: as much as the curve falls then.
    """
    seats = [seat for _version, seat, _action in line]
    costs = [_cost(*each) for each in zip(looks, [*looks[1:], looks[-1]], seats, strict=True)]
    found = [place for place, cost in enumerate(costs) if cost > LEAST / 2]
    return sorted(found, key=lambda place: (-costs[place], place))[:DOUBTFUL]


def _cost(look: Mapping[str, Any], after: Mapping[str, Any], seat: int) -> float:
    lapse, was, now = _read(look).lapse, look["chances"][seat], after["chances"][seat]
    if lapse is None:
        return 0.0
    return lapse.cost if was is None or now is None else max(lapse.cost, was - now)


def _read(look: Mapping[str, Any]) -> MoveAnalysis:
    """From JSON."""
    chances, lapse = look["chances"], look["lapse"]
    return MoveAnalysis(
        tuple(None if each is None else _unsure(each) for each in chances),
        Lapse(_choice(lapse["made"]), _choice(lapse["better"])) if lapse else None,
    )


def _choice(stored: Mapping[str, Any]) -> Choice:
    return Choice(stored["action"], _unsure(stored["chance"]), stored["lead"], tuple(stored["line"]))


def _unsure(chance: float) -> float:
    return min(1 - UNSURE, max(UNSURE, chance))


ANALYSES = AnalysisRunner(MatchAnalysis)


def cancel_analysis(*, match_id: uuid.UUID) -> bool:
    """False if none was under way."""
    found = MatchAnalysis.objects.working().filter(match=match_id).only("pk").first()
    return found is not None and ANALYSES.cancel(found.pk)
