"""Tournaments: finding and making them, taking part, standings and games, and what their makers do."""

from collections.abc import Sequence
from fractions import Fraction
from http import HTTPStatus
from typing import TypeVar

from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from cards.decks.models import Deck
from cards.models.builder import builder_of
from cards.sets.models import Collection
from games.matches.access import own_player
from games.matches.api.resource import PlayersResource
from games.matches.words.terms import EVERY_CLOCK
from games.tournaments.access import tournament_seen, tournaments_seen_by
from games.tournaments.api.bodies import (
    GamesParameters,
    NewEntry,
    NewTournament,
    Readiness,
    TournamentParameters,
    TournamentResult,
)
from games.tournaments.api.serializers import (
    EntrySerializer,
    StandingSerializer,
    TournamentGameSerializer,
    TournamentSerializer,
)
from games.tournaments.files.stored import FILES, Asked
from games.tournaments.models import Entry, Tournament
from games.tournaments.services import corrections, entering, making, reading, rounds
from games.tournaments.services.terms import TournamentTerms
from games.tournaments.words.tables import Board, Reader, Row, board, reader_for, rows
from games.tournaments.words.tournaments import Entrant, Listing, listings
from phylo.accounts.tokens import bearer_of
from phylo.api.bodies import Body
from phylo.api.paging import Listed, Page, by_number, by_time, list_of, page_of
from phylo.api.resource import OPEN_OR_TOKEN, operation
from phylo.http.input import BadBody
from phylo.http.keys import new_key
from phylo.http.limits import client_address

Named = TypeVar("Named", Deck, Collection)
AUDIENCE = Tournament.Audience


class TournamentResource(PlayersResource):
    tag = "tournaments"
    path_words = {
        "code": "The `tournament` of a list.",
        "number": "The `number` of an entry.",
        "game_id": "The `game` of a list.",
        "name": "`standings.csv`, `results.csv`, `report.trf` or `calendar.ics`.",
    }

    def found(self, code: str) -> Tournament:
        return tournament_seen(self.http, code)

    def listings_of(self, found: Sequence[Tournament] | QuerySet[Tournament]) -> list[Listing]:
        return listings(found, viewer=self.player_id)

    def listing(self, code: str) -> Listing:
        return self.listings_of([self.found(code)])[0]

    def reader(self, entries: Sequence[Entry]) -> Reader:
        return reader_for(own_player(self.http).first(), entries)

    def deck(self, slug: str) -> Deck | None:
        """The deck of a body; None if it names none. Raises BadBody for one that the visitor may not see."""
        seen = Deck.objects.open_to(builder_of(self.http))
        return _named(slug, seen, "deck", _("There is no such deck."))

    def set_of(self, slug: str) -> Collection | None:
        """As `deck`, for the people of a set."""
        inside = Collection.objects.inside(builder_of(self.http))
        return _named(slug, inside, "set", _("There is no such set."))


def _named(slug: str, seen: QuerySet[Named], field: str, missing: str) -> Named | None:
    if not slug:
        return None
    found = seen.filter(slug=slug).first() if slug.isprintable() else None
    if found is None:
        raise BadBody(field, missing)
    return found


class TournamentList(TournamentResource):
    security = OPEN_OR_TOKEN

    @operation(
        "listTournaments",
        "Tournaments",
        about="Newest first. One for whoever has the link is listed for its own people alone.",
        answer=page_of(TournamentSerializer),
        query=TournamentParameters,
    )
    def get(self) -> Page[Listing]:
        own = Q(maker=self.player_id) | Q(entries__player=self.player_id) if self.player_id else Q(pk=None)
        mine = Tournament.objects.filter(own).values("pk")
        found = tournaments_seen_by(self.http).with_people()
        if "set" in self.given:
            found = found.filter(collection__slug=self.given["set"])
        if self.given["which"] == "mine":
            found = found.filter(pk__in=mine)
        else:
            found = found.filter(~Q(audience=AUDIENCE.LINK) | Q(pk__in=mine), status=self.given["which"])
        page = by_time(found, self.given, self.at)
        return page.of(self.listings_of(page.results))

    @operation(
        "makeTournament",
        "Make a tournament",
        about=(
            "For whoever has its link, for the people of a `set` that you edit, or for the site (`audience` "
            "`site`). The maker takes part only by entering. Sent again with the same key, it is the same "
            "one."
        ),
        answer=TournamentSerializer,
        body=NewTournament,
        status=HTTPStatus.CREATED,
    )
    def post(self) -> Listing:
        sent = dict(self.sent)
        key, slug, of_set = sent.pop("key", new_key()), sent.pop("deck", ""), sent.pop("set", "")
        pace = EVERY_CLOCK[sent.pop("clock")]
        if of_set:
            sent["audience"] = AUDIENCE.SET
        made = making.make(
            maker=self.player,
            terms=TournamentTerms(pace=pace, **sent),
            key=key,
            deck=self.deck(slug),
            collection=self.set_of(of_set),
        )
        return self.listing(made.code)


class TournamentDetail(TournamentResource):
    security = OPEN_OR_TOKEN

    @operation(
        "getTournament",
        "One tournament",
        about="Whoever knows its code may read it, unless it is for the people of a set.",
        answer=TournamentSerializer,
    )
    def get(self, code: str) -> Listing:
        return self.listing(code)

    @operation(
        "cancelTournament",
        "Cancel a tournament",
        about="By its maker. One that is over stays as it is.",
        answer=TournamentSerializer,
    )
    def delete(self, code: str) -> Listing:
        self.found(code)
        making.cancel(code=code, player=self.player)
        return self.listing(code)


class TournamentBegin(TournamentResource):
    @operation(
        "beginTournament",
        "Begin a tournament",
        about="By its maker, before its time. One that has begun stays as it is.",
        answer=TournamentSerializer,
        body=Body,
    )
    def post(self, code: str) -> Listing:
        self.found(code)
        rounds.begin(code=code, player=self.player)
        return self.listing(code)


class TournamentNextRound(TournamentResource):
    @operation(
        "beginNextRound",
        "Begin the next round",
        about="By its maker, without the rest of the break.",
        answer=TournamentSerializer,
        body=Body,
    )
    def post(self, code: str) -> Listing:
        self.found(code)
        rounds.next_round(code=code, player=self.player)
        return self.listing(code)


class TournamentEntries(TournamentResource):
    security = OPEN_OR_TOKEN

    @operation(
        "listEntries",
        "Who takes part",
        about="In the order of their numbers, those who have withdrawn too.",
        answer=list_of(EntrySerializer),
    )
    def get(self, code: str) -> Listed[Entrant]:
        entries = list(self.found(code).entries.select_related("player__user").order_by("number"))
        reader = self.reader(entries)
        return Listed([reader.entrant(each) for each in entries])

    @operation(
        "enterTournament",
        "Take part",
        about=(
            "In Phylo with a deck, unless one is given to all. Before it begins, another deck replaces the "
            "first. Whoever has withdrawn comes back. With a token only where `bots_allowed`."
        ),
        answer=EntrySerializer,
        body=NewEntry,
        status=HTTPStatus.CREATED,
    )
    def post(self, code: str) -> Entrant:
        self.found(code)
        entry = entering.enter(
            code=code,
            player=self.player,
            deck=self.deck(self.sent.get("deck", "")),
            password=self.sent.get("password", ""),
            by_program=bool(bearer_of(self.http)),
            came_from=client_address(self.http) or "nowhere",
        )
        return self.reader([entry]).entrant(entry)


class TournamentEntry(TournamentResource):
    @operation(
        "withdrawEntry",
        "Withdraw from a tournament",
        about="Your own entry, or anybody's as its maker. A game under way may be played on, and counts.",
        answer=EntrySerializer,
    )
    def delete(self, code: str, number: int) -> Entrant:
        found = self.found(code)
        entry = (
            found.entries.select_related("player__user").filter(number=number, player__isnull=False).first()
        )
        if entry is None:
            raise Http404("no such entry")
        if entry.player_id == self.player_id:
            entering.withdraw(code=code, player=self.player)
        else:
            entering.take_out(code=code, player=self.player, number=number)
        entry.refresh_from_db(fields=["withdrawn_at"])
        return self.reader([entry]).entrant(entry)


class TournamentReady(TournamentResource):
    @operation(
        "waitInArena",
        "Wait for the next game of an arena, or have a break",
        about="After a game you wait for the next one without asking.",
        body=Readiness,
        status=HTTPStatus.NO_CONTENT,
    )
    def post(self, code: str) -> None:
        self.found(code)
        entering.be_ready(code=code, player=self.player, ready=self.sent["ready"])


class TournamentStandings(TournamentResource):
    security = OPEN_OR_TOKEN

    @operation(
        "listStandings",
        "Standings",
        about="All entries, best first. Those that no tie-break parts have the same `rank`.",
        answer=list_of(StandingSerializer),
    )
    def get(self, code: str) -> Listed[Row]:
        found = self.found(code)
        entries = list(found.entries.select_related("player__user"))
        by_number = {each.number: each for each in entries}
        return Listed(rows(found, reading.standings_of(found), by_number, self.reader(entries)))


class TournamentGames(TournamentResource):
    security = OPEN_OR_TOKEN

    @operation(
        "listTournamentGames",
        "Games of a tournament",
        about="Pairings with their results, newest first; `match` is told to those who may watch.",
        answer=page_of(TournamentGameSerializer),
        query=GamesParameters,
    )
    def get(self, code: str) -> Page[Board]:
        found = self.found(code)
        games = reading.games(found)
        if "round" in self.given:
            games = games.filter(round__number=self.given["round"])
        page = by_number(games, self.given, self.at)
        reader = self.reader([place.entry for game in page.results for place in game.places.all()])
        inside = found.collection_id is not None
        return page.of([board(game, reader, inside=inside) for game in page.results])


class TournamentGame(TournamentResource):
    @operation(
        "correctResult",
        "Set the result of a game",
        about="By its maker. The match may be played on, but no longer counts.",
        answer=TournamentGameSerializer,
        body=TournamentResult,
    )
    def patch(self, code: str, game_id: int) -> Board:
        found = self.found(code)
        if not found.games.filter(pk=game_id).exists():
            raise Http404("no such game")
        corrections.correct(
            code=code,
            player=self.player,
            game_id=game_id,
            points=[Fraction(points).limit_denominator(60) for points in self.sent["points"]],
            played=self.sent.get("played", True),
            reason=self.sent.get("reason", ""),
        )
        game = reading.games(found).get(pk=game_id)
        reader = self.reader([place.entry for place in game.places.all()])
        return board(game, reader, inside=found.collection_id is not None)


class TournamentFile(TournamentResource):
    security = OPEN_OR_TOKEN

    @operation(
        "getTournamentFile",
        "A tournament as a file",
        about=(
            "Standings and results as CSV; the report of FIDE (TRF16) of rounds of games for two; when it "
            "begins, for calendars."
        ),
        media=("text/csv", "text/plain", "text/calendar"),
    )
    def get(self, code: str, name: str) -> HttpResponse:
        found, viewer = self.found(code), own_player(self.http).first()
        made = FILES[name](Asked(found, viewer, self.at.root)) if name in FILES else None
        if made is None:
            raise Http404("no file of this kind")
        return HttpResponse(made.content, content_type=made.media_type)
