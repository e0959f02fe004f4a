"""Cards, vocabularies, decks and rules through the API."""

from urllib.parse import urlencode

import jsonschema
import pytest
from django.test import Client

from cards.decks.models import Deck
from cards.models import Card
from cards.search.services.search import CardSearch
from engine.phylo.rules import RULES, V1_4A
from tests.factories import CardFactory

pytestmark = pytest.mark.django_db


def get(address: str, **asked):
    response = Client().get(address + (f"?{urlencode(asked)}" if asked else ""))
    assert response.status_code == 200, response.content
    return response.json()


def walk(address: str, **asked):
    """Every page from there on; no page but a first one may be empty."""
    page = get(address, **asked)
    yield page
    while page["next"]:
        page = get(page["next"].removeprefix("http://testserver"))
        assert page["results"]
        yield page


def walked(address: str, **asked) -> list[str]:
    return [card["key"] for page in walk(address, **asked) for card in page["results"]]


def found(query: str, rules: str = "phylo-1.4a") -> list[str]:
    """The same search, page by page without cursors."""
    search = CardSearch(query, rules=rules)
    return [card.key for number in range(1, search.pages(200) + 1) for card in search.page(number, 200)]


@pytest.mark.parametrize(
    "query", ["", "sort:-points", "sort:new", "sort:latin kind:species", "sort:food", "a"]
)
@pytest.mark.parametrize("size", [1, 3, 7, 200])
def test_the_pages_give_every_card_once_and_in_order(cards, query, size):
    assert walked("/api/v1/cards/", q=query, size=size) == found(query)


def test_every_real_card_comes_once(real_set):
    keys = walked("/api/v1/cards/", size=200)
    assert sorted(keys) == sorted(Card.objects.values_list("key", flat=True))
    assert keys == found("")


def test_a_last_page_that_is_full_leads_nowhere(cards):
    count = Card.objects.count()
    page = get("/api/v1/cards/", size=count)
    assert (len(page["results"]), page["count"], page["next"]) == (count, count, None)


def test_an_empty_result_is_one_page(cards):
    page = get("/api/v1/cards/", q="kingdom=nothing or points>99")
    assert (page["count"], page["next"], page["results"]) == (0, None, [])


@pytest.mark.parametrize("added", ["aaa", "zzz"])
@pytest.mark.parametrize("query", ["", "sort:-points"])
def test_a_card_added_in_between_neither_repeats_nor_hides_another(cards, added, query):
    before = found(query)
    pages = walk("/api/v1/cards/", q=query, size=2)
    keys = [card["key"] for card in next(pages)["results"]]
    CardFactory(key=added, points=99 if added == "aaa" else -99)
    keys += [card["key"] for page in pages for card in page["results"]]
    assert [key for key in keys if key != added] == before
    assert keys.count(added) <= 1


def test_the_next_page_is_in_the_header_too(cards):
    response = Client().get("/api/v1/cards/?size=2")
    assert response["Link"] == f'<{response.json()["next"]}>; rel="next"'
    assert "Link" not in Client().get("/api/v1/cards/?size=200")


def test_a_card_is_its_record_and_more(real_set):
    card = Card.objects.get(key="horse")
    answer = get("/api/v1/cards/horse/")
    assert card.as_record().items() <= answer.items()
    assert (answer["key"], answer["set"], answer["fact"], answer["source"]) == (
        "horse", card.card_set_id, card.fact, card.source,
    )  # fmt: skip
    assert answer["page"] == "http://testserver/cards/horse/"
    assert answer["changed_at"] == card.changed_at.isoformat().replace("+00:00", "Z")


def test_identifiers_are_those_that_are_known(db):
    card = CardFactory(key="oak", wikidata="Q165145")
    assert get(f"/api/v1/cards/{card.key}/")["identifiers"] == {"wikidata": "Q165145"}


def test_the_pictures_are_there_and_kept_for_ever(cards):
    images = get("/api/v1/cards/horse/")["images"]
    for address in (images["art"], images["face"], images["face_png"]["375"], images["preview"]):
        response = Client().get(address.removeprefix("http://testserver"))
        assert response.status_code == 200
        assert "immutable" in response["Cache-Control"]


def test_relations_are_those_of_the_rules(real_set):
    for rules in RULES:
        for relation, field in (("eats", "eatenby"), ("eatenby", "eats"), ("beside", "beside")):
            keys = walked(f"/api/v1/cards/horse/{relation}/", rules=rules, size=30)
            assert keys == found(f"{field}:horse", rules)
            assert keys


def test_the_path_of_a_relation_reads_as_a_sentence(cards):
    """The horse eats oaks; the oak is eaten by horses."""
    assert "oak" in walked("/api/v1/cards/horse/eats/")
    assert "horse" not in walked("/api/v1/cards/oak/eats/")
    assert "horse" in walked("/api/v1/cards/oak/eatenby/")
    assert "oak" not in walked("/api/v1/cards/horse/eatenby/")


@pytest.mark.parametrize("key", ["fire", "pasture", "home"])
@pytest.mark.parametrize("relation", ["eats", "eatenby", "beside"])
def test_every_card_has_relations_even_if_there_are_none(cards, key, relation):
    CardFactory(key="home", event=True, kind="home", effects=[])
    page = get(f"/api/v1/cards/{key}/{relation}/")
    assert page["count"] == len(page["results"])


def test_the_query_is_shown_as_it_was_understood(cards):
    page = get("/api/v1/cards/", q="hrose")
    assert [card["key"] for card in page["results"]] == ["horse"]
    assert page["query"]["corrections"] == [{"word": "hrose", "taken": ["horse"], "column": 1}]


def test_a_search_is_explained(cards):
    told = get("/api/v1/search/explain", q="kind:species terrain:forest")
    search = CardSearch("kind:species terrain:forest")
    assert told["sentence"] == "".join(part["text"] for part in told["parts"])
    assert (told["count"], told["total"]) == (search.count, Card.objects.count())
    assert [term["query_without"] for term in told["terms"]] == ["terrain:forest", "kind:species"]
    assert [facet["field"] for facet in told["facets"]] == [facet.field for facet in search.facets()]
    found = get(told["cards"].removeprefix("http://testserver"))
    assert found["count"] == told["count"]


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("sets", "set"), ("kinds", "kind"), ("terrains", "terrain"), ("climates", "climate"),
        ("diets", "diet"), ("food-chain", "food"), ("scales", "scale"), ("kingdoms", "kingdom"),
        ("keywords", "keyword"),
    ],
)  # fmt: skip
def test_vocabularies_count_their_cards(cards, name, field):
    answer = get(f"/api/v1/{name}/")
    assert answer["field"] == field
    assert answer["count"] == len(answer["results"]) > 0
    for value in answer["results"]:
        assert get("/api/v1/cards/", q=value["query"], size=1)["count"] == value["count"]


def test_decks_come_page_by_page_with_their_cards(cards):
    assert [deck["slug"] for page in walk("/api/v1/decks/", size=1) for deck in page["results"]] == [
        "meadow", "pasture-1-3",
    ]  # fmt: skip
    deck = get("/api/v1/decks/meadow/")
    assert deck["size"] == sum(card["count"] for card in deck["cards"]) == 24
    assert get("/api/v1/cards/", q="in:meadow")["count"] == len(deck["cards"])
    assert [deck["slug"] for deck in get("/api/v1/decks/", rules="phylo-1.3")["results"]] == ["pasture-1-3"]


def test_a_deck_that_is_not_ready_is_nobodys(cards):
    Deck.objects.filter(slug="meadow").update(ready=False)
    assert Client().get("/api/v1/decks/meadow/").status_code == 404
    assert get("/api/v1/decks/")["count"] == 1


def test_rule_sets_are_those_of_the_engine(db):
    answer = get("/api/v1/rule-sets/")
    assert [each["key"] for each in answer["results"]] == list(RULES)
    assert answer["results"][0]["deck_size"] == V1_4A.deck_size


def test_the_entry_leads_to_everything(cards):
    entry = get("/api/v1/")
    for address in (entry["documentation"], entry["openapi"], *entry["addresses"].values()):
        assert Client().get(address.removeprefix("http://testserver")).status_code == 200


def test_what_is_answered_is_what_the_document_says(real_set):
    """Every real card, each field of it documented."""
    document = get("/api/v1/openapi.json")
    schemas = document["components"]["schemas"]
    for name in ("Species", "Event", "Habitat", "Home", "Images", "Relations", "Query"):
        schemas[name]["additionalProperties"] = False
    page_shape = {"$ref": "#/components/schemas/CardPage", "components": document["components"]}
    checker = jsonschema.Draft202012Validator(page_shape)
    for page in walk("/api/v1/cards/", size=200):
        assert [error.message for error in checker.iter_errors(page)] == []


@pytest.mark.parametrize("size", [10, 60])
def test_a_page_asks_the_database_a_few_times(real_set, size, django_assert_max_num_queries):
    Client().get("/api/v1/cards/")
    with django_assert_max_num_queries(8):
        Client().get(f"/api/v1/cards/?q=terrain:forest&size={size}")


def test_decks_ask_the_database_a_few_times(real_set, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        Client().get("/api/v1/decks/")


def test_head_is_get_without_the_body(cards):
    got, headed = Client().get("/api/v1/cards/"), Client().head("/api/v1/cards/")
    assert (headed.status_code, headed.content, headed["ETag"]) == (200, b"", got["ETag"])


def test_answers_are_plain_json(cards):
    response = Client().get("/api/v1/cards/", HTTP_ACCEPT="text/html,application/xhtml+xml,*/*;q=0.8")
    assert response["Content-Type"] == "application/json"
    assert response.json()["count"] == Card.objects.count()


def test_many_cards_at_once_by_their_keys(cards, django_assert_max_num_queries):
    with django_assert_max_num_queries(5):
        found = get("/api/v1/search/keys/", keys="oak,nothing,horse,oak")
    assert [card["key"] for card in found["results"]] == ["oak", "horse"]
    assert (found["count"], found["missing"], found["moved"]) == (2, ["nothing"], {})
    horse = Card.objects.get(key="horse")
    Card.objects.filter(key="oak").update(retired=True, merged_into=horse)
    found = get("/api/v1/search/keys/", keys="oak,horse")
    assert ([card["key"] for card in found["results"]], found["moved"]) == (["horse"], {"oak": "horse"})


@pytest.mark.parametrize("keys", ["", ",", "oak,", "a b", "é", "a" * 81, ",".join(["oak"] * 101)])
def test_what_is_no_list_of_keys_is_refused(cards, keys):
    response = Client().get("/api/v1/search/keys/", {"keys": keys})
    assert (response.status_code, response.json()["parameter"]) == (400, "keys")
    assert get("/api/v1/search/keys/", keys=",".join(["oak"] * 100))["count"] == 1


def test_a_random_card_is_one_of_the_result_and_is_never_kept(cards):
    drawn = {get("/api/v1/search/random/", q="kind:species")["key"] for _number in range(40)}
    assert len(drawn) > 1
    assert drawn <= set(found("kind:species"))
    response = Client().get("/api/v1/search/random/")
    assert response["Cache-Control"] == "no-store"
    assert not response.has_header("ETag")
    nothing = Client().get("/api/v1/search/random/", {"q": "points>99"})
    assert (nothing.status_code, nothing.json()["code"]) == (404, "not-found")
