"""The clock by itself, and how it ends matches."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from engine import IllegalAction
from games.matches import tasks
from games.matches.models import Match
from games.matches.services import pauses, positions
from games.matches.services.clock import ARRIVAL, DAYS, GRACE, LIVE, Clock, Pace, Turn
from games.matches.services.play import let_flag_fall, play
from games.matches.services.records import differences, export_record
from games.table.clocks import clocks
from tests.factories import client_of, deal

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MINUTES = Pace(LIVE, 600, 15)
DAILY = Pace(DAYS, 86_400)
FIRST, SECOND, BOTH = Turn((0,), 1), Turn((1,), 2), Turn((0, 1), 0)


def after(seconds):
    return NOON + timedelta(seconds=seconds)


def test_without_a_clock_nothing_runs():
    assert Pace().start(NOON) is None


def test_only_the_time_of_those_to_act_runs():
    clock = Clock(MINUTES, (600_000, 600_000), NOON)
    assert clock.at(after(10), FIRST) == (590_000, 600_000)
    assert clock.at(after(10), BOTH) == (590_000, 590_000)
    assert clock.at(after(700), FIRST) == (0, 600_000)


def moved(clock, now, before, then):
    return clock.after(now, before, then, since=now)


def test_a_live_clock_waits_for_the_players_to_find_the_table_and_one_of_days_does_not():
    clock = MINUTES.start(NOON)
    assert clock.at(NOON + ARRIVAL, FIRST) == (600_000, 600_000)
    assert moved(clock, after(1), FIRST, SECOND).left == (615_000, 600_000)
    assert DAILY.start(NOON).since == NOON


def test_the_way_to_the_server_costs_no_time():
    clock = Clock(MINUTES, (600_000, 600_000), NOON)
    assert moved(clock, NOON + timedelta(milliseconds=GRACE), FIRST, FIRST).left == (600_000, 600_000)
    assert moved(clock, after(10), FIRST, FIRST).left == (590_000 + GRACE, 600_000)


def test_a_turn_that_ends_earns_the_increment_and_an_action_within_it_none():
    clock = Clock(MINUTES, (600_000, 600_000), NOON)
    assert moved(clock, after(10), FIRST, SECOND).left == (605_000 + GRACE, 600_000)
    assert moved(clock, after(0), BOTH, FIRST).left == (600_000, 600_000)


def test_every_turn_has_its_days_anew():
    clock = Clock(DAILY, (3_000_000, 5_000), NOON)
    assert moved(clock, after(10), FIRST, SECOND).left == (2_990_000 + GRACE, 86_400_000)


def test_the_first_flag_to_fall_ends_the_match():
    clock = Clock(MINUTES, (5_000, 4_000), NOON)
    assert clock.flagged(after(4), BOTH) == []
    assert clock.flagged(after(5), BOTH) == [1]
    assert clock.flagged(after(5), FIRST) == []
    assert clock.flagged(after(6), FIRST) == [0]


@pytest.fixture
def timed(ada, ben):
    return next(
        dealt
        for seed in range(100)
        if (dealt := deal(ada, opponent=ben, seed=seed, pace=MINUTES))
        and positions.state_at(dealt).to_act[0] == 0
    )


def look(match, seat, **seen):
    """Ask for what happens between moves, as an open page does; `seen` if it is before the player's eyes."""
    player = match.seats.get(number=seat).player
    client_of(player).get(reverse("match-table", args=[match.pk]), {"part": "live", **seen})
    match.refresh_from_db()


def waits(match):
    return match.clock_since > timezone.now()


def test_the_clock_starts_when_who_is_to_act_has_seen_the_table(timed):
    client_of(timed.seats.get(number=0).player).get(reverse("match", args=[timed.pk]))
    look(timed, 0)
    look(timed, 1, seen="yes")
    assert (waits(timed), timed.talk) == (True, 0)
    look(timed, 0, seen="yes")
    assert (waits(timed), timed.talk) == (False, 1)
    assert timed.flag_at == timed.clock_since + timedelta(milliseconds=600_000 + GRACE)
    since = timed.clock_since
    look(timed, 0, seen="yes")
    assert (timed.clock_since, timed.talk) == (since, 1)


def test_a_program_sees_the_table_in_the_api_and_reads_the_clock_as_it_runs(timed):
    client = client_of(timed.seats.get(number=0).player)
    assert client.get(reverse("api-match-actions", args=[timed.pk])).status_code == 200
    timed.refresh_from_db()
    assert not waits(timed)
    answer = client.get(reverse("api-match", args=[timed.pk])).json()["clock"]
    assert datetime.fromisoformat(answer["flag_at"]) == timed.flag_at


def test_a_turn_that_comes_before_its_player_waits_as_well(timed):
    look(timed, 0, seen="yes")
    play(match_id=timed.pk, seat=0, action={"do": "pass"}, version=0, key="one")
    timed.refresh_from_db()
    assert timed.clock_since == timed.created + ARRIVAL
    look(timed, 1, seen="yes")
    assert not waits(timed)
    assert timed.time_left == [615_000, 600_000]


def test_a_clock_waits_a_minute_at_the_latest(timed):
    deadline = timed.clock_since + timedelta(milliseconds=600_000 + GRACE)
    assert timed.clock_since - timed.created <= ARRIVAL
    assert let_flag_fall(match_id=timed.pk, now=deadline - timedelta(seconds=1)) is None
    # Once it runs, a turn waits for nobody.
    Match.objects.filter(pk=timed.pk).update(created=timed.created - ARRIVAL, clock_since=timezone.now())
    play(match_id=timed.pk, seat=0, action={"do": "pass"}, version=0, key="one")
    timed.refresh_from_db()
    assert not waits(timed)
    assert let_flag_fall(match_id=timed.pk, now=timed.flag_at).action == {"do": "flag"}


def test_while_both_choose_the_clock_waits_for_both(ada, ben):
    match = deal(ada, opponent=ben, pace=MINUTES, options={"reveal": "choose"})
    look(match, 1, seen="yes")
    assert waits(match)
    action = positions.legal_at(match, 1)[0]
    play(match_id=match.pk, seat=1, action=action, version=0, key="one")
    match.refresh_from_db()
    assert match.clock_since == match.created + ARRIVAL
    look(match, 0, seen="yes")
    assert not waits(match)


def test_a_match_from_before_runs_on_when_somebody_looks(timed):
    """Its seats do not know whether their players have looked."""
    since = timezone.now() - timedelta(minutes=5)
    Match.objects.filter(pk=timed.pk).update(created=since, clock_since=since)
    look(timed, 0, seen="yes")
    assert timed.clock_since == since
    assert timed.seats.get(number=0).looked


def late(match):
    """Make the seat to act run out of time."""
    long_ago = timezone.now() - timedelta(days=30)
    Match.objects.filter(pk=match.pk).update(clock_since=long_ago, flag_at=long_ago)


def test_a_flag_falls_by_itself_and_once(timed):
    late(timed)
    tasks.sweep()
    tasks.sweep()
    timed.refresh_from_db()
    assert (timed.status, timed.winner, timed.ending, timed.version) == ("finished", "1", "time", 1)
    assert timed.flag_at is None
    assert differences(timed) == []
    assert export_record(timed)["actions"] == [{"seat": 0, "do": "resign"}]


def test_who_is_late_cannot_act_any_more(timed):
    late(timed)
    with pytest.raises(IllegalAction) as refused:
        play(match_id=timed.pk, seat=0, action={"do": "pass"}, version=1, key="late")
    assert refused.value.refusal.code == "game-over"
    timed.refresh_from_db()
    assert timed.ending == "time"


def test_a_move_stores_the_clock_as_it_stands(timed):
    play(match_id=timed.pk, seat=0, action={"do": "pass"}, version=0, key="one")
    timed.refresh_from_db()
    assert timed.time_left == [615_000, 600_000]
    assert timed.flag_at > timezone.now()


def test_nothing_falls_in_a_match_without_a_clock(match):
    assert let_flag_fall(match_id=match.pk) is None
    assert match.time_left is None


def test_a_clock_stands_still_and_goes_on_where_it_was(timed):
    began = timezone.now() - timedelta(minutes=2)
    Match.objects.filter(pk=timed.pk).update(
        created=began, clock_since=began, flag_at=began + timedelta(minutes=10)
    )
    pauses.stand_still(match_id=timed.pk)
    timed.refresh_from_db()
    left = timed.time_left
    assert 479_000 <= left[0] <= 480_000
    assert (left[1], timed.flag_at, timed.stands_still, timed.talk) == (600_000, None, True, 1)
    assert clocks(timed, timezone.now() + timedelta(hours=1)).data["running"] == []
    # Again, an hour later: nothing has passed, no flag falls, and a move costs nothing.
    Match.objects.filter(pk=timed.pk).update(clock_since=timed.clock_since - timedelta(hours=1))
    pauses.stand_still(match_id=timed.pk)
    assert let_flag_fall(match_id=timed.pk) is None
    look(timed, 0, seen="yes")
    play(match_id=timed.pk, seat=0, action={"do": "pass"}, version=0, key="one")
    timed.refresh_from_db()
    assert (timed.time_left, timed.stands_still) == ([left[0] + 15_000, 600_000], True)
    pauses.go_on(match_id=timed.pk)
    timed.refresh_from_db()
    since, flag_at = timed.clock_since, timed.flag_at
    assert (flag_at - since, timed.stands_still) == (timedelta(milliseconds=600_000 + GRACE), False)
    pauses.go_on(match_id=timed.pk)
    timed.refresh_from_db()
    assert (timed.clock_since, timed.flag_at) == (since, flag_at)


def test_nothing_stands_still_without_a_clock_or_after_the_end(match, timed):
    pauses.stand_still(match_id=match.pk)
    late(timed)
    pauses.stand_still(match_id=timed.pk)
    for each, ending in ((match, ""), (timed, "time")):
        pauses.go_on(match_id=each.pk)
        each.refresh_from_db()
        assert (each.stands_still, each.ending, each.flag_at) == (False, ending, None)
