"""Concurrent calls, each in its own thread and connection: one wins, others are refused, nothing is lost."""

import contextlib
import threading
from datetime import timedelta

import pytest
from django.db import connection

from engine import IllegalAction
from engine.phylo.rules import RULES
from games.matches.models import Match
from games.matches.services import positions
from games.matches.services.clock import GRACE, LIVE, Pace
from games.matches.services.errors import StaleVersion
from games.matches.services.last_seen import note_look
from games.matches.services.play import play, play_bot_turn
from games.matches.services.positions import legal_at
from games.matches.services.records import differences
from games.matches.services.rematches import rematch
from games.matches.services.site_clock import site_time
from tests.factories import PlayerFactory, deal
from tests.matches.conftest import starts

THREADS = 8


@pytest.fixture(params=RULES)
def live(transactional_db, request):
    ada, ben = PlayerFactory(name="Ada"), PlayerFactory(name="Ben")
    dealt = (deal(ada, opponent=ben, seed=seed, rules=request.param) for seed in range(100))
    return next(match for match in dealt if starts(match) == 0)


def race(*calls):
    """Run the calls at the same time; return what each returned or raised."""
    together, results = threading.Barrier(len(calls)), [None] * len(calls)

    def run(place, call):
        try:
            together.wait()
            results[place] = call()
        except Exception as error:
            results[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return results


def attempt(match, key, action=None, *, seat=0, version=0):
    return lambda: play(
        match_id=match.pk, seat=seat, action=action or {"do": "pass"}, version=version, key=key
    )


def test_of_racing_actions_one_is_stored(live):
    results = race(*(attempt(live, f"key-{number}") for number in range(THREADS)))
    stored = [result for result in results if not isinstance(result, Exception)]
    stale = [result for result in results if isinstance(result, StaleVersion)]
    assert (len(stored), len(stale)) == (1, THREADS - 1)
    assert {error.current for error in stale} == {1}
    live.refresh_from_db()
    assert (live.version, live.moves.count()) == (1, 1)
    assert differences(live) == []


def test_of_the_same_action_sent_many_times_one_is_stored_and_all_get_it(live):
    results = race(*(attempt(live, "same") for _ in range(THREADS)))
    assert {getattr(result, "pk", result) for result in results} == {live.moves.get().pk}


def test_resigning_and_playing_at_once(live):
    results = race(attempt(live, "ada"), attempt(live, "ben", {"do": "resign"}, seat=1))
    assert sum(isinstance(result, StaleVersion) for result in results) == 1
    live.refresh_from_db()
    assert differences(live) == []


def test_a_bots_turn_that_runs_many_times_makes_one_move(transactional_db):
    ada = PlayerFactory()
    match = next(dealt for seed in range(100) if (dealt := deal(ada, seed=seed, bot="random")).bot_to_act)
    positions.forget_all()
    results = race(*(lambda: play_bot_turn(match_id=match.pk, version=0) for _ in range(THREADS)))
    assert not [result for result in results if isinstance(result, Exception)]
    assert match.moves.filter(number=1).count() == 1


def test_a_rematch_asked_for_many_times_is_one(live):
    play(match_id=live.pk, seat=0, action={"do": "resign"}, version=0, key="one")
    live.refresh_from_db()
    results = race(*(lambda seat=seat % 2: rematch(match=live, seat=seat) for seat in range(THREADS)))
    dealt = Match.objects.get(rematch_of=live)
    assert {result.pk for result in results if result} == {dealt.pk}


def test_looks_that_race_with_a_turn_start_the_clock(transactional_db):
    """Whoever comes first: once both have looked, the clock of the seat to act runs, as stored."""
    ada, ben = PlayerFactory(name="Ada"), PlayerFactory(name="Ben")
    dealt = (deal(ada, opponent=ben, seed=seed, pace=Pace(LIVE, 600, 15)) for seed in range(100))
    timed = next(match for match in dealt if starts(match) == 0)
    looks = [lambda seat=seat: note_look(seat) for seat in timed.seats.select_related("match")] * 3
    results = race(*looks, attempt(timed, "one"))
    assert not [result for result in results if isinstance(result, Exception)]
    timed.refresh_from_db()
    assert timed.clock_since <= site_time.read()
    left = timedelta(milliseconds=timed.time_left[int(timed.to_act)] + GRACE)
    assert timed.flag_at == timed.clock_since + left


def test_racing_players_play_a_whole_match(live):
    """Both keep sending actions without looking; every stored move follows the one before."""

    def press_on(seat):
        def run():
            for number in range(60):
                match = Match.objects.get(pk=live.pk)
                legal = legal_at(match, seat) or [{"do": "pass"}]
                with contextlib.suppress(StaleVersion, IllegalAction):
                    attempt(
                        match,
                        f"{seat}-{number}",
                        legal[number % len(legal)],
                        seat=seat,
                        version=match.version,
                    )()

        return run

    assert race(press_on(0), press_on(1)) == [None, None]
    live.refresh_from_db()
    assert live.version > 0
    assert differences(live) == []
