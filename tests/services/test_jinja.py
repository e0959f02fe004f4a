"""The few templates that Jinja draws (phylo/jinja.py)."""

import pytest
from django.utils import translation
from django.utils.safestring import mark_safe
from jinja2 import UndefinedError

from games.table.presenter import Side
from phylo.jinja import draw

pytestmark = pytest.mark.once


def seats(name: str) -> str:
    side = Side(0, name, False, 1, True, 3, 20, ())
    table = {"sides": [side], "over": False, "turn": {"last_turn": False}}
    return draw("table/seats.jinja", table=table, live="", exercise="")


def test_what_people_write_is_escaped():
    html = seats('<b>Ann "A"</b>')
    assert 'title="&lt;b&gt;Ann &#34;A&#34;&lt;/b&gt;"' in html
    assert "<b>Ann" not in html


def test_what_django_calls_safe_is_not_escaped_again():
    assert "<b>2</b>" in draw("cards/back.jinja", label=mark_safe("<b>2</b>"))


def test_texts_are_in_the_active_language(monkeypatch: pytest.MonkeyPatch):
    with translation.override("de"):
        monkeypatch.setattr(
            translation.trans_real.translation("de"), "gettext", {"to move": "am Zug"}.get, raising=False
        )
        assert "am Zug" in seats("Ann")
    assert "to move" in seats("Ann")


def test_what_is_missing_is_an_error():
    with pytest.raises(UndefinedError):
        draw("cards/back.jinja")
