"""What the API answers about any exercise; it asks as about a match (games.table.api.actions)."""

from games.exercises.services import Exercise, why_not
from games.exercises.table import reader_of
from games.matches.api.bodies import action_of
from games.table.api.refusals import verdict
from games.table.spaces import spaces_in_words
from phylo.http.input import BadBody


def verdict_of(exercise: Exercise, action: str) -> dict[str, object]:
    """`action`: as JSON, without its seat. Raises MalformedAction."""
    return verdict(why_not(exercise, action_of(action)))


def spaces_of(exercise: Exercise, source: str) -> dict[str, object]:
    """Only of Phylo. Raises BadBody or WrongGame."""
    try:
        found = spaces_in_words(reader_of(exercise), exercise.seat, source)
    except ValueError as error:
        raise BadBody("source", str(error)) from error
    return {"version": exercise.version, **found}
