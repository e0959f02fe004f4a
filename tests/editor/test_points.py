"""The published formula for points: what it says, and where it is silent."""

import pytest

from cards.points import suggested

HUNTER = {
    "kind": "species", "diet": "carnivore", "terrains": ["forest"], "climates": ["cool", "warm"],
    "abilities": {"move": 2},
}  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        ({}, 8),
        ({"climates": ["cool"]}, 9),
        ({"diet": "herbivore"}, 5),
        ({"diet": "omnivore", "terrains": ["forest", "urban"]}, 3),
        ({"terrains": ["forest", "urban", "ocean"]}, 6),
        ({"abilities": {"move": 3}}, 7),
        ({"abilities": {"move": 3, "flight": 3, "spread": {"count": 1}}}, 7),
        ({"abilities": {"spread": {"count": 3}, "invasive": {"on": {}}}}, 6),
        ({"diet": "photosynthetic", "terrains": ["a", "b", "c"], "climates": ["a", "b", "c"]}, 1),
        ({"kind": "habitat"}, 2),
        ({"kind": "habitat", "terrains": ["forest", "urban"], "climates": ["cold", "cool", "warm"]}, 0),
        ({"kind": "habitat", "terrains": ["a", "b", "c"], "climates": ["cold", "cool", "warm"]}, 0),
    ],
)
def test_its_lines_sum_to_the_points(changes, points):
    found = suggested(HUNTER | changes)
    assert found.points == points == sum(line.points for line in found.lines)
    assert not found.differs(points)
    assert found.differs(points + 1)
    assert not found.differs(None)


@pytest.mark.parametrize(
    "changes",
    [{"diet": "molecular-carbon"}, {"diet": ""}, {"terrains": []}, {"climates": []}, {"kind": "event"}],
)
def test_where_it_says_nothing_it_says_why(changes):
    found = suggested(HUNTER | changes)
    assert found.points is None
    assert found.silent
    assert not found.differs(7)
