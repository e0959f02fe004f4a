"""What the services refuse. The engine's own refusals go through as they are."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from phylo.http.problems import Refused


class _Refused(Refused):
    words: str | Promise

    def __init__(self) -> None:
        super().__init__(str(self.words))


class StaleVersion(_Refused):
    """The action was chosen at another version than the match is at; `current` is that."""

    code = "stale"
    words = _("The match has moved on since you looked at it.")

    def __init__(self, current: int) -> None:
        super().__init__()
        self.current = current

    def told(self) -> dict[str, object]:
        return {"version": self.current}


class KeyReused(_Refused):
    """The key already belongs to another action of this seat."""

    code = "key-reused"
    words = _("This key already belongs to another action.")


class UnknownVersion(_Refused):
    """The match has not reached that version."""

    code = "not-found"
    words = _("The match has no such version.")


class WrongGame(_Refused):
    """The game of this match has no such thing."""

    code = "not-found"
    words = _("This game has no such thing.")


class MatchPlaying(_Refused):
    """Not while the match is being played: the seed and the decks are still secret."""

    code = "match-playing"
    words = _("Not before the match is over.")


class MatchFinished(_Refused):
    """Not after the end of the match."""

    code = "match-finished"
    words = _("The game is over.")


class NoOffer(_Refused):
    """What was to be answered or withdrawn is not on offer (any more)."""

    code = "no-offer"
    words = _("This is not offered any more.")


class NotAllowed(Refused):
    """The message says why."""

    code = "not-allowed"
