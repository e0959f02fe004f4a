"""Hints: who may have one, that it is kept and sees nothing hidden, and what the API says of it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.coaching import tasks
from games.coaching.models import Hint
from games.coaching.services import hints
from games.coaching.words.hints import steps
from games.matches import thinking
from games.matches.models import Match, Player
from games.matches.services import positions
from games.matches.services.errors import MatchFinished, NotAllowed, StaleVersion
from games.matches.services.matches import Side, create_match
from games.matches.services.play import play, play_bot_turn
from games.matches.services.players import resign
from games.matches.services.positions import legal_at, state_at
from tests.factories import deal
from tests.matches.conftest import starts

NAMES = ["You", "Computer"]


@pytest.fixture
def queued(monkeypatch) -> list[int]:
    calls: list[int] = []
    monkeypatch.setattr(
        tasks.think_of_hint, "apply_async", lambda args, *_rest, **_options: calls.extend(args)
    )
    return calls


@pytest.fixture
def alone(ada: Player, queued) -> Match:
    """Ada in seat 0 begins against the computer."""
    return next(dealt for seed in range(100) if (dealt := deal(ada, seed=seed)) and starts(dealt) == 0)


@pytest.fixture(autouse=True)
def _a_quick_level(monkeypatch):
    monkeypatch.setattr(hints, "STRONGEST", "greedy")


def ask(match: Match, seat: int = 0, version: int | None = None) -> Hint:
    match.refresh_from_db()
    return hints.ask(match_id=match.pk, seat=seat, version=match.version if version is None else version)


def given(match: Match) -> Hint:
    """The hint as it is after the computer has thought."""
    hint = ask(match)
    hints.think_of(hint_id=hint.pk)
    hint.refresh_from_db()
    return hint


def test_a_hint_is_a_legal_action_and_the_page_is_told(alone, queued, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        hint = ask(alone)
    assert queued == [hint.pk]
    assert (hint.version, hint.action, hints.used(alone)) == (alone.version, None, 0)
    hints.think_of(hint_id=hint.pk)
    hint.refresh_from_db()
    talked = alone.talk
    alone.refresh_from_db()
    assert hint.action in legal_at(alone, 0)
    assert (alone.talk, alone.version, hints.used(alone)) == (talked + 1, hint.version, 1)
    first = steps(alone, hint, NAMES)[0]
    assert first.action == hint.action
    assert first.words
    assert first.reasons


def test_asking_again_gives_the_same(alone, queued, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        hint = ask(alone)
        assert ask(alone) == hint
    assert queued == [hint.pk]
    hints.think_of(hint_id=hint.pk)
    known = ask(alone).action
    hints.think_of(hint_id=hint.pk)
    assert ask(alone).action == known
    assert Hint.objects.count() == 1


def test_a_lost_thought_is_queued_again_when_asked_for(alone, queued, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        hint = ask(alone)
        Hint.objects.update(queued=timezone.now() - hints.LOST_AFTER - timedelta(seconds=1))
        ask(alone)
        ask(alone)
    assert queued == [hint.pk, hint.pk]


def test_a_hint_that_nobody_waits_for_any_more_does_not_count(alone, queued):
    hint = ask(alone)
    play(match_id=alone.pk, seat=0, action={"do": "pass"}, version=alone.version, key="pass")
    hints.think_of(hint_id=hint.pk)
    assert not Hint.objects.exists()
    hints.think_of(hint_id=hint.pk)


def test_a_hint_that_comes_after_the_end_does_not_count(alone, queued, monkeypatch):
    hint, real = ask(alone), thinking.think

    def slowly(**question):
        resign(match_id=alone.pk, seat=0, key="resign")
        return real(**question)

    monkeypatch.setattr(thinking, "think", slowly)
    hints.think_of(hint_id=hint.pk)
    assert not Hint.objects.exists()


def test_a_hint_that_cannot_be_found_is_refused(alone, queued, monkeypatch):
    hint = ask(alone)

    def broken(**question):
        raise ZeroDivisionError

    monkeypatch.setattr(thinking, "think", broken)
    with pytest.raises(ZeroDivisionError):
        hints.think_of(hint_id=hint.pk)
    with pytest.raises(NotAllowed, match="No hint was found"):
        ask(alone)
    assert not Hint.objects.exists()


def test_after_an_action_there_is_another_hint(alone, queued):
    first = given(alone)
    play(match_id=alone.pk, seat=0, action=first.action, version=alone.version, key="one")
    alone.refresh_from_db()
    assert hints.standing(alone, 0) is None
    with pytest.raises(StaleVersion):
        ask(alone, version=first.version)


@pytest.mark.parametrize("beside", ["person", "rated"])
def test_not_between_people_and_not_in_rated_games(match, alone, beside):
    found = match if beside == "person" else alone
    if beside == "rated":
        Match.objects.filter(pk=found.pk).update(rated=True)
    with pytest.raises(NotAllowed, match="against the computer alone"):
        ask(found)


def test_not_out_of_turn_and_not_after_the_end(alone):
    with pytest.raises(StaleVersion):
        ask(alone, version=alone.version + 7)
    play(match_id=alone.pk, seat=0, action={"do": "pass"}, version=alone.version, key="pass")
    with pytest.raises(NotAllowed, match="not your turn"):
        ask(alone)
    resign(match_id=alone.pk, seat=0, key="resign")
    with pytest.raises(MatchFinished):
        ask(alone)


def test_a_hint_sees_what_the_seat_sees_and_no_more(ada, queued, monkeypatch):
    """Two matches that look alike to Ada, with other hidden cards: the same thought and the same words."""
    match = next(dealt for seed in range(100) if (dealt := deal(ada, seed=seed)) and starts(dealt) == 0)
    asked = []
    real = thinking.think
    monkeypatch.setattr(hints.thinking, "think", lambda **what: asked.append(what) or real(**what))
    first = given(match)
    words = steps(match, first, NAMES)
    state = state_at(match)
    position = state.snapshot()
    hidden = position["position"]
    hidden["hands"][1], hidden["decks"][1][:5] = hidden["decks"][1][:5], hidden["hands"][1]
    hidden["decks"][0].reverse()
    Match.objects.filter(pk=match.pk).update(snapshot=position, seed="0" * 64)
    Hint.objects.all().delete()
    positions.forget_all()
    match.refresh_from_db()
    assert state_at(match).position() != state.position()
    again = given(match)
    assert asked[0] == asked[1]
    assert again.action == first.action
    assert steps(match, again, NAMES) == words


@pytest.mark.parametrize("rules", ["ecosystem", "coral-reef"])
def test_a_hint_in_a_drafting_game_stands_while_others_choose(ada, queued, rules):
    match = create_match(
        sides=[Side(player=ada), Side(bot="greedy"), Side(bot="greedy")], rules=rules, seed=1
    )
    hint = given(match)
    assert hint.action in legal_at(match, 0)
    (step,) = steps(match, hint, ["You", "Computer 1", "Computer 2"])
    assert step.words.startswith("Lay ")
    assert step.reasons
    play_bot_turn(match_id=match.pk, version=match.version)
    match.refresh_from_db()
    assert match.version == 1
    assert hints.standing(match, 0) == hint
    assert ask(match, version=0) == hint


def test_a_hint_for_the_solo_game(ada, queued):
    match = create_match(sides=[Side(player=ada)], rules="ecosystem", seed=1)
    assert given(match).action in legal_at(match, 0)


def test_several_people_on_one_device_get_none(ada):
    match = create_match(sides=[Side(player=ada), Side(player=ada)], rules="ecosystem", seed=1)
    with pytest.raises(NotAllowed):
        ask(match)


def test_a_hint_for_the_reveal(ada, queued):
    match = deal(ada, options={"reveal": "choose"}, seed=1)
    hint = given(match)
    (step,) = steps(match, hint, NAMES)
    assert step.words.startswith("Show ")
    assert step.reasons == ["It has the highest number that you hold, and the higher one begins."]


class TestApi:
    def asked(self, client: Client, match: Match, **more):
        return client.post(
            f"/api/v1/matches/{match.pk}/hint/", {"version": match.version, **more},
            content_type="application/json",
        )  # fmt: skip

    def test_the_owner_asks_and_reads(self, alone, ada_client, queued):
        address = f"/api/v1/matches/{alone.pk}/hint/"
        assert ada_client.get(address).status_code == 404
        answer = self.asked(ada_client, alone)
        assert answer.status_code == 200
        assert answer.json() == {"version": alone.version, "ready": False, "steps": [], "used": 0}
        hints.think_of(hint_id=Hint.objects.get().pk)
        told = ada_client.get(address).json()
        assert told["ready"]
        assert told["used"] == 1
        assert told["steps"][0]["action"] in legal_at(alone, 0)
        assert self.asked(ada_client, alone).json() == told

    def test_nobody_else_does(self, alone, match, outsiders, ben_client, ada_client):
        for client in outsiders.values():
            assert self.asked(client, alone).status_code in (401, 404)
            assert client.get(f"/api/v1/matches/{alone.pk}/hint/").status_code in (401, 404)
        for client in (ben_client, ada_client):
            answer = self.asked(client, match)
            assert (answer.status_code, answer.json()["code"]) == (422, "not-allowed")
        assert not Hint.objects.exists()

    def test_an_old_version_is_stale(self, alone, ada_client):
        answer = ada_client.post(
            f"/api/v1/matches/{alone.pk}/hint/", {"version": 9}, content_type="application/json"
        )
        assert (answer.status_code, answer.json()["code"]) == (409, "stale")
        assert answer.json()["version"] == alone.version
