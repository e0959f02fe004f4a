"""Games of the ladder as its pages list them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.ladder.models import Game, Standing
from games.ladder.scale import points
from games.matches.models import Match

ENDINGS = {Match.Ending.RESIGNED: _("given up"), Match.Ending.TIME: _("by the clock")}
WORDS = {2: _("Won"), 1: _("Drawn"), 0: _("Lost")}
HOW = {2: "won", 1: "drawn", 0: "lost"}


@dataclass(frozen=True)
class Side:
    """One of two in a game: its result in half points, None while it is played; what its rating gained."""

    standing: Standing
    result: int | None
    score: int
    gain: int | None

    @property
    def won(self) -> bool:
        return self.result == 2

    @property
    def how(self) -> str:
        return "" if self.result is None else HOW[self.result]

    @property
    def words(self) -> str:
        return "" if self.result is None else str(WORDS[self.result])


@dataclass(frozen=True)
class GameRow:
    game: Game
    sides: tuple[Side, Side]
    ending: str

    @property
    def drawn(self) -> bool:
        return self.game.points == 1


def shown_games(games: Iterable[Game]) -> list[GameRow]:
    return [shown(game) for game in games]


def shown(game: Game, of: Standing | None = None) -> GameRow:
    """With the side of that standing first; else as they sat."""
    match, result = game.match, game.points
    scores = match.scores or [0, 0]
    other = None if result is None else 2 - result
    sides = (
        Side(game.first, result, scores[0], _gain(game.first, game.first_before, game.first_after)),
        Side(game.second, other, scores[1], _gain(game.second, game.second_before, game.second_after)),
    )
    if of is not None and game.second_id == of.pk:
        sides = (sides[1], sides[0])
    return GameRow(game, sides, str(ENDINGS.get(Match.Ending(match.ending), "")) if match.ending else "")


def _gain(standing: Standing, before: float | None, after: float | None) -> int | None:
    if standing.fixed or before is None or after is None:
        return None
    return points(after) - points(before)
