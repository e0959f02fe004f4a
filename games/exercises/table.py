"""The table of an exercise as a template context."""

from engine.drafting import state as drafting
from engine.phylo.state import State
from engine.record_format import Log
from games.exercises.services import Exercise
from games.matches.services.errors import WrongGame
from games.matches.services.positions import story
from games.matches.services.rulebooks import rulebook
from games.table.draft import presenter as draft_presenter
from games.table.faces import kept_faces
from games.table.lines import Reader
from games.table.presenter import Occasion, table_context


def table_of(exercise: Exercise, version: int | None = None) -> dict[str, object]:
    """The context of templates/table/ or table/draft/ at a version, by default the latest."""
    number = exercise.version if version is None else version
    moment, book = exercise.at(number), rulebook(exercise.rules)
    logs = exercise.logs_to(number)
    if exercise.over and number == exercise.version:
        logs[-1] = _without_next_turn(logs[-1], exercise.seat)
    log = book.hide(story(logs, exercise.began), exercise.seat)
    latest = book.hide(logs[-1], exercise.seat)
    acting = number == exercise.version and not exercise.over
    if isinstance(moment.state, drafting.State):
        draft = draft_presenter.table_context(
            draft_presenter.Occasion(
                view=moment.state.view_for(exercise.seat),
                legal=exercise.legal if acting else [],  # type: ignore[arg-type]
                version=number,
                names=exercise.names,
                log=log,
                latest=latest,
            )
        )
        # At the end the own layout is looked at, whatever the game would ask for next.
        return draft | {"result": None} | ({"first": exercise.seat} if exercise.over else {})
    assert isinstance(moment.state, State)
    table = table_context(
        Occasion(
            state=moment.state,
            seat=exercise.seat,
            version=number,
            names=exercise.names,
            cards=kept_faces(exercise.name, lambda: exercise.cards, rules=exercise.rules),
            log=log,
            latest=latest,
            acting=acting,
        )
    )
    # How an exercise went is told by what it asks for.
    return table | {"result": None}


def _without_next_turn(log: Log, seat: int) -> Log:
    """The end of an exercise, without the turn of another player that would follow: nobody plays it."""
    return [
        entry for entry in log if entry["event"] not in ("turn", "drew") or entry.get("seat") in (seat, None)
    ]


def reader_of(exercise: Exercise, version: int | None = None) -> Reader:
    """For what is told of a table of Phylo in words. Raises WrongGame for another game."""
    state = exercise.at(version).state
    if not isinstance(state, State):
        raise WrongGame
    return Reader(state, exercise.cards, exercise.names, exercise.seat)
