"""What the database refuses whoever writes."""

import pytest
from django.db import IntegrityError, transaction

from cards.models import Card
from tests.factories import CardFactory, DeckFactory


@pytest.mark.parametrize(
    "wrong",
    [{"scale": None}, {"scale": 0}, {"food_chain": 10}, {"diet": "soup"}, {"terrain_mask": 0},
     {"climate_mask": 16}, {"points": None}, {"kind": "tree"}],
)  # fmt: skip
def test_a_species_lacks_nothing(db, wrong):
    card = CardFactory()
    with pytest.raises(IntegrityError), transaction.atomic():
        Card.objects.filter(pk=card.pk).update(**wrong)


def test_masks_and_names_agree(db):
    card = CardFactory(terrains=["urban", "desert"], climates=["hot"])
    card.refresh_from_db()
    assert (card.terrains, card.climates) == (["desert", "urban"], ["hot"])
    with pytest.raises(ValueError, match="moon"):
        card.terrains = ["moon"]


def test_a_deck_lists_a_card_once_and_at_least_one_copy(db):
    deck = DeckFactory()
    entry = deck.entries.first()
    with pytest.raises(IntegrityError), transaction.atomic():
        deck.entries.create(card=entry.card, count=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        deck.entries.filter(pk=entry.pk).update(count=0)
