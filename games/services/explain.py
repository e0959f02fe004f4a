from collections import Counter
from typing import Any

from django.utils.translation import gettext, gettext_noop

from games import engine
from games.models import Match
from games.services.states import state_at

NOT_YOURS_TO_CHOOSE = gettext_noop("These cards are not for you to choose.")


def why_not(*, match: Match, seat: int, action: dict[str, Any]) -> engine.Refusal | None:
    """
    Why a seat may not make this action (without its "seat") now; None when it may. Raises MalformedAction.
    """
    return refusal(state_at(match), seat, action)


def refusal(state: engine.State, seat: int, action: dict[str, Any]) -> engine.Refusal | None:
    """
    The engine's refusal, and one more: in a record an event's `choose` may also hold what chance chose.
    From a player that would be choosing what the other one discards, and merely asking would be looking
    into that hand.
    """
    refused = state.why_not({**action, "seat": seat})
    if action.get("do") != "event" or not action.get("choose") or _is_listed(state, seat, action):
        return refused
    chance_left_out = {name: value for name, value in action.items() if name != "choose"}
    return state.why_not({**chance_left_out, "seat": seat}) or engine.Refusal(
        code="bad-choice", clause="P30", template=NOT_YOURS_TO_CHOOSE
    )


def _is_listed(state: engine.State, seat: int, action: dict[str, Any]) -> bool:
    chosen = Counter(action["choose"])
    return any(
        listed["do"] == "event"
        and (listed["card"], listed["at"]) == (action["card"], action["at"])
        and Counter(listed.get("choose", ())) == chosen
        for listed in state.legal(seat)
    )


def sentence(refused: engine.Refusal) -> str:
    """The refusal in the reader's language."""
    return gettext(refused.template) % refused.fields
