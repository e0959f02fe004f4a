"""The computer's turn: the service, the task, the sweep, and a real worker."""

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from cards.models import Card
from engine.bots.levels import LEVELS, OFFERED, Level
from engine.bots.thought import Thought
from engine.phylo.rules import RULES
from games.matches import tasks
from games.matches.models import BotLevel, Match
from games.matches.services import positions
from games.matches.services.match_decks import known_decks
from games.matches.services.play import play, play_bot_turn
from games.matches.services.positions import legal_at, log_at, state_at, story_at
from games.matches.services.records import differences
from tests.factories import DeckFactory, PlayerFactory, deal
from tests.services.processes import until

LONG = timedelta(seconds=10)


def bot_to_act(player, **setup) -> Match:
    """A match in which the bot, in seat 1, begins."""
    return next(dealt for seed in range(100) if (dealt := deal(player, seed=seed, **setup)).bot_to_act)


def bot_turn(match, version=0):
    return play_bot_turn(match_id=match.pk, version=version)


def put_in_place_of_greedy(monkeypatch, search):
    monkeypatch.setitem(LEVELS["phylo-1.4a"], "greedy", Level("greedy", search, 1500))


@pytest.fixture
def queued(monkeypatch):
    calls = []
    monkeypatch.setattr(
        tasks.play_bot_turn, "apply_async", lambda args, *_rest, **_options: calls.append(args)
    )
    return calls


def test_every_level_is_a_bot():
    assert set(BotLevel.values) == {key for levels in LEVELS.values() for key in levels}
    assert BotLevel.offered() == list(OFFERED) == BotLevel.values[: len(OFFERED)]


@pytest.mark.once
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("level", LEVELS["phylo-1.4a"])
def test_one_turn_is_one_legal_action_under_a_key_of_its_own(ada, level, rules):
    match = bot_to_act(ada, bot=level, rules=rules)
    legal = legal_at(match, 1)
    move = bot_turn(match)
    assert (move.number, move.seat, move.key) == (1, 1, "bot-0")
    assert move.action in legal
    assert match.moves.count() == 1


@pytest.mark.once
@pytest.mark.parametrize("level", LEVELS["phylo-1.4a"])
@pytest.mark.parametrize("rules", RULES)
def test_P8_the_bot_reveals_a_species_and_waits_for_the_player(ada, level, rules):
    match = deal(ada, bot=level, rules=rules, options={"reveal": "choose"}, seed=1)
    assert bot_turn(match).action["do"] == "reveal"
    match.refresh_from_db()
    assert (state_at(match).to_act, match.bot_to_act) == ((0,), False)
    assert "revealed" not in {entry["event"] for entry in story_at(match, 0)}
    own = legal_at(match, 0)[0]
    play(match_id=match.pk, seat=0, action=own, version=1, key="ada")
    match.refresh_from_db()
    told = [entry["event"] for entry in log_at(match, 0, 2)]
    assert told[:3] == ["revealed", "revealed", "begins"]


def test_a_second_run_is_a_quiet_no_op(ada):
    match = bot_to_act(ada)
    bot_turn(match)
    assert bot_turn(match) is None
    assert match.moves.count() == 1


def test_two_runs_of_one_turn_choose_the_same(ada, monkeypatch):
    match = bot_to_act(ada, bot="random")
    chosen = []
    monkeypatch.setattr("games.matches.services.play.play", lambda **order: chosen.append(order))
    bot_turn(match)
    positions.forget_all()
    bot_turn(match)
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize(
    "change", [{"status": "finished", "winner": "0", "bot_to_act": False, "ending": "played"}, {"version": 3}]
)
def test_a_match_that_moved_on_or_ended_is_left_alone(ada, change):
    match = bot_to_act(ada)
    Match.objects.filter(pk=match.pk).update(**change)
    assert bot_turn(match) is None


def test_a_person_who_overtakes_makes_the_turn_a_no_op(ada, monkeypatch):
    match = bot_to_act(ada)

    def overtaken(view, legal, rng, budget):
        play(match_id=match.pk, seat=0, action={"do": "resign"}, version=0, key="ada")
        return Thought((), legal[0])

    put_in_place_of_greedy(monkeypatch, overtaken)
    assert bot_turn(match) is None
    assert match.moves.count() == 1


def test_it_is_not_the_bots_turn(ada):
    match = next(dealt for seed in range(100) if not (dealt := deal(ada, seed=seed)).bot_to_act)
    assert bot_turn(match) is None


def test_a_bot_gets_what_its_seat_sees(ada, monkeypatch):
    match = bot_to_act(ada)
    seen = {}

    def curious(view, legal, rng, budget):
        seen.update(view)
        return Thought((), legal[0])

    put_in_place_of_greedy(monkeypatch, curious)
    bot_turn(match)
    assert isinstance(seen["hands"][0], int)
    assert isinstance(seen["hands"][1], list)
    assert all(isinstance(deck, int) for deck in seen["decks"])
    assert set(seen["cards"]) >= set(seen["hands"][1])
    assert sorted(seen["deck"]) == sorted(match.decks[1])
    assert [sorted(deck) for deck in seen["known_decks"]] == [sorted(deck) for deck in match.decks]


def test_known_decks_are_asked_for_again_only_after_a_change(db, django_assert_num_queries):
    deck = DeckFactory()
    first = known_decks(deck.rules)
    with django_assert_num_queries(2):
        assert known_decks(deck.rules) is first
    DeckFactory(cards={"clover": 10, "hare": 14})
    DeckFactory(ready=False)
    assert [Counter(each)["clover"] for each in known_decks(deck.rules).decks] == [7, 10]
    Card.objects.filter(key="clover").update(points=9, changed_at=timezone.now())
    assert known_decks(deck.rules).cards["clover"]["points"] == 9


def test_beginning_a_match_queues_the_bot_that_begins(ada, queued, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        match = bot_to_act(ada)
    assert (str(match.pk), 0) in queued


def test_the_sweep_queues_what_was_lost(ada, queued):
    """As after a crash between storing the move and queueing the task."""
    lost, fresh, over = bot_to_act(ada), bot_to_act(ada), bot_to_act(ada)
    waiting = next(dealt for seed in range(100) if not (dealt := deal(ada, seed=seed)).bot_to_act)
    play(match_id=over.pk, seat=0, action={"do": "resign"}, version=0, key="ada")
    Match.objects.exclude(pk=fresh.pk).update(updated=timezone.now() - LONG)
    Match.objects.exclude(pk__in=[lost.pk, fresh.pk, over.pk, waiting.pk]).delete()
    assert tasks.sweep() == 1
    assert queued == [(str(lost.pk), 0)]


@pytest.mark.parametrize(
    ("rules", "bot", "options"),
    [("phylo-1.4a", "random", {}), ("phylo-1.3", "greedy", {"reveal": "choose", "home_gap": 1})],
)
@pytest.mark.django_db(transaction=True)
def test_a_worker_plays_the_bots_turns(celery_worker, rules, bot, options):
    """Bot against bot through the real worker: each move queues the next until the game is over."""
    match = deal(None, bot=bot, rules=rules, options=options, seed=1)
    until(lambda: Match.objects.finished().filter(pk=match.pk).exists())
    match.refresh_from_db()
    assert differences(match) == []
    assert list(match.moves.values_list("number", flat=True)) == list(range(1, match.version + 1))


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_starts_later_finds_the_turn(request):
    """The process was killed with the bot's turn pending: the sweep of the new process queues it again."""
    match = bot_to_act(PlayerFactory())
    Match.objects.filter(pk=match.pk).update(updated=timezone.now() - LONG)
    request.getfixturevalue("celery_worker")
    tasks.sweep()
    until(lambda: match.moves.exists())


def test_a_turn_that_other_code_has_made_already_is_a_no_op(ada, monkeypatch):
    """During an update two workers may choose differently for the same turn."""
    match = bot_to_act(ada)

    def overtaken(view, legal, rng, budget):
        play(match_id=match.pk, seat=1, action=legal[1], version=0, key="bot-0")
        return Thought((), legal[0])

    put_in_place_of_greedy(monkeypatch, overtaken)
    assert bot_turn(match) is None
    assert match.moves.count() == 1
