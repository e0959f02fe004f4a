"""The state of a match at any of its versions, and what a seat may see of it."""

import json
import threading
import uuid
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import engine
from cards.models import Card
from engine.drafting import state as drafting
from engine.phylo.state import State as EngineState
from engine.record_format import Log, LogEntry
from games.matches.models import Match
from games.matches.services import administrative_moves
from games.matches.services.administrative_moves import Action
from games.matches.services.errors import UnknownVersion, WrongGame
from games.matches.services.rulebooks import State, carry_out, rulebook

RECENT_STATES = 1024  # of 5 to 15 KB; restoring one takes 1 to 2 ms

RECENT_STORIES = 1024  # of 15 KB
RECENT_WHOLE = 16  # of 75 KB: all who see a version ask for it at about the same time

# A stored version never changes, so an entry cannot go stale.
_recent: OrderedDict[tuple[uuid.UUID, int], State] = OrderedDict()
# The log of each version from the deal on, complete, as JSON: objects take five times as much.
_stories: OrderedDict[uuid.UUID, list[str]] = OrderedDict()
# `story`, not hidden.
_whole: OrderedDict[tuple[uuid.UUID, int], Log] = OrderedDict()
_lock = threading.Lock()


def state_at(match: Match, version: int | None = None) -> State:
    """A copy of the state at a version, by default the current one. Raises UnknownVersion."""
    version = match.version if version is None else version
    if not 0 <= version <= match.version:
        raise UnknownVersion
    with _lock:
        state = _recent.get((match.pk, version))
        if state is not None:
            _recent.move_to_end((match.pk, version))
            return state.copy()
    state = (restored(match) if version == match.version else None) or replay(match, version)
    remember(match.pk, version, state)
    return state


def phylo_at(match: Match, version: int | None = None) -> EngineState:
    """Like `state_at`, for a match of Phylo. Raises WrongGame for another game."""
    state = state_at(match, version)
    if not isinstance(state, EngineState):
        raise WrongGame
    return state


def draft_at(match: Match, version: int | None = None) -> drafting.State:
    """Like `state_at`, for a drafting game. Raises WrongGame for another game."""
    state = state_at(match, version)
    if not isinstance(state, drafting.State):
        raise WrongGame
    return state


def restored(match: Match) -> State | None:
    """The state from the snapshot; None if the match has moved on since its version was read."""
    if match.get_deferred_fields():
        # Loaded on its own, the snapshot might belong to a later version.
        whole = Match.objects.filter(pk=match.pk, version=match.version).first()
        if whole is None:
            return None
        match = whole
    return rulebook(match.rules).restored(match)


def remember(match_id: uuid.UUID, version: int, state: State, log: Log | None = None) -> None:
    """Cache a copy of the state, and the log of the move that led to it; only for a committed version."""
    with _lock:
        story = _stories.get(match_id)
        if story is not None and log is not None and len(story) == version:
            story.append(_text(log))
        _recent[match_id, version] = state.copy()
        while len(_recent) > RECENT_STATES:
            _recent.popitem(last=False)


def forget_all() -> None:
    with _lock:
        _recent.clear()
        _stories.clear()
        _whole.clear()


def opening(match: Match, *, log: Log | None = None) -> State:
    """The state as dealt; what happens before the first move is appended to `log`."""
    return rulebook(match.rules).opening(match, log)


def replay(match: Match, version: int) -> State:
    """The state after that many stored moves, replayed from the seed."""
    book, state = rulebook(match.rules), opening(match)
    moves = match.moves.filter(number__lte=version).order_by("number")
    for _number, seat, action in administrative_moves.in_force(moves.values_list("number", "seat", "action")):
        carry_out(book, state, seat, action)
    return state


@dataclass(frozen=True)
class Step:
    """What a move that is in force led to: the version, its log as everybody may see it, and the position."""

    version: int
    log: Log
    turn: int  # the number of the turn that the move belongs to; 0 before the first
    scores: tuple[int, ...]


def steps_of(match: Match) -> list[Step]:
    """The moves of a match of Phylo, except those that were taken back, replayed from the deal."""
    book, state = rulebook(match.rules), opening(match)
    logs, steps = _logs(match, match.version), []
    turn = next((entry["number"] for entry in logs[0] if entry["event"] == "turn"), 0)
    moves = match.moves.order_by("number").values_list("number", "seat", "action")
    for version, seat, action in administrative_moves.in_force(moves):
        carry_out(book, state, seat, action)
        log = book.hide(logs[version], None)
        steps.append(Step(version, log, turn, tuple(state.scores)))
        turn = next((entry["number"] for entry in log if entry["event"] == "turn"), turn)
    return steps


def view_at(match: Match, seat: int | None, version: int | None = None) -> dict[str, object]:
    """What a seat (None: a spectator) sees, with the definitions of the visible cards in `cards`."""
    view = state_at(match, version).view_for(seat)
    shown = rulebook(match.rules).cards_in(view)
    return dict(view) | {"cards": {key: match.cards[key] for key in sorted(shown) if key in match.cards}}


def bot_view_at(match: Match, seat: int, version: int | None = None) -> Mapping[str, Any]:
    """What a bot in that seat gets."""
    log = story_at(match, seat, version)
    return rulebook(match.rules).bot_view(match, state_at(match, version), seat, log)


def legal_at(match: Match, seat: int) -> Sequence[Mapping[str, object]]:
    return state_at(match).legal(seat)


def log_at(match: Match, seat: int | None, version: int) -> Log:
    """The log of the move that led to a version, as a seat may see it; version 0 is the deal."""
    return rulebook(match.rules).hide(json.loads(_texts(match, version)[version]), seat)


def story_at(match: Match, seat: int | None, version: int | None = None) -> Log:
    """The log from the deal up to a version, as a seat may see it."""
    version = match.version if version is None else version
    place = match.pk, version
    with _lock:
        whole = _whole.get(place)
    if whole is None:
        whole = story(_logs(match, version))
        with _lock:
            _whole[place] = whole
            while len(_whole) > RECENT_WHOLE:
                _whole.popitem(last=False)
    return rulebook(match.rules).hide(whole, seat)


def _logs(match: Match, version: int) -> list[Log]:
    """The logs of all versions up to one, not hidden. Raises UnknownVersion."""
    logs: list[Log] = json.loads(f"[{','.join(_texts(match, version))}]")
    return logs


def _texts(match: Match, version: int) -> list[str]:
    """`_logs`, each as JSON."""
    if not 0 <= version <= match.version:
        raise UnknownVersion
    with _lock:
        known = list(_stories.get(match.pk, ()))
    if len(known) <= version:
        known = known or [_text(match.opening_log)]
        news = match.moves.filter(number__gte=len(known), number__lte=version).order_by("number")
        known += map(_text, news.values_list("log", flat=True))
        with _lock:
            _stories[match.pk] = known
            _stories.move_to_end(match.pk)
            while len(_stories) > RECENT_STORIES:
                _stories.popitem(last=False)
        if len(known) <= version:
            raise UnknownVersion
    return known[: version + 1]


def _text(log: Log) -> str:
    """The same of a log that was just written as of one read back: PostgreSQL orders keys in its own way."""
    return json.dumps(log, sort_keys=True)


def story(logs: Iterable[Log], began: int = 0) -> Log:
    """
    The logs of all versions from `began` on joined, each entry with its `step`, and with the turn that a
    take-back returns to announced again.
    """
    found: Log = []
    turns: list[LogEntry | None] = []
    for version, log in enumerate(logs, began):
        turn = turns[-1] if turns else None
        for entry in log:
            if version:
                entry["step"] = version - 1
            found.append(entry)
            if entry["event"] == "turn":
                turn = entry
            elif entry["event"] == "took-back" and isinstance(entry["to"], int):
                turn, before = turns[entry["to"]], turn
                if turn is not None and turn != before:
                    found.append({**turn, "step": version - 1})
        turns.append(turn)
    return found


def faces(cards: Mapping[str, Mapping[str, object]]) -> dict[str, dict[str, object]]:
    """
    What the face of each card shows, by key: the definition that a game is played with, and the current fact,
    source and subject. HOME is among them even if the game does not define it.
    """
    today = Card.objects.faces([*cards, "home"])
    return {**today, **{key: {**today.get(key, {}), **definition} for key, definition in cards.items()}}


def why_not(*, match: Match, seat: int, action: Action) -> engine.Refusal | None:
    """Why a seat may not make this action (without its "seat") now, or None. Raises MalformedAction."""
    return rulebook(match.rules).refusal(state_at(match), seat, action, lambda: match.decks[seat])
