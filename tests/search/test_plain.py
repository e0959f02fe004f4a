"""What stands in for compiled packages gives the same (phylo/compiled.py)."""

from random import Random

import pyroaring
import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from cards.search import expressions, plain_expressions, plain_sets

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


TEXTS = (
    "Sea Otter", "O’Hara’s Œdipus Bat", "Éléphant de mer (10,000)", "İstanbul Skink", "sᴋua K2", "ſea-cow K",
    "Straße ẞ", "ΣΑΣ σας", "a_b\tc [x] {2} ^$ .*", "ǅ ǆ Ǆ", "aaaa bbb", "ı I i İ", "人 ab", "|wolf|", "-]",
)  # fmt: skip
PARTS = (
    *"aAbkKsSiI1_-, .^$|()[]{}?*+\\:<>=!PQUmx&~#", "[^", "[a-f]", "[^a-z]", "[]a]", "[^]-]", "[[:alpha:]]",
    "[[:^digit:]]", "[:alpha:]", "[[:nope:]]", "[\\w-]", "[\\Wk]", "[^\\Ws]", "[\\d\\s]", "[z-a]", "[a-\\d]",
    "[&&--~~||]", "\\w", "\\W", "\\d", "\\D", "\\s", "\\S", "\\b", "\\B", "\\A", "\\z", "\\Z", "\\pL",
    "\\p{Lu}", "\\PN", "\\p{^Ll}", "\\pX", "\\p{Any}", "\\p{}", "\\p", "\\Qa.b\\E", "\\Q*", "\\x41",
    "\\x{3c3}", "\\x{}", "\\xg", "\\101", "\\0", "\\1", "\\7", "\\n", "\\t", "\\a", "\\e", "\\_", "\\é",
    "\\-", "\\ ", "{2}", "{1,2}", "{2,}", "{,2}", "{02}", "{2,1}", "{1001}", "{1000}", "{40}", "{0}", "{0,0}",
    "*?", "+?", "??", "{2}?", "a**", "(?:", "(?i)", "(?-i)", "(?m)", "(?s-i:", "(?U)", "(?i-)", "(?-)", "(?)",
    "(?z)", "(?=", "(?<!", "(?P<n>", "(?<n>", "(?P<>", "(?P=n)", "(?#", "(?>", "é", "É", "σ", "ß", "ẞ", "ſ",
    "ı", "İ", "ǅ", "人", "ab", "er", "o.?t",
)  # fmt: skip


def outcome(library, expression: str) -> object:
    """What an expression finds, or the words of its refusal."""
    try:
        made = library.compiled(expression)
        line = library.compiled(f"(?m)^.*?(?:{expression}).*$")
    except library.Malformed as error:
        return error.args[0].decode().partition(":")[0]
    joined = "\n".join(TEXTS).encode()
    return [made.search(text) is not None for text in TEXTS], [each.start() for each in line.finditer(joined)]


def differs(expression: str) -> bool:
    plain = outcome(plain_expressions, expression)
    if plain == "not without RE2":
        return False
    found = outcome(expressions, expression)
    return plain != found and found != "pattern too large - compile failed"


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_an_expression(part: str):
    for written in (
        part,
        f"a{part}",
        f"{part}b",
        f"({part}",
        f"[{part}",
        f"[{part}]",
        f"(?:{part})*",
        f"a{{30}}{part}",
    ):
        assert outcome(plain_expressions, written) == outcome(expressions, written), written


def test_random_expressions():
    rng = Random(7)
    for _number in range(400):
        written = "".join(rng.choice(PARTS) for _part in range(rng.randint(1, 6)))
        assert not differs(written), written
    re2.purge()


def test_what_is_large():
    """The size is an estimate; what is much too large for RE2 is so here."""
    for written in ("a" * 150, r"(?:\w+ ){3}", "[^a]{20}", "(a|b|cd){10}"):
        size = expressions.compiled(written).programsize
        assert size / 4 < plain_expressions.compiled(written).programsize < size * 4
    for written in ("(?:[^a]{100}){10}", r"(\pL{30}){30}"):
        assert plain_expressions.compiled(written).programsize > 3000
    with pytest.raises(plain_expressions.Malformed, match="not without RE2"):
        plain_expressions.compiled(r"\p{Greek}")
