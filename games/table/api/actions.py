"""What the API asks and answers about any exercise: act, why not, where to. Matches ask the same."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.exercises.services import Exercise, why_not
from games.exercises.table import reader_of
from games.matches.api.bodies import ActionField, action_of
from games.table.api.refusals import verdict
from games.table.spaces import spaces_in_words
from phylo.api.bodies import Body, Key, Whole
from phylo.api.parameters import Parameters
from phylo.http.input import BadBody

LONGEST_ACTION = 4000


class ActionParameters(Parameters):
    action = serializers.CharField(
        max_length=LONGEST_ACTION, help_text=_("An action as JSON, without its `seat`.")
    )


class SourceParameters(Parameters):
    source = serializers.CharField(  # type: ignore[assignment]  # the parameter's name
        max_length=100, help_text=_("`hand:<key>`, or `space:<x>,<y>` for a card that lies there.")
    )


class Order(Body):
    action = ActionField()
    version = Whole()
    key = Key(required=True)


def told_verdict(exercise: Exercise, action: str) -> dict[str, object]:
    """`action`: as JSON, without its seat. Raises MalformedAction."""
    return verdict(why_not(exercise, action_of(action)))


def told_spaces(exercise: Exercise, source: str) -> dict[str, object]:
    """Only of Phylo. Raises BadBody or WrongGame."""
    try:
        found = spaces_in_words(reader_of(exercise), exercise.seat, source)
    except ValueError as error:
        raise BadBody("source", str(error)) from error
    return {"version": exercise.version, **found}
