"""What may stand behind the question mark of the auditor's page, and what begins an audit."""

from django import forms
from django.utils.translation import gettext_lazy as _

from cards.auditor.beginning import LARGEST_SEED, MOST_GAMES
from cards.auditor.drawing import QUOTAS
from cards.auditor.findings import FORMULA, GAMES
from cards.models import Kind

RULES = [(key, f"V{key.removeprefix('phylo-')}") for key in QUOTAS]
FIRST_RULES = RULES[0][0]


class FilterForm(forms.Form):
    rules = forms.ChoiceField(choices=RULES, required=False, label=_("Rules"))
    order = forms.ChoiceField(
        choices=[(GAMES, _("Games")), (FORMULA, _("Formula"))], required=False, label=_("Furthest off by")
    )
    kind = forms.ChoiceField(
        choices=[
            ("", _("Any")),
            (Kind.SPECIES, _("Species")),
            (Kind.HABITAT, _("Habitats")),
            (Kind.EVENT, _("Events")),
        ],
        required=False,
        label=_("Kind"),
    )
    off = forms.IntegerField(
        min_value=0,
        max_value=100,
        required=False,
        label=_("Off by at least"),
        help_text=_("per cent of the games, or points"),
    )

    def clean_rules(self) -> str:
        return self.cleaned_data["rules"] or FIRST_RULES

    def clean_order(self) -> str:
        return self.cleaned_data["order"] or GAMES


class BeginForm(forms.Form):
    rules = forms.ChoiceField(choices=RULES, label=_("Rules"))
    games = forms.IntegerField(min_value=1, max_value=MOST_GAMES, initial=5000, label=_("Games"))
    seed = forms.IntegerField(min_value=0, max_value=LARGEST_SEED, initial=1, label=_("Seed"))
