"""The form that begins a run against the clock."""

from django import forms

from engine.phylo.rules import RULES
from games.matches.services.matches import DEFAULT_RULES
from phylo.http.keys import KEY, new_key


class RunForm(forms.Form):
    key = forms.RegexField(rf"\A{KEY}\Z", initial=new_key, widget=forms.HiddenInput)
    rules = forms.ChoiceField(
        choices=[(key, key) for key in RULES], initial=DEFAULT_RULES, widget=forms.HiddenInput
    )
