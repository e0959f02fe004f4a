"""What may stand behind the question mark."""

from django.utils.translation import gettext_lazy
from rest_framework import serializers

from phylo.api.parameters import PageParameters, Parameters, WholeNumber

LONGEST_ACTION = 4000
TRUTH = ["true", "false"]


class MatchParameters(PageParameters):
    running = serializers.ChoiceField(
        required=False,
        choices=TRUTH,
        help_text=gettext_lazy("Only matches that are played, or only finished ones."),
    )
    my_turn = serializers.ChoiceField(
        required=False,
        choices=TRUTH,
        help_text=gettext_lazy("Only matches in which it is one's turn, or only the others."),
    )


class VersionParameters(Parameters):
    version = WholeNumber(
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        help_text=gettext_lazy("Which version; left out: the present one."),
    )


class ActionParameters(Parameters):
    action = serializers.CharField(
        max_length=LONGEST_ACTION, help_text=gettext_lazy("An action as JSON, without its `seat`.")
    )


class TableParameters(PageParameters):
    which = serializers.ChoiceField(
        required=False,
        default="lobby",
        choices=["lobby", "to-me", "mine"],
        help_text=gettext_lazy(
            "Those that everybody may join, those to which one is invited, or those at which one sits."
        ),
    )


class ChallengeParameters(PageParameters):
    which = serializers.ChoiceField(
        required=False,
        default="lobby",
        choices=["lobby", "to-me", "mine"],
        help_text=gettext_lazy(
            "Those of others that everybody may accept, those that are for one alone, or one's own."
        ),
    )
