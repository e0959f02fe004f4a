"""Results, entries and pairings of a tournament at the same moment, each in its own thread and connection."""

from functools import partial

import pytest

from games.matches.models import Match
from games.matches.services import players
from games.tournaments.models import Place, Tournament
from games.tournaments.services import entering, rounds
from tests.factories import DeckFactory, PlayerFactory
from tests.matches.test_races import race
from tests.tournaments.playing import come, entered, made, points, under_way


@pytest.mark.parametrize(("kind", "more"), [("swiss", {"rounds": 7}), ("arena", {})])
def test_results_and_pairings_at_the_same_moment(transactional_db, kind, more):
    host, deck = PlayerFactory(name="Host"), DeckFactory(slug="meadow", ready=True)
    tournament = made(host, kind, **more)
    people = entered(tournament, 7, deck)
    rounds.begin(code=tournament.code, player=host)
    for _round in range(2):
        games = under_way(tournament)
        for game in games:
            come(game)
        ending = [partial(players.resign, match_id=game.match_id, seat=0, key="x") for game in games]
        going = [partial(rounds.go_on, tournament_id=tournament.pk)] * 3
        late = partial(entering.enter, code=tournament.code, player=PlayerFactory(), deck=deck)
        assert not [each for each in race(*ending, *going, late, *going) if isinstance(each, Exception)]
        rounds.sweep()
    tournament = Tournament.objects.get(pk=tournament.pk)
    entries = list(tournament.entries.order_by("number"))
    assert [entry.number for entry in entries] == list(range(1, 10))
    assert {entry.player for entry in entries} > set(people)
    # Every game under way has a match, and nobody plays two.
    games = list(tournament.games.all())
    assert Match.objects.count() == sum(1 for game in games if game.match_id)
    busy = Place.objects.filter(game__in=games, game__how="paired").values_list("entry", flat=True)
    assert len(busy) == len(set(busy))
    over = tournament.games.filter(how="played").count()
    byes = tournament.games.filter(how="bye").count()
    half = tournament.games.filter(how="late").count()
    if kind == "swiss":
        assert sum(points(tournament).values()) == over + byes + half / 2
    assert over == sum(1 for match in Match.objects.all() if match.finished)
