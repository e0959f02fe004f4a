"""The rules pages of the drafting games: examples agree with engine and scorer, every clause is there."""

import re

import pytest
from django.test import Client

from engine.drafting import GAMES
from engine.drafting.draft import Draft, Flip, Place
from engine.drafting.layout import Layout
from games.rules.drafting.clauses import PAGES as GAME_PAGES
from games.rules.drafting.clauses import chapters_of
from games.rules.drafting.drawing import REASONS
from games.rules.drafting.examples import examples
from tests.rules.test_rules_pages import page_of

pytestmark = pytest.mark.once

CASES = [(key, name) for key in GAMES for name in examples(key)]
PAGES = pytest.mark.parametrize("key", GAMES)


@pytest.mark.parametrize(("key", "name"), CASES)
def test_example_is_what_the_scorer_says(key: str, name: str):
    example = examples(key)[name]
    for frame, board, score in zip(example.frames, example.boards(), example.scored(), strict=True):
        assert {kind: score.scores[kind] for kind in frame.scores} == frame.scores
        assert frame.total in (None, score.total)
        assert set(board.grid.values()) <= set(example.game.deck)
    assert set(example.counts) <= set(example.game.deck)


@pytest.mark.parametrize(("key", "name"), CASES)
def test_spaces_and_flips_are_what_the_engine_allows(key: str, name: str):
    example = examples(key)[name]
    for frame, board in zip(example.frames, example.boards(), strict=True):
        layout = Layout(dict(board.grid))
        draft = Draft(example.game, 1, 0, [], [["CORAL", "DEER"]], [layout, Layout()])
        for each in frame.refused:
            refused = draft.why_not(0, Place("DEER", (each["at"][0], each["at"][1])))
            assert refused is not None
            assert refused.code == "no-neighbour"
            assert each["why"] in REASONS
        if frame.flips:
            end = Draft(example.game, 1, 0, [], [[]], [layout, Layout()], phase="flip", flips=[{}, {}])
            for whale, card in frame.flips:
                end.choose(0, Flip((whale[0], whale[1]), (card[0], card[1])))
            assert end.over, "every whale has turned a card over"


@PAGES
def test_every_scoring_card_has_an_example(key: str):
    explained = {kind for example in examples(key).values() for kind in example.counts}
    assert explained == set(GAMES[key].deck)


@PAGES
def test_page(client: Client, db, key: str):
    page = page_of(client, f"/rules/{key}/")
    clauses = [clause for chapter in chapters_of(GAME_PAGES[key]) for clause in chapter.clauses]
    assert [each for each in page.ids if re.fullmatch(r"[DEC]\d+", each)] == [each.number for each in clauses]
    own = [number for number in page.ids if re.fullmatch(r"[EC]\d+", number)]
    assert len(own) == len({clause.number for clause in clauses if clause.number[0] in "EC"})
    shown = {each.removeprefix("example-") for each in page.ids if each.startswith("example-")}
    assert shown == set(examples(key))
    assert page.headings[0] == 1
    assert page.headings.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(page.headings, page.headings[1:], strict=False))
    assert len(page.ids) == len(set(page.ids))
    assert (page.unnamed, page.inline) == ([], 0)
    anchors = {link.removeprefix("#") for link in page.links if link.startswith("#")}
    assert anchors <= set(page.ids)


@PAGES
def test_the_page_shows_the_deck_and_the_victories(client: Client, db, key: str):
    game = GAMES[key]
    text = client.get(f"/rules/{key}/").content.decode()
    copies = [int(number) for number in re.findall(r"<dd>(\d+)</dd>", text)]
    assert copies == [*game.deck.values(), sum(game.deck.values())]
    for points in game.victories.values():
        assert f"<td>{points}</td>" in text
    assert ("An assumption." in text) == (key == "coral-reef")


def test_the_numbers_are_those_of_the_scorer(client: Client, db):
    text = client.get("/rules/ecosystem/").content.decode()
    for words in (
        "Bee: 6 points, beside 2 Meadows.",
        "Eagle: 8 points, 2 Trout and 2 Rabbits within two steps.",
        "Dragonfly: 6 points, beside streams of 4 and 2.",
        "Deer: 10 points, in 3 rows and 2 columns.",
        "Stream: no points, largest stream: 2.",
        "You are 61 points ahead of Nitka: normal victory.",
    ):
        assert words in text
    text = client.get("/rules/coral-reef/").content.decode()
    assert "Eel: no points, no Coral beside it." in text
    assert "You are 67 points ahead of Mocha: easy victory." in text
