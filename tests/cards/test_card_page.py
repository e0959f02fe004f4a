"""The page of a card: its explanation, its food web, the search it was found in, and what leads elsewhere."""

import html
import json
import re

import pytest

from cards.card_page.food_web import DRAWN, Side, food_web
from cards.decks.models import Deck
from cards.glossary import as_search
from cards.glossary.food import food_for, food_words
from cards.models import Card, Kind
from cards.search.services.search import CardSearch
from engine.phylo.cards import Card as EngineCard
from engine.phylo.rules import RULES as ENGINE_RULES
from tests.factories import CardFactory, DeckFactory

RULES = tuple(ENGINE_RULES)
MOST_QUERIES = 36
PAGE = {"HTTP_ACCEPT": "text/html"}

# The search of what a page links to is tested on each database elsewhere.
pytestmark = pytest.mark.once


@pytest.fixture
def meadow(db: None) -> None:
    """Clover, a hare that eats it and a fox that eats the hare, in a deck of their own."""
    CardFactory(key="home", home=True)
    CardFactory(key="clover")
    CardFactory(key="hare", animal=True)
    CardFactory(key="fox", animal=True, food_chain=3, scale=7, diet="carnivore", abilities={"move": 2})
    CardFactory(key="fire", event=True, target={"kingdom": "Plantae"}, duration=0)
    CardFactory(key="pasture", habitat=True)
    DeckFactory(slug="meadow", cards={"clover": 16, "hare": 6, "fox": 2})


def found(text: str, rules: str = RULES[0]) -> set[str]:
    """The keys of all cards of a search."""
    search, keys, cursor = CardSearch(text, rules=rules), set(), None
    while True:
        part = search.slice_after(cursor, 200)
        keys |= {card.key for card in part.cards}
        if part.next is None:
            return keys
        cursor = part.next


def page_of(client, key: str, query: str = "") -> str:
    response = client.get(f"/cards/{key}/{query}", **PAGE)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def links_of(page: str, text: str) -> list[str]:
    """The addresses of the links whose words contain the text."""
    pairs = re.findall(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', page, re.DOTALL)
    return [address for address, words in pairs if text in re.sub(r"<[^>]+>", "", words)]


# The explanation.


def test_alternatives_and_same_values_become_searches(meadow):
    hare = Card.objects.get(key="hare")
    assert as_search([{"kingdom": "Fungi"}, {"diet": "carnivore", "scale": {"min": 4}}], hare) == (
        "kind:species ((kingdom=Fungi) or (diet:carnivore scale:4..9))"
    )
    assert as_search({"class": "Mammalia", "same": ["scale", "food_chain"]}, hare) == (
        "kind:species class=Mammalia scale:5 food:2"
    )
    assert as_search({"name": ["Honey Bee", "Hare"]}) == 'kind:species name="Honey Bee",Hare'
    assert as_search({}) == "kind:species"
    assert as_search({"same": "scale"}) == ""


@pytest.mark.parametrize(
    ("eater", "rules", "words"),
    [
        (("herbivore", 2, 5), "phylo-1.4a", "It eats cards with number 1, however large."),
        (
            ("carnivore", 3, 6),
            "phylo-1.4a",
            "It eats cards with number 2 that are smaller than it: scale 1 to 5.",
        ),
        (
            ("carnivore", 3, 6),
            "phylo-1.3",
            "It eats cards with number 2 or 3 that are smaller than it: scale 1 to 5.",
        ),
        (
            ("omnivore", 3, 4),
            "phylo-1.4a",
            "It eats cards with number 1 that live by light, however large; and cards with number 2 that are "
            "smaller than it: scale 1 to 3.",
        ),
        (("herbivore", 4, 5), "phylo-1.4a", "By these rules nothing is food for it."),
    ],
)
def test_P18_food_in_words(eater, rules, words):
    assert food_words(food_for(*eater, False, rules)) == words


def test_P11_an_event_says_what_it_costs_by_each_rule_set(client, meadow):
    assert "One event a turn, as the last action" in page_of(client, "fire")
    older = page_of(client, "fire", "?rules=phylo-1.3")
    assert "there is no limit to events in a turn" in older
    assert '<span class="card__note">One action</span>' in older
    assert "Play on plant" in older


def test_estimates_are_marked(client, meadow):
    Card.objects.filter(key="hare").update(
        sources={"scale": {"how": "estimated"}}, source="https://example.org/hares/"
    )
    page = page_of(client, "hare")
    assert page.count('class="estimate" href="#sources"') == 1
    assert links_of(page, "example.org/hares") == ["https://example.org/hares/"]
    Card.objects.filter(key="fox").update(source="https://example.org/foxes/")
    assert 'href="#sources"' not in page_of(client, "fox")


# The food web.


def drawn_keys(side: Side) -> set[str]:
    return {card.key for card in side.cards if card.kind != Kind.HOME}


def test_the_same_cards_are_chosen_every_time_and_deck_mates_first(meadow):
    for number in range(12):
        CardFactory(key=f"stranger-{number}", animal=True)
    clover = Card.objects.get(key="clover")
    chosen = [[card.key for card in food_web(clover, RULES[0]).above.cards] for _time in range(2)]
    assert chosen[0] == chosen[1]
    assert chosen[0][0] == "hare"
    assert len(chosen[0]) == DRAWN


def test_what_is_not_drawn_is_counted_and_linked(client, meadow):
    for number in range(9):
        CardFactory(key=f"vole-{number}", animal=True)
    page = page_of(client, "clover")
    assert links_of(page, "and 3 more") == ["/cards/?q=eats:clover".replace(":", "%3A")]
    assert links_of(page, "and 6 more"), "the narrow row shows four"


def test_a_card_that_nobody_eats_says_so(client, meadow):
    assert "Nothing in the set eats it." in page_of(client, "fox")


def test_tokens_lead_to_pages_of_the_same_rules_and_search(client, meadow):
    page = page_of(client, "hare", "?q=kind%3Aspecies&rules=phylo-1.3")
    assert set(links_of(page, "Fox")) == {"/cards/fox/?q=kind%3Aspecies&rules=phylo-1.3"}
    assert 'href="/rules/phylo-1.3/#P18"' in page


# The search it was found in.


def test_previous_and_next_in_the_search(client, meadow):
    page = page_of(client, "fox", "?q=kingdom:animalia")
    assert "1 of 2" in page
    assert 'rel="prev"' not in page
    assert links_of(page, "Next card:") == ["/cards/hare/?q=kingdom%3Aanimalia"]
    assert links_of(page, "Back to the search") == ["/cards/?q=kingdom%3Aanimalia"]


def test_without_a_search_all_cards_are_walked(client, meadow):
    page = page_of(client, "fire")
    assert "2 of 6" in page
    assert links_of(page, "Previous card:") == ["/cards/clover/"]
    assert links_of(page, "All cards") == ["/cards/"]


def test_a_card_that_is_not_in_the_search_still_leads_back(client, meadow):
    page = page_of(client, "clover", "?q=kingdom:animalia")
    assert "Clover is not among" in page
    assert links_of(page, "Back to the search") == ["/cards/?q=kingdom%3Aanimalia"]
    assert "data-step" not in page


@pytest.mark.parametrize("query", ["?q=terrain:", "?q=((((", "?q=%00&rules=nonsense", "?q=" + "x" * 5000])
def test_a_search_or_rules_that_cannot_be_do_not_matter(client, meadow, query):
    assert "It can live on" in page_of(client, "fox", query)


# Where it leads.


def test_everything_about_the_card_is_linked(client, meadow):
    Card.objects.filter(key="hare").update(gbif="2436691", tags=["game animal"], tag_text="|game animal|")
    page = page_of(client, "hare")
    assert links_of(page, "GBIF") == ["https://www.gbif.org/species/2436691"]
    assert links_of(page, "iNaturalist") == ["https://www.inaturalist.org/taxa/search?q=Hare%20vulgaris"]
    assert "No entry is linked in others. Look for" in " ".join(re.sub(r"<[^>]+>", "", page).split())
    assert "/cards/?q=phylum%3DChordata" in links_of(page, "Chordata")
    assert links_of(page, "game animal") == ["/cards/?q=tag%3D%22game+animal%22"]
    assert links_of(page, "CC BY 4.0") == ["https://creativecommons.org/licenses/by/4.0/"]
    assert links_of(page, "Noto Emoji") == ["https://github.com/googlefonts/noto-emoji"]
    assert "×\u200a6" in page


def test_an_event_has_no_entry_in_other_databases(client, meadow):
    assert "In other databases" not in page_of(client, "fire")


def test_the_deck_is_chosen_on_the_page_that_begins_a_match(client, meadow):
    DeckFactory(slug="aaa-first")
    address, cards = links_of(page_of(client, "fox"), "Meadow")
    assert cards == "/cards/?q=in%3Ameadow"
    assert address == "/play/computer/?rules=phylo-1.4a&deck=meadow#decks-title"
    start = client.get(address.partition("#")[0]).content.decode()
    assert re.findall(r'name="deck" value="([^"]+)"\s+checked', start) == ["meadow"]


def test_a_deck_that_starts_from_a_habitat_is_named_there(client, meadow):
    DeckFactory(slug="puddles", rules="phylo-1.3")
    Deck.objects.filter(slug="puddles").update(starter="pasture")
    assert "starts from it" in page_of(client, "pasture")


def test_files_can_be_taken_along(client, meadow):
    page = page_of(client, "hare")
    for words, kind in (("Card, SVG", "image/svg+xml"), ("Picture, SVG", "image/svg+xml")):
        response = client.get(links_of(page, words)[0])
        assert (response.status_code, response.headers["Content-Type"]) == (200, kind)
    assert links_of(page, "Card, PNG")[0].endswith("-750.png")
    record = json.loads(client.get(links_of(page, "Values, JSON")[0]).content)
    assert list(record) == ["hare"]
    assert EngineCard.parse("hare", record["hare"]).food_chain == 2


def test_other_sites_get_a_title_a_sentence_and_a_picture(client, meadow):
    page = page_of(client, "fox", "?q=kingdom:animalia&rules=phylo-1.3")
    assert "<title>Fox (Fox vulgaris) · Phylo</title>" in page
    assert '<link rel="canonical" href="http://testserver/cards/fox/">' in page
    assert re.search(r'property="og:image" content="http://testserver/cards/fox/preview/\w+\.png"', page)
    assert 'name="twitter:card" content="summary_large_image"' in page
    assert len(re.findall(r'<meta name="description"', page)) == 1
    assert "meat eater, number 3" in page


# The address.


def test_an_unknown_card_names_those_that_come_near(client, meadow):
    response = client.get("/cards/hrae/", **PAGE)
    assert response.status_code == 404
    page = response.content.decode()
    assert "There is no such card" in page
    assert 'href="/cards/hare/"' in page


@pytest.mark.parametrize("key", ["x" * 3000, "-", "___", "zzzzzzzz"])
def test_a_key_that_is_like_none_is_not_found(client, meadow, key):
    response = client.get(f"/cards/{key}/", **PAGE)
    assert response.status_code == 404
    assert "To all cards" in response.content.decode()


def test_programs_get_a_problem(client, meadow):
    response = client.get("/cards/hrae/", HTTP_ACCEPT="application/json")
    assert (response.status_code, response.headers["Content-Type"]) == (404, "application/problem+json")
    assert client.get("/cards/hrae/record.json").status_code == 404
    assert client.post("/cards/hare/").status_code == 405


def test_a_page_that_has_not_changed_is_not_sent_again(client, meadow):
    first = client.get("/cards/hare/", **PAGE)
    again = client.get("/cards/hare/", HTTP_IF_NONE_MATCH=first.headers["ETag"], **PAGE)
    assert (again.status_code, again.content) == (304, b"")
    CardFactory(key="wolf", animal=True, food_chain=3, scale=7, diet="carnivore")
    assert client.get("/cards/hare/", HTTP_IF_NONE_MATCH=first.headers["ETag"], **PAGE).status_code == 200
    assert client.head("/cards/hare/", **PAGE).status_code == 200


def test_the_number_of_queries_does_not_grow(client, meadow, django_assert_max_num_queries):
    page_of(client, "clover")
    for number in range(150):
        CardFactory(key=f"vole-{number}", animal=True)
    DeckFactory(slug="heath", cards={"clover": 12, "vole-3": 12})
    with django_assert_max_num_queries(MOST_QUERIES):
        page_of(client, "clover")
