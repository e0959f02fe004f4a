"""Request bodies for matches: their fields, and the forms that validate them."""

from typing import Any, TypeVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from cards.services.choice_fields import RULES
from engine.phylo.rules import Options as EngineOptions
from engine.phylo.rules import rule_set
from games.matches.api.serializers import ACTION
from games.matches.fields import LEVEL
from games.matches.forms.parts import complaints
from games.matches.services.matches import DEFAULT_RULES
from phylo.api.bodies import Body, Choice, Key, Slug, Text, Truth
from phylo.api.parameters import Values
from phylo.http.input import BadBody, json_object
from phylo.http.keys import new_key

Form = TypeVar("Form", bound=forms.Form)


@extend_schema_field({"type": "object"})
class AnObject(serializers.Field):
    """Any JSON object."""

    default_error_messages = {"object": gettext_lazy("must be an object.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("object")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class Options(AnObject):
    def __init__(self) -> None:
        words = "As in records; what is left out is as the rules say."
        super().__init__(required=False, help_text=words)


@extend_schema_field(ACTION)
class ActionField(AnObject):
    """An action of the record format, without its seat."""

    default_error_messages = {"seat": gettext_lazy("An action is sent without its seat.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        action = super().to_internal_value(data)
        if "seat" in action:
            self.fail("seat")
        return action


class NewMatch(Body):
    deck = Slug("Slug of a deck.")
    opponent_deck = Slug("Null: any ready deck.", required=False, allow_null=True)
    level = LEVEL.body_field()
    rules = RULES.body_field()
    starters = Choice(["deck", "home"])
    options = Options()
    here = Truth(
        required=False,
        help_text=(
            "Two people on one device: you hold both seats (`?seat=`), `opponent_deck` may be any deck that "
            "the site or you can lend, and there is no `level`."
        ),
    )
    names = serializers.ListField(
        required=False,
        max_length=2,
        child=Text(max_length=20),
        help_text="First names of the two on one device, shown to you alone.",
    )
    key = Key()

    @staticmethod
    def form_data(sent: Values) -> Values:
        """
        The data for a NewMatchForm, or for a OneDeviceForm with `here`. Raises engine.InvalidSetup for
        unknown rules or options.
        """
        options = sent.get("options", {})
        EngineOptions.parse(rule_set(sent.get("rules", DEFAULT_RULES)), options)
        other = ("options", "here", "names")
        named = {name: value for name, value in sent.items() if name not in other and value is not None}
        if not sent.get("here") and {"names", "key"} & sent.keys():
            raise BadBody("here", _("names and key are for a match on one device."))
        if sent.get("here"):
            named |= {"key": sent.get("key") or new_key()}
            named |= dict(zip(("first", "second"), sent.get("names", ()), strict=False))
        chosen = {name: str(value) for name, value in options.items() if value is not None}
        return {"level": LEVEL.usual} | named | chosen


def action_of(text: str) -> dict[str, Any]:
    """The action in a query parameter; raises BadBody."""
    try:
        action: dict[str, Any] = ActionField().run_validation(json_object(text))
    except serializers.ValidationError as error:
        raise BadBody("action", str(next(iter(error.detail)))) from error
    return action


def checked(form: Form) -> Form:
    """The form, if it is valid; raises BadBody."""
    if not form.is_valid():
        raise BadBody("", " ".join(complaints(form)))
    return form
