"""Why something is not done with a deck. Nothing was stored then, and the message can be shown to people."""

from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MOST_DECKS = 500
"""Decks that a builder may have."""


class DeckRefused(Exception):
    pass


class BadChange(DeckRefused):
    """`field` names what is wrong."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class StaleEdition(DeckRefused):
    """The deck was changed since it was read; `edition` is the present one."""

    def __init__(self, edition: int) -> None:
        super().__init__(_("The deck was changed in another place since. Look at it, then try again."))
        self.edition = edition


class KeyReused(DeckRefused):
    """The key has stored something else already."""

    def __init__(self) -> None:
        super().__init__(_("This form has been sent already, with other contents. Send it again."))


class TooManyDecks(DeckRefused):
    def __init__(self, most: int = MOST_DECKS) -> None:
        super().__init__(_("You have %(most)s decks, as many as one may have.") % {"most": most})


class NoComments(DeckRefused):
    """The deck is private, or one's own: it cannot be liked, or commented on."""


class TooManyComments(DeckRefused):
    """The account has written a lot in a short time; it may go on in so many `seconds`."""

    def __init__(self, seconds: int) -> None:
        words = ngettext(
            "That was a lot in a short time. Go on in %(count)s minute.",
            "That was a lot in a short time. Go on in %(count)s minutes.",
            ceil(seconds / 60),
        )
        super().__init__(words % {"count": ceil(seconds / 60)})
        self.seconds = seconds
