"""What the services raise. The engine's own exceptions pass through unchanged."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from phylo.http.problems import Refused


class NotAllowed(Refused):
    """A refusal whose message says why."""

    code = "not-allowed"

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class HasBlocked(NotAllowed):
    """Somebody wants to play again with a person whom they have blocked themselves."""

    def __init__(self) -> None:
        super().__init__(
            gettext("You have blocked somebody who sat there. You can change that among your friends.")
        )


class _MatchRefused(Refused):
    """A refusal with a fixed message, `words`."""

    words: Promise

    def __init__(self) -> None:
        super().__init__(str(self.words))


class StaleVersion(_MatchRefused):
    """The action was chosen at a version other than the match's `current` one."""

    code, words = "stale", _("The match has moved on since you looked at it.")

    def __init__(self, current: int) -> None:
        super().__init__()
        self.current = current

    def details(self) -> dict[str, object]:
        return {"version": self.current}


class UnknownVersion(_MatchRefused):
    code, words = "not-found", _("The match has no such version.")


class WrongGame(_MatchRefused):
    code, words = "not-found", _("This game has no such thing.")


class MatchPlaying(_MatchRefused):
    """The seed and the decks are secret until the match is over."""

    code, words = "match-playing", _("Not before the match is over.")


class MatchFinished(_MatchRefused):
    code, words = "match-finished", _("The game is over.")


class NoOffer(_MatchRefused):
    """There is no such offer, or no longer."""

    code, words = "no-offer", _("This is not offered any more.")


class RunOver(_MatchRefused):
    """The time of a run against the clock is up, or it has ended by mistakes."""

    code, words = "not-now", _("This run is over.")
