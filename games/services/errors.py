"""What the services refuse. The engine's own refusals go through as they are."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from phylo.http.problems import Refused


class NotAllowed(Refused):
    """The message says why."""

    code = "not-allowed"


class _MatchRefused(Refused):
    """A refusal that is always told in the same `words`."""

    words: Promise

    def __init__(self) -> None:
        super().__init__(str(self.words))


class StaleVersion(_MatchRefused):
    """The action was chosen at another version than the match is at; `current` is that."""

    code, words = "stale", _("The match has moved on since you looked at it.")

    def __init__(self, current: int) -> None:
        super().__init__()
        self.current = current

    def told(self) -> dict[str, object]:
        return {"version": self.current}


class KeyReused(_MatchRefused):
    """The key belongs to another action of this seat, which it made earlier."""

    code, words = "key-reused", _("This key already belongs to another action.")


class UnknownVersion(_MatchRefused):
    code, words = "not-found", _("The match has no such version.")


class WrongGame(_MatchRefused):
    code, words = "not-found", _("This game has no such thing.")


class MatchPlaying(_MatchRefused):
    """While the match is being played the seed and the decks are still secret."""

    code, words = "match-playing", _("Not before the match is over.")


class MatchFinished(_MatchRefused):
    code, words = "match-finished", _("The game is over.")


class NoOffer(_MatchRefused):
    """What was to be answered or withdrawn is not on offer (any more)."""

    code, words = "no-offer", _("This is not offered any more.")
