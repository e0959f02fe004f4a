"""Playing on from a step of a finished match: who may, from where, and what the new match is."""

import pytest
from django.test import Client
from django.urls import reverse

from games.matches.models import Match, Player
from games.matches.services import offers
from games.matches.services.errors import MatchPlaying, NotAllowed, UnknownVersion
from games.matches.services.matches import Side, create_match
from games.matches.services.play import play, play_bot_turn
from games.matches.services.positions import legal_at, state_at, view_at
from games.matches.services.records import differences, export_record
from games.replays.services.playing_on import Moment, play_on
from phylo.http.keys import KeyReused
from tests.factories import PlayerFactory, client_of
from tests.matches.test_offers import act, first_play


@pytest.fixture
def finished(match: Match) -> Match:
    """A turn of Ada's, an action of Ben's, and he resigns."""
    for _action in range(3):
        act(match, first_play(match, 0))
    act(match, {"do": "pass"}, seat=1)
    act(match, {"do": "resign"}, seat=1)
    match.refresh_from_db()
    return match


def began(match: Match, version: int = 2, seat: int = 0, *, player: Player, **more) -> Match:
    moment = Moment(match, version, seat)
    return play_on(moment=moment, level=more.pop("level", "greedy"), player=player, **more)


@pytest.mark.parametrize("seat", [0, 1])
def test_hands_and_decks_are_those_of_that_step(finished, ada, seat):
    found = began(finished, 2, seat, player=ada)
    assert state_at(found).snapshot() == state_at(finished, 2).snapshot()
    assert view_at(found, seat) == view_at(finished, seat, 2)
    assert (found.version, found.rated, found.begun_from, found.begun_at) == (2, False, finished, 2)
    sides = [(each.player, each.bot) for each in found.seats.order_by("number")]
    assert sides == [(ada, ""), (None, "greedy")][:: 1 if seat == 0 else -1]
    assert found.bot_to_act == (seat == 1)
    assert differences(found) == []


def test_it_is_played_to_its_end_and_has_a_whole_record(finished, ada):
    found = began(finished, 2, 1, player=ada)
    assert play_bot_turn(match_id=found.pk, version=2) is not None
    found.refresh_from_db()
    while found.bot_to_act:
        play_bot_turn(match_id=found.pk, version=found.version)
        found.refresh_from_db()
    act(found, {"do": "resign"}, seat=1)
    found.refresh_from_db()
    actions = export_record(found)["actions"]
    assert actions[:2] == export_record(finished)["actions"][:2]
    assert actions[-1] == {"seat": 1, "do": "resign"}
    assert differences(found) == []


def test_what_was_taken_back_is_left_out(match, ada):
    act(match, first_play(match, 0))
    offers.offer(match_id=match.pk, seat=0, kind="take-back")
    offers.accept(match_id=match.pk, seat=1, kind="take-back")
    act(match, first_play(match, 0))
    act(match, {"do": "resign"})
    match.refresh_from_db()
    found = began(match, 3, player=ada)
    assert (found.version, found.begun_at) == (1, 3)
    assert state_at(found).snapshot() == state_at(match, 3).snapshot()
    assert differences(found) == []


@pytest.mark.parametrize(
    ("version", "seat", "level", "refusal"),
    [(99, 0, "greedy", UnknownVersion), (-1, 0, "greedy", UnknownVersion), (5, 0, "greedy", NotAllowed),
     (2, 2, "greedy", NotAllowed), (2, 0, "genius", NotAllowed)],
)  # fmt: skip
def test_what_is_refused_begins_nothing(finished, ada, version, seat, level, refusal):
    with pytest.raises(refusal):
        began(finished, version, seat, level=level, player=ada)
    assert not Match.objects.filter(begun_at__isnull=False).exists()


def test_never_from_a_match_that_is_still_played(match, ada):
    with pytest.raises(MatchPlaying):
        began(match, 0, player=ada)
    for client, address in ((client_of(ada), "match-play-on"), (client_of(ada), "api-match-play-on")):
        body = {"version": 0, "seat": 0, "level": "greedy"}
        answer = client.post(reverse(address, args=[match.pk]), body, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (409, "match-playing")
    assert not Match.objects.filter(begun_at__isnull=False).exists()


def test_the_same_key_begins_one_match(finished, ada):
    first = began(finished, player=ada, key="one")
    assert began(finished, player=ada, key="one") == first
    with pytest.raises(KeyReused):
        began(finished, version=1, player=ada, key="one")
    assert began(finished, player=ada, key="two") != first


def test_who_may(finished, ada, ben, outsiders):
    body = {"version": 2, "seat": 1, "level": "greedy"}
    address = reverse("match-play-on", args=[finished.pk])
    for client in outsiders.values():
        assert client.post(address, body).status_code == 404
    for player in (ada, ben):
        answer = client_of(player).post(address, body)
        found = Match.objects.get(seats__player=player, begun_from=finished)
        assert answer["Location"] == reverse("match", args=[found.pk])
        page = client_of(player).get(answer["Location"]).content.decode()
        assert f"{reverse('match-replay', args=[finished.pk])}?version=2" in page
    Match.objects.filter(pk=finished.pk).update(public=True)
    assert Client().post(address, body).status_code == 302


def test_a_step_that_is_refused_is_told_on_the_replay(finished, ada_client):
    address, body = reverse("match-play-on", args=[finished.pk]), {"seat": 0, "level": "greedy"}
    page = {"accept": "text/html"}
    over = ada_client.post(address, body | {"version": finished.version}, headers=page, follow=True)
    assert "At this step the game is over." in over.content.decode()
    assert over.redirect_chain[-1][0].endswith(f"?version={finished.version}&seat=0&level=greedy")
    body_of_step_two = {"version": 2, "seat": 1, "level": "genius"}
    back = ada_client.post(address, body_of_step_two, headers=page, follow=True)
    assert back.redirect_chain[-1][0].endswith("?version=2&seat=1")
    form = back.context["play_on"]
    assert (form["version"].value(), form["seat"].value()) == (2, "1")
    beyond = ada_client.post(address, body | {"version": 99}, headers=page, follow=True)
    assert beyond.status_code == 200
    for wrong in ({}, {"version": "x"}, {"version": 1, "level": "genius"}):
        assert ada_client.post(address, body | wrong).status_code == 400
    assert not Match.objects.filter(begun_at__isnull=False).exists()


def test_a_private_deck_keeps_its_name(finished, ada):
    finished.seats.update(deck_listed=False)
    names = [each.deck_name for each in began(finished, player=ada).seats.order_by("number")]
    assert names == ["Meadow", ""]


@pytest.mark.parametrize("players", [1, 3])
def test_a_draft(ada, players):
    others = [PlayerFactory(name=f"Eve {number}") for number in range(players - 1)]
    match = create_match(sides=[Side(player=each) for each in (ada, *others)], rules="ecosystem", seed=1)
    while not match.finished:
        for seat in match.acting:
            act(match, legal_at(match, seat)[0], seat)
            match.refresh_from_db()
            if match.version % players == 0:
                break
    found = began(match, 3, 0, player=ada)
    assert state_at(found).snapshot() == state_at(match, 3).snapshot()
    assert found.players == players
    assert found.seats.exclude(bot="").count() == players - 1
    play(match_id=found.pk, seat=0, action=legal_at(found, 0)[0], version=3, key="mine")
    found.refresh_from_db()
    assert differences(found) == []
