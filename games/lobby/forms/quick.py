"""The form of a quick pairing: a game, a clock and, for Phylo, a deck."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.decks.models import Deck
from cards.models import Builder
from games.lobby.fields import SPEED
from games.lobby.forms.open_table import decks_by_rules
from games.lobby.models import OpenTable
from games.lobby.services import quick
from games.matches.fields import GAME
from games.matches.models import Player
from games.matches.services.match_decks import faults_in_words
from phylo.http.keys import KEY, new_key


class QuickForm(forms.Form):
    """Without a deck any ready one is played; `builder` sees the decks that may be chosen."""

    key = forms.RegexField(rf"\A{KEY}\Z", initial=new_key)
    rules = GAME.form_field()
    clock = SPEED.form_field()
    deck = forms.ModelChoiceField(
        Deck.objects.none(), to_field_name="slug", required=False, label=gettext_lazy("Your deck")
    )
    public = forms.BooleanField(required=False, initial=True, label=gettext_lazy("Others may watch"))

    def __init__(self, data: Mapping[str, Any] | None = None, *, builder: Builder) -> None:
        super().__init__(data, auto_id="quick-%s")
        self.builder = builder
        deck = self.fields["deck"]
        assert isinstance(deck, forms.ModelChoiceField)
        deck.queryset = Deck.objects.open_to(builder)

    @property
    def games(self) -> list[tuple[str, Any]]:
        return GAME.choices

    @property
    def clocks(self) -> list[tuple[str, Any]]:
        return SPEED.choices

    @property
    def decks(self) -> list[Any]:
        return decks_by_rules(self.builder)

    def clean(self) -> dict[str, object]:
        given = super().clean() or {}
        deck = given.get("deck")
        if deck is None or self.errors:
            return given
        if deck.rules != given["rules"]:
            self.add_error("deck", _("This deck is for other rules."))
        elif faults := faults_in_words(deck, {}):
            self.add_error("deck", faults)
        return given

    def seek(self, player: Player) -> OpenTable:
        """Raises NotAllowed, KeyReused or engine.InvalidSetup."""
        return quick.seek(player=player, **self.cleaned_data)
