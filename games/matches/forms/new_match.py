"""The form for a new match. The engine defines the options; here they get labels."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import engine
from cards.decks.models import Deck, DeckCard
from cards.models import Builder
from engine.bots.levels import LEVELS as BOTS
from engine.phylo.rules import RULES, Options
from games.matches.fields import RATED
from games.matches.forms.decks import DeckChoice, lacks_hand
from games.matches.forms.parts import option_field, options_chosen
from games.matches.models import BotLevel
from games.matches.services.errors import NotAllowed
from games.matches.services.match_decks import any_deck, faults_in_words, names_hand, set_of
from games.matches.services.matches import DEFAULT_RULES

LEVELS = [(level.value, level.label) for level in BotLevel if level in BOTS[DEFAULT_RULES]]
OFFERED = [(level.value, level.label) for level in BotLevel.offered()]
COMPARED = {
    "food_chain": _("The higher food-chain number begins."),
    "scale": _("The larger scale begins."),
}
NOBODY = Builder()


class NewMatchForm(forms.Form):
    """
    A match against the computer, by the rules of the player's deck, which may be any that `builder` can see.
    The computer plays a ready deck or one of the builder's; by default any ready deck. Omitted options have
    the rule set's default. `rules` is the rule set of an unbound form; data names it directly or through the
    deck. `asked` is the slug of a deck to offer first.
    """

    rules = forms.ChoiceField(choices=[(key, key) for key in RULES], required=False, widget=forms.HiddenInput)
    deck = forms.ModelChoiceField(
        Deck.objects.none(), to_field_name="slug", label=_("Your deck"), empty_label=None
    )
    opponent_deck = forms.ModelChoiceField(
        Deck.objects.none(),
        to_field_name="slug",
        required=False,
        label=_("The computer’s deck"),
    )
    level = forms.ChoiceField(choices=LEVELS, initial=BotLevel.FOX, label=_("Level"))
    starters = forms.ChoiceField(
        choices=[("deck", _("The deck’s habitat, if it has one")), ("home", _("HOME"))],
        required=False,
        label=_("Start from"),
    )
    max_copies = forms.IntegerField(
        min_value=1, required=False, label=_("Copies of a card"), widget=forms.Select
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: str = DEFAULT_RULES,
        builder: Builder = NOBODY,
        asked: str = "",
    ) -> None:
        key = rules_sent(data, builder) or rules
        super().__init__(data, auto_id=f"%s-{key}", initial={"rules": key})
        self.rule_set = RULES[key]
        self.choice = DeckChoice.of(builder, key, asked=str((data or {}).get("deck") or asked))
        lent = Deck.objects.ready() | Deck.objects.of(builder)
        for name, decks in (("deck", Deck.objects.open_to(builder)), ("opponent_deck", lent)):
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)
            field.queryset = decks.for_rules(key)
        for_the_computer = [("", _("Any ready deck")), *self.choice.for_the_computer()]
        self.fields["opponent_deck"].widget.choices = for_the_computer
        defaults = asdict(Options.parse(self.rule_set, {}))
        for name, values in Options.values(self.rule_set).items():
            self.fields[name] = option_field(name, values)
            self.initial[name] = defaults[name]
        self.fields["reveal"].help_text = COMPARED[self.rule_set.reveal_compares]
        if builder.user is not None:
            self.fields["rated"] = RATED.form_field()
        self.limits = self._limits()
        self.fields["level"].widget.choices = OFFERED
        limited = [(limit, _("At most %(number)d") % {"number": limit}) for limit in self.limits]
        self.fields["max_copies"].widget.choices = [("", _("Any number")), *limited]

    def _limits(self) -> list[int]:
        """The numbers of copies that exclude some of the decks but not all."""
        counts = DeckCard.objects.filter(deck__in=self.choice.decks).values_list("deck", "count")
        most: dict[int, int] = {}
        for deck, count in counts:
            most[deck] = max(count, most.get(deck, 0))
        for each in self.choice.decks:
            most[each.pk] = max([most.get(each.pk, 0), *(own["copies"] for own in each.own_cards.values())])
        return sorted(set(most.values()))[:-1]

    @property
    def more_options(self) -> list[forms.BoundField]:
        """The options that make a difference with the decks on offer."""
        offered = ["reveal", "food_step", "home_gap"]
        if any(names_hand(deck) for deck in self.choice.decks):
            offered.insert(0, "opening_hand")
        if self.rule_set.habitats and any(deck.starter for deck in self.choice.decks):
            offered.insert(0, "starters")
        if self.limits:
            offered.append("max_copies")
        if "rated" in self.fields:
            offered.append("rated")
        return [self[name] for name in offered]

    def clean(self) -> dict[str, object]:
        """Adds `options` for the engine, without those at their default."""
        given = super().clean() or {}
        options = options_chosen(self.rule_set, given)
        decks = {name: given[name] for name in ("deck", "opponent_deck") if given.get(name)}
        for name, deck in decks.items():
            if faults := faults_in_words(deck, options):
                self.add_error(name, faults)
        if options.get("opening_hand") == "preselected" and (lack := lacks_hand(decks.values())):
            self.add_error("opening_hand", lack)
        try:
            set_of(*decks.values())
        except NotAllowed as error:
            self.add_error("opponent_deck", str(error))
        if not given.get("opponent_deck") and "opponent_deck" not in self.errors:
            try:
                any_deck(rules=self.rule_set.key, options=options)
            except engine.InvalidSetup:
                self.add_error("opponent_deck", _("No deck may be played with these options."))
        return given | {"options": options}

    @property
    def terms(self) -> dict[str, Any]:
        """The arguments of `start_against_bot` from a valid form."""
        names = ("deck", "opponent_deck", "level", "options")
        return {name: self.cleaned_data[name] for name in names} | {
            "habitats": self.cleaned_data["starters"] != "home",
            "rated": self.cleaned_data.get("rated", False),
        }


def rules_sent(data: Mapping[str, object] | None, builder: Builder) -> str | None:
    """The rule set named in the data, or that of its deck if the builder may see it."""
    if data is None:
        return None
    if data.get("rules") in RULES:
        return str(data["rules"])
    slug = str(data.get("deck") or "")
    # PostgreSQL refuses queries with a NUL.
    if not slug or not slug.isprintable():
        return None
    return Deck.objects.open_to(builder).filter(slug=slug).values_list("rules", flat=True).first()
