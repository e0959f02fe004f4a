"""The analysis of a finished match in words and as a curve, for pages and API alike."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.words import percent
from engine.bots.move_analysis import Lapse
from games.matches.models import Match
from games.replays.services.analyses import Analysis, Chances, Verdict
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
    one sentence each, `chances` what both ways promised, `reasons` why.
    """

    lapse: Lapse
    version: int
    turn: int
    seat: int
    name: str
    made: str
    better: Sequence[str]
    cost: str
    chances: str
    reasons: Sequence[str]

    @property
    def words(self) -> list[str]:
        return [self.made, *self.better, *self.reasons, self.chances]


@dataclass(frozen=True)
class Turning:
    """The move that decided: it led from `version` to the next one. `fell` is what the loser lost by it."""

    version: int
    turn: int
    name: str
    made: str
    swing: str
    fell: Sequence[str]

    @property
    def words(self) -> list[str]:
        return [self.made, self.swing, *self.fell]


@dataclass(frozen=True)
class Row:
    """A move, and each seat's chance after it, in words and as a share; "" and None where nobody can tell."""

    version: int
    turn: int
    made: str
    chances: Sequence[str]
    seat: int
    stood: Chances


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
    rows: Sequence[Row]
    comments: Sequence[Comment]
    turning: Turning | None


def _percent(share: float) -> str:
    """On one line."""
    return percent(share).replace(" ", "\u00a0")


def report(match: Match, analysis: Analysis, names: Sequence[str], reader: int | None) -> Report:
    """`names` are those of the seats; the seat `reader` is called "you"."""
    teller = commentator(match, names, reader)
    # A better way for which the engine can give no reason helps nobody.
    comments = [_comment(verdict, lapse, teller) for verdict, lapse in analysis.lapses]
    comments = [comment for comment in comments if comment.reasons][:TOLD]
    winner = match.sole_winner
    return Report(
        names=names[: match.players],
        curve_words=_curve_words(match, names, reader),
        curve=_curve(match, analysis, comments, reader),
        rows=[
            Row(
                verdict.version,
                teller.turn(verdict),
                teller.made(verdict),
                ["" if each is None else _percent(each) for each in verdict.after],
                verdict.seat,
                verdict.after,
            )
            for verdict in analysis.verdicts
        ],
        comments=comments,
        turning=None if winner is None or winner >= match.players else _turning(analysis, winner, teller),
    )


def _curve(match: Match, analysis: Analysis, told: Sequence[Comment], reader: int | None) -> Curve:
    """In Phylo the chance of one side says that of the other."""
    own = _own(match, reader)
    seats = list(range(match.players)) if match.players > 2 else [own]
    chances = _chances(match, analysis)
    lines = [
        (seat, polyline([round(WHOLE * each[seat]) for each in chances], low=0, high=WHOLE)) for seat in seats
    ]
    marks = []
    for comment in told:
        drawn = comment.seat if comment.seat in seats else own
        y = up(round(WHOLE * chances[comment.version][drawn]), 0, WHOLE)
        marks.append((f"{across(comment.version, match.version + 1):.1f}", f"{y:.1f}", comment.version))
    return Curve(lines, marks)


def _curve_words(match: Match, names: Sequence[str], reader: int | None) -> str:
    if match.players > 2:
        return _("Everybody’s chance to win after each step: certain at the top, none at the bottom.")
    own = _own(match, reader)
    if own == reader:
        return _("Your chance to win after each step: certain at the top, none at the bottom.")
    words = _("%(name)s’s chance to win after each step: certain at the top, none at the bottom.")
    return words % {"name": names[own]}


def _own(match: Match, reader: int | None) -> int:
    return reader if reader is not None and reader < match.players else 0


def _chances(match: Match, analysis: Analysis) -> list[tuple[float, ...]]:
    """By version. Where nobody can tell yet all are even, and what was taken back changes nothing."""
    known = {each.version: each.after for each in reversed(analysis.verdicts)}
    latest, found = analysis.verdicts[0].chances, []
    for version in range(match.version + 1):
        latest = known.get(version, latest)
        found.append(tuple(1 / match.players if each is None else each for each in latest))
    return found


def _comment(verdict: Verdict, lapse: Lapse, teller: Commentator) -> Comment:
    yours = _("Of many games tried out from here, you win %(better)s with it and %(made)s with your move.")
    theirs = _(
        "Of many games tried out from here, %(name)s wins %(better)s with it and %(made)s with the move made."
    )
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
        cost=_percent(lapse.cost),
        chances=chances,
        reasons=reasons,
    )


def _turning(analysis: Analysis, winner: int, teller: Commentator) -> Turning | None:
    verdict = analysis.decided(winner)
    if verdict is None:
        return None
    yours = _("Your chance to win rose from %(before)s to %(after)s.")
    theirs = _("%(name)s’s chance to win rose from %(before)s to %(after)s.")
    swing = (yours if winner == teller.reader else theirs) % {
        "name": teller.names[winner],
        "before": _percent(verdict.chances[winner] or 0.0),
        "after": _percent(verdict.after[winner] or 0.0),
    }
    return Turning(
        verdict.before,
        teller.turn(verdict),
        teller.names[verdict.seat],
        teller.made(verdict),
        swing,
        teller.fell(verdict, winner),
    )
