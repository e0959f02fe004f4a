"""Tournaments from the first entry to the last result: what is paired, what counts, and who may do what."""

from fractions import Fraction

import pytest

from games.models import Game, Match, Place, Player, Tournament
from games.services.clock import LIVE, TURN, Pace
from games.services.players import resign
from games.services.tournaments import entering, making, rounds
from games.services.tournaments.reading import table_of
from games.services.tournaments.terms import TournamentTerms
from tests.factories import DeckFactory, PlayerFactory

PHYLO, LIVELY, TURNS = "phylo-1.4a", Pace(LIVE, 10 * 60, 15), Pace(TURN, 30)


@pytest.fixture
def deck(db):
    return DeckFactory(slug="meadow", ready=True)


def made(maker: Player, deck=None, **terms) -> Tournament:
    terms = {
        "name": "Cup",
        "kind": "swiss",
        "rules": PHYLO,
        "pace": LIVELY,
        "rounds": 3,
        "between": 0,
    } | terms
    if terms["kind"] != "swiss":
        terms["rounds"] = 0
    return making.make(maker=maker, terms=TournamentTerms(**terms), key=f"{terms['name']}", deck=deck)


def entered(tournament: Tournament, deck, count: int) -> list[Player]:
    players = [PlayerFactory(name=f"P{number}") for number in range(1, count + 1)]
    for player in players:
        entering.enter(code=tournament.code, player=player, deck=deck)
    return players


def play_all(tournament: Tournament) -> None:
    """The entry with the lower number wins each game under way; whoever plays comes to the table."""
    for game in list(Game.objects.filter(tournament=tournament, how="paired", match__isnull=False)):
        game.match.seats.update(looked=game.match.created)
        loser = game.places.order_by("-entry__number").first()
        resign(match_id=game.match_id, seat=loser.seat, key="test")


def again(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def test_a_swiss_tournament_from_beginning_to_end(deck, ada, django_capture_on_commit_callbacks):
    tournament = made(ada, rounds=3)
    entered(tournament, deck, 5)
    rounds.begin(code=tournament.code, player=ada)
    for number in (1, 2, 3):
        tournament = again(tournament)
        assert (tournament.status, tournament.round) == ("running", number)
        assert Match.objects.filter(status="playing").count() == 2
        play_all(tournament)
        rounds.go_on(tournament_id=tournament.pk)
    tournament = again(tournament)
    assert tournament.status == "finished"
    assert Place.objects.filter(game__how="bye").values("entry").distinct().count() == 3
    table = table_of(tournament)
    assert next(line.standing.points for line in table) == 3
    assert sum(line.standing.points for line in table) == Fraction(9)
