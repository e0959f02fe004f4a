"""The form for a match of two people on one device."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cards.models import Builder
from games.matches.forms.new_match import NOBODY, NewMatchForm
from games.matches.models import Seat
from games.matches.services.matches import DEFAULT_RULES
from phylo.accounts.names import refuse_unprintable
from phylo.accounts.unwanted import refuse_unwanted
from phylo.http.keys import KEY, new_key

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LONGEST_CALLED = Seat._meta.get_field("called").max_length


class FirstNameField(forms.CharField):
    """What somebody at the device is called in this match; may be left empty."""

    def __init__(self, label: "StrOrPromise") -> None:
        super().__init__(
            required=False,
            max_length=LONGEST_CALLED,
            label=label,
            validators=[refuse_unprintable, refuse_unwanted],
            widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "class": "control"}),
        )


class OneDeviceForm(NewMatchForm):
    """As a match against the computer, but somebody beside the player plays the second deck."""

    key = forms.RegexField(rf"\A{KEY}\Z", initial=new_key, widget=forms.HiddenInput)
    first = FirstNameField(_("Name of player 1"))
    second = FirstNameField(_("Name of player 2"))

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: str = DEFAULT_RULES,
        builder: Builder = NOBODY,
        asked: str = "",
    ) -> None:
        super().__init__(data, rules=rules, builder=builder, asked=asked)
        self.initial["deck"] = asked
        del self.fields["level"]
        self.fields.pop("rated", None)
        first, second = self.fields["deck"], self.fields["opponent_deck"]
        first.label, second.label = gettext("Deck of player 1"), gettext("Deck of player 2")
        first.widget.choices = [(group.title, group.choices) for group in self.choice.groups]

    @property
    def terms(self) -> dict[str, Any]:
        """The arguments of `start_on_one_device` from a valid form."""
        given = self.cleaned_data
        return {name: given[name] for name in ("deck", "opponent_deck", "options", "key")} | {
            "habitats": given["starters"] != "home",
            "names": [given["first"], given["second"]],
        }
