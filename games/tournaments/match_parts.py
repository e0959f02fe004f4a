from collections.abc import Mapping, Sequence

from games.matches.access import Look
from games.matches.models import Seat
from games.table import match_parts
from games.tournaments.models import Tournament


class GameOfTournament(match_parts.MatchParts):
    """`tournament`: of which the match is a game; for its players, with the whole page or after the end."""

    def beside_table(self, look: Look, seats: Sequence[Seat], *, whole: bool) -> Mapping[str, object]:
        if look.seat is None or not (whole or look.match.finished):
            return {}
        return {"tournament": Tournament.objects.filter(games__match=look.match).first()}
