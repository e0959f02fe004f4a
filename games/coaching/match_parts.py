from collections.abc import Mapping, Sequence

from games.coaching.services.hints import may_ask, used
from games.coaching.words.coach import coach
from games.matches.access import Look
from games.matches.models import Match, Seat
from games.table import match_parts


class Coaching(match_parts.MatchParts):
    """`hints`: whether the reader may ask for one; `hinted`: how many were given, once the match is over."""

    addresses = {"coach": "match-coach", "hint": "api-match-hint"}

    def beside_table(self, look: Look, seats: Sequence[Seat], *, whole: bool) -> Mapping[str, object]:
        return {
            "hints": look.seat is not None and may_ask(look.match, seats, look.seat),
            "hinted": used(look.match) if look.match.finished else 0,
        }

    def of_table(
        self, match: Match, seat: Seat, table: Mapping[str, object], names: Sequence[str]
    ) -> Mapping[str, object]:
        return {"coach": coach(match, seat, table, names)}
