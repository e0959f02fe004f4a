"""The drafting games in the one write path: choices at the same time, clocks, bots, leaving, records."""

from datetime import timedelta
from itertools import count

import pytest
from django.utils import timezone

import engine
from engine import IllegalAction, MalformedAction
from engine.drafting import record
from games.matches.models import Match
from games.matches.services import offers, positions
from games.matches.services.clock import ARRIVAL, DAYS, TURN, Pace
from games.matches.services.errors import NotAllowed, StaleVersion
from games.matches.services.matches import Side, create_match
from games.matches.services.play import let_flag_fall, play, play_bot_turn
from games.matches.services.players import leave, sit_down, step_down
from games.matches.services.positions import legal_at, state_at, story_at, view_at
from games.matches.services.records import differences, export_record
from games.matches.services.rematches import rematch
from games.people.models import Rating
from phylo.accounts.models import User
from tests.factories import PlayerFactory

RULES = pytest.mark.parametrize("rules", ["ecosystem", "coral-reef"])
KEYS = map(str, count())


def table(*sides, rules="ecosystem", seed=1, **more):
    return create_match(sides=sides, rules=rules, seed=seed, **more)


def people(*players):
    return [Side(player=player) for player in players]


def bots(*levels):
    return [Side(bot=level) for level in levels]


def choose(match, seat, version=None, action=None):
    current = Match.objects.get(pk=match.pk)
    action = action or legal_at(current, seat)[0]
    version = current.version if version is None else version
    return play(match_id=match.pk, seat=seat, action=action, version=version, key=next(KEYS))


def play_on(match):
    """All seats choose until the end, whoever holds them."""
    while not (current := Match.objects.get(pk=match.pk)).finished:
        if current.bot_to_act:
            play_bot_turn(match_id=match.pk, version=current.version)
        else:
            choose(match, positions.state_at(current).to_act[0])
    return current


@pytest.mark.once
@RULES
@pytest.mark.parametrize("players", range(1, 7))
def test_a_whole_match_replays_from_its_record(ada, rules, players):
    match = play_on(table(*people(ada), *bots(*["random"] * (players - 1)), rules=rules))
    assert differences(match) == []
    verdict = record.judge(export_record(match))
    assert (verdict["ok"], verdict["over"], verdict["scores"]) == (True, True, match.scores)
    assert tuple(verdict["winner"]) == match.won_by


def test_choices_of_others_make_none_stale_and_show_nothing(ada, ben):
    match = table(*people(ada, ben), *bots("random"))
    choose(match, 1, version=0)
    choose(match, 0, version=0)
    match.refresh_from_db()
    assert match.version == 2
    assert match.to_act == "2"
    for seat, other in ((0, 1), (1, 0), (None, 0)):
        view = view_at(match, seat)
        assert all(layout == [] for layout in view["layouts"])
        assert view["waiting"] == [0, 1]
        chose = [entry for entry in story_at(match, seat) if entry["event"] == "chose"]
        assert ["action" in entry for entry in chose] == [entry["seat"] == seat for entry in chose]
        assert view_at(match, other)["hand"] != view["hand"]


def test_a_choice_of_the_turn_before_is_stale(ada, ben):
    match = table(*people(ada, ben))
    choose(match, 0)
    choose(match, 1)
    with pytest.raises(StaleVersion):
        choose(match, 0, version=0)
    with pytest.raises(StaleVersion):
        choose(match, 0, version=1)
    choose(match, 0, version=2)


def test_nobody_chooses_twice(ada, ben):
    match = table(*people(ada, ben))
    action = legal_at(match, 0)[0]
    choose(match, 0, action=action)
    for version in (0, 1):
        with pytest.raises((IllegalAction, StaleVersion)):
            choose(match, 0, version=version, action=action)


@pytest.mark.parametrize("kind", [DAYS, TURN])
def test_when_time_is_up_the_site_chooses_for_all_who_are_late(ada, ben, kind):
    match = table(*people(ada, ben), *bots("greedy"), pace=Pace(kind, 60))
    choose(match, 1)
    late = timezone.now() + ARRIVAL + timedelta(seconds=62)
    let_flag_fall(match_id=match.pk, now=late)
    match.refresh_from_db()
    assert state_at(match).draft.turn == 2
    moves = list(match.moves.order_by("number"))
    assert {move.seat for move in moves if move.action["do"] == "late"} == {0, 2}
    assert len(match.time_left) == 3
    assert match.flag_at > late
    assert differences(match) == []


def test_a_bot_plays_on_for_who_leaves_and_gives_way(ada, ben):
    match = table(*people(ada, ben))
    step_down(match_id=match.pk, player=ben)
    choose(match, 0)
    match.refresh_from_db()
    assert match.bot_to_act
    sit_down(match_id=match.pk, player=ben)
    match.refresh_from_db()
    assert not match.bot_to_act
    step_down(match_id=match.pk, player=ben)
    step_down(match_id=match.pk, player=ada)
    assert play_on(match).finished


def test_who_acts_is_back_and_who_is_refused_is_not(ada, ben):
    match = table(*people(ada, ben, ben))
    step_down(match_id=match.pk, player=ben)
    stood_in = match.seats.exclude(stand_in="")
    action = legal_at(match, 1)[0]
    for wrong in ({"version": 9}, {"action": {"do": "place"}}, {"action": {"do": "resign"}}):
        with pytest.raises((StaleVersion, IllegalAction, MalformedAction)):
            choose(match, 1, **{"action": action, **wrong})
        assert stood_in.count() == 2
    choose(match, 0)
    assert stood_in.count() == 2
    match.refresh_from_db()
    play_bot_turn(match_id=match.pk, version=match.version)
    assert stood_in.count() == 2
    choose(match, 2)
    assert stood_in.count() == 0
    match.refresh_from_db()
    assert not match.bot_to_act


def test_nothing_is_agreed_and_nobody_resigns(ada, ben):
    match = table(*people(ada, ben))
    for kind in ("draw", "take-back"):
        with pytest.raises(NotAllowed):
            offers.offer(match_id=match.pk, seat=0, kind=kind)
    with pytest.raises(MalformedAction):
        choose(match, 0, action={"do": "resign"})


@pytest.mark.parametrize("players", [0, 7])
def test_a_table_has_one_to_six_seats(ada, players):
    with pytest.raises(engine.InvalidSetup):
        table(*people(*[ada] * players))


def test_phylo_is_for_two(ada):
    with pytest.raises(engine.InvalidSetup):
        table(*people(ada, ada, ada), rules="phylo-1.4a")


def test_several_seats_on_one_device_are_one_match_and_not_rated(ada):
    match = table(*people(ada, ada), rated=True)
    assert not match.rated
    assert Match.objects.of(ada.pk).count() == 1
    assert ada.seats.one_a_match().count() == 1


def test_all_places_count_for_ratings(ada, ben):
    match = table(*people(ada, ben), *bots("random", "random"), rated=True, pace=Pace(DAYS, 86_400))
    match = play_on(match)
    rows = {row.player_id or row.bot: row for row in Rating.objects.filter(rules="ecosystem")}
    assert {row.games for row in rows.values()} == {1}
    assert set(rows) == {ada.pk, ben.pk, "random"}
    best = max((0, 1), key=lambda seat: match.scores[seat])
    better, worse = (rows[player.pk].mu for player in ((ada, ben) if best == 0 else (ben, ada)))
    assert better >= worse


def test_a_rematch_keeps_the_table(ada):
    match = play_on(table(*people(ada), *bots("random", "greedy")))
    again = rematch(match=match, seat=0)
    assert [(seat.player_id, seat.bot) for seat in again.seats.all()] == [
        (ada.pk, ""), (None, "random"), (None, "greedy")
    ]  # fmt: skip


def test_who_deletes_the_account_keeps_nobody_waiting(ada):
    leaver = PlayerFactory(user=User.objects.create_user("leaver"))
    match = table(*people(ada, leaver))
    leave(user=leaver.user)
    assert match.seats.get(number=1).stand_in == "greedy"
    assert play_on(match).finished
