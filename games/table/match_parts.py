"""What slices bring to the page of a match, besides the table and the talk of those who sit there."""

from collections.abc import Callable, Mapping, Sequence

from games.matches.access import Look
from games.matches.models import Match, Player, Seat
from phylo.slices import Extension


class MatchParts:
    """What a slice brings; a subclass has what it needs. What templates get has names of the slice's own."""

    addresses: Mapping[str, str] = {}
    """Addresses that the page uses: in templates `<name>_url`; each by its name in `urls.py`."""

    def beside_table(self, look: Look, seats: Sequence[Seat], *, whole: bool) -> Mapping[str, object]:
        """
        For `LiveState.brought`. Not `whole`: only what belongs to the table itself, without what is asked for
        with `?part=live`.
        """
        return {}

    def of_table(
        self, match: Match, seat: Seat, table: Mapping[str, object], names: Sequence[str]
    ) -> Mapping[str, object]:
        """For the table as a player in this seat sees it; `table` is its context."""
        return {}


MATCH_PARTS = Extension[type[MatchParts]]("match_parts")

Again = Callable[[Match, Player], Match | str]
"""Brings the people of a finished match together again: the next match, or the address where they gather."""

MEET_AGAIN = Extension[Again]("meet_again")
"""For games that go on without somebody who leaves; the first that is found."""

ProgramRule = Callable[[Seat], None]
"""Raises NotAllowed if the program of the player in this seat may not act in the match."""

PROGRAM_RULES = Extension[ProgramRule]("program_rules")

REFUSED = Extension[Callable[[Seat], None]]("refused")
"""Called with the seat for which a program has sent an action that breaks the rules."""


def match_addresses() -> dict[str, str]:
    return {name: address for each in MATCH_PARTS for name, address in each.addresses.items()}


def beside_table(look: Look, seats: Sequence[Seat], *, whole: bool = False) -> dict[str, object]:
    found: dict[str, object] = {}
    for each in MATCH_PARTS:
        found |= each().beside_table(look, seats, whole=whole)
    return found


def of_table(
    match: Match, seat: Seat, table: Mapping[str, object], names: Sequence[str]
) -> dict[str, object]:
    found: dict[str, object] = {}
    for each in MATCH_PARTS:
        found |= each().of_table(match, seat, table, names)
    return found
