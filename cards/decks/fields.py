"""What a deck's name, notes and other texts must be, and how they are labelled, on pages and in the API."""

from django.utils.translation import gettext_lazy as _

from cards.decks.models.deck import LONGEST_COMMENT, LONGEST_NAME, LONGEST_NOTE, LONGEST_NOTES
from cards.services.text_fields import TextField, one_line

_NAME_LENGTH = _("This needs 1 to %(most)s characters.")
NAME = TextField(
    name="name",
    label=_("Name"),
    longest=LONGEST_NAME,
    required=True,
    too_long=_NAME_LENGTH,
    empty=_NAME_LENGTH,
    tidied=one_line,
)
NOTES = TextField(
    name="notes",
    label=_("Notes"),
    help_text=_("How it is played, what it is about. Plain text."),
    longest=LONGEST_NOTES,
    too_long=_("At most %(most)s characters."),
    tidied=lambda text: text.replace("\r\n", "\n").strip(),
)
VERSION_NOTE = TextField(
    name="note",
    longest=LONGEST_NOTE,
    too_long=_("At most %(most)s characters."),
    tidied=one_line,
)
COMMENT = TextField(
    name="text",
    longest=LONGEST_COMMENT,
    required=True,
    too_long=_("At most %(most)s characters."),
)
RULES_OF_DECK = _("The rules that the deck is built for.")
STARTER = _("Key of the habitat that takes HOME's place (P4), else `home`.")
OPENING_HAND = _("Keys of the cards chosen for the opening hand (P7), one a copy.")
