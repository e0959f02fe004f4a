"""Games with weird but valid cards, snapshots in between: engine and plain reference still agree."""

import pytest

from tests.engine.build import V13, V14
from tests.engine.wild import play


@pytest.mark.parametrize("seed", range(8))
def test_14a(seed):
    assert play(V14, seed)


@pytest.mark.parametrize("seed", range(5))
def test_13(seed):
    assert play(V13, seed)
