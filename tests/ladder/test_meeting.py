"""Who meets whom, without the database."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.ladder.services.meeting import AGAIN, NEAR, PATIENCE, WIDER, Free, meetings

NOW = datetime(2026, 11, 28, 12)
LEVELS = {"phylo-1.4a": {"mouse": 930.0, "fox": 1330.0, "orca": 1920.0}, "ecosystem": {"fox": 1500.0}}


def free(key, points=1500, *, waits=0.0, owner=None, lately=(), rules=("phylo-1.4a",), games=None):
    of = key if owner is None else owner
    since = NOW - timedelta(seconds=waits)
    return Free(key, of, since, dict.fromkeys(rules, float(points)), games or {}, lately)


def met(*waiting, most_levels=9):
    found = meetings(waiting, LEVELS, NOW, most_levels=most_levels)
    return [(each.one.key, each.other.key if each.other else each.level) for each in found]


def test_two_who_are_near_meet_at_once():
    assert met(free(1), free(2, 1500 + NEAR)) == [(1, 2)]
    assert met(free(1), free(2, 1501 + NEAR)) == []


def test_the_longer_one_waits_the_farther_the_opponent_may_be():
    far = free(2, 1500 + NEAR + 5 * WIDER)
    assert met(free(1, waits=4.9), far) == []
    assert met(free(1, waits=5.1), far) == [(1, 2)]


def test_who_waited_longest_gets_the_nearest():
    assert met(free(1, 1500), free(2, 1400, waits=3), free(3, 1480, waits=2)) == [(2, 3)]


def test_who_has_met_often_lately_meets_others_first():
    again = free(1, lately=(2, 2, 2)), free(2, lately=(1, 1, 1))
    assert met(*again, free(3, 1640)) == [(1, 3)]
    assert AGAIN * 3 > NEAR


def test_those_of_one_owner_do_not_meet():
    assert met(free(1, owner=7), free(2, owner=7)) == []


def test_they_play_what_both_play_and_have_played_least():
    both = ("phylo-1.4a", "ecosystem")
    found = meetings(
        [free(1, rules=both, games={"phylo-1.4a": 3}), free(2, rules=both)], LEVELS, NOW, most_levels=0
    )
    assert [each.rules for each in found] == ["ecosystem"]
    assert met(free(1, rules=("ecosystem",)), free(2)) == []


@pytest.mark.parametrize(("points", "level"), [(900, "mouse"), (1500, "fox"), (2300, "orca")])
def test_who_finds_nobody_plays_a_level_about_as_strong(points, level):
    late = PATIENCE.total_seconds()
    assert met(free(1, points, waits=late - 0.1)) == []
    assert met(free(1, points, waits=late)) == [(1, level)]
    assert met(free(1, points, waits=late), most_levels=0) == []


def test_but_not_the_same_level_for_ever():
    assert met(free(1, 1200, waits=60, lately=("fox",) * 5)) == [(1, "mouse")]


STANDS = st.builds(
    free,
    st.integers(1, 40),
    st.integers(700, 2300),
    waits=st.floats(0, 40),
    owner=st.integers(1, 9),
    lately=st.lists(st.sampled_from([1, 2, 3, "fox"]), max_size=5),
)


@given(st.lists(STANDS, max_size=12, unique_by=lambda each: each.key))
@settings(max_examples=100, deadline=None)
def test_nobody_meets_twice_and_nobody_waits_for_longer_than_patience(waiting):
    found = meetings(waiting, LEVELS, NOW, most_levels=99)
    busy = [side.key for each in found for side in (each.one, each.other) if side]
    assert len(busy) == len(set(busy))
    assert {each.key for each in waiting if NOW - each.since >= PATIENCE} <= set(busy)
