"""A face is drawn once for the same card in the same state and language."""

import pytest
from django.utils import translation

from cards.art import face
from cards.art.face import draw_face
from tests.cards.test_art import HORSE


def test_the_same_face_is_drawn_once():
    face._drawn.cache_clear()
    assert draw_face(HORSE, owner=0, mine=True) == draw_face(dict(HORSE), owner=0, mine=True)
    assert face._drawn.cache_info().misses == 1


@pytest.mark.django_db
def test_state_content_and_language_make_another():
    face._drawn.cache_clear()
    shown = [draw_face(HORSE), draw_face(HORSE, owner=0, mine=True), draw_face(HORSE | {"name": "<b>Pony"})]
    with translation.override("de"):
        draw_face(HORSE)
    assert len(set(shown)) == 3
    assert "&lt;b&gt;Pony" in shown[2]
    assert face._drawn.cache_info().misses == 4
