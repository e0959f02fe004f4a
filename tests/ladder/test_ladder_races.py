"""Pairings, ends and pauses at the same moment, each in its own thread and connection."""

from functools import partial

import pytest

from games.ladder.models import Game, Program, Standing
from games.ladder.services import pairing, programs
from games.matches.models import Match
from games.matches.services import players
from tests.ladder.test_pairing import waits
from tests.matches.test_races import race


@pytest.mark.django_db(transaction=True)
def test_pairings_results_and_pauses_at_the_same_moment(transactional_db, make):
    found = [make(f"P{number}") for number in range(6)]
    for number in range(3):
        waits(*found)
        assert not [each for each in race(*[pairing.pair] * 6) if isinstance(each, Exception)]
        running = list(Game.objects.running())
        assert len(running) == Match.objects.playing().count() == 3
        sides = [side for game in running for side in (game.first_id, game.second_id)]
        assert len(set(sides)) == 6
        assert {each.playing_id for each in Program.objects.all()} == {game.pk for game in running}
        ends = [partial(players.resign, match_id=each.match_id, seat=0, key="x") for each in running]
        pauses = [partial(programs.pause, program=found[number])] * 2
        done = race(*ends, *[pairing.pair] * 2, *ends, *pauses)
        assert not [each for each in done if isinstance(each, Exception)]
        programs.go_on(program=found[number])
        for game in Game.objects.running():
            players.resign(match_id=game.match_id, seat=1, key="y")
    assert not Program.objects.exclude(playing=None).exists()
    games = Game.objects.all()
    assert sum(each.games for each in Standing.objects.all()) == 2 * games.filter(counts=True).count()
    assert Match.objects.count() == games.count()
