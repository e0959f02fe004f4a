"""The forms that make a challenge and that accept one."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import engine
from cards.models import Builder, Deck
from games.forms.decks import DeckChoice, faults_in_words
from games.forms.parts import KEY, one_key
from games.models import Challenge
from games.rules import RULE_SETS
from games.services.challenges import PACES, Terms
from games.words.challenges import pace_in_words, pace_key
from games.words.options import NUMBERS, OPTION_WORDS
from phylo.accounts.models import User

CLOCKS = {pace_key(pace): pace for pace in PACES}
TICKS = ("rated", "public", "ready_decks_only", "same_deck")


class ChallengeForm(forms.Form):
    """
    A challenge by the rules of the maker's deck, one that `builder` may see. Rated ones are for accounts. Of
    the options those are offered that any rule set has; one that the deck's rules lack is refused.
    """

    key = forms.RegexField(rf"\A{KEY}\Z", initial=one_key, widget=forms.HiddenInput)
    to = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)
    deck = forms.ModelChoiceField(
        Deck.objects.none(), to_field_name="slug", label=_("Your deck"), empty_label=None
    )
    clock = forms.ChoiceField(label=_("Clock"), initial="none")
    listed = forms.ChoiceField(
        choices=[("lobby", _("Anybody in the lobby")), ("link", _("Only who has the link"))],
        required=False,
        initial="lobby",
        label=_("Who may accept"),
    )
    rated = forms.BooleanField(required=False, label=_("Rated"))
    public = forms.BooleanField(required=False, initial=True, label=_("Others may watch"))
    same_deck = forms.BooleanField(required=False, label=_("Both play this deck"))
    ready_decks_only = forms.BooleanField(required=False, label=_("Ready decks only"))
    seat = forms.ChoiceField(
        choices=Challenge.SeatChoice.choices,
        required=False,
        initial=Challenge.SeatChoice.ANY,
        label=_("Your side"),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        builder: Builder,
        asked: str = "",
        to: User | None = None,
    ) -> None:
        super().__init__(data, auto_id="new-%s", initial={"to": to.username if to else ""})
        self.builder, self.whom = builder, to
        deck, clock = self.fields["deck"], self.fields["clock"]
        assert isinstance(deck, forms.ModelChoiceField)
        assert isinstance(clock, forms.ChoiceField)
        deck.queryset = Deck.objects.open_to(builder)
        deck.widget.choices = self._decks(asked)
        clock.choices = [(key, pace_in_words(pace)) for key, pace in CLOCKS.items()]
        if asked:
            self.initial["deck"] = asked
        if builder.user is None:
            del self.fields["rated"]
        for name, (label, words) in OPTION_WORDS.items():
            self.fields[name] = forms.TypedChoiceField(
                choices=[("", _("As the rules say")), *words.items()],
                coerce=int if name in NUMBERS else str,
                empty_value=None,
                required=False,
                label=label,
            )

    def _decks(self, asked: str) -> list[Any]:
        groups = []
        for page in RULE_SETS.values():
            choice = DeckChoice.of(self.builder, page.key, asked=asked)
            for group in choice.groups:
                title = f"V{page.version}: {group.title}" if group.title else f"V{page.version}"
                groups.append((title, [(deck.slug, deck.name) for deck in group.decks]))
        return groups

    @property
    def main(self) -> list[forms.BoundField]:
        names = ["deck", "clock"] if self.whom else ["deck", "clock", "listed"]
        return [self[name] for name in names]

    @property
    def ticks(self) -> list[forms.BoundField]:
        return [self[name] for name in TICKS if name in self.fields]

    @property
    def more(self) -> list[forms.BoundField]:
        return [self["seat"], *(self[name] for name in OPTION_WORDS)]

    @property
    def more_open(self) -> bool:
        """Whether something of `more` has been chosen or is wrong."""
        usual = ("", Challenge.SeatChoice.ANY, None)
        return self.is_bound and any(field.errors or field.value() not in usual for field in self.more)

    def clean(self) -> dict[str, Any]:
        """Besides: `options` as the engine takes them, those at their default left out."""
        given = super().clean() or {}
        deck = given.get("deck")
        if deck is None:
            return given
        rules = engine.RULES[deck.rules]
        values = engine.Options.values(rules)
        defaults = asdict(engine.Options.parse(rules, {}))
        options = {}
        for name in OPTION_WORDS:
            value = given.get(name)
            if value is not None and value not in values[name]:
                self.add_error(name, _("The rules of this deck do not have this."))
            elif value is not None and value != defaults[name]:
                options[name] = value
        if not self.errors and (faults := faults_in_words(deck, options)):
            self.add_error("deck", faults)
        return given | {"options": options}

    @property
    def terms(self) -> Terms:
        """Of a valid form."""
        given = self.cleaned_data
        return Terms(
            pace=CLOCKS[given["clock"]],
            options=given["options"],
            seat=given["seat"] or Challenge.SeatChoice.ANY,
            rated=given.get("rated", False),
            public=given["public"],
            listed=given["listed"] != "link",
            ready_decks_only=given["ready_decks_only"],
            same_deck=given["same_deck"],
        )


class AcceptForm(forms.Form):
    """The deck with which a challenge is accepted: one of its rules that `builder` may see."""

    deck = forms.ModelChoiceField(
        Deck.objects.none(), to_field_name="slug", label=_("Your deck"), empty_label=None
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, challenge: Challenge, builder: Builder
    ) -> None:
        super().__init__(data)
        self.challenge = challenge
        if challenge.same_deck:
            del self.fields["deck"]
            return
        deck = self.fields["deck"]
        assert isinstance(deck, forms.ModelChoiceField)
        decks = Deck.objects.open_to(builder).for_rules(challenge.rules)
        deck.queryset = decks.ready() if challenge.ready_decks_only else decks

    def clean_deck(self) -> Deck:
        deck: Deck = self.cleaned_data["deck"]
        if faults := faults_in_words(deck, self.challenge.options):
            raise forms.ValidationError(faults)
        return deck
