"""Finding names: in lookups, the editor, a card's page, the API and the command."""

import io

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from cards.evidence.models import DataSet, Measurement
from cards.models import Card
from cards.taxonomy import lookup
from cards.taxonomy.lookup import Standing, checked_names, found_names, name_of, outdated
from cards.taxonomy.models import NameKey
from tests.editor.posted import posted
from tests.factories import CardFactory, core_set
from tests.markup import tight
from tests.members import person, signed_in
from tests.taxonomy.lists import cats, inaturalist

pytestmark = pytest.mark.django_db
PROPOSE = "/cards/propose/"


@pytest.fixture(autouse=True)
def lists(monkeypatch, tmp_path):
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    cats(tmp_path)


def latin(text: str, **how) -> list[str]:
    return [name.latin_name for name in found_names(text, **how)]


def test_beginnings_of_latin_common_and_former_names():
    everything = ["Lynx lynx", "Lynx pardinus", "Lynx issiodorensis", "Lynxia dubia", "Lynx"]
    assert latin("lyn") == everything
    assert latin("LYN", most=2) == everything[:2]
    assert latin("lynx") == ["Lynx lynx", "Lynx pardinus", "Lynx", "Lynx issiodorensis", "Lynxia dubia"]
    assert latin("Lúch") == latin("eurasischer l") == ["Lynx lynx"]
    assert latin("ly") == latin("x-") == []
    (former,) = found_names("felis p")
    assert (former.latin_name, former.by, former.synonym) == ("Lynx pardinus", "Felis pardina", True)
    assert (former.family, former.region, former.extinct) == ("Felidae", "Iberian Peninsula", False)
    (luchs,) = found_names("luchs", language="de")
    assert (luchs.common_name, luchs.by) == ("Eurasischer Luchs", "Eurasischer Luchs")


def test_the_same_from_names_that_are_too_many_to_read(monkeypatch):
    whole = latin("lyn")
    monkeypatch.setattr(lookup, "MOST_READ", 2)
    assert latin("lyn", most=2) == whole[:2]
    assert latin("lynx")[:3] == ["Lynx lynx", "Lynx pardinus", "Lynx"]


def test_lists_complete_each_other(tmp_path):
    inaturalist(tmp_path)
    assert latin("lynx l") == ["Lynx lynx"]
    name = name_of(found_names("lynx l")[0].key)
    assert name.identifiers == {"catalogue_of_life": "4BPFF", "gbif": "2435240", "inaturalist": "41976"}
    assert (name.kingdom, name.phylum, name.class_name) == ("Animalia", "Chordata", "Mammalia")
    assert name_of(1) is None


def test_what_has_become_of_a_name():
    checked = checked_names(
        [("Felis pardina", "Animalia"), ("Felis pardina", "Plantae"), ("Lynx lynx", ""), ("", "")]
    )
    assert [each.standing for each in checked.values()] == [
        Standing.SYNONYM, Standing.UNKNOWN, Standing.ACCEPTED, Standing.UNKNOWN,
    ]  # fmt: skip
    assert checked["Felis pardina", "Animalia"].names == ("Lynx pardinus",)
    assert outdated("Felis pardina") == (
        "The name Felis pardina is out of date: it is a synonym of Lynx pardinus (catalogue-of-life)."
    )
    assert outdated("Lynx lynx") == outdated("") == ""


def test_searches_read_their_indexes_alone():
    if connection.vendor == "postgresql":
        pytest.skip("small tables are read whole")
    rows = NameKey.objects.filter(edition=1, key__gte=b"lyn", key__lt=b"lyn\xff")
    columns = ("taxon_id", "key", "weight")
    assert "COVERING INDEX name_key" in rows.order_by("key").values_list(*columns).explain()
    known = NameKey.objects.filter(edition=1, weight__gt=0, head=7109998).order_by("-weight", "key")
    plan = known.values_list(*columns).explain()
    assert "COVERING INDEX name_known" in plan
    assert "TEMP B-TREE" not in plan


def fields(response: HttpResponse) -> dict[str, str]:
    return {name: values[0] for name, values in posted(response.content.decode()).items()}


@pytest.fixture
def card() -> Card:
    core_set()
    CardFactory(key="home", home=True)
    return CardFactory(key="lynx", name="Pardel", latin_name="Felis pardina", kingdom="Animalia", animal=True)


def test_the_editor_offers_names_and_fills_in_what_is_known(card):
    ada = signed_in(person("Ada"))
    page = ada.get(PROPOSE).content.decode()
    options = Client().get(f"{PROPOSE}names/?q=lyn").content.decode()
    assert options.count('role="option"') == 5
    assert 'data-words="5 names begin like that."' in options
    assert "no name" in Client().get(f"{PROPOSE}names/?q=qqq").content.decode()

    looked = ada.post(PROPOSE, posted(page, name="lynx p", step="names")).content.decode()
    assert "1 name begins like that." in looked
    key = found_names("lynx pardinus")[0].key
    assert f'value="name:{key}"' in looked
    filled = fields(ada.post(PROPOSE, posted(page, name="lynx p", step=f"name:{key}")))
    wanted = {
        "name": "Iberian Lynx", "latin_name": "Lynx pardinus", "kingdom": "Animalia", "phylum": "Chordata",
        "class": "Mammalia", "catalogue_of_life": "L2", "gbif": "",
    }  # fmt: skip
    assert {name: filled[name] for name in wanted} == wanted
    data_set = DataSet.objects.create(
        key="traits", title="Traits", version="1", citation="-", licence="CC0-1.0"
    )
    Measurement.objects.create(data_set=data_set, latin_name="Lynx pardinus", trait="mass_g", number=11050)
    Measurement.objects.create(data_set=data_set, latin_name="Lynx pardinus", trait="diet_seeds", number=0)
    told = ada.post(PROPOSE, posted(page, name="", step=f"name:{key}")).content.decode()
    assert "1 value is measured of it" in tight(told)
    assert "Mass of an adult: 11,050 g (Traits 1)" in told
    own = posted(page, name="Our cat", tags="cat", step=f"name:{found_names('lynx iss')[0].key}")
    filled = fields(ada.post(PROPOSE, own))
    assert (filled["name"], filled["tags"]) == ("Our cat", "cat; extinct")
    nothing = fields(ada.post(PROPOSE, posted(page, name="Our cat", step="name:99")))
    assert (nothing["name"], nothing["latin_name"]) == ("Our cat", "")


def test_a_name_out_of_date_is_told(card):
    sentence = "The name Felis pardina is out of date: it is a synonym of Lynx pardinus"
    reviewer = signed_in(person("Rita", is_staff=True))
    assert sentence in reviewer.get("/cards/lynx/").content.decode()
    assert sentence not in signed_in(person("Ada")).get("/cards/lynx/").content.decode()
    assert sentence not in Client().get("/cards/lynx/").content.decode()
    assert sentence in reviewer.get("/cards/lynx/edit/").content.decode()
    CardFactory(key="dodo", name="Dodo", latin_name="Raphus cucullatus", animal=True)
    out = io.StringIO()
    call_command("check_names", unknown=True, stdout=out)
    assert out.getvalue().splitlines() == [
        "dodo: Raphus cucullatus is in no list",
        "lynx: Felis pardina is now Lynx pardinus (catalogue-of-life)",
        "0 accepted, 1 synonym, 1 unknown",
    ]


def test_names_in_the_api():
    answer = Client().get("/api/v1/names/?q=felis&size=1").json()
    assert answer["count"] == 1
    assert answer["results"] == [
        {
            "latin_name": "Lynx pardinus", "authorship": "", "rank": "species", "kingdom": "Animalia",
            "phylum": "Chordata", "class_name": "Mammalia", "family": "Felidae",
            "region": "Iberian Peninsula", "extinct": False, "common_name": "Iberian Lynx",
            "common_names": {"en": ["Iberian Lynx"]},
            "identifiers": {"catalogue_of_life": "L2"}, "found_by": "Felis pardina", "synonym": True,
            "listed_in": "catalogue-of-life",
        }
    ]  # fmt: skip
    first = Client().get("/api/v1/names/?q=lyn")
    assert Client().get("/api/v1/names/?q=lyn", headers={"if-none-match": first["ETag"]}).status_code == 304
    assert Client().get("/api/v1/names/").json()["parameter"] == "q"
