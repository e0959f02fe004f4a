"""What the page of a tournament and the screen for a room show of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import caches
from django.core.paginator import Page
from django.http import Http404, HttpRequest
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.matches.access import player_id
from games.matches.models import Player
from games.tournaments.models import Entry, Game, Tournament
from games.tournaments.services import making, reading
from games.tournaments.services.hosting import hosts
from games.tournaments.services.standings import Standing, System
from games.tournaments.words.tables import (
    Board,
    Reader,
    Row,
    board,
    reader_for,
    rows,
)
from games.tournaments.words.tie_breaks import TIE_BREAKS, Column
from games.tournaments.words.tournaments import Listing, listings
from phylo.http.addresses import site_address
from phylo.http.answers import page_of
from phylo.http.input import whole_number

A_PAGE = 50
KEPT = 10
"""Seconds for which a part of a page is kept; somebody may change their name meanwhile."""
STATUS = Tournament.Status


@dataclass(frozen=True)
class Own:
    """
    The visitor's place in a tournament: their line of the standings and its page, the board at which they
    play now, whether they pause in this round, have come too late for it (`joins`), or wait for a game of
    an arena.
    """

    row: Row | None
    page: int
    board: Board | None
    pauses: bool
    joins: bool
    waits: bool
    withdrawn: bool
    hosts: bool = False
    """Whether the visitor plays on all boards of a simultaneous."""


@dataclass(frozen=True)
class Shown:
    """A tournament for one visitor. `until` is the next moment that comes by itself: `awaits` says which."""

    listing: Listing
    reader: Reader
    manages: bool
    own: Own | None
    number: int
    """The round that is shown."""
    boards: Page[Board]
    playing: int
    rows: Page[Row]
    columns: Sequence[Column]
    until: datetime | None
    awaits: str

    @property
    def tournament(self) -> Tournament:
        return self.listing.tournament

    @property
    def crosstable(self) -> bool:
        """Whether there is one, with somebody in it."""
        return has_crosstable(self.tournament) and self.tournament.round > 0

    @property
    def earlier(self) -> range:
        """The numbers of all rounds that have begun."""
        return range(1, self.tournament.round + 1)

    @property
    def state(self) -> str:
        """How far it has come, in a sentence or two."""
        tournament = self.tournament
        match tournament.status:
            case STATUS.OPEN:
                return _("It has not begun yet.")
            case STATUS.CANCELLED:
                return _("The tournament is cancelled.")
            case STATUS.FINISHED:
                return _("The tournament is over.")
        params = {"round": tournament.round, "rounds": tournament.rounds}
        if tournament.next_round_at is not None:
            return _("Round %(round)s of %(rounds)s is over.") % params
        games = ngettext("%(count)d game is being played.", "%(count)d games are being played.", self.playing)
        games %= {"count": self.playing}
        return _("Round %(round)s of %(rounds)s.") % params + " " + games if tournament.in_rounds else games

    @property
    def key(self) -> str:
        """Changes whenever the page would."""
        return f"{self.tournament.version}-{self.tournament.status}"


def listing_of(request: HttpRequest, tournament: Tournament) -> Listing:
    return listings([tournament], viewer=player_id(request), site=site_address(request))[0]


def has_crosstable(tournament: Tournament) -> bool:
    """An arena has no rounds, and in a simultaneous everybody meets the host."""
    return tournament.kind in (Tournament.Kind.SWISS, Tournament.Kind.ROUND_ROBIN)


def kept_for_visitors(
    request: HttpRequest, tournament: Tournament, part: str, make: Callable[[], str]
) -> str:
    """
    A part of a page, for all visitors who are no players the same, so that it is made once for each change:
    many look at it when a result comes in. Names in a set are not for everybody, so that nothing of one is
    kept, and nothing of other pages that the address asks for.
    """
    shared = player_id(request) is None and tournament.collection_id is None and set(request.GET) <= {"part"}
    key = f"tournament-{part}-{tournament.pk}-{tournament.version}-{get_language()}"
    html: str | None = caches["local"].get(key) if shared else None
    if html is None:
        html = make()
        if shared:
            caches["local"].set(key, html, KEPT)
    return html


def shown(request: HttpRequest, tournament: Tournament, *, size: int = A_PAGE) -> Shown:
    """`?round=` names a round, `?boards=` and `?page=` pages of its boards and of the standings, from 1."""
    listing = listing_of(request, tournament)
    viewer = Player.objects.filter(pk=listing.viewer).first() if listing.viewer else None
    manages = making.manages(tournament, viewer)
    inside = tournament.collection_id is not None
    number = _round_asked(request, tournament.round)
    games = reading.boards(tournament, round_number=number)
    page = page_of(request, games, size, name="boards")
    found = reading.standings_of(tournament)
    if tournament.kind == Tournament.Kind.SIMUL:
        hosts = set(tournament.entries.filter(player=tournament.maker).values_list("number", flat=True))
        found = tuple(each for each in found if each.entry not in hosts)
    table = page_of(request, found, size)
    entries = _entries(tournament, [each.entry for each in table])
    reader = reader_for(
        viewer, [*entries.values(), *(place.entry for game in page for place in game.places.all())]
    )
    until, awaits = _awaits(tournament)
    return Shown(
        listing=listing,
        reader=reader,
        manages=manages,
        own=_own(listing, found, reader, size, inside=inside),
        number=number,
        boards=_replaced(page, [board(game, reader, inside=inside) for game in page]),
        playing=tournament.games.filter(how=Game.How.PAIRED).count(),
        rows=_replaced(table, rows(tournament, list(table), entries, reader)),
        columns=TIE_BREAKS[System(tournament.kind)].shown,
        until=until,
        awaits=awaits,
    )


def _entries(tournament: Tournament, numbers: Sequence[int]) -> Mapping[int, Entry]:
    found = tournament.entries.filter(number__in=numbers).select_related("player__user")
    return {each.number: each for each in found.defer("deck", "opening_hand")}


def _round_asked(request: HttpRequest, last: int) -> int:
    text = request.GET.get("round", "")
    if not text:
        return last
    number = whole_number(text, digits=6)
    if number is None or not 1 <= number <= last:
        raise Http404("no such round")
    return number


def _replaced(page, items):  # type: ignore[no-untyped-def]
    return Page(items, page.number, page.paginator)


def _awaits(tournament: Tournament) -> tuple[datetime | None, str]:
    if tournament.status == STATUS.OPEN and tournament.starts_at is not None:
        return tournament.starts_at, _("It begins in")
    if tournament.status == STATUS.RUNNING and tournament.next_round_at is not None:
        return tournament.next_round_at, _("The next round begins in")
    if tournament.status == STATUS.RUNNING and tournament.ends_at is not None:
        return tournament.ends_at, _("It pairs for")
    return None, ""


def _own(
    listing: Listing, found: Sequence[Standing], reader: Reader, size: int, *, inside: bool
) -> Own | None:
    entry, tournament = listing.entry, listing.tournament
    if entry is None:
        return None
    at = next((at for at, each in enumerate(found) if each.entry == entry.number), None)
    row = None
    if at is not None:
        [row] = rows(tournament, [found[at]], {entry.number: entry}, reader)
    here = reading.boards(tournament).filter(places__entry=entry)
    playing = here.filter(how=Game.How.PAIRED).first()
    running = tournament.status == STATUS.RUNNING
    return Own(
        row=row,
        page=1 + (at or 0) // size,
        board=board(playing, reader, inside=inside) if playing else None,
        pauses=running and tournament.in_rounds and here.filter(how=Game.How.BYE).exists(),
        joins=(
            running
            and tournament.in_rounds
            and tournament.next_round_at is None
            and not here.exclude(how=Game.How.LATE).exists()
        ),
        waits=running and entry.ready_since is not None,
        withdrawn=entry.withdrawn_at is not None,
        hosts=hosts(tournament, entry.player_id),
    )
