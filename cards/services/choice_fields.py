"""Choices and ticks, each described once: for forms and for the API."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from cards.models.builder import Visibility
from cards.words import RULES_TITLES
from engine.phylo.rules import RULES as ENGINE_RULES
from engine.phylo.rules import V1_4A
from phylo.api.bodies import Choice, Truth
from phylo.http.refusals import BadValue

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


NO_CHOICE = _("That is none of the choices.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceField:
    """One of `values`, which people read in `words`. `refusal` is said of any other, wherever it comes in."""

    label: "StrOrPromise"
    values: Sequence[str]
    words: Callable[[str], "StrOrPromise"]
    help_text: "StrOrPromise" = ""
    usual: str = ""
    refusal: "StrOrPromise" = NO_CHOICE

    @property
    def choices(self) -> "list[tuple[str, StrOrPromise]]":
        return [(value, self.words(value)) for value in self.values]

    def form_field(
        self, *, required: bool = True, empty: "StrOrPromise | None" = None, widget: Any = None
    ) -> forms.ChoiceField:
        """`empty`: what leaving it out is called, among the choices."""
        before = [] if empty is None else [("", empty)]
        return forms.ChoiceField(
            choices=lambda: [*before, *self.choices],
            required=required,
            initial=self.usual if empty is None else None,
            label=self.label,
            help_text=self.help_text,
            widget=widget,
            error_messages={"invalid_choice": self.refusal},
        )

    def body_field(
        self, *, required: bool = False, help_text: "StrOrPromise | None" = None, **how: Any
    ) -> Choice:
        """In a body or a query."""
        return Choice(
            self.values,
            required=required,
            help_text=help_text or self.help_text or None,
            error_messages={"invalid_choice": self.refusal},
            **how,
        )

    def answer_field(
        self, source: str | None = None, *, help_text: "StrOrPromise | None" = None
    ) -> serializers.ChoiceField:
        """In what the API answers."""
        return serializers.ChoiceField(
            [*self.values], source=source, help_text=help_text or self.help_text or None
        )

    def checked(self, value: str, *, name: str, error: type[BadValue] = BadValue) -> str:
        if value not in self.values:
            raise error(name, str(self.refusal))
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """Something that is so or not."""

    label: "StrOrPromise"
    help_text: "StrOrPromise" = ""

    def form_field(self, *, initial: bool = False) -> forms.BooleanField:
        return forms.BooleanField(required=False, initial=initial, label=self.label, help_text=self.help_text)

    def body_field(self, *, help_text: "StrOrPromise | None" = None) -> Truth:
        return Truth(required=False, help_text=help_text or self.help_text or self.label)


RULES = ChoiceField(
    label=_("Rules"),
    values=[*ENGINE_RULES],
    words=lambda key: RULES_TITLES[key],
    usual=V1_4A.key,
    refusal=_("There are no such rules."),
)
VISIBILITY = ChoiceField(
    label=_("Who sees it"),
    values=Visibility.values,
    words=lambda value: Visibility(value).label,
    refusal=_("It can be private, unlisted or public."),
)
