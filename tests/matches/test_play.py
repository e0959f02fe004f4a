"""The one write path."""

import pytest
from django.db import IntegrityError, transaction

from engine import IllegalAction, MalformedAction
from games.matches import stream
from games.matches.models import Match, Move
from games.matches.services import positions
from games.matches.services.errors import StaleVersion, UnknownVersion
from games.matches.services.play import play
from games.matches.services.positions import legal_at, log_at, state_at
from phylo.http.keys import KeyReused
from tests.factories import deal


def stored(match):
    """Everything that the database holds about a match."""
    return Match.objects.filter(pk=match.pk).values().get(), list(match.moves.values())


def act(match, action, *, seat=0, version=None, key="one"):
    version = match.version if version is None else version
    return play(match_id=match.pk, seat=seat, action=action, version=version, key=key)


@pytest.fixture
def told(monkeypatch):
    """What is announced after a commit, in order."""
    said = []
    monkeypatch.setattr(stream, "announce", lambda match_id: said.append(("wake", match_id)))
    queue = "games.matches.services.play.queue_bot_turn"
    monkeypatch.setattr(queue, lambda match_id, version: said.append(("bot", version)))
    return said


def test_an_action_is_stored_with_its_log_and_snapshot(match):
    move = act(match, {"do": "pass"})
    match.refresh_from_db()
    assert (match.version, move.number, move.seat, move.action) == (1, 1, 0, {"do": "pass"})
    assert move.log[0]["event"] == "passed"
    assert state_at(match).to_act == (1,)
    assert match.snapshot == state_at(match).snapshot()


def test_every_legal_action_can_be_played(match):
    for number, action in enumerate(legal_at(match, 0)):
        with transaction.atomic():
            act(match, action, key=f"try-{number}")
            transaction.set_rollback(True)
        positions.forget_all()
    assert match.moves.count() == 0


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (1, {"do": "pass"}, "not-your-turn"),
        (0, {"do": "fly"}, "unknown-action"),
        (0, {"do": "play", "card": "home", "at": [0, 1]}, "card-not-held"),
        (0, {"do": "move", "from": [1, 0], "to": [0, 1]}, "not-your-card"),
    ],
)
def test_an_illegal_action_changes_nothing(match, told, seat, action, code):
    before = stored(match)
    with pytest.raises(IllegalAction) as caught:
        act(match, action, seat=seat)
    assert caught.value.refusal.code == code
    assert stored(match) == before
    assert told == []


@pytest.mark.parametrize(
    "action",
    [
        {}, {"do": "play"}, {"do": "pass", "card": "hare"}, {"do": "discard", "card": 3},
        {"do": "play", "card": "unicorn", "at": [0, 1]},
    ],
)  # fmt: skip
def test_a_malformed_action_changes_nothing(match, action):
    before = stored(match)
    with pytest.raises(MalformedAction):
        act(match, action)
    assert stored(match) == before


@pytest.mark.parametrize("version", [1, 7])
def test_a_version_to_come_is_stale(match, version):
    with pytest.raises(StaleVersion) as caught:
        act(match, {"do": "pass"}, version=version)
    assert caught.value.current == 0


def test_a_version_gone_by_is_stale_and_tells_the_current_one(match):
    act(match, {"do": "pass"})
    before = stored(match)
    with pytest.raises(StaleVersion) as caught:
        act(match, {"do": "pass"}, seat=1, version=0, key="two")
    assert caught.value.current == 1
    assert stored(match) == before


def test_the_same_key_gives_the_first_result_even_when_the_match_moved_on(match, told):
    first = act(match, {"do": "pass"})
    play(match_id=match.pk, seat=1, action={"do": "pass"}, version=1, key="two")
    before = stored(match)
    assert act(match, {"do": "pass"}, version=0) == first
    assert stored(match) == before


def test_the_same_key_with_another_action_is_refused(match):
    act(match, {"do": "pass"})
    before = stored(match)
    with pytest.raises(KeyReused):
        act(match, {"do": "resign"})
    assert stored(match) == before


def test_players_may_choose_the_same_key(match):
    act(match, {"do": "pass"}, key="one")
    play(match_id=match.pk, seat=1, action={"do": "pass"}, version=1, key="one")
    assert match.moves.count() == 2


def test_resigning_ends_the_match_also_in_the_other_players_turn(match):
    act(match, {"do": "resign"}, seat=1)
    match.refresh_from_db()
    assert (match.status, match.winner, match.bot_to_act) == ("finished", "0", False)
    with pytest.raises(IllegalAction) as caught:
        act(match, {"do": "pass"}, key="late", version=1)
    assert caught.value.refusal.code == "game-over"


def test_wake_up_and_bot_follow_the_commit(ada, told, django_capture_on_commit_callbacks):
    match = deal(ada, bot="random", seed=1)
    bot_begins = match.bot_to_act
    seat, version = (1, 0) if bot_begins else (0, 0)
    with django_capture_on_commit_callbacks(execute=True):
        act(match, {"do": "pass"}, seat=seat, version=version)
        assert told == []
    assert told[0] == ("wake", match.pk)
    assert told[1:] == ([] if bot_begins else [("bot", 1)])


def test_a_failing_wake_up_or_broker_fails_no_move(
    ada, monkeypatch, django_capture_on_commit_callbacks, caplog
):
    def away(*args):
        raise ConnectionError("away")

    monkeypatch.setattr(stream, "announce", away)
    monkeypatch.setattr("games.matches.services.play.queue_bot_turn", away)
    match = deal(ada, opponent=None, bot="random", seed=1)
    seat = state_at(match).to_act[0]
    with django_capture_on_commit_callbacks(execute=True):
        act(match, {"do": "pass"}, seat=seat)
    match.refresh_from_db()
    assert match.version == 1
    assert "away" in caplog.text


def test_a_rolled_back_move_is_not_remembered(match, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        act(match, {"do": "resign"})
        transaction.set_rollback(True)
    act(match, {"do": "pass"})
    match.refresh_from_db()
    assert not state_at(match, 1).over


def test_a_caller_cannot_change_the_remembered_state(match):
    state_at(match).apply({"seat": 0, "do": "pass"})
    assert state_at(match).to_act == (0,)


def test_a_log_reads_the_same_from_memory_as_from_the_database(match, django_capture_on_commit_callbacks):
    """To the letter: who looks must not learn which process has made the move."""
    log_at(match, 0, 0)
    with django_capture_on_commit_callbacks(execute=True):
        act(match, legal_at(match, 0)[0])
    match.refresh_from_db()
    remembered = repr(log_at(match, 0, 1))
    positions.forget_all()
    assert repr(log_at(match, 0, 1)) == remembered


def test_a_state_is_the_same_from_memory_snapshot_and_moves(match, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        for number in range(20):
            match.refresh_from_db()
            (seat,) = state_at(match).to_act
            legal = legal_at(match, seat)
            play(
                match_id=match.pk,
                seat=seat,
                action=legal[number % len(legal)],
                version=number,
                key=f"k{number}",
            )
    match.refresh_from_db()
    live = state_at(match).snapshot()
    positions.forget_all()
    assert state_at(match).snapshot() == live == match.snapshot
    assert positions.replay(match, 20).snapshot() == live
    assert state_at(match, 10).snapshot() == positions.replay(match, 10).snapshot()


@pytest.mark.parametrize("version", [-1, 1])
def test_an_unknown_version_is_refused(match, version):
    with pytest.raises(UnknownVersion):
        state_at(match, version)
    with pytest.raises(UnknownVersion):
        log_at(match, 0, version)


def test_the_database_itself_holds_the_order_of_moves(match):
    act(match, {"do": "pass"})
    for same in ({"number": 1, "key": "other"}, {"number": 2, "key": "one"}, {"number": 0, "key": "x"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Move.objects.create(match=match, seat=0, action={}, log=[], **same)


def test_a_reader_who_is_overtaken_gets_the_version_that_was_asked_for(match):
    """Large columns are read only when needed, and the other player may move in between."""
    lean = Match.objects.lean().get(pk=match.pk)
    act(match, {"do": "pass"})
    positions.forget_all()
    assert state_at(lean).snapshot() == match.snapshot
    assert state_at(lean).to_act == (0,)
