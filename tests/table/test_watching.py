"""Public matches: hands are hidden during the game and open in the replay."""

import json
import random

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from cards.decks.models import Deck
from games.matches.models import Match
from games.matches.services import offers, players
from games.matches.services.positions import legal_at, state_at, story_at
from games.people.models import Rating
from tests.factories import DeckFactory, PlayerFactory, deal, shown_of_seed, text_seed
from tests.matches.test_addresses import CLOSED
from tests.matches.test_offers import act
from tests.table.test_secrets import leaks

LOOKS = ["match", "match-table", "api-match-view"]


@pytest.fixture
def public(ada, ben):
    """A public match in which a card's name tells whose deck it is from."""
    decks = [
        DeckFactory(slug=f"deck-{name}", cards={f"{name}-{chr(97 + number)}": 1 for number in range(24)})
        for name in ("mine", "theirs")
    ]
    Deck.objects.update(ready=False)
    return deal(ada, opponent=ben, deck=decks[0], opponent_deck=decks[1], seed=text_seed(0), public=True)


def ask(client, match, name, **query):
    return client.get(reverse(name, args=[match.pk]), query)


def hidden(match):
    state = state_at(match)
    position = state.position()
    told = json.dumps([state.view_for(None), story_at(match, None)])
    piles = [*position["hands"], *position["decks"]]
    return [key for pile in piles for key in pile if f'"{key}"' not in told]


@pytest.mark.parametrize("name", [*LOOKS, "api-match-stream"])
def test_a_public_match_may_be_looked_at_by_everybody(public, name):
    assert ask(Client(), public, name).status_code == 200


@pytest.mark.parametrize("name", [*LOOKS, "api-match-stream", "api-match-record", "match-replay"])
def test_another_one_may_not(match, outsiders, name):
    for client in outsiders.values():
        assert ask(client, match, name).status_code in CLOSED


def test_a_watcher_sees_both_names_and_may_do_nothing(public):
    text = ask(Client(), public, "match").content.decode()
    assert "You are watching." in text
    assert "Ada (guest) against Ben (guest)" in text
    for control in ('data-act="pass"', 'data-act="resign"', "data-offer=", "hand-card", "data-talk", "yours"):
        assert control not in text
    state = ask(Client(), public, "api-match-view").json()
    assert (state["seat"], state["legal"]) == (None, [])
    assert [type(hand) for hand in state["view"]["hands"]] == [int, int]


@pytest.mark.parametrize("name", ["api-match-actions", "match-rematch", "api-match-offers"])
def test_what_is_only_for_players(public, name):
    assert Client().post(reverse(f"{name}", args=[public.pk]), {}, "application/json").status_code in CLOSED
    for reading in ("api-match-why", "api-match-spaces"):
        assert ask(Client(), public, reading).status_code in CLOSED


@pytest.mark.once
def test_nothing_shows_a_hand_or_a_deck_before_the_end(public):
    rng = random.Random(7)
    for version in range(24):
        public.refresh_from_db()
        if version % 4 == 0:
            secret = hidden(public)
            assert secret
            answers = [ask(Client(), public, name) for name in LOOKS]
            answers += [ask(Client(), public, "match-table", part=part) for part in ("web", "live")]
            answers += [
                ask(Client(), public, "match-table", version=version // 2),
                Client().get(reverse("watch")),
            ]
            for answer in answers:
                assert answer.status_code == 200
                assert leaks(answer, secret) == []
                assert shown_of_seed(public, answer) == []
        seat = state_at(public).to_act[0]
        act(public, rng.choice(legal_at(public, seat)), seat=seat)


def test_the_record_and_the_replay_wait_for_the_end(public):
    assert ask(Client(), public, "api-match-record").status_code == 409
    assert ask(Client(), public, "match-replay").status_code == 404
    seat = state_at(public).to_act[0]
    hand, secret = state_at(public).position()["hands"], hidden(public)
    act(public, {"do": "resign"}, seat=seat)
    assert ask(Client(), public, "api-match-record").json()["seed"] == public.dealt_from
    text = ask(Client(), public, "match-replay", version=1).content.decode()
    assert all(f'data-key="{key}"' in text for pile in hand for key in pile)
    assert "Make public" not in text
    # The table itself still hides the hands that the replay shows.
    assert leaks(ask(Client(), public, "match"), secret) == []


def test_the_table_after_the_end_names_the_winner(public):
    seat = state_at(public).to_act[0]
    act(public, {"do": "resign"}, seat=seat)
    text = ask(Client(), public, "match").content.decode()
    assert f"{['Ada', 'Ben'][1 - seat]} (guest) wins" in text
    assert "Rematch" not in text


def test_replays_show_take_backs_flags_and_draws(match, ada_client):
    act(match, {"do": "pass"})
    offers.offer(match_id=match.pk, seat=0, kind="take-back")
    offers.accept(match_id=match.pk, seat=1, kind="take-back")
    offers.offer(match_id=match.pk, seat=1, kind="draw")
    offers.accept(match_id=match.pk, seat=0, kind="draw")
    match.refresh_from_db()
    texts = [ask(ada_client, match, "match-replay", version=number).content.decode() for number in range(4)]
    assert "You take back your last action." in texts[2]
    assert "Both agree to a draw." in texts[3]
    assert ask(ada_client, match, "match-replay", version=4).status_code == 404
    assert "Make public" in texts[0]


def test_the_list_has_those_being_played_and_those_that_ended(public, match, ada):
    ended = deal(ada, opponent=PlayerFactory(name="Eve"), seed=4, public=True)
    act(ended, {"do": "resign"}, seat=state_at(ended).to_act[0])
    Rating.objects.create(player=ada, rules=public.rules, mu=25, sigma=8, ordinal=1)
    text = Client().get(reverse("watch")).content.decode()
    assert f'href="{reverse("match", args=[public.pk])}"' in text
    assert f'href="{reverse("match-replay", args=[ended.pk])}"' in text
    assert "by giving up" in text
    assert "1500" in text
    assert str(match.pk) not in text


def test_the_list_has_pages_and_few_queries(ada, ben, django_assert_max_num_queries):
    for seed in range(22):
        deal(ada, opponent=ben, seed=seed, public=True)
    with django_assert_max_num_queries(12):
        first = Client().get(reverse("watch"))
    assert first.content.decode().count("watch-match") == 20
    assert Client().get(reverse("watch"), {"page": 2}).content.decode().count("watch-match") == 2
    for wrong in ({"page": 3}, {"page": "x"}, {"ended": 0}):
        assert Client().get(reverse("watch"), wrong).status_code == 404


@pytest.mark.parametrize("status", Match.Status.values)
def test_the_list_reads_only_what_it_shows(public, status):
    """It does not read and sort every match there has ever been."""
    listed = Match.objects.watchable().lean().filter(status=status).order_by("-updated", "pk")[:20]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # With so few rows PostgreSQL would prefer to scan the whole table.
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_bitmapscan = off")
        plan = listed.explain()
    assert "match_watch" in plan
    assert "sort" not in plan.lower()
    assert "b-tree" not in plan.lower()


def test_a_match_with_the_computer_can_be_shared_too(ada, ada_client):
    match = deal(ada, seed=2)
    while not Match.objects.get(pk=match.pk).finished:
        players.resign(match_id=match.pk, seat=0, key="end")
    ada_client.post(reverse("match-share", args=[match.pk]))
    assert Client().get(reverse("match-replay", args=[match.pk])).status_code == 200
    assert "(computer)" in Client().get(reverse("watch")).content.decode()
