"""What a visitor of a screen chooses for a game: a deck, and who plays against them."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cards.decks.models import Deck
from cards.ready_texts import local_text
from games.matches.models import BotLevel

HERE = "here"
AGAINST = [
    (BotLevel.MOUSE.value, _("Against the computer: Mouse, easy")),
    (BotLevel.HEDGEHOG.value, _("Against the computer: Hedgehog")),
    (HERE, _("Two of us")),
]


class KioskGameForm(forms.Form):
    deck = forms.ChoiceField()
    against = forms.ChoiceField(choices=AGAINST)

    def __init__(self, data: Mapping[str, Any] | None = None, *, decks: Iterable[Deck]) -> None:
        super().__init__(data)
        self.decks = {deck.slug: deck for deck in decks}
        field = self.fields["deck"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(slug, local_text(deck.name)) for slug, deck in self.decks.items()]

    @property
    def chosen(self) -> Deck:
        """Only for a valid form."""
        return self.decks[self.cleaned_data["deck"]]
