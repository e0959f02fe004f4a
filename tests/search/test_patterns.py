"""What is known of a pattern before any text is read (cards/search/patterns.py)."""

import random

import pytest
import re2

from cards.models.derived import plain
from cards.search.patterns import Mistake, regular, wildcard

pytestmark = pytest.mark.once

NAMES = (
    "Sea Otter",
    "O’Hara’s Œdipus Bat",
    "Éléphant de mer (10,000)",
    "İstanbul Skink",
    "sᴋua K2",
    "ſea-cow",
    "",
)
SIGNS = ("", "*", "+", "?", "{2}", "{1,2}", "{100}", "|", ".", "^", "$", "\\w", "\\b", "\\d+", "[a-f]",
         "[^xyz]?", "(?:", "(", ")", "[[:alpha:]]", "\\pL", "\\x41", "{", "_", "-",
         " ", "\\Qab\\E")  # fmt: skip


@pytest.mark.parametrize(
    ("written", "pieces"),
    [
        ("otter", ("otter",)),
        ("Sea.?Otter", ("sea", "otter")),
        ("otters?", ("otter",)),
        ("ot{2}er", ("o", "er")),
        ("^sea [a-z]+ter$", ("sea", "ter")),
        (r"\botter\b", ("otter",)),
        ("éléphant", ("l", "phant")),
        ("sea|otter", ()),
        ("(sea)?otter", ()),
        (r"\x41bc", ()),
        ("a{100", ()),
    ],
)
def test_letters_that_every_match_has(written: str, pieces: tuple[str, ...]):
    assert regular(written, exactly=False).pieces == pieces


def test_letters_of_a_wildcard_are_plain():
    pattern = wildcard("Éléphant*mer", exactly=False)
    assert pattern is not None
    assert pattern.pieces == ("elephant", "mer")


def test_whatever_matches_has_them():
    rng, tried = random.Random(1), 0
    while tried < 3000:
        name = rng.choice(NAMES)
        parts = []
        for _number in range(rng.randint(1, 4)):
            start = rng.randrange(len(name) + 1)
            parts += [name[start : start + rng.randint(0, 4)], rng.choice(SIGNS)]
        try:
            pattern = regular("".join(parts), exactly=rng.random() < 0.2)
        except Mistake:
            continue
        tried += 1
        if pattern.matches(name):
            assert all(piece in plain(name) for piece in pattern.pieces), (pattern, name)
    re2.purge()
