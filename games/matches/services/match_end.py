"""The end of a match, and what slices do then: rate it, count it in a tournament."""

from collections.abc import Collection, Iterable

from games.matches.models import Match, Seat
from phylo.slices import Extension


class MatchEnd:
    """What a slice does when matches end; a subclass has what it needs."""

    def hold(self, matches: Collection[Match]) -> None:
        """Lock the rows that the ends of these matches will change, for a transaction that ends several."""

    def ended(self, match: Match) -> None:
        """In the transaction that ends the match, with its row locked. Only its key and terms are current."""


MATCH_END = Extension[type[MatchEnd]]("match_end")
"""Asked from the lowest slice up, as rows are locked in that order."""


def hold_ends(matches: Collection[Match]) -> None:
    for each in reversed(MATCH_END):
        each().hold(matches)


def note_end(match: Match) -> None:
    for each in reversed(MATCH_END):
        each().ended(match)


def was_hurried(match: Match, seats: Iterable[Seat]) -> bool:
    """
    Whether a match against the computer is not rated because it had to hurry: on a busy site its level would
    not be the one that it is elsewhere. A match between people is rated even if a computer stood in.
    """
    return any(seat.bot for seat in seats) and match.moves.filter(hurried=True).exists()
