"""Why a service refuses to do something with a deck."""

from collections.abc import Mapping, Sequence
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.decks.models import Deck
from phylo.http.problems import NotAllowed
from phylo.http.refusals import BadValue, ChangedMeanwhile, Conflict, TooMany

MOST_DECKS = 500
"""The most decks that a builder may have."""


class BadChange(BadValue):
    code = "bad-change"


class StaleDeck(ChangedMeanwhile):
    """The deck has changed since it was read."""

    def __init__(self, deck: Deck, conflicts: Sequence[Conflict] = ()) -> None:
        words = _("The deck was changed in another place. Look at it, then try again.")
        super().__init__(words, deck.version, conflicts)
        self.settings_version = deck.settings_version

    def details(self) -> Mapping[str, object]:
        return {**super().details(), "settings_version": self.settings_version}


class TooManyDecks(TooMany):
    code = "too-many-decks"

    def __init__(self, most: int = MOST_DECKS) -> None:
        super().__init__(_("You have %(most)s decks, the most that are allowed.") % {"most": most})


class NoComments(NotAllowed):
    """The deck is private or the visitor's own, so it cannot be liked or commented on."""


class TooManyComments(TooMany):
    """The account has written too much in a short time; it may go on in `seconds`."""

    def __init__(self, seconds: int) -> None:
        words = ngettext(
            "That was a lot in a short time. Go on in %(count)s minute.",
            "That was a lot in a short time. Go on in %(count)s minutes.",
            ceil(seconds / 60),
        )
        super().__init__(words % {"count": ceil(seconds / 60)}, seconds)
