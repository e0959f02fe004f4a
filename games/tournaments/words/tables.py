"""The standings and the boards of a tournament as people and programs read them."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.translation import gettext as _

from games.matches.models import Player
from games.matches.services.contact_rules import known_as
from games.tournaments.models import Entry, Game, Tournament
from games.tournaments.services.standings import FIRE, Standing, System
from games.tournaments.words.tie_breaks import TIE_BREAKS
from games.tournaments.words.tournaments import Entrant, entrant, points_in_words


@dataclass(frozen=True)
class Reader:
    """Who reads: the player, and the names that only this reader may see, by player."""

    player: uuid.UUID | None = None
    names: Mapping[uuid.UUID, str] = field(default_factory=dict)

    def entrant(self, entry: Entry) -> Entrant:
        return entrant(entry, viewer=self.player, names=self.names)


def reader_for(viewer: Player | None, entries: Iterable[Entry]) -> Reader:
    """With the names of pupils among the entries that only their class may read."""
    players = [each.player for each in entries if each.player is not None]
    return Reader(viewer.pk if viewer else None, known_as(players, to=viewer))


@dataclass(frozen=True)
class Row:
    """A line of the standings; `cells` are the tie-breaks as text."""

    standing: Standing
    entrant: Entrant
    cells: Sequence[str]

    @property
    def points(self) -> str:
        return points_in_words(self.standing.points)

    @property
    def on_fire(self) -> bool:
        """Whether the next points of an arena count twice."""
        return self.standing.streak >= FIRE


def rows(
    tournament: Tournament, standings: Sequence[Standing], entries: Mapping[int, Entry], reader: Reader
) -> list[Row]:
    """`entries` by number, with players and accounts."""
    columns = TIE_BREAKS[System(tournament.kind)].shown
    return [
        Row(
            each,
            reader.entrant(entries[each.entry]),
            [_cell(getattr(each, column.field)) for column in columns],
        )
        for each in standings
        if each.entry in entries
    ]


def _cell(value: Fraction | int) -> str:
    return points_in_words(value) if isinstance(value, Fraction) else str(value)


@dataclass(frozen=True)
class Side:
    """Somebody's seat at a board, and the share of the points it earned; None while it is played."""

    entrant: Entrant
    seat: int
    share: Fraction | None

    @property
    def points(self) -> str:
        return "" if self.share is None else points_in_words(self.share)

    @property
    def won(self) -> bool:
        return self.share == 1


@dataclass(frozen=True)
class Board:
    """A pairing. `match` is where it is played or was, if the reader may go there."""

    key: int
    number: int
    round: int
    sides: Sequence[Side]
    how: str
    match: uuid.UUID | None
    own: bool

    @property
    def playing(self) -> bool:
        return self.how == Game.How.PAIRED

    @property
    def unplayed(self) -> str:
        """Why there was no game, in a word; "" if there is or was one."""
        return unplayed_in_words(self.how, self.sides[0].share if self.sides else None)

    @property
    def score(self) -> str:
        """Such as "1 – ½"; "" while it is played."""
        return "" if self.playing else " – ".join(side.points for side in self.sides)


def unplayed_in_words(how: str, points: Fraction | None) -> str:
    """As Board.unplayed; `points` are those of the first seat."""
    if how == Game.How.BYE:
        return _("pauses, a point") if points == 1 else _("pauses")
    if how == Game.How.LATE:
        return _("not there yet")
    return _("did not come") if how == Game.How.FORFEIT else ""


def board(game: Game, reader: Reader, *, inside: bool = False) -> Board:
    """Expects what reading.boards() reads. `inside`: the reader may watch matches of the tournament's set."""
    places = sorted(game.places.all(), key=lambda place: place.seat)
    own = reader.player is not None and any(place.entry.player_id == reader.player for place in places)
    seen = game.match is not None and (own or inside or game.match.public)
    return Board(
        key=game.pk,
        number=game.board,
        round=game.round.number if game.round is not None else 0,
        sides=[Side(reader.entrant(place.entry), place.seat, place.earned) for place in places],
        how=game.how,
        match=game.match_id if seen else None,
        own=own,
    )
