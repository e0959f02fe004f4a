"""Cards from a spreadsheet: what is understood, what is finished, and what is stored."""

from io import BytesIO

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from cards.exchange import ExchangeError
from cards.sets.models import Collection, SetCard
from cards.sets.tables import MOST_ROWS, species_in

pytestmark = pytest.mark.django_db
HEAD = "Common name;Latin name;Class;Size;Diet;Habitat;Climate;Fact;Mood"
HERON = "Grey Heron;Ardea cinerea;Aves;7;Predator;River, lakes;cool and warm;It stands still.;calm"
IRIS = "Yellow Iris;Iris pseudacorus;Liliopsida;6;Plant;Pond;cool, warm;Its seeds float.;bright"
TABLE = "\n".join((HEAD, HERON, IRIS, ";;;;;;;;"))
AT = "/sets/table/"


def test_people_use_words_of_their_own():
    heron, iris = species_in(TABLE)
    found = iris.contents
    assert (found["diet"], found["food_chain"], found["scale"]) == ("photosynthetic", 1, 6)
    assert (found["terrains"], found["climates"]) == (["freshwater"], ["cool", "warm"])
    assert found["points"] == 3
    assert not iris.wrong
    assert (heron.place, heron.contents["diet"]) == ("line 2", "carnivore")
    assert heron.contents["food_chain"] is None
    assert any("Number" in words for words in heron.wrong)


def test_what_is_not_understood_is_told():
    [row] = species_in("name\tterrain\tscale\nOtter\theath/river\tbig")
    assert row.contents["terrains"] == ["freshwater"]
    assert row.left_out[0] == "“heath” is not known"
    assert any(each.startswith("scale") for each in row.left_out)


@pytest.mark.parametrize("text", ["", "colour;size\nred;1", "name", "name\n" + "Otter\n" * (MOST_ROWS + 1)])
def test_what_is_no_table_of_species_is_refused(text):
    with pytest.raises(ExchangeError):
        species_in(text)


def test_a_table_is_looked_at_first_and_stored_once(pond):
    client = pond.client("owner")
    sent = {"text": TABLE, "set": pond.set.slug}
    page = client.post(AT, sent)
    assert (page.status_code, page.context["ready"], page.context["unfinished"]) == (200, 1, 1)
    assert not SetCard.objects.exists()
    for _twice in range(2):
        answer = client.post(AT, sent | {"make": "yes"})
        assert answer["Location"] == reverse("set", args=[pond.set.slug])
    assert set(SetCard.objects.values_list("name", flat=True)) == {"Grey Heron", "Yellow Iris"}


def test_without_a_set_one_is_made_of_a_workbook(pond):
    book = openpyxl.Workbook()
    for row in TABLE.splitlines():
        book.active.append(row.split(";"))
    file = BytesIO()
    book.save(file)
    client = pond.client("outsider")
    page = client.post(AT, {"file": SimpleUploadedFile("my.xlsx", file.getvalue()), "name": "Reed bed"})
    assert page.status_code == 200
    sent = {"text": page.context["given"]["text"], "name": "Reed bed", "key": page.context["key"]}
    for _twice in range(2):
        client.post(AT, sent | {"make": "yes"})
    assert Collection.objects.get(name="Reed bed").own_cards.count() == 2


def test_nobody_fills_the_set_of_others(pond):
    answer = pond.client("outsider").post(AT, {"text": TABLE, "set": pond.set.slug, "make": "yes"})
    assert answer.status_code == 400
    assert pond.client("anonymous").get(AT).status_code == 302
    assert not SetCard.objects.exists()
