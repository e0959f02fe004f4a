"""The addresses of offers, flags and sharing: for a player, the opponent, a watcher, everybody else."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.matches.models import Match
from games.matches.services import records
from games.matches.services.clock import Pace
from games.matches.services.errors import MatchPlaying
from tests.factories import client_of, deal
from tests.matches.test_addresses import CLOSED
from tests.matches.test_offers import act, first_play


def send(client, match, body, name="api-match-offers", **more):
    return client.post(reverse(name, args=[match.pk]), body, content_type="application/json", **more)


def offer(client, match, do="offer", kind="draw"):
    return send(client, match, {"do": do, "kind": kind})


def test_offered_and_accepted(match, ada_client, ben_client):
    told = offer(ada_client, match).json()
    assert (told["version"], told["talk"], told["offer"]) == (0, 1, {"kind": "draw", "seat": 0})
    told = offer(ben_client, match, "accept").json()
    assert (told["version"], told["talk"], told["offer"]) == (1, 1, None)
    match.refresh_from_db()
    assert match.ending == "agreed"


def test_a_take_back_leads_back(match, ada_client, ben_client):
    act(match, first_play(match, 0))
    assert offer(ada_client, match, kind="take-back").status_code == 200
    assert offer(ben_client, match, "accept", "take-back").json()["version"] == 2


def test_declined_by_the_other_or_withdrawn(match, ada_client, ben_client):
    for client in (ada_client, ben_client):
        offer(ada_client, match)
        assert offer(client, match, "decline").json()["offer"] is None


def test_declining_one_thing_leaves_another_on_the_table(match, ada_client, ben_client):
    offer(ada_client, match)
    assert offer(ben_client, match, "decline", "take-back").json()["offer"]["kind"] == "draw"


@pytest.mark.parametrize(
    "body",
    [{}, {"do": "offer"}, {"do": "take", "kind": "draw"}, {"do": "offer", "kind": "peace"},
     {"do": "offer", "kind": "draw", "seat": 1}, {"do": ["offer"], "kind": "draw"}, [], "offer"],
)  # fmt: skip
def test_what_is_no_offer(match, ada_client, body):
    refused = send(ada_client, match, body)
    assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
    match.refresh_from_db()
    assert match.talk == 0


def test_refusals_have_names(match, ada_client, ben_client):
    assert offer(ada_client, match, "accept").json()["code"] == "no-offer"
    assert offer(ada_client, match, kind="take-back").json()["code"] == "not-allowed"
    offer(ada_client, match)
    assert offer(ada_client, match, "accept").json()["code"] == "no-offer"
    act(match, {"do": "resign"})
    assert offer(ben_client, match).json()["code"] == "match-finished"


def test_not_as_a_form_and_not_without_a_token(match, ada):
    client = client_of(ada, enforce_csrf_checks=True)
    assert offer(client, match).status_code == 403
    form = client_of(ada).post(reverse("api-match-offers", args=[match.pk]), {"do": "offer", "kind": "draw"})
    assert (form.status_code, form.json()["code"]) == (415, "media-type")


@pytest.mark.parametrize("name", ["api-match-offers", "api-match-flag", "match-share"])
def test_for_nobody_else(match, outsiders, ada_client, name):
    for client in outsiders.values():
        assert send(client, match, {"do": "offer", "kind": "draw"}, name).status_code in CLOSED
    assert ada_client.get(reverse(name, args=[match.pk])).status_code == 405


@pytest.mark.parametrize("name", ["api-match-offers", "match-share"])
def test_a_watcher_only_watches(match, name):
    Match.objects.filter(pk=match.pk).update(public=True)
    assert send(Client(), match, {"do": "offer", "kind": "draw"}, name).status_code in CLOSED


@pytest.fixture
def timed(ada, ben):
    return deal(ada, opponent=ben, seed=5, pace=Pace("live", 600, 15))


def test_a_flag_falls_when_somebody_who_looks_on_says_so(timed):
    Match.objects.filter(pk=timed.pk).update(public=True)
    assert send(Client(), timed, {}, "api-match-flag").json() == {"version": 0, "fell": False}
    past = timezone.now() - timedelta(minutes=20)
    Match.objects.filter(pk=timed.pk).update(clock_since=past, flag_at=past + timedelta(minutes=10))
    assert send(Client(), timed, {}, "api-match-flag").json() == {"version": 1, "fell": True}
    assert send(Client(), timed, {}, "api-match-flag").json() == {"version": 1, "fell": False}
    timed.refresh_from_db()
    assert timed.ending == "time"


def test_sharing_is_for_the_players_and_after_the_end(match, ada_client, ben_client):
    replay = reverse("match-replay", args=[match.pk])
    assert send(ada_client, match, {}, "match-share").status_code == 409
    act(match, {"do": "resign"})
    assert Client().get(replay).status_code == 404
    assert send(ben_client, match, {}, "match-share")["Location"] == replay
    assert send(ada_client, match, {}, "match-share").status_code == 302
    assert Client().get(replay).status_code == 200


def test_services_share_only_what_is_over(match):
    with pytest.raises(MatchPlaying):
        records.share(match_id=match.pk)
