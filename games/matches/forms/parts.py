"""What the forms of matches share."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.phylo.rules import Options, RuleSet
from games.matches.words.terms import NUMBERS, OPTION_WORDS


def complaints(form: forms.Form) -> list[str]:
    """The errors of a form, each with the label of its field."""
    return [
        f"{form.fields[name].label}: {message}"
        if name in form.fields and form.fields[name].label
        else str(message)
        for name, messages in form.errors.items()
        for message in messages
    ]


def option_field(name: str, values: Iterable[str | int] | None = None) -> forms.TypedChoiceField:
    """An option of the Phylo rules with these values; by default as the rules say, or any that there is."""
    label, words = OPTION_WORDS[name]
    usual = [("", _("As the rules say")), *words.items()]
    return forms.TypedChoiceField(
        choices=usual if values is None else [(value, words[value]) for value in values],
        coerce=int if name in NUMBERS else str,
        empty_value=None,
        required=False,
        label=label,
    )


def options_chosen(rules: RuleSet, given: Mapping[str, object]) -> dict[str, object]:
    """The options for the engine, without those at their default."""
    defaults = asdict(Options.parse(rules, {}))
    sent = {name: given.get(name) for name in (*OPTION_WORDS, "max_copies")}
    return {name: value for name, value in sent.items() if value is not None and value != defaults[name]}
