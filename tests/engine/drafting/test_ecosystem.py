"""Every scoring sentence of the Ecosystem rulebook."""

import pytest

from engine.drafting.ecosystem import DIVERSITY
from engine.drafting.scoring import shares, winners
from tests.engine.drafting.boards import ALONE, ANNA, CHRIS, MOLLY, ecosystem

SHEET = {
    "BEAR": (4, 0, 0), "BEE": (6, 9, 9), "MEADOW": (0, 0, 15), "TROUT": (4, 2, 0), "EAGLE": (2, 6, 0),
    "RABBIT": (0, 3, 0), "DRAGONFLY": (7, 8, 0), "FOX": (3, 0, 6), "DEER": (12, 0, 6), "STREAM": (5, 8, 0),
    "WOLF": (0, 0, 12), "DIVERSITY": (7, 0, -5),
}  # fmt: skip


def score(kind, board, *others):
    return ecosystem(board, *others)[0].scores[kind]


def test_the_rulebooks_score_table():
    scored = ecosystem(MOLLY, CHRIS, ANNA)
    assert {kind: tuple(each.scores[kind] for each in scored) for kind in SHEET} == SHEET
    assert [each.total for each in scored] == [50, 36, 43]
    assert winners(scored) == [0]


def test_a_published_board_of_one_who_meets_neither_wolf_nor_stream():
    (scored,) = ecosystem(ALONE)
    assert (scored.total, scored.scores["gaps"], scored.scores["DIVERSITY"]) == (60, 1, 12)


@pytest.mark.parametrize(
    ("kind", "board", "points"),
    [
        ("BEE", "MEADOW BEE\n. MEADOW", 6),
        ("BEE", "MEADOW MEADOW BEE", 3),
        ("BEE", "BEE .\n. MEADOW", 0),
        ("BEAR", "BEE BEAR TROUT", 4),
        ("BEAR", "BEAR BEAR", 0),
        ("TROUT", "STREAM TROUT DRAGONFLY", 4),
        ("TROUT", "STREAM STREAM TROUT", 2),
        ("FOX", "FOX DEER FOX", 6),
        ("FOX", "WOLF FOX", 0),
        ("FOX", "FOX BEAR", 0),
        ("FOX", "FOX .\n. WOLF", 3),
        ("EAGLE", ". RABBIT .\n. RABBIT .\n. EAGLE TROUT", 6),
        ("EAGLE", "EAGLE DEER\nDEER TROUT", 2),
        ("EAGLE", "EAGLE DEER DEER RABBIT", 0),
        ("EAGLE", "EAGLE DEER DEER\nDEER DEER TROUT", 0),
        ("EAGLE", "EAGLE FOX TROUT", 2),
        ("DRAGONFLY", "STREAM STREAM STREAM STREAM\nDEER DRAGONFLY STREAM DEER\n", 5),
        ("DRAGONFLY", "STREAM STREAM\nSTREAM DRAGONFLY", 3),
        ("DRAGONFLY", "STREAM DRAGONFLY STREAM STREAM", 3),
        ("DRAGONFLY", "DRAGONFLY STREAM DRAGONFLY", 2),
        ("DEER", "DEER DEER .\n. . DEER\n. DEER .", 12),
        ("DEER", "DEER .\n. DEER\nDEER .", 10),
        ("RABBIT", "RABBIT RABBIT", 2),
        ("MEADOW", "MEADOW FOX MEADOW", 0),
        ("MEADOW", "MEADOW MEADOW", 3),
        ("MEADOW", "MEADOW MEADOW MEADOW", 6),
        ("MEADOW", "MEADOW MEADOW\nMEADOW MEADOW", 10),
        ("MEADOW", "MEADOW MEADOW MEADOW\nMEADOW MEADOW .", 15),
        ("MEADOW", "MEADOW MEADOW MEADOW\nMEADOW MEADOW MEADOW", 15),
        ("MEADOW", "MEADOW MEADOW FOX MEADOW MEADOW", 6),
    ],
)
def test_a_card_type_scores(kind, board, points):
    assert score(kind, board) == points


@pytest.mark.parametrize(
    ("values", "points"),
    [
        ([3, 3, 2, 1], [12, 12, 4, 0]),
        ([3, 3, 3, 2], [12, 12, 12, 0]),
        ([3, 2, 2, 1], [12, 8, 8, 0]),
        ([1, 0, 0], [12, 0, 0]),
        ([4, 3, 2, 2], [12, 8, 4, 4]),
    ],
)
def test_prizes_for_wolves_and_ties(values, points):
    assert shares(values, (12, 8, 4)) == points


def test_prizes_for_streams_go_to_the_largest_region_of_each():
    boards = ("STREAM STREAM FOX STREAM", "STREAM STREAM STREAM", "STREAM FOX STREAM")
    assert [each.scores["STREAM"] for each in ecosystem(*boards)] == [5, 8, 0]
    assert [each.scores["STREAM"] for each in ecosystem("STREAM FOX", "FOX STREAM", "FOX FOX")] == [8, 8, 0]


def test_wolves_need_not_be_adjacent():
    assert [each.scores["WOLF"] for each in ecosystem("WOLF FOX WOLF", "FOX WOLF FOX")] == [12, 8]


def test_the_neutral_players_streams_are_one_and_its_prize_is_lost():
    pile = ["STREAM"] * 3 + ["WOLF"] + ["FOX"] * 16
    scored = ecosystem("STREAM STREAM WOLF", "STREAM WOLF WOLF", neutral=pile)
    assert [each.scores["STREAM"] for each in scored] == [5, 0]
    assert [each.scores["WOLF"] for each in scored] == [8, 12]


@pytest.mark.parametrize(("gaps", "points"), [(0, 12), (2, 12), (3, 7), (4, 3), (5, 0), (6, -5)])
def test_diversity_points(gaps, points):
    assert DIVERSITY[gaps] == points


def test_more_gaps_cost_no_more():
    assert ecosystem("FOX")[0].scores["DIVERSITY"] == -5


def test_nitka_has_no_diversity_but_competes():
    own, nitka = ecosystem("WOLF FOX", "WOLF WOLF", solo=True)
    assert (own.scores["WOLF"], nitka.scores["WOLF"], nitka.scores["DIVERSITY"]) == (8, 12, 0)


def test_tied_players_share_the_victory():
    assert winners(ecosystem("FOX", "FOX", "BEAR")) == [0, 1]


def test_every_number_is_explained_by_its_cards():
    for scored in ecosystem(MOLLY, CHRIS, ANNA):
        for kind, parts in scored.parts.items():
            assert sum(part.points for part in parts) == scored.scores[kind]
    bees = ecosystem(CHRIS)[0].parts["BEE"]
    assert [(part.card, part.points, part.counts) for part in bees] == [
        ((0, 3), 6, ((0, 2), (1, 3))),
        ((1, 4), 3, ((1, 3),)),
    ]
