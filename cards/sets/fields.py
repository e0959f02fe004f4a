"""What a set's name and other texts must be, and how they are labelled, on pages and in the API."""

from django.utils.translation import gettext_lazy as _

from cards.services.choice_fields import ChoiceField
from cards.services.text_fields import TextField, one_line
from cards.sets.models import LICENCES, LONGEST_CALLED, LONGEST_DESCRIPTION, LONGEST_NAME

_LENGTH = _("This needs 1 to %(most)s characters.")
NAME = TextField(
    name="name",
    label=_("Name"),
    longest=LONGEST_NAME,
    required=True,
    too_long=_LENGTH,
    empty=_LENGTH,
    tidied=one_line,
)
DESCRIPTION = TextField(
    name="description",
    label=_("Description"),
    help_text=_("What brings these cards together: a region, a class, a museum. Plain text."),
    longest=LONGEST_DESCRIPTION,
)
LICENCE = ChoiceField(
    label=_("Licence"),
    values=[*LICENCES],
    words=lambda code: str(LICENCES[code].name),
    help_text=_("Of the choice of cards and of what is written on the set’s own cards."),
    refusal=_("There is no such licence."),
)
CALLED = TextField(name="called", longest=LONGEST_CALLED, too_long=_LENGTH, empty=_LENGTH, tidied=one_line)
"""What somebody is called in a set."""
