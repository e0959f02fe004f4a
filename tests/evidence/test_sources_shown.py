"""Where values come from, on a card's page and on the page of data sets."""

import re

from django.urls import reverse

from cards.evidence.models import DataSet, Measurement
from tests.factories import CardFactory

ELTON = {"title": "EltonTraits", "version": "1.0", "citation": "Wilman 2014.", "licence": "CC0-1.0"}
SOURCES = {
    "scale": {"how": "derived", "data_set": "elton-traits", "value": "14.4 g", "rule": "mass",
              "date": "2026-05-31", "by": "Phylo Online"},
    "diet": {"how": "printed", "address": "https://example.org/wren", "data_set": "elton-traits",
             "value": "0 % plants", "rule": "diet", "differs": "carnivore"},
    "climates": {"how": "stated", "address": "https://example.org/map", "title": "A map"},
    "fact": {"how": "stated", "address": "https://example.org/song", "title": "Its song"},
}  # fmt: skip


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_a_card_says_where_each_value_comes_from(client, db):
    DataSet.objects.create(key="elton-traits", address="https://example.org/elton", **ELTON)
    CardFactory(key="wren", name="Wren", sources=SOURCES)
    page = client.get(reverse("card", args=["wren"])).content.decode()
    section = words(page[page.index('id="sources"') :])
    assert "Scale Follows from a stated rule: EltonTraits 1.0 (14.4 g) An animal below 200 g" in section
    assert "2026-05-31, Phylo Online" in section
    assert "Diet: as printed; by the rule: Carnivore (EltonTraits 1.0: 0 % plants)" in section
    assert "Climates Read on a page or in a book: A map" in section
    assert "Estimates Number in the food chain, Terrains, Points" in section
    assert "CC BY 4.0 Read on a page or in a book: Its song" in section
    assert f'href="{reverse("data-sets")}#elton-traits"' in page
    assert f'href="{reverse("data-sets")}#rule-mass"' in page


def test_data_sets_that_staff_have_imported_are_named_by_their_titles(client, db):
    DataSet.objects.create(
        key="lake-survey", address="https://example.org/lake", **ELTON | {"title": "Lakes"}
    )
    CardFactory(key="wren", sources={"scale": SOURCES["scale"] | {"data_set": "lake-survey"}})
    page = words(client.get(reverse("card", args=["wren"])).content.decode())
    assert "Follows from a stated rule: Lakes 1.0 (14.4 g)" in page


def test_the_page_of_data_sets_says_what_each_supports(client, db, django_assert_max_num_queries):
    elton = DataSet.objects.create(key="elton-traits", address="https://example.org/elton", **ELTON)
    Measurement.objects.create(data_set=elton, latin_name="Wren", trait="mass_g", number=14.4)
    for number in range(3):
        CardFactory(key=f"wren-{number}", sources=SOURCES)
    with django_assert_max_num_queries(6):
        said = words(client.get(reverse("data-sets")).content.decode())
    assert "EltonTraits 1.0 Wilman 2014. Licence: CC0-1.0. 1 measured value." in said
    assert "Values of cards that follow from it: Scale 3" in said
    assert "An insect has scale 4" in said


def test_programs_get_sources_and_data_sets(client, db):
    address = reverse("api-data-sets")
    before = client.get(address)
    assert before.json()["results"] == []
    elton = {"key": "elton-traits", "address": "https://example.org/elton", **ELTON}
    DataSet.objects.create(**elton)
    after = client.get(address, headers={"If-None-Match": before["ETag"]})
    assert after.json()["results"] == [elton]
    CardFactory(key="wren", sources=SOURCES)
    card = client.get(reverse("api-card", args=["wren"])).json()
    assert card["sources"] == SOURCES
    assert card["estimated"] == ["food_chain", "terrains", "points"]
