"""Goals as they are written in the file of a lesson (docs/lessons.md): one field of each names it."""

from collections.abc import Callable, Mapping

from engine.contract import shown
from engine.drafting.state import State as DraftState
from engine.lessons.goals import (
    All,
    AtRisk,
    Goal,
    Group,
    Hold,
    Keep,
    Not,
    Place,
    Points,
    Remove,
    Score,
    Use,
    Win,
)
from engine.lessons.strict import InvalidLesson, cell, fields, listed, one_of, whole_number
from engine.lessons.table import USES, State

MOST_POINTS = 500
MORE_LINES = {
    "ecosystem": ("DIVERSITY",),
    "coral-reef": ("PRODUCERS", "PREY", "PREDATORS", "FOOD_WEB"),
}
"""The lines of a score sheet besides the kinds of cards."""
Data = Mapping[str, object]


def read_goal(where: str, data: object, start: State) -> Goal:
    """A goal of a lesson that begins so. Raises `InvalidLesson`."""
    if not isinstance(data, Mapping) or not data:
        raise InvalidLesson(f"{where} must be an object with a goal")
    forms = {**FORMS, **(DRAFTING_FORMS if isinstance(start, DraftState) else PHYLO_FORMS)}
    named = [name for name in forms if name in data]
    if len(named) != 1:
        raise InvalidLesson(f"{where} must have one of {', '.join(forms)}, and has {shown(list(data))}")
    more, read = forms[named[0]]
    fields(where, data, {named[0]}, more)
    return read(where, data, start)


def kinds(start: State) -> list[str]:
    """The keys of the cards that there are in the lesson, or the kinds of the drafting game."""
    if isinstance(start, DraftState):
        return list(start.draft.game.deck)
    return list(start.matchup.definitions)


def _card(name: str) -> Callable[[str, Data, State], str]:
    def read(where: str, data: Data, start: State) -> str:
        return one_of(f"{where}.{name}", data[name], kinds(start))

    return read


def _points(where: str, data: Data, _start: State) -> Goal:
    return Points(whole_number(f"{where}.points", data["points"], 1, MOST_POINTS))


def _win(where: str, data: Data, _start: State) -> Goal:
    if data["win"] is not True:
        raise InvalidLesson(f"{where}.win must be true")
    return Win()


def _at(where: str, data: Data) -> tuple[int, int] | None:
    return cell(f"{where}.at", data["at"]) if "at" in data else None


def _place(where: str, data: Data, start: State) -> Goal:
    places = [
        cell(f"{where}.at[{n}]", each) for n, each in enumerate(listed(f"{where}.at", data.get("at", [])))
    ]
    return Place(_card("place")(where, data, start), tuple(places))


def _score(where: str, data: Data, start: State) -> Goal:
    assert isinstance(start, DraftState)
    game = start.draft.game
    line = one_of(f"{where}.score", data["score"], [*game.deck, *MORE_LINES[game.key]])
    return Score(line, whole_number(f"{where}.least", data.get("least"), 1, MOST_POINTS))


def _group(where: str, data: Data, start: State) -> Goal:
    return Group(_card("group")(where, data, start), whole_number(f"{where}.least", data.get("least"), 2, 20))


def _all(where: str, data: Data, start: State) -> Goal:
    goals = listed(f"{where}.all", data["all"])
    return All(tuple(read_goal(f"{where}.all[{n}]", each, start) for n, each in enumerate(goals)))


Form = tuple[frozenset[str], Callable[[str, Data, State], Goal]]
"""The further fields that a goal may have, and its reader."""
AT, LEAST, NO_MORE = frozenset({"at"}), frozenset({"least"}), frozenset[str]()
FORMS: Mapping[str, Form] = {
    "points": (NO_MORE, _points),
    "win": (NO_MORE, _win),
    "hold": (NO_MORE, lambda where, data, start: Hold(_card("hold")(where, data, start))),
    "place": (AT, _place),
    "all": (NO_MORE, _all),
    "not": (NO_MORE, lambda where, data, start: Not(read_goal(f"{where}.not", data["not"], start))),
}
PHYLO_FORMS: Mapping[str, Form] = {
    "keep": (AT, lambda where, data, start: Keep(_card("keep")(where, data, start), _at(where, data))),
    "remove": (AT, lambda where, data, start: Remove(_card("remove")(where, data, start), _at(where, data))),
    "at_risk": (NO_MORE, lambda where, data, start: AtRisk(_card("at_risk")(where, data, start))),
    "use": (NO_MORE, lambda where, data, _start: Use(one_of(f"{where}.use", data["use"], USES))),
}
DRAFTING_FORMS: Mapping[str, Form] = {
    "score": (LEAST, _score),
    "group": (LEAST, _group),
}
