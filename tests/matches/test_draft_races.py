"""Concurrent requests at drafting tables: nobody sits twice, no table is dealt twice, no choice is lost."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.lobby.models import OpenTable
from games.lobby.services import open_tables
from games.lobby.services.terms import Terms
from games.matches.models import Match
from games.matches.services import players, positions
from games.matches.services.clock import TURN, Pace
from games.matches.services.errors import NotAllowed
from games.matches.services.matches import Side, create_match
from games.matches.services.play import let_flag_fall, play, play_bot_turn
from games.matches.services.positions import legal_at
from games.matches.services.records import differences
from tests.factories import PlayerFactory
from tests.matches.test_races import race


@pytest.fixture
def three(transactional_db):
    return [PlayerFactory(name=name) for name in ("Ada", "Ben", "Carl")]


def opened(maker, people=1, key="one"):
    return open_tables.open_table(maker=maker, terms=Terms("ecosystem", people=people), key=key)


def joining(table, player):
    return lambda: open_tables.join(code=table.code, player=player)


def beginning(table):
    return lambda: open_tables.begin(code=table.code, player=table.maker)


def choosing(match, seat, version=0):
    legal = legal_at(match, seat)[0]
    return lambda: play(match_id=match.pk, seat=seat, action=legal, version=version, key=f"k{version}")


def test_two_come_for_the_last_seat(three):
    ada, ben, carl = three
    table = opened(ada)
    results = race(*(joining(table, player) for player in (ben, carl) for _twice in range(2)))
    assert {type(each) for each in results} == {OpenTable, NotAllowed}
    match = Match.objects.get()
    assert (match.players, match.seats.filter(player=ada).count()) == (2, 1)


def test_the_maker_begins_twice_while_others_come(three):
    ada, ben, carl = three
    table = opened(ada, people=2)
    results = race(beginning(table), joining(table, ben), beginning(table), joining(table, carl))
    match = Match.objects.get()
    begun = [each for each in results if isinstance(each, Match)]
    assert begun == [match, match]
    assert {type(each) for each in results} <= {Match, OpenTable, NotAllowed}
    come = [each for each in results if isinstance(each, OpenTable)]
    assert match.seats.exclude(bot="").count() == 2 - len(come)


def test_all_ask_for_another_game_at_once(three):
    match = create_match(sides=[Side(player=player) for player in three], rules="ecosystem")
    Match.objects.update(status="finished", winner="0", ending="played", to_act="")
    match.refresh_from_db()
    race(*(lambda player=player: open_tables.meet_again(match=match, player=player) for player in three))
    assert OpenTable.objects.count() == 1
    assert Match.objects.get(rematch_of=match).players == len(three)


def test_choices_come_while_time_runs_out_and_somebody_leaves(three):
    sides = [Side(player=player) for player in three]
    match = create_match(sides=sides, rules="ecosystem", pace=Pace(TURN, 60))
    positions.forget_all()
    late = timezone.now() + timedelta(minutes=2)
    race(
        *(choosing(match, seat) for seat in range(3)),
        lambda: let_flag_fall(match_id=match.pk, now=late),
        lambda: players.step_down(match_id=match.pk, player=three[0]),
        lambda: play_bot_turn(match_id=match.pk, version=0),
    )
    match.refresh_from_db()
    assert differences(match) == []
    first = list(match.moves.order_by("number").values_list("seat", flat=True)[:3])
    assert sorted(first) == [0, 1, 2]
