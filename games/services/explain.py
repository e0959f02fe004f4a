from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop

from games import engine
from games.engine.notation import read_action
from games.models import Match
from games.services.states import state_at, visible_keys
from games.wording import CLIMATES, TERRAINS, listed

NOT_YOURS_TO_CHOOSE = gettext_noop("These cards are not for you to choose.")


def why_not(*, match: Match, seat: int, action: dict[str, Any]) -> engine.Refusal | None:
    """
    Why a seat may not make this action (without its "seat") now; None when it may. Raises MalformedAction.
    """
    return refusal(match, state_at(match), seat, action)


def refusal(match: Match, state: engine.State, seat: int, action: dict[str, Any]) -> engine.Refusal | None:
    """
    The engine's refusal, and one more: in a record an event's `choose` may also hold what chance chose.
    From a player that would be choosing what the other one discards, and merely asking would be looking
    into that hand. Likewise a card of which the seat cannot know is no card of this game: else naming one
    after another would tell what the other deck holds. Raises MalformedAction.
    """
    read_action({**action, "seat": seat}, dict.fromkeys(known_keys(match, state, seat)))
    refused = state.why_not({**action, "seat": seat})
    if action.get("do") != "event" or not action.get("choose") or _is_listed(state, seat, action):
        return refused
    chance_left_out = {name: value for name, value in action.items() if name != "choose"}
    return state.why_not({**chance_left_out, "seat": seat}) or engine.Refusal(
        code="bad-choice", clause="P30", template=NOT_YOURS_TO_CHOOSE
    )


def known_keys(match: Match, state: engine.State, seat: int) -> set[str]:
    """The cards that a seat has seen in this match or has brought along."""
    return visible_keys(state.view_for(seat)) | set(match.decks[seat])


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
    return in_words(refused.template, refused.fields)


def in_words(template: str, fields: Mapping[str, Any]) -> str:
    """A sentence of the engine in the reader's language."""
    words = {**TERRAINS, **CLIMATES}
    told = {
        name: listed([str(words.get(word, word)) for word in value]) if isinstance(value, tuple) else value
        for name, value in fields.items()
    }
    return gettext(template) % told
