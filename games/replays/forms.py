"""The form for playing on from a step of a replay."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.bots.levels import LEVELS
from games.matches.models import BotLevel, Match
from games.replays.services.playing_on import Moment
from phylo.http.keys import KEY, new_key


class PlayOnForm(forms.Form):
    """`names` are those of the seats; `seat` and `level` are those chosen at first."""

    # Its controls stand within the form of the steps.
    use_required_attribute = False

    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    seat = forms.TypedChoiceField(coerce=int, label=_("You play as"))
    level = forms.ChoiceField(label=_("The computer"))
    key = forms.RegexField(rf"\A{KEY}\Z", initial=new_key, required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        match: Match,
        names: Sequence[str],
        version: int = 0,
        seat: int | str | None = None,
        level: str = BotLevel.FOX,
    ) -> None:
        first = {"version": version, "seat": seat or 0, "level": str(level)}
        super().__init__(data, auto_id="play-on-%s", initial=first)
        self.match = match
        known = [level for level in BotLevel if level in LEVELS[match.rules]]
        for name, choices in (
            ("seat", list(enumerate(names[: match.players]))),
            ("level", [(level.value, level.label) for level in known]),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices
        offered = [(level.value, level.label) for level in BotLevel.offered()]
        self.fields["level"].widget.choices = offered
        for each in self.fields.values():
            each.widget.attrs["form"] = "play-on-form"
        self.fields["version"].widget.attrs["data-step-version"] = ""

    @property
    def moment(self) -> Moment:
        """From a valid form."""
        return Moment(self.match, self.cleaned_data["version"], self.cleaned_data["seat"])
