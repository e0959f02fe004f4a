"""Nothing that Ada is sent names a card that only Ben, or nobody, may know."""

import json
import random

import pytest
from django.urls import reverse

from cards.decks.models import Deck
from games.matches.services.play import play
from games.matches.services.positions import legal_at, log_at, state_at, story_at, view_at, why_not
from tests.factories import DeckFactory, client_of, deal, shown_of_seed, text_seed
from tests.matches.conftest import starts
from tests.soak.looks import match_routes

pytestmark = pytest.mark.once

MOVES = 40


@pytest.fixture
def match(ada, ben):
    """Ada begins; all cards of Ben's deck are different and his alone, so that any name would reveal them."""
    mine = DeckFactory(slug="meadow")
    theirs = DeckFactory(slug="secret", cards={f"secret-{chr(97 + number)}": 1 for number in range(24)})
    # Everybody may look at ready decks; this one is private.
    Deck.objects.filter(pk=theirs.pk).update(ready=False)
    for seed in range(100):
        dealt = deal(ada, opponent=ben, deck=mine, opponent_deck=theirs, seed=text_seed(seed))
        if starts(dealt) == 0:
            return dealt
    raise AssertionError


def hidden(match, version=None):
    """Ben's cards that Ada has not seen up to a version."""
    state = state_at(match, version)
    position = state.position()
    told = json.dumps([state.view_for(0), story_at(match, 0, version)])
    return [key for key in position["hands"][1] + position["decks"][1] if f'"{key}"' not in told]


def answers(client, match, version):
    """Every response about the match, by request."""

    def ask(name, **query):
        return client.get(reverse(name, kwargs={"match_id": match.pk}), query)

    yield "state", ask("api-match-view")
    yield "earlier state", ask("api-match-view", version=version // 2)
    yield "record", ask("api-match-record")
    yield "page", ask("match")
    yield "table", ask("match-table")
    yield "table in words", ask("match-table", part="words")
    yield "replay", ask("match-replay")
    for action in (
        {"do": "pass"},
        {"do": "discard", "card": "clover"},
        {"do": "play", "card": "clover", "at": [0, 1]},
    ):
        yield "why", ask("api-match-why", action=json.dumps(action))
    order = {"action": {"do": "fly"}, "version": version, "key": "no"}
    url = reverse("api-match-actions", kwargs={"match_id": match.pk})
    yield "refused action", client.post(url, json.dumps(order), content_type="application/json")
    yield "home", client.get(reverse("home"))
    for route in match_routes():
        yield route, client.get(route.format(match.pk))


def leaks(response, keys):
    text = response.content.decode()
    return [key for key in keys if key in text or key.replace("-", " ").title() in text]


def test_no_answer_shows_the_other_hand_or_a_deck(match, ada, ben):
    rng = random.Random(4)
    client = client_of(ada)
    for version in range(MOVES):
        match.refresh_from_db()
        if match.finished:
            break
        if version % 4 == 0:
            secret = hidden(match)
            assert secret
            for asked, response in answers(client, match, version):
                assert leaks(response, secret) == [], (version, asked)
                assert shown_of_seed(match, response) == [], asked
        seat = state_at(match).to_act[0]
        legal = legal_at(match, seat)
        action = rng.choice([each for each in legal if each["do"] != "discard"] or legal)
        play(match_id=match.pk, seat=seat, action=action, version=version, key=f"k{version}")
    assert match.version >= 8


def test_an_earlier_version_shows_no_more_than_it_did_then(match, ada):
    """Ben plays a card; the table of the version before still does not name it."""
    play(match_id=match.pk, seat=0, action={"do": "pass"}, version=0, key="one")
    match.refresh_from_db()
    planting = next(each for each in legal_at(match, 1) if each["do"] == "play")
    play(match_id=match.pk, seat=1, action=planting, version=1, key="two")
    match.refresh_from_db()
    secret = hidden(match, 1)
    client = client_of(ada)
    for name in ("api-match-view", "match-table"):
        response = client.get(reverse(name, kwargs={"match_id": match.pk}), {"version": 1})
        assert response.status_code == 200
        assert leaks(response, [key for key in secret if key != planting["card"]]) == []


def test_a_stored_log_hides_what_the_other_one_drew(match):
    play(match_id=match.pk, seat=0, action={"do": "pass"}, version=0, key="one")
    match.refresh_from_db()
    drew = [entry for entry in match.moves.get().log if entry["event"] == "drew"]
    assert len(drew[0]["cards"]) == 2
    assert "cards" not in next(entry for entry in log_at(match, 0, 1) if entry["event"] == "drew")
    assert "cards" in next(entry for entry in log_at(match, 1, 1) if entry["event"] == "drew")


def test_the_bots_view_and_the_spectators_hide_as_well(match):
    assert not [key for key in hidden(match) if key in json.dumps(view_at(match, 0))]
    spectator = view_at(match, None)
    assert [type(hand) for hand in spectator["hands"]] == [int, int]


def test_naming_a_card_does_not_tell_whether_the_other_deck_holds_it(match, ada):
    """To those who have not seen it, a card of Ben's deck is as unknown as one that does not exist."""
    client, secret = client_of(ada), hidden(match)[0]

    def asked(key):
        actions = [
            {"do": "discard", "card": key},
            {"do": "play", "card": key, "at": [0, 1]},
            {"do": "event", "card": "fire", "at": [0, 1], "choose": [key]},
            {"do": "spread", "from": [0, 0], "cards": [key], "to": [[0, 1]]},
        ]
        for action in actions:
            order = json.dumps({"action": action, "version": 0, "key": "ask"})
            yield client.get(reverse("api-match-why", args=[match.pk]), {"action": json.dumps(action)})
            yield client.post(reverse("api-match-actions", args=[match.pk]), order, "application/json")

    for of_secret, of_none in zip(asked(secret), asked("no-such-card"), strict=True):
        assert of_secret.status_code == of_none.status_code == 400
        assert of_secret.content.decode().replace(secret, "no-such-card") == of_none.content.decode()


def test_a_card_that_was_played_is_known(match):
    play(match_id=match.pk, seat=0, action={"do": "pass"}, version=0, key="one")
    match.refresh_from_db()
    planting = next(each for each in legal_at(match, 1) if each["do"] == "play")
    play(match_id=match.pk, seat=1, action=planting, version=1, key="two")
    match.refresh_from_db()
    asked = why_not(match=match, seat=0, action={"do": "discard", "card": planting["card"]})
    assert asked.code == "not-your-turn"
