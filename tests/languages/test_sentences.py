"""Sentences put together from words, by the grammar of a language."""

import pytest

from cards.words import joined


@pytest.mark.parametrize(
    ("last", "words", "said"),
    [
        ("y", ["bosque", "océano"], "bosque y océano"),
        ("y", ["océano", "insectos"], "océano e insectos"),
        ("y", ["agua", "<b>Iguana</b>"], "agua e <b>Iguana</b>"),
        ("y", ["agua", "hierba"], "agua y hierba"),
        ("o", ["frío", "cálido", "océano"], "frío, cálido u océano"),
        ("o", ["7", "8"], "7 u 8"),
        ("o", ["10", "11"], "10 u 11"),
        ("o", ["1", "110"], "1 o 110"),
        ("or", ["owl", "otter"], "owl or otter"),
        ("oder", ["Eule", "Otter"], "Eule oder Otter"),
        ("y", ["bosque"], "bosque"),
        ("y", [], ""),
    ],
)
def test_a_conjunction_follows_the_next_sound(last, words, said):
    assert joined(words, last) == said
