from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cards.models import Deck
from games.models import BotLevel
from games.services.matches import RULES


class NewMatchForm(forms.Form):
    """A match against the computer. Without an opponent's deck the computer takes any."""

    deck = forms.ModelChoiceField(
        Deck.objects.none(), to_field_name="slug", label=_("Your deck"), empty_label=None
    )
    opponent_deck = forms.ModelChoiceField(
        Deck.objects.none(),
        to_field_name="slug",
        required=False,
        label=_("The computer's deck"),
        empty_label=_("Any deck"),
    )
    level = forms.ChoiceField(choices=BotLevel.choices, initial=BotLevel.GREEDY, label=_("Level"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("deck", "opponent_deck"):
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)
            field.queryset = Deck.objects.ready().filter(rules=RULES)
