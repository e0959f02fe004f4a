"""A hint in words: what to do now, why, and how the computer would go on in the same turn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.drafting.state import State as Draft
from engine.phylo.consequences import consequences
from engine.phylo.state import State
from games.coaching.models import Hint
from games.matches.models import Match
from games.matches.services.positions import state_at
from games.table.board import Action
from games.table.draft import gains
from games.table.reasons import order, reasons
from games.table.sentences import Voice


@dataclass(frozen=True)
class Step:
    """An action, as a request, and the sentences that speak for it."""

    action: Mapping[str, Any]
    words: str
    reasons: Sequence[str]


def steps(match: Match, hint: Hint, names: Sequence[str]) -> list[Step]:
    """The hint and the rest of its turn, as far as it can be foreseen; empty until it has been thought of."""
    if hint.action is None:
        return []
    state = state_at(match, hint.version)
    if isinstance(state, Draft):
        view = state.view_for(hint.seat)
        words = gains.order(view, hint.seat, hint.action)
        return [Step(hint.action, words, gains.reasons(view, hint.seat, hint.action))]
    assert isinstance(state, State)
    voice = Voice(match.cards, names, hint.seat, state.rules.reveal_compares)
    return list(_turn(state, [hint.action, *hint.line], voice))


def _turn(state: State, line: Sequence[Action], voice: Voice) -> Iterator[Step]:
    """The steps up to the end of the turn, or to a draw: which cards come is not known."""
    seat = state.to_act[0] if voice.reader is None else voice.reader
    number = state.number
    for action in line:
        if state.why_not({**action, "seat": seat}) is not None:
            return
        if action["do"] == "reveal":
            yield Step(action, order(state, action, voice), _of_reveal(state, seat, action, voice))
            return
        facts = consequences(state, [action])
        lines = reasons(facts, voice) or [_("The computer has looked ahead and found nothing better.")]
        yield Step(action, order(state, action, voice), lines)
        state.apply({**action, "seat": seat})
        if facts.drawn or state.over or state.number != number:
            return


def _of_reveal(state: State, seat: int, action: Action, voice: Voice) -> list[str]:
    """P8: the higher value begins."""
    held = [voice.cards[key] for key in state.position()["hands"][seat]]
    values = [card[voice.compares] for card in held if card["kind"] == "species"]
    if not action["card"] or voice.cards[action["card"]][voice.compares] < max(values):
        return []
    if voice.compares == "scale":
        return [_("It is the largest that you hold, and the larger one begins.")]
    return [_("It has the highest number that you hold, and the higher one begins.")]
