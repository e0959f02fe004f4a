"""What the services refuse. The engine's own refusals go through as they are."""

from engine import IllegalAction, MalformedAction

__all__ = [
    "IllegalAction", "KeyReused", "MalformedAction", "MatchFinished", "MatchPlaying", "NoOffer", "NotAllowed",
    "StaleVersion", "UnknownVersion", "WrongGame",
]  # fmt: skip


class StaleVersion(Exception):
    """The action was chosen at another version than the match is at; `current` is that."""

    def __init__(self, current: int) -> None:
        super().__init__(f"the match is at version {current}")
        self.current = current


class KeyReused(Exception):
    """The key already belongs to another action of this seat."""


class UnknownVersion(LookupError):
    """The match has not come to that version."""


class WrongGame(LookupError):
    """There is no such thing in the game that this match is of."""


class MatchPlaying(Exception):
    """Not while the match is played: the seed and the decks are still secret."""


class MatchFinished(Exception):
    """Not after the end of the match."""


class NoOffer(Exception):
    """What was to be answered or withdrawn is not offered (any more)."""


class NotAllowed(ValueError):
    """The message says why."""
