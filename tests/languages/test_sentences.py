"""Sentences put together from words, by the grammar of a language."""

import pytest
from django.utils.translation import override

from cards.art.face import face_context
from cards.words import joined, lasting_words
from phylo.templatetags.markup import button


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


def test_french_puts_a_space_before_the_colon_after_a_name():
    with override("fr"):
        assert lasting_words("Vent", 1) == "Vent\N{NO-BREAK SPACE}: encore 1 tour"
        assert "\N{NO-BREAK SPACE}: Daphnie<" in button("Accepter", about="Daphnie")


def test_german_nouns_keep_their_capitals_in_the_description_of_a_card():
    effects = [{"do": "discard-neighbours", "which": {"class": "Insecta"}}]
    drift = {"key": "drift", "name": "Drift", "kind": "event", "effects": effects}
    with override("de"):
        assert "Nachbarn abwerfen" in face_context(drift)["description"]
