"""The sources of an older database get their new form, and its version goes on beside this one."""

import pytest

from cards.models import Card
from cards.models.derived import ESTIMATED
from tests.factories import CardFactory
from tests.migrated import before

BEFORE = ("cards", "0030_taxa")
MARKED = {"scale": {"how": "estimated"}}


@pytest.mark.django_db(transaction=True)
def test_texts_become_sources_and_what_has_none_is_found_as_estimated():
    with before(BEFORE) as old:
        old("cards", "CardSet").objects.get_or_create(key="core")
        made = old("cards", "Card").objects
        species = {
            "kind": "species", "scale": 5, "food_chain": 1, "diet": "herbivore", "points": 0,
            "terrain_mask": 1, "climate_mask": 1,
        }  # fmt: skip
        every = ("scale", "food_chain", "diet", "terrains", "climates", "points")
        rows = [
            {"key": "home", "kind": "home", "source": ""},
            {"key": "guess", "source": "estimate", "keyword_mask": 3},
            {"key": "read", "source": "Hegi 1964"},
            {"key": "named", "source": "Hegi 1964", "estimated": ["scale"], "keyword_mask": ESTIMATED},
            {"key": "texts", "source": "", "sources": {"diet": "Hegi 1964", "scale": "https://x.org"}},
            {"key": "known", "source": "", "sources": dict.fromkeys(every, "A"), "estimated": ["scale"],
             "keyword_mask": ESTIMATED | 1},
        ]  # fmt: skip
        for number, row in enumerate(rows):
            made.create(**(species if "kind" not in row else {}) | row, name=row["key"], number=number)
    cards = {card.key: card for card in Card.objects.all()}
    marked = {key for key, card in cards.items() if card.keyword_mask & ESTIMATED}
    assert marked == {key for key, card in cards.items() if card.estimated} == {"guess", "named", "texts"}
    assert (cards["guess"].keyword_mask, cards["known"].keyword_mask) == (ESTIMATED | 3, 1)
    assert cards["named"].sources == MARKED
    assert cards["texts"].sources == {
        "diet": {"how": "stated", "title": "Hegi 1964"}, "scale": {"how": "stated", "address": "https://x.org"},
    }  # fmt: skip
    # Both versions write: the column stays for the earlier one.
    CardFactory(key="moss")
    earlier = old("cards", "Card").objects
    earlier.create(**species, key="oak", name="Oak", number=40, estimated=["scale"])
    assert [earlier.get(key=key).estimated for key in ("moss", "oak")] == [[], ["scale"]]
