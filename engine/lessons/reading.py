"""The file of a lesson (docs/lessons.md), read strictly."""

from collections.abc import Mapping
from typing import cast

from engine.contract import InvalidRecord, MalformedAction, shown
from engine.drafting import record as draft_record
from engine.drafting.notation import read as read_draft_action
from engine.drafting.state import State as DraftState
from engine.lessons.goal_forms import kinds, read_goal
from engine.lessons.lesson import Action, Lesson, Nudge
from engine.lessons.strict import InvalidLesson, fields, key_of, listed, one_of, text, whole_number
from engine.lessons.table import State
from engine.phylo.notation import read_action
from engine.phylo.record import Record
from engine.record_format import DraftRecordData, RecordData

NEEDED = {"title", "told", "goal", "nudges", "solution", "after", "record"}
OPTIONAL = {"seat", "turns", "replies", "own_cards"}
TITLE, TOLD, NUDGE, AFTER = 40, 320, 200, 200
"""The most characters of each text."""
TOLD_SENTENCES, AFTER_SENTENCES = (2, 3), (1, 2)
"""How many they may have."""
MOST_TURNS, MOST_ACTIONS = 4, 20


def read_lesson(key: str, data: object) -> Lesson:
    """A lesson from the content of its file. Raises `InvalidLesson`, whose message says where and why."""
    key_of("the key", key)
    lesson = fields("a lesson", data, NEEDED, OPTIONAL)
    start = _start(lesson["record"])
    seat = whole_number("seat", lesson.get("seat", 0), 0, len(start.scores) - 1)
    if seat not in start.to_act:
        raise InvalidLesson("seat: it is not this seat's turn")
    nudges = listed("nudges", lesson["nudges"])
    replies = listed("replies", lesson.get("replies", []))
    return Lesson(
        key=key,
        record=cast(RecordData | DraftRecordData, lesson["record"]),
        start=start,
        seat=seat,
        title=text("title", lesson["title"], TITLE),
        told=text("told", lesson["told"], TOLD, sentences=TOLD_SENTENCES),
        goal=read_goal("goal", lesson["goal"], start),
        nudges=tuple(_nudge(f"nudges[{number}]", each, start) for number, each in enumerate(nudges)),
        solution=_actions("solution", lesson["solution"], start, seat),
        after=text("after", lesson["after"], AFTER, sentences=AFTER_SENTENCES),
        turns=whole_number("turns", lesson.get("turns", 1), 1, MOST_TURNS),
        replies=tuple(_actions(f"replies[{number}]", each, start) for number, each in enumerate(replies)),
        own_cards=_own_cards(lesson.get("own_cards", []), start),
    )


def _start(data: object) -> State:
    """The state at which the record of a lesson begins; it has a position and no actions."""
    if not isinstance(data, Mapping) or "position" not in data:
        raise InvalidLesson("record must be a game record with a position")
    try:
        if draft_record.is_drafting(data):
            actions = draft_record.checked(data)["actions"]
            start: State = DraftState(draft_record.start(data))
        else:
            record = Record.read(data)
            actions, start = cast(list[object], record.actions), record.start
            _check_used(data, start)
    except InvalidRecord as error:
        raise InvalidLesson(f"record: {error}") from None
    if actions:
        raise InvalidLesson("record: the record of a lesson has no actions")
    return start


def _check_used(record: Mapping[str, object], start: State) -> None:
    keys = {*cast(Mapping[str, object], record["cards"])}
    assert not isinstance(start, DraftState)
    if unused := keys - {*start.matchup.keys}:
        raise InvalidLesson(f"record.cards: {shown(min(unused))} is not in the position")


def _nudge(where: str, data: object, start: State) -> Nudge:
    nudge = fields(where, data, {"text"}, {"while", "do"})
    holds = listed(f"{where}.while", nudge.get("while", []))
    do = nudge.get("do", {})
    if not isinstance(do, Mapping):
        raise InvalidLesson(f"{where}.do must be an action, or a part of one")
    return Nudge(
        text=text(f"{where}.text", nudge["text"], NUDGE),
        holds=tuple(read_goal(f"{where}.while[{number}]", each, start) for number, each in enumerate(holds)),
        do=do,
    )


def _own_cards(data: object, start: State) -> tuple[str, ...]:
    keys = listed("own_cards", data)
    return tuple(one_of(f"own_cards[{number}]", key, kinds(start)) for number, key in enumerate(keys))


def _actions(where: str, data: object, start: State, seat: int | None = None) -> tuple[Action, ...]:
    """Actions of a seat, or with their seats those of others."""
    actions = listed(where, data)
    if len(actions) > MOST_ACTIONS:
        raise InvalidLesson(f"{where} has at most {MOST_ACTIONS} actions")
    return tuple(_action(f"{where}[{number}]", each, start, seat) for number, each in enumerate(actions))


def _action(where: str, data: object, start: State, seat: int | None) -> Action:
    if not isinstance(data, Mapping):
        raise InvalidLesson(f"{where} must be an action")
    action = data if seat is None else {**data, "seat": seat}
    try:
        if isinstance(start, DraftState):
            read_draft_action(action)
        else:
            read_action(action, start.matchup.definitions)
    except MalformedAction as error:
        raise InvalidLesson(f"{where}: {error}") from None
    return action
