"""What the space says before an event is played on it."""

import pytest

from engine.phylo.state import State
from games.table.lines import Reader
from games.table.spaces import spaces_in_words
from tests.engine.build import V14, cards_for, event, game, space, species

NAMED = {
    "sawgrass": species(name="Sawgrass", points=3),
    "deer": species(2, name="Deer", points=4),
    "reed": species(name="Reed", points=2, terrains="freshwater"),
    "flood": event("discard", name="Flood"),
    "spring": event({"do": "add-terrains", "to": ["forest"]}, name="Spring", duration=2),
    "thief": event("take-control", name="Thief"),
}
CARDS = {key: {**card, "key": key} for key, card in cards_for(V14, NAMED).items()}


def said(*spaces: dict, hand: str, at: str, seat: int = 0) -> dict:
    state: State = game(*spaces, hand=hand, cards=NAMED)
    reader = Reader(state, CARDS, ["You", "Computer"], seat)
    return spaces_in_words(reader, seat, f"hand:{hand}")["spaces"][at]


OAK = space(-1, 0, 0, "oak")


@pytest.mark.parametrize(
    ("owner", "title", "words", "gain", "tone"),
    [
        (
            1,
            "This harms Computer",
            "Sawgrass goes. Deer starves. Computer loses 7 points.",
            "−7",
            "",
        ),
        (
            0,
            "This harms you",
            "Your Sawgrass goes. Your Deer starves. You lose 7 points.",
            "−7",
            "harm",
        ),
    ],
)
def test_P28_whom_an_event_would_harm(owner: int, title: str, words: str, gain: str, tone: str):
    found = said(OAK, space(-2, 0, owner, "sawgrass"), space(-3, 0, owner, "deer"), hand="flood", at="-2,0")
    assert (found["title"], found["words"]) == (title, words)
    assert (found["outlook"]["gain"], found["outlook"]["tone"]) == (gain, tone)


def test_P28_an_event_that_recovers_one_of_several_kinds():
    cards = {**NAMED, "rain": event("discard", {"do": "recover", "count": 1}, name="Rain")}
    state = game(OAK, space(-2, 0, 1, "sawgrass"), hand="rain", discards=["deer reed", ""], cards=cards)
    keyed = {key: {**card, "key": key} for key, card in cards_for(V14, cards).items()}
    found = spaces_in_words(Reader(state, keyed, ["You", "Computer"], 0), 0, "hand:rain")
    assert found["spaces"]["-2,0"]["title"] == "This harms Computer"


def test_P28_harm_to_both():
    found = said(OAK, space(-2, 0, 1, "sawgrass"), space(-3, 0, 0, "deer"), hand="flood", at="-2,0")
    assert found["title"] == "This harms you and Computer"
    assert found["words"] == "Sawgrass goes. Your Deer starves. You lose 4 points. Computer loses 3 points."
    assert found["outlook"]["tone"] == "harm"


def test_P30_an_event_that_helps():
    found = said(OAK, space(-2, 0, 0, "reed"), hand="spring", at="-2,0")
    assert found["title"] == "This helps you"
    assert found["words"] == "Reed: also forest. Your Reed is saved. You gain 2 points."


def test_P30_control_of_a_card():
    found = said(OAK, space(-2, 0, 1, "sawgrass"), hand="thief", at="-2,0")
    assert found["words"] == "Sawgrass is yours. You gain 3 points. Computer loses 3 points."


def test_P30_an_event_that_changes_nothing_says_so():
    assert said(OAK, hand="spring", at="-1,0")["words"] == "A species: also forest. Nothing goes."


def test_a_card_and_a_refused_target_have_no_outlook():
    assert "outlook" not in said(OAK, hand="deer", at="-2,0")
    assert "outlook" not in said(OAK, hand="flood", at="0,0")


def test_P14_nothing_is_told_of_a_hand():
    state = game(OAK, hand="storm", other="lynx")
    told = str(spaces_in_words(Reader(state, CARDS, ["You", "Computer"], 0), 0, "hand:storm"))
    assert "lynx" not in told.lower()
