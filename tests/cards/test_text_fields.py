"""Texts that people write: what counts as saying something."""

import pytest

from cards.services.text_fields import TextField, one_line, says_something, tidy
from phylo.http.refusals import BadValue


@pytest.mark.parametrize("text", ["a", "3", "é", "…", "🐝", "ㄱ", "⠁", "\u3164a"])
def test_what_can_be_seen_says_something(text):
    assert says_something(text)


@pytest.mark.parametrize("tidied", [tidy, one_line])
@pytest.mark.parametrize("required", [True, False])
@pytest.mark.parametrize(
    "text", ["\u3164", "\u115f\u1160", "\u2800 \u2800", "\uffa0", "\u200b", "\u3164\n\u2060"]
)
def test_nothing_but_invisible_letters_is_refused_even_where_nothing_needs_to_be_said(text, required, tidied):
    field = TextField(name="name", longest=9, required=required, tidied=tidied)
    with pytest.raises(BadValue):
        field.checked(text)


def test_what_is_not_required_may_be_left_empty():
    assert TextField(name="name", longest=9).checked(" \n ") == ""
