"""What stands in for compiled packages gives the same (phylo/compiled.py)."""

import pyroaring
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.search import plain_sets

pytestmark = pytest.mark.once

SETS = (pyroaring, plain_sets)
NUMBERS = st.lists(st.integers(0, 40) | st.integers(0, 2**31))


@given(NUMBERS, NUMBERS, NUMBERS, st.integers(-50, 50), st.integers(-60, 60), st.booleans())
def test_sets_of_numbers(first, second, third, shift, place, frozen):
    found = []
    for library in SETS:
        kind = library.FrozenBitMap if frozen else library.BitMap
        one, two, three = kind(first), library.BitMap(second), library.FrozenBitMap(third)
        made = [
            one | two, one & two, one - two, one.union(two, three), one.intersection(two, three),
            one.intersection(), kind(two), one[:place], one[place:], one[::2], one.shift(shift),
            kind(range(place)), kind(), library.BitMap.union(two, one),
        ]  # fmt: skip
        assert [type(each) for each in made[:-1]] == [kind] * (len(made) - 1)
        assert [len(each) for each in made] == [len(list(each)) for each in made]
        asked = [
            one == two, one != three, bool(one), abs(place) in one, one.intersection_cardinality(two),
            one.isdisjoint(two), one == kind(reversed(first)), one.min() if one else None,
            one[0] if one else None, one[-1] if one else None,
        ]  # fmt: skip
        found.append([[list(each) for each in made], asked])
    assert found[0] == found[1]


@given(NUMBERS, NUMBERS)
def test_sets_change_in_place(first, second):
    found = []
    for library in SETS:
        other = library.FrozenBitMap(second)
        for change in ("__ior__", "__iand__", "__isub__"):
            changed = same = library.BitMap(first)
            copied = library.BitMap(changed)
            assert getattr(changed, change)(other) is same
            found.append([list(same), list(copied), list(other)])
    assert found[:3] == found[3:]


def test_frozen_sets_are_keys():
    assert {plain_sets.FrozenBitMap([2, 1]): "here"}[plain_sets.FrozenBitMap([1, 2])] == "here"
    with pytest.raises(TypeError):
        hash(plain_sets.BitMap())
