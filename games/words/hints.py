"""A hint in words: what to do now, why, and how the computer would go on in the same turn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import engine
from cards.words import points_words
from engine.drafting.state import State as Draft
from engine.record_format import DraftAction, DraftView
from games.draft_table.choices import flipping, why
from games.draft_table.evaluation import Evaluation, Evaluator
from games.draft_table.kinds import name_of
from games.draft_table.reading import cell_of, grid_of
from games.models import Hint, Match
from games.services.positions import state_at
from games.table.board import Action
from games.table.sentences import Voice
from games.words.reasons import order, reasons


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
        return [_draft_step(state.view_for(hint.seat), hint.seat, hint.action, names)]
    assert isinstance(state, engine.State)
    voice = Voice(match.cards, names, hint.seat, state.rules.reveal_compares)
    return list(_turn(state, [hint.action, *hint.line], voice))


def _turn(state: engine.State, line: Sequence[Action], voice: Voice) -> Iterator[Step]:
    """The steps up to the end of the turn, or to a draw: which cards come is not known."""
    seat = state.to_act[0] if voice.reader is None else voice.reader
    number = state.number
    for action in line:
        if state.why_not({**action, "seat": seat}) is not None:
            return
        if action["do"] == "reveal":
            yield Step(action, order(state, action, voice), _of_reveal(state, seat, action, voice))
            return
        facts = engine.consequences(state, [action])
        told = reasons(facts, voice) or [_("The computer has looked ahead and found nothing better.")]
        yield Step(action, order(state, action, voice), told)
        state.apply({**action, "seat": seat})
        if facts.drawn or state.over or state.number != number:
            return


def _of_reveal(state: engine.State, seat: int, action: Action, voice: Voice) -> list[str]:
    """P8: the higher value begins."""
    held = [voice.cards[key] for key in state.position()["hands"][seat]]
    values = [card[voice.compares] for card in held if card["kind"] == "species"]
    if not action["card"] or voice.cards[action["card"]][voice.compares] < max(values):
        return []
    if voice.compares == "scale":
        return [_("It is the largest that you hold, and the larger one begins.")]
    return [_("It has the highest number that you hold, and the higher one begins.")]


def _draft_step(view: DraftView, seat: int, action: DraftAction, names: Sequence[str]) -> Step:
    if action["do"] == "flip":
        worth = Evaluator(view, flipping(view)).turned_over(cell_of(action["card"]))
        return Step(action, _("Turn over the marked card."), _worth(worth))
    card = name_of(action["card"])
    if action["do"] == "give":
        return Step(action, _("Give away %(card)s.") % {"card": card}, [])
    evaluator, at = Evaluator(view, seat), cell_of(action["at"])
    if pair := action.get("swap") or action.get("shift"):
        start, end = cell_of(pair[0]), cell_of(pair[1])
        grid = {**grid_of(view["layouts"][seat]), at: action["card"]}
        told = {"card": card, "one": name_of(grid[start]), "other": name_of(grid.get(end, action["card"]))}
        request = _("Lay %(card)s on the marked space, and let it move %(one)s.")
        if "swap" in action:
            request = _("Lay %(card)s on the marked space, and let %(one)s and %(other)s change places.")
        worth = evaluator.rearranged(action, start, end)
        return Step(action, request % told, _worth(worth))
    worth = evaluator.placed(action["card"], at)
    reasons_for = [*_worth(worth), *_outlook(worth, card)]
    return Step(action, _("Lay %(card)s on the marked space.") % {"card": card}, reasons_for)


def _worth(worth: Evaluation) -> list[str]:
    if worth.gain > 0:
        told = {"points": points_words(worth.gain), "why": why(worth)}
        return [_("You gain %(points)s at once: %(why)s.") % told]
    if worth.gain < 0:
        return [_("It costs you %(points)s now.") % {"points": points_words(-worth.gain)}]
    return [_("It earns nothing yet.")]


def _outlook(worth: Evaluation, card: str) -> list[str]:
    if worth.own is None or worth.best is None or worth.best <= worth.own:
        return []
    told = {"card": card, "best": points_words(worth.best)}
    return [_("%(card)s can still become worth up to %(best)s there.") % told]
