"""The table of an exercise: a position and actions, shown and judged as in a match."""

import json

import pytest
from django.test import RequestFactory

import engine
from engine.drafting.state import new_game
from games.exercises.pages import exercise_fragment
from games.exercises.services import Exercise, check, why_not
from games.exercises.table import table_of
from games.matches.services.errors import StaleVersion, UnknownVersion
from tests.engine.build import V14, cards_for, game

pytestmark = [pytest.mark.once, pytest.mark.django_db]

PLAY = {"seat": 0, "do": "play", "card": "oak", "at": [0, 1]}
PASS = {"seat": 0, "do": "pass"}
CARDS = {key: card | {"name": key.capitalize()} for key, card in cards_for(V14).items()}


def exercise(*actions: dict, **more) -> Exercise:
    start = game(hand="oak hare", cards=CARDS)
    return Exercise(
        name="test",
        rules=V14,
        start=start,
        seat=0,
        names=["You", "Mira"],
        cards=CARDS,
        actions=actions,
        **more,
    )


def asked(found: Exercise, **query: object) -> str:
    request = RequestFactory().get("/", query)
    return exercise_fragment(request, found, {"panel": "table/_live_parts.html"}).content.decode()


def test_the_table_after_each_action():
    found = exercise(PLAY)
    before, now = table_of(found, 0), table_of(found)
    assert [before["version"], now["version"]] == [0, 1]
    assert [before["acting"], now["acting"]] == [False, True]
    assert "Oak" in str(now["happened"]["said"])
    assert now["happened"]["again"] is None
    assert [len(table["hand_cards"]) for table in (before, now)] == [2, 1]
    with pytest.raises(UnknownVersion):
        table_of(found, 2)


def test_versions_go_on_after_a_new_start():
    found = exercise(PLAY, began=4)
    assert found.version == 5
    assert found.at(1) is found.at(4)
    assert found.at(5).log[0]["event"] == "played"
    # Turns of the story are versions of the page, which shows them again.
    assert {turn.until for turn in table_of(found)["story"]} == {5}


def test_what_is_over_offers_nothing():
    found = exercise(PLAY, over=True)
    assert found.legal == []
    assert table_of(found)["choices"] == []
    refused = why_not(found, {"do": "pass"})
    assert refused is not None
    assert refused.code == "exercise-over"


def test_the_turn_that_nobody_plays_is_not_told():
    three = [PASS, {"seat": 1, "do": "pass"}, PASS]
    going, over = table_of(exercise(*three)), table_of(exercise(*three, over=True))
    assert "Mira" in str(going["happened"])
    assert "Mira" not in str(over["happened"])
    # The turns before it were played.
    assert [turn.who for turn in over["story"]] == ["You", "Mira", "You"]


def test_only_what_is_legal_at_the_current_version():
    found = exercise(PLAY)
    with pytest.raises(StaleVersion) as stale:
        check(found, {"do": "pass"}, 0)
    assert stale.value.current == 1
    with pytest.raises(engine.IllegalAction) as illegal:
        check(found, {"do": "play", "card": "hare", "at": [5, 5]}, 1)
    assert illegal.value.refusal.code == "no-neighbour"
    # Cards that the seat cannot see are unknown to it: here those of the catalogue that nobody has.
    with pytest.raises(engine.MalformedAction):
        check(found, {"do": "play", "card": "shark", "at": [0, 1]}, 1)
    check(found, {"do": "pass"}, 1)


def test_the_parts_that_a_page_fetches():
    found = exercise(PLAY)
    assert 'data-part="exercise"' in asked(found)
    assert 'data-part="resign"' not in asked(found)
    assert "The table in words" in asked(found, part="words")
    assert "0,1" in json.loads(asked(found, part="web"))["cards"]


def test_at_the_end_of_a_draft_the_own_layout_is_looked_at():
    start = new_game("ecosystem", 1, seed=1)
    first = {**start.legal(0)[0], "seat": 0}
    common = {"name": "draft", "rules": "ecosystem", "start": start, "seat": 0, "names": ["You"], "cards": {}}
    # Alone, a card is given to the other layout next.
    assert table_of(Exercise(**common, actions=[first]))["first"] == 1
    assert table_of(Exercise(**common, actions=[first], over=True))["first"] == 0


def test_a_drafting_game():
    start = new_game("ecosystem", 1, seed=1)
    card = start.view_for(0)["hand"][0]
    first = next({**action, "seat": 0} for action in start.legal(0) if action["card"] == card)
    found = Exercise(
        name="draft", rules="ecosystem", start=start, seat=0, names=["You"], cards={}, actions=[first]
    )
    assert table_of(found)["acting"]
    assert not table_of(found, 0)["acting"]
    assert 'data-part="exercise"' in asked(found)
    assert "The table in words" in asked(found, part="words")
