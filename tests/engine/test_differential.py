"""A share of the differential test: engine and plain reference agree after every action of random games.

The whole of it: python -m tests.engine.differential --games 10000.
"""

import pytest

from tests.engine.build import V13, V14
from tests.engine.differential import play

SHARE = 5  # games a test


@pytest.mark.parametrize("first", range(20_000, 20_125, SHARE))
def test_14a(first):
    assert all(play(V14, seed) for seed in range(first, first + SHARE))


@pytest.mark.parametrize("first", range(20_000, 20_125, SHARE))
def test_13(first):
    assert all(play(V13, seed) for seed in range(first, first + SHARE))
