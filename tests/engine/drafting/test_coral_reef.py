"""Every scoring sentence of the Coral Reef rulebook."""

import pytest

from engine.drafting.scoring import winners
from tests.engine.drafting.boards import AVERY, ELLIE, ZOE, coral_reef

SHEET = {
    "CORAL": (3, 3, 6), "KRILL": (3, 4, 14), "PLANKTON": (12, 12, 4), "GROUPER": (9, 0, 15),
    "CLOWNFISH": (12, 10, 0), "CRAB": (2, 14, 2), "EEL": (12, 4, 0), "SHARK": (16, 10, 4),
    "WHALE": (0, 0, 24), "PRODUCERS": (18, 19, 24), "PREY": (23, 24, 17), "PREDATORS": (28, 14, 28),
    "FOOD_WEB": (18, 14, 17), "TURTLE": (8, 10, 4), "OCTOPUS": (3, 6, 3),
}  # fmt: skip


def test_the_rulebooks_score_table():
    ellie, zoe, avery = coral_reef(ELLIE, ZOE, AVERY, down=[(0, 4), (3, 0)])
    scored = [zoe, avery, ellie]
    assert {kind: tuple(each.scores[kind] for each in scored) for kind in SHEET} == SHEET
    assert [each.total for each in scored] == [98, 87, 93]
    assert winners(scored) == [0]


@pytest.mark.parametrize(
    ("kind", "board", "points"),
    [
        ("CORAL", "CORAL\nCORAL", 3),
        ("CORAL", "CORAL CRAB\n. CRAB", 0),
        ("KRILL", "KRILL", 1),
        ("KRILL", "KRILL KRILL", 4),
        ("KRILL", "KRILL KRILL KRILL KRILL", 9),
        ("KRILL", "KRILL KRILL .\n. . KRILL\n. KRILL KRILL", 13),
        ("KRILL", "KRILL KRILL KRILL\n. . KRILL\n. . KRILL", 9),
        ("GROUPER", "KRILL GROUPER KRILL", 6),
        ("GROUPER", "KRILL CRAB\nCRAB GROUPER", 0),
        ("CLOWNFISH", "PLANKTON\nCLOWNFISH\nCORAL", 4),
        ("CLOWNFISH", "CLOWNFISH KRILL", 0),
        ("CRAB", "CRAB PLANKTON EEL PLANKTON CRAB", 8),
        ("CRAB", "CRAB\nPLANKTON", 0),
        ("EEL", "EEL CRAB", 0),
        ("EEL", ". CRAB .\nGROUPER EEL CLOWNFISH\n. CORAL .", 12),
        ("EEL", "CORAL EEL CORAL\n. CRAB .", 4),
        ("EEL", "CORAL EEL SHARK", 0),
        ("SHARK", "SHARK KRILL CRAB\nGROUPER KRILL KRILL\nCLOWNFISH EEL EEL", 6),
        ("SHARK", "SHARK KRILL\nKRILL CRAB", 0),
        ("WHALE", "KRILL WHALE WHALE\nKRILL . .", 8),
        ("TURTLE", "TURTLE .\n. TURTLE\nTURTLE .", 10),
        ("TURTLE", "TURTLE TURTLE", 6),
        ("OCTOPUS", "OCTOPUS OCTOPUS", 6),
    ],
)
def test_a_card_type_scores(kind, board, points):
    assert coral_reef(board)[0].scores[kind] == points


def test_a_card_turned_over_is_an_empty_space_but_still_lies_there():
    board = "CORAL KRILL WHALE\nKRILL KRILL CORAL\n. . CRAB"
    up, down = coral_reef(board)[0], coral_reef(board, down=[(1, 1), (2, 2)])[0]
    assert (up.scores["KRILL"], down.scores["KRILL"]) == (9, 2)
    assert (up.scores["WHALE"], down.scores["WHALE"]) == (6, 4)
    assert down.scores["CORAL"] == 0


def test_a_whale_turned_over_scores_nothing():
    assert coral_reef("WHALE KRILL\nWHALE KRILL", down=[(0, 0)])[0].scores["WHALE"] == 4


def test_prizes_for_plankton_are_shared_and_the_next_is_not_given():
    boards = ("PLANKTON PLANKTON", "PLANKTON PLANKTON", "PLANKTON", "CORAL")
    assert [each.scores["PLANKTON"] for each in coral_reef(*boards)] == [12, 12, 4, 0]


def test_the_neutral_players_plankton_is_compared():
    scored = coral_reef("PLANKTON", "PLANKTON PLANKTON PLANKTON", neutral=["PLANKTON"] * 2)
    assert [each.scores["PLANKTON"] for each in scored] == [4, 12]


def test_the_food_web_bonus_is_the_lowest_group_again():
    (scored,) = coral_reef("KRILL GROUPER KRILL\nCORAL EEL .")
    assert [scored.scores[group] for group in ("PRODUCERS", "PREY", "PREDATORS")] == [5, 6, 4]
    assert (scored.scores["FOOD_WEB"], scored.total) == (4, 19)
    assert coral_reef("KRILL")[0].scores["FOOD_WEB"] == 0


def test_mocha_scores_everything():
    own, mocha = coral_reef("PLANKTON", "KRILL GROUPER\nCORAL EEL", solo=True)
    assert (own.scores["PLANKTON"], mocha.scores["FOOD_WEB"]) == (12, 3)


def test_every_number_is_explained_by_its_cards():
    for scored in coral_reef(ELLIE, ZOE, AVERY, down=[(0, 4), (3, 0)]):
        for kind, parts in scored.parts.items():
            assert sum(part.points for part in parts) == scored.scores[kind]
