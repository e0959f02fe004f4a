"""What the API asks about actions: act, why not, where to. Exercises ask the same (games.exercises)."""

from rest_framework import serializers

from games.matches.api.bodies import ActionField
from phylo.api.bodies import Body, Key, Whole
from phylo.api.parameters import Parameters

LONGEST_ACTION = 4000


class ActionParameters(Parameters):
    action = serializers.CharField(
        max_length=LONGEST_ACTION, help_text="An action as JSON, without its `seat`."
    )


class SourceParameters(Parameters):
    source = serializers.CharField(  # type: ignore[assignment]  # the parameter's name
        max_length=100, help_text="`hand:<key>`, or `space:<x>,<y>` for a card that lies there."
    )


class Order(Body):
    action = ActionField()
    version = Whole()
    key = Key(required=True)
