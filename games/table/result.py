"""The end of a game in words and numbers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.phylo.state import State
from engine.phylo.web import longest_chain, scoring_cards
from engine.record_format import LogEntry, View
from games.matches.services.positions import Step
from games.table.board import Card, card_of
from games.table.curve import across, polyline
from games.table.lines import Reader
from games.table.sentences import Voice, sentence
from games.table.turning_point import Decision, Loss, TurnScore, biggest_gain, losses, turn_scores


@dataclass(frozen=True)
class Earner:
    """A card that scores, so many times, and its points together."""

    card: Card
    count: int
    points: int


@dataclass(frozen=True)
class Balance:
    """What a seat's points are made of, largest first, and what it lost."""

    earners: Sequence[Earner]
    lost: Sequence[SafeString]
    lost_points: int

    @property
    def cards(self) -> int:
        return sum(earner.count for earner in self.earners)


@dataclass(frozen=True)
class Course:
    """
    The score over the turns: an SVG polyline for each seat (games/table/curve.py), the same in `words`, and
    of the turn that stands out (games/table/turning_point.py) a sentence, the version before it and its x.
    """

    lines: Sequence[str]
    words: str
    outstanding: str = ""
    version: int = 0
    mark: str = ""


@dataclass(frozen=True)
class Result:
    headline: str
    words: str
    balances: Sequence[Balance]
    course: Course | None = None
    chain: Sequence[str] = field(default=())
    """The longest food chain, from what is eaten to the last eater."""


def result(
    state: State,
    view: View,
    voice: Voice,
    latest: Sequence[LogEntry],
    steps: Sequence[Step],
    decision: Decision | None = None,
) -> Result | None:
    """The result, or None while the game goes on; with the `decision` of a judged match.

    `latest` is the log of the last action, which shows a resignation (P34), a fallen flag or an agreed draw;
    `steps` is the whole match, empty where it is not to be told.
    """
    if not view["over"]:
        return None
    headline, words = _headline(view, voice, latest)
    balances = [_balance(state, voice, steps, seat) for seat in (0, 1)]
    reader = Reader(state, voice.cards, voice.names, voice.reader)
    chain = [reader.lying[at[0], at[1]] for at in longest_chain(state)]
    # Who resigns or runs out of time loses, whatever the score.
    winner = view["winner"] if view["scores"][0] != view["scores"][1] and not _broken_off(latest) else "draw"
    return Result(headline, words, balances, _course(turn_scores(steps), winner, voice, decision), chain)


def _headline(view: View, voice: Voice, latest: Sequence[LogEntry]) -> tuple[str, str]:
    winner, scores, names, seat = view["winner"], view["scores"], voice.names, voice.reader
    apart = abs(scores[0] - scores[1])
    by = {entry["event"]: entry.get("seat") for entry in latest}
    if winner == "draw":
        headline = _("A draw")
    elif winner == seat:
        headline = _("You win")
    else:
        headline = _("%(name)s wins") % {"name": names[int(winner or 0)]}
    if "agreed" in by:
        words = _("Both agreed to it.")
    elif winner == "draw":
        words = _("Both food webs are worth the same.")
    elif "resigned" in by:
        words = _by(by["resigned"], seat, names, _("You gave up."), _("%(name)s gave up."))
    elif "out-of-time" in by:
        words = _by(by["out-of-time"], seat, names, _("Your time was up."), _("%(name)s’s time was up."))
    else:
        words = ngettext("By one point.", "By %(points)d points.", apart) % {"points": apart}
    return headline, words


def _by(who: int | None, reader: int | None, names: Sequence[str], yours: str, theirs: str) -> str:
    return yours if who is None or who == reader else theirs % {"name": names[who]}


def _broken_off(latest: Sequence[LogEntry]) -> bool:
    return any(entry["event"] in ("resigned", "out-of-time", "agreed") for entry in latest)


def _balance(state: State, voice: Voice, steps: Sequence[Step], seat: int) -> Balance:
    counts, points = Counter[str](), Counter[str]()
    for key, worth in scoring_cards(state, seat):
        counts[key] += 1
        points[key] += worth
    earners = [Earner(card_of(voice.cards, key), counts[key], points[key]) for key in counts]
    earners.sort(key=lambda earner: (-earner.points, str(earner.card["name"])))
    gone = losses(steps, seat)
    lost = [said for loss in gone if (said := _loss(loss, voice))]
    return Balance(earners, lost, sum(_points(loss.entry, voice) for loss in gone))


def _loss(loss: Loss, voice: Voice) -> SafeString | None:
    said = sentence(loss.entry, voice)
    if said is None:
        return None
    if not loss.cause:
        return said.words
    because = format_html(_("Because of {}."), voice.card(loss.cause))
    return format_html("{} {}", said.words, because)


def _points(entry: LogEntry, voice: Voice) -> int:
    return int(entry.get("points", card_of(voice.cards, entry["card"]).get("points") or 0))


def _course(
    turns: Sequence[TurnScore], winner: int | str | None, voice: Voice, decision: Decision | None
) -> Course | None:
    """None for a match that ended in its first turn."""
    if len(turns) < 3:
        return None
    numbers = [[turn.scores[seat] for turn in turns] for seat in (0, 1)]
    low, high = min(map(min, numbers)), max(map(max, numbers))
    lines = [polyline(each, low=low, high=high) for each in numbers]
    words = " ".join(
        _("Turn %(turn)d: %(first)d to %(second)d.")
        % {"turn": turn.number, "first": turn.scores[0], "second": turn.scores[1]}
        for turn in turns[1:]
    )
    places = {turn.number: place for place, turn in enumerate(turns)}
    if decision is not None and decision.number in places:
        mark = f"{across(places[decision.number], len(turns)):.1f}"
        return Course(lines, words, decision.words, decision.start, mark)
    gain = biggest_gain(turns, winner) if isinstance(winner, int) else None
    if gain is None or not isinstance(winner, int):
        return Course(lines, words)
    said = _gain(voice, winner, gain.points) % {
        "turn": gain.number,
        "points": gain.points,
        "name": voice.names[winner],
        "other": voice.names[1 - winner],
    }
    return Course(lines, words, said, gain.start, f"{across(places[gain.number], len(turns)):.1f}")


def _gain(voice: Voice, winner: int, points: int) -> str:
    if winner == voice.reader:
        return ngettext(
            "Biggest gain: in turn %(turn)d you gained %(points)d point on %(other)s.",
            "Biggest gain: in turn %(turn)d you gained %(points)d points on %(other)s.",
            points,
        )
    if voice.reader is not None:
        return ngettext(
            "Biggest gain: in turn %(turn)d %(name)s gained %(points)d point on you.",
            "Biggest gain: in turn %(turn)d %(name)s gained %(points)d points on you.",
            points,
        )
    return ngettext(
        "Biggest gain: in turn %(turn)d %(name)s gained %(points)d point on %(other)s.",
        "Biggest gain: in turn %(turn)d %(name)s gained %(points)d points on %(other)s.",
        points,
    )
