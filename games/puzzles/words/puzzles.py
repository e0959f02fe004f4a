"""Puzzles in words: their themes, what is said of an answer, and why the best line is best."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.words import points_words
from engine.phylo.consequences import advantage, consequences
from engine.phylo.rules import rule_set
from engine.phylo.state import State
from games.puzzles.models import PuzzleAttempt
from games.puzzles.services.positions import Action, Standing
from games.table.reasons import GAINS, order, reasons, say
from games.table.reasons import missed as missed_by
from games.table.sentences import Voice

THEMES: Mapping[str, tuple[Promise, Promise]] = {
    "most-points": (gettext_lazy("Most points"), gettext_lazy("Lay your cards where they score most.")),
    "save-the-web": (gettext_lazy("Save the web"), gettext_lazy("Keep cards that would go.")),
    "break-theirs": (gettext_lazy("Break theirs"), gettext_lazy("Take points from the other player.")),
    "two-birds": (gettext_lazy("Two birds"), gettext_lazy("One action does two things.")),
    "steal": (gettext_lazy("Change sides"), gettext_lazy("A card of theirs becomes yours.")),
    "sacrifice": (gettext_lazy("Sacrifice"), gettext_lazy("Give up a card to win more.")),
    "step-by-step": (gettext_lazy("Step by step"), gettext_lazy("One action makes the next one possible.")),
    "right-order": (gettext_lazy("Right order"), gettext_lazy("The same actions in another order fail.")),
    "last-turn": (gettext_lazy("Last turn"), gettext_lazy("Nothing comes after it.")),
    "overtake": (gettext_lazy("Overtake"), gettext_lazy("Win a game that is nearly lost.")),
    "wind": (gettext_lazy("A wind is blowing"), gettext_lazy("Seeds travel with it.")),
    "event": (gettext_lazy("Events"), gettext_lazy("An event decides.")),
    "on-the-move": (gettext_lazy("On the move"), gettext_lazy("A species moves or flies.")),
    "seeds": (gettext_lazy("Seeds"), gettext_lazy("A plant spreads.")),
    "invader": (gettext_lazy("Invaders"), gettext_lazy("A species takes the place of another.")),
    "parasite": (gettext_lazy("Parasites"), gettext_lazy("A guest goes under its host.")),
    "easy": (gettext_lazy("Easy"), gettext_lazy("For a start.")),
}
"""The name and a sentence by key (engine/puzzles/themes.py), in the order in which they are shown."""


def theme_name(key: str) -> str:
    return str(THEMES[key][0]) if key in THEMES else key


def puzzle_name(themes: Iterable[str], gain: int) -> str:
    """What people call a puzzle: "Break theirs, 8 points"; it gives no card away."""
    theme = next((key for key in THEMES if key in set(themes) - {"easy"}), "")
    params = {"theme": theme_name(theme), "points": points_words(gain)}
    return (_("%(theme)s, %(points)s") if theme else _("%(points)s")) % params


@dataclass(frozen=True)
class Feedback:
    """
    What is said of an attempt: its `status` is its result, or "right" after a right action that is not the
    last. `own` says what the last action does, `best` is the best line as requests, one sentence an action,
    and `why` what it does. `tried`: after a wrong answer, which may be tried again before these are told.
    """

    status: str
    headline: str
    own: Sequence[str] = ()
    best: Sequence[str] = ()
    why: Sequence[str] = ()
    tried: bool = False

    @property
    def words(self) -> list[str]:
        return [self.headline, *self.own, *self.best, *self.why]


def feedback(now: Standing) -> Feedback:
    """What is said of the latest answer."""
    result = PuzzleAttempt.Result
    attempt = now.attempt
    if attempt is None or not (now.actions or now.over):
        return Feedback(
            result.PLAYING, _("Find the actions that put you furthest ahead by the end of this turn.")
        )
    if attempt.result == result.PLAYING:
        return Feedback("right", _("Right. Go on."))
    voice = _voice(now)
    if attempt.result == result.SOLVED:
        return Feedback(
            result.SOLVED,
            _solved(now),
            why=_does(now.exercise.moments[0].state, [*now.right, *now.rest], voice, plainly=False),
        )
    before = now.exercise.moments[len(now.right)].state
    missed = now.actions[len(now.right) :]
    return Feedback(
        attempt.result,
        _missed(now, attempt.answers[-1]["lost"]),
        own=_does(before, missed, voice, plainly=False) if missed else (),
        best=_orders(before, now.rest, now.known.seat, voice),
        why=_lost(now, before, missed, voice) if missed else _does(before, now.rest, voice),
        tried=bool(missed),
    )


def _voice(now: Standing) -> Voice:
    rules = rule_set(now.known.rules)
    return Voice(now.exercise.cards, now.exercise.names, now.known.seat, rules.reveal_compares)


def _solved(now: Standing) -> str:
    return _("Solved. It puts you %(points)s further ahead.") % {"points": points_words(now.known.gain)}


def _missed(now: Standing, lost: int) -> str:
    gain = points_words(now.known.gain)
    if not now.actions[len(now.right) :]:
        return _("This is the solution. It puts you %(points)s further ahead.") % {"points": gain}
    left = now.known.gain - lost
    if left > 0:
        words = _(
            "Good, but not best: it puts you %(points)s further ahead at most, and %(gain)s are possible."
        )
        return words % {"points": points_words(left), "gain": gain}
    if left == 0:
        return _("Not right: it puts you no further ahead, and %(gain)s are possible.") % {"gain": gain}
    words = _("Not right: it throws you back by %(points)s, and to get %(gain)s further ahead is possible.")
    return words % {"points": points_words(-left), "gain": gain}


def _does(state: object, actions: Sequence[Action], voice: Voice, *, plainly: bool = True) -> list[str]:
    """What actions of one turn do, in sentences; not `plainly`: without one that has nothing but points."""
    assert isinstance(state, State)
    facts = consequences(state, actions)
    plain = say(GAINS, facts.seat, voice, points=facts.won)
    return [words for words in reasons(facts, voice) if plainly or words != plain]


def _lost(now: Standing, before: object, played: Sequence[Action], voice: Voice) -> list[str]:
    """What the best line has that was lost with the actions played; the headline has the figures."""
    assert isinstance(before, State)
    best, own = (consequences(before, line) for line in (now.rest, played))
    found = advantage(best, own)
    said = [*_shut_out(now, played, voice), *missed_by(replace(found, won=0, denied=0), voice)]
    return said or _does(before, now.rest, voice, plainly=False)


def _shut_out(now: Standing, played: Sequence[Action], voice: Voice) -> list[str]:
    """The first card of the best line that cannot be played any more after the actions played."""
    state, seat = now.exercise.moments[-1].state, now.known.seat
    laid = {action.get("card") for action in played}
    best = [each["card"] for each in now.rest if each["do"] in ("play", "event")]
    cards = [card for card in best if card not in laid]
    if not cards or all(action["do"] == "pass" for action in played):
        return []
    if seat not in state.to_act:
        words = _("It ends your turn: %(card)s can no longer be played.")
        return [words % {"card": voice.card(cards[0])}]
    playable = {action.get("card") for action in state.legal(seat)}
    shut = [voice.card(card) for card in cards if card not in playable]
    return [_("After it %(card)s can be played nowhere.") % {"card": shut[0]}] if shut else []


def _orders(state: object, actions: Sequence[Action], seat: int, voice: Voice) -> list[str]:
    assert isinstance(state, State)
    ahead, found = state.copy(), []
    for action in actions:
        found.append(order(ahead, dict(action), voice))
        ahead.apply({**action, "seat": seat})
    return found
