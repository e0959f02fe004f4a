"""A tournament from its terms to its results in a line each, for tests."""

from fractions import Fraction

from games.matches.models import Player
from games.matches.services import last_seen, players
from games.matches.services.clock import LIVE, TURN, Pace
from games.tournaments.models import Game, Tournament
from games.tournaments.services import entering, making, reading, rounds
from games.tournaments.services.terms import TournamentTerms
from tests.factories import PlayerFactory

PHYLO, LIVELY, TURNS = "phylo-1.4a", Pace(LIVE, 10 * 60, 15), Pace(TURN, 30)


def terms(kind: str = "swiss", **more) -> TournamentTerms:
    usual = {"name": "Cup", "kind": kind, "rules": PHYLO, "pace": LIVELY, "between": 0}
    usual |= {"swiss": {"rounds": 3}, "arena": {"minutes": 30}}.get(kind, {})
    return TournamentTerms(**usual | more)


def made(maker: Player, kind: str = "swiss", *, deck=None, **more) -> Tournament:
    return making.make(maker=maker, terms=terms(kind, **more), key=kind, deck=deck)


def drafting(maker: Player, kind: str = "swiss", **more) -> Tournament:
    return made(maker, kind, rules="ecosystem", pace=TURNS, **more)


def entered(tournament: Tournament, count: int, deck=None) -> list[Player]:
    people = [PlayerFactory(name=f"P{number}") for number in range(count)]
    for player in people:
        entering.enter(code=tournament.code, player=player, deck=deck)
    return people


def begun(maker: Player, kind: str = "swiss", count: int = 4, *, deck=None, **more) -> Tournament:
    tournament = made(maker, kind, deck=deck, **more)
    entered(tournament, count, deck)
    return rounds.begin(code=tournament.code, player=maker)


def going_on(tournament: Tournament) -> Tournament:
    rounds.go_on(tournament_id=tournament.pk)
    return again(tournament)


def again(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def come(game: Game) -> None:
    for seat in game.match.seats.filter(player__isnull=False).select_related("match"):
        last_seen.note_look(seat)


def end(game: Game, loser: int | None = None) -> None:
    """Everybody comes; the entry with the higher number resigns, or who sits there."""
    come(game)
    seat = game.places.order_by("-entry__number").first().seat if loser is None else loser
    players.resign(match_id=game.match_id, seat=seat, key="test")


def under_way(tournament: Tournament) -> list[Game]:
    return list(tournament.games.filter(how="paired", match__isnull=False).select_related("match"))


def play_round(tournament: Tournament) -> Tournament:
    for game in under_way(tournament):
        end(game)
    return going_on(tournament)


def points(tournament: Tournament) -> dict[int, Fraction]:
    return {each.entry: each.points for each in reading.standings_of(again(tournament))}
