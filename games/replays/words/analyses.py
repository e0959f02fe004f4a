"""The analysis of a finished match in words and as a curve, for pages and API alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _

from cards.words import percent
from engine.bots.move_analysis import Lapse
from games.matches.models import Match
from games.replays.services.analyses import Analysis, Chances, TurnVerdict, Verdict
from games.replays.words.commentary import Commentator, commentator
from games.table.curve import across, polyline, up

TOLD = 6
"""The most moves that are commented on."""
WHOLE = 1000
"""Chances are drawn as thousandths."""


@dataclass(frozen=True)
class Comment:
    """
    A move that cost much: at `version` its player had the choice. `better` are the actions of the better way,
    one sentence each, `chances` what both ways promised, `reasons` why; `cost`
    is in games of 100.
    """

    lapse: Lapse
    version: int
    turn: int
    seat: int
    name: str
    made: str
    better: Sequence[str]
    cost: int
    chances: str
    reasons: Sequence[str]

    @property
    def words(self) -> list[str]:
        return [self.made, *self.better, *self.reasons, self.chances]


@dataclass(frozen=True)
class Turning:
    """
    The turn that decided, from `version` on, and what was done in it. `fell` is what the loser lost by it, or
    what it brought the winner; `missed` says that the loser had a better way, where it is commented on.
    """

    version: int
    turn: int
    name: str
    made: Sequence[str]
    swing: str
    fell: Sequence[str]
    missed: str = ""

    @property
    def words(self) -> list[str]:
        return [*self.made, self.swing, *self.fell, *([self.missed] if self.missed else [])]


@dataclass(frozen=True)
class Row:
    """A move, and each seat's chance after its turn; None where nobody can tell."""

    version: int
    turn: int
    made: str
    seat: int
    stood: Chances


@dataclass(frozen=True)
class TurnRow:
    """The moves of a turn, and each seat's chance after it in words; "" where nobody can tell."""

    number: int
    moves: Sequence[Row]
    chances: Sequence[str]


@dataclass(frozen=True)
class Curve:
    """An SVG polyline for each of these seats, and the (x, y, version) of moves that are commented on."""

    lines: Sequence[tuple[int, str]]
    marks: Sequence[tuple[str, str, int]]


@dataclass(frozen=True)
class Report:
    """What the page and the API tell of an analysis; `curve_words` say what the curve shows."""

    names: Sequence[str]
    curve_words: str
    curve: Curve
    turns: Sequence[TurnRow]
    comments: Sequence[Comment]
    turning: Turning | None

    @property
    def rows(self) -> list[Row]:
        """All moves."""
        return [row for turn in self.turns for row in turn.moves]


def _percent(share: float) -> str:
    """On one line."""
    return percent(share).replace(" ", "\u00a0")


def report(match: Match, analysis: Analysis, names: Sequence[str], reader: int | None) -> Report:
    """`names` are those of the seats; the seat `reader` is called "you"."""
    teller = commentator(match, names, reader)
    # A better way for which the engine can give no reason helps nobody.
    comments = [_comment(verdict, lapse, teller) for verdict, lapse in analysis.lapses]
    comments = [comment for comment in comments if comment.reasons][:TOLD]
    return Report(
        names=names[: match.players],
        curve_words=_curve_words(match, names, reader),
        curve=_curve(match, analysis, comments, reader),
        turns=[_turn(turn, teller) for turn in analysis.turns],
        comments=comments,
        turning=_turning(match, analysis, teller, comments),
    )


def turning(match: Match, analysis: Analysis, names: Sequence[str], reader: int | None) -> Turning | None:
    """Of a report, only the turn that decided."""
    return _turning(match, analysis, commentator(match, names, reader), ())


def _turn(turn: TurnVerdict, teller: Commentator) -> TurnRow:
    moves = [
        Row(verdict.version, teller.turn(verdict), teller.made(verdict), verdict.seat, turn.after)
        for verdict in turn.verdicts
    ]
    return TurnRow(moves[0].turn, moves, ["" if each is None else _percent(each) for each in turn.after])


def _curve(match: Match, analysis: Analysis, comments: Sequence[Comment], reader: int | None) -> Curve:
    """In Phylo the chance of one side says that of the other."""
    own = _own(match, reader)
    seats = list(range(match.players)) if match.players > 2 else [own]
    chances = _chances(match, analysis)
    lines = [
        (seat, polyline([round(WHOLE * each[seat]) for each in chances], low=0, high=WHOLE)) for seat in seats
    ]
    marks = []
    for comment in comments:
        drawn = comment.seat if comment.seat in seats else own
        y = up(round(WHOLE * chances[comment.version][drawn]), 0, WHOLE)
        marks.append((f"{across(comment.version, match.version + 1):.1f}", f"{y:.1f}", comment.version))
    return Curve(lines, marks)


def _curve_words(match: Match, names: Sequence[str], reader: int | None) -> str:
    if match.players > 2:
        return _("Everybody’s chance to win after each turn: certain at the top, none at the bottom.")
    own = _own(match, reader)
    if own == reader:
        return _("Your chance to win after each turn: certain at the top, none at the bottom.")
    words = _("%(name)s’s chance to win after each turn: certain at the top, none at the bottom.")
    return words % {"name": names[own]}


def _own(match: Match, reader: int | None) -> int:
    return reader if reader is not None and reader < match.players else 0


def _chances(match: Match, analysis: Analysis) -> list[Sequence[float]]:
    """
    By version: in a straight line from the end of a turn to that of the next, as it is the whole turn that
    counts. Where nobody can tell yet all are even.
    """
    first = analysis.turns[0]
    points = [(first.before, first.chances), *((turn.version, turn.after) for turn in analysis.turns)]
    even = 1 / match.players
    ends = [(version, [even if each is None else each for each in chances]) for version, chances in points]
    found: list[Sequence[float]] = []
    for (start, before), (end, after) in pairwise(ends):
        for version in range(start, end):
            share = (version - start) / (end - start)
            found.append([one + share * (two - one) for one, two in zip(before, after, strict=True)])
    return [*found, *[ends[-1][1]] * (match.version + 1 - len(found))]


def _comment(verdict: Verdict, lapse: Lapse, teller: Commentator) -> Comment:
    yours = _("Your chance to win is %(better)s with it, and %(made)s as you played.")
    theirs = _("%(name)s’s chance to win is %(better)s with it, and %(made)s as it was played.")
    name = teller.names[verdict.seat]
    chances = (yours if verdict.seat == teller.reader else theirs) % {
        "name": name, "better": _percent(lapse.better.chance), "made": _percent(lapse.made.chance),
    }  # fmt: skip
    orders, reasons = teller.better(verdict, lapse)
    return Comment(
        lapse=lapse,
        version=verdict.before,
        turn=teller.turn(verdict),
        seat=verdict.seat,
        name=name,
        made=teller.made(verdict),
        better=orders,
        cost=min(99, round(100 * lapse.cost)),
        chances=chances,
        reasons=reasons,
    )


def _turning(
    match: Match, analysis: Analysis, teller: Commentator, comments: Sequence[Comment]
) -> Turning | None:
    winner = match.sole_winner
    if winner is None or winner >= match.players or (turn := analysis.decided(winner)) is None:
        return None
    yours = _("Your chance to win rose from %(before)s to %(after)s.")
    theirs = _("%(name)s’s chance to win rose from %(before)s to %(after)s.")
    swing = (yours if winner == teller.reader else theirs) % {
        "name": teller.names[winner],
        "before": _percent(turn.chances[winner] or 0.0),
        "after": _percent(turn.after[winner] or 0.0),
    }
    named = teller.deciding(turn.verdicts, winner)
    return Turning(
        turn.before,
        teller.turn(named[0]),
        teller.names[named[0].seat],
        [teller.made(verdict) for verdict in named],
        swing,
        teller.fell(named, winner),
        _missed(turn, winner, teller, comments),
    )


def _missed(turn: TurnVerdict, winner: int, teller: Commentator, comments: Sequence[Comment]) -> str:
    moves = {verdict.before for verdict in turn.verdicts if verdict.seat != winner}
    comment = next((each for each in comments if each.version in moves), None)
    if comment is None:
        return ""
    if comment.seat == teller.reader:
        return _("You had a better way: it is among the moves that cost most.")
    return _("%(name)s had a better way: it is among the moves that cost most.") % {"name": comment.name}
