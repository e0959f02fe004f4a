"""What the form makes of the sources of single values."""

import pytest
from django.http import QueryDict

from cards.editor.form import CardForm
from cards.editor.sources import without_source
from cards.evidence.models import DataSet
from cards.services.card_file import EMPTY
from cards.services.contents import ADDED

pytestmark = pytest.mark.django_db
RULED = {"how": "derived", "data_set": "elton-traits", "value": "14.4 g", "rule": "mass"}
PAGE = {"how": "stated", "address": "https://example.org/wren"}
WREN = EMPTY | ADDED | {
    "key": "wren", "name": "Wren", "kind": "species", "scale": 5, "diet": "carnivore", "source": "estimate",
    "duration": 0,
    "sources": {"scale": RULED, "diet": PAGE, "class": {"how": "estimated"}},
}  # fmt: skip


def sent(**changes: str):
    """The contents after the form has been sent with these changes."""
    shown = CardForm.of(WREN)
    fields = shown.values | {f"how-{column}": each.how for column, each in shown.sources.items()}
    fields |= {f"source-{column}": each.where for column, each in shown.sources.items()}
    post = QueryDict(mutable=True)
    post.update(fields | {name.replace("__", "-"): text for name, text in changes.items()})
    return CardForm.read(post, WREN).contents()


def test_what_is_not_touched_stays_as_it_is():
    assert sent()["sources"] == WREN["sources"]


def test_a_source_about_the_earlier_value_goes_with_it():
    contents = sent(scale="6", diet="omnivore", **{"class": "Aves"})
    assert contents["sources"] == {"class": {"how": "estimated"}}
    assert without_source(WREN, contents) == ["scale", "diet", "class"]


def test_a_new_value_gets_the_source_that_was_typed():
    contents = sent(scale="6", how__scale="measured", source__scale="Weighed at school")
    assert contents["sources"]["scale"] == {"how": "measured", "title": "Weighed at school"}
    assert without_source(WREN, contents) == []


def test_an_address_alone_is_a_page_and_nothing_is_no_source():
    contents = sent(how__class="", source__class="https://example.org/birds", how__diet="", source__diet="")
    assert contents["sources"] == {
        "scale": RULED,
        "class": {"how": "stated", "address": "https://example.org/birds"},
    }


def test_another_place_of_the_same_value_keeps_what_is_said_there():
    DataSet.objects.create(key="avonet", title="AVONET", citation="x", licence="x", address="https://x.org")
    assert sent(source__scale="avonet")["sources"]["scale"] == RULED | {"data_set": "avonet"}
    assert sent(source__diet="avonet", how__diet="measured")["sources"]["diet"] == {
        "how": "measured", "data_set": "avonet",
    }  # fmt: skip


def test_nobody_types_a_rule():
    assert sent(scale="6", source__scale="https://example.org/mass")["sources"]["scale"] == {
        "how": "stated", "address": "https://example.org/mass",
    }  # fmt: skip
