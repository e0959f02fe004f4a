"""The names around the cards, which come with the project."""

import pytest
from django.conf import settings

from cards.taxonomy.importing import import_names
from cards.taxonomy.lookup import Standing, checked_names, found_names
from cards.taxonomy.models import Taxon
from tests.ready_decks import ready_decks

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_they_know_the_cards_by_accepted_names(monkeypatch, tmp_path):
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    done = import_names(path=settings.BASE_DIR / "cards" / "data" / "names", say=lambda text: None)
    assert done.rejected is None
    assert done.edition.accepted > 3000
    cards = [card for card in ready_decks()[0].values() if card.get("latin_name")]
    checked = checked_names((card["latin_name"], card["kingdom"]) for card in cards)
    assert [name for name, found in checked.items() if found.standing == Standing.SYNONYM] == []
    known = sum(found.standing == Standing.ACCEPTED for found in checked.values())
    assert known > 0.9 * len(cards)
    bear = found_names("ursus arctos")[0]
    assert (bear.family, bear.identifiers["wikidata"]) == ("Ursidae", "Q36341")
    assert {"en", "de", "fr", "es", "ja"} <= bear.common_names.keys()
    groups = {(card["kingdom"], card["phylum"], card["class"]) for card in cards}
    theirs = Taxon.objects.filter(accepted=None).values_list(
        "lineage__kingdom", "lineage__phylum", "lineage__class_name"
    )
    assert set(theirs) <= groups
