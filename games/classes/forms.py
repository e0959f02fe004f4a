"""What a teacher fills in to start a class, and to choose the day of its end and its language."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cards.sets.fields import NAME
from games.classes.services.errors import BadName
from games.classes.services.managing import LONGEST, NOT_A_DAY, last_day
from phylo.http.keys import LONGEST_KEY


class LastDayForm(forms.Form):
    """The day on which a class ends by itself."""

    ends_on = forms.DateField(
        label=_("It ends by itself on"),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        error_messages={"required": NOT_A_DAY, "invalid": NOT_A_DAY},
    )

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        today = timezone.localdate()
        days = {"min": today + timedelta(days=1), "max": today + LONGEST}
        self.fields["ends_on"].widget.attrs |= {name: day.isoformat() for name, day in days.items()}

    def clean_ends_on(self) -> date:
        try:
            return last_day(self.cleaned_data["ends_on"])
        except BadName as error:
            raise forms.ValidationError(str(error)) from error

    @property
    def day(self) -> date | None:
        """What was sent; None for what is no day."""
        return self.cleaned_data["ends_on"] if self.is_valid() else None


class ClassLanguageForm(forms.Form):
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=lambda: [("", _("As each browser has it")), *settings.LANGUAGES],
        help_text=_("For pupils who have chosen none themselves."),
    )


class StartForm(LastDayForm):
    name = replace(NAME, label=_("Name of the class"), help_text=_("Only your class sees it.")).form_field(
        forms.TextInput({"autocomplete": "off", "placeholder": _("Class 4b at the pond")})
    )
    key = forms.CharField(max_length=LONGEST_KEY, required=False, widget=forms.HiddenInput)
    field_order = ("name", "ends_on", "key")

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["ends_on"].help_text = _(
            "Then everything of your pupils is deleted. You can change the day whenever you like."
        )
