"""The card browser: pages and parts of them, what narrows, errors, and how often the database is asked."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve, reverse

from cards.models import Card, Climate, Terrain
from cards.search.pages.help import LESSONS
from cards.search.services.search import FIELDS, CardSearch
from tests.cards.generated import real_cards
from tests.factories import CardFactory

pytestmark = pytest.mark.django_db


def get(client: Client, text: str = "", *, part: str = "", trigger: str = "", **more: str):
    """The page of a search; `part` is the id of the element that htmx replaces, `trigger` of what asked."""
    headers = {"HX-Request": "true", "HX-Target": part, "HX-Trigger": trigger} if part else {}
    return client.get(reverse("cards"), ({"q": text} if text else {}) | more, headers=headers)


def shown(response) -> list[str]:
    """The keys of the cards, in their order."""
    return re.findall(r'class="card-link" id="card-([^"]+)"', response.content.decode())


def button(response, name: str) -> dict[str, str]:
    """The attributes of a button that chooses something."""
    tag = re.search(rf'<button[^>]* id="{name}"[^>]*>', response.content.decode())
    assert tag, f"no {name}"
    return {attribute: unescape(value) for attribute, value in re.findall(r'([\w-]+)="([^"]*)"', tag[0])}


def words(response) -> str:
    """What is read: the text of the page in one line."""
    text = re.sub(r"<(title|script|style).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", "", text)).split())


def meadow() -> None:
    CardFactory(key="clover", name="Clover", tags=["grass"], terrains=["grassland"], climates=["cool"])
    CardFactory(key="reed", name="Réed", terrains=["freshwater"], climates=["cool", "warm"])
    CardFactory(
        key="hare", name="Hare", terrains=["grassland"], climates=["cool"], animal=True, tags=["small game"],
        class_name="Mammalia",
    )  # fmt: skip
    CardFactory(key="horse", name="Horse", terrains=["grassland"], climates=["warm"], animal=True, scale=8)
    CardFactory(key="fire", name="Fire", event=True)


def test_all_cards_are_shown_by_name(client):
    meadow()
    response = get(client)
    assert response.status_code == 200
    assert shown(response) == ["clover", "fire", "hare", "horse", "reed"]
    assert "All 5 cards." in words(response)


def test_a_search_says_what_it_found(client):
    meadow()
    response = get(client, "terrain:grassland climate:cool sort:-name")
    assert shown(response) == ["hare", "clover"]
    assert "2 of 5 cards." in words(response)
    assert "<u>grassland</u>" in response.content.decode()
    assert 'value="terrain:grassland climate:cool sort:-name"' in response.content.decode()


def test_a_card_leads_to_its_page_with_the_search(client):
    meadow()
    assert '/cards/hare/?q=diet%3Aherbivore"' in get(client, "diet:herbivore").content.decode()
    assert 'href="/cards/hare/"' in get(client).content.decode()


def test_facets_narrow_and_widen(client):
    meadow()
    grass = button(get(client), "pick-terrain-grassland")
    assert (grass["name"], grass["aria-pressed"]) == ("q", "false")
    narrowed = get(client, grass["value"])
    assert shown(narrowed) == ["clover", "hare", "horse"]
    assert button(narrowed, "pick-terrain-grassland")["aria-pressed"] == "true"
    assert (
        "disabled" in re.search(r'<button[^>]* id="pick-terrain-ocean"[^>]*>', narrowed.content.decode())[0]
    )
    warm = get(client, button(narrowed, "pick-climate-warm")["value"])
    assert shown(warm) == ["horse"]
    assert shown(get(client, button(warm, "pick-terrain-grassland")["value"])) == ["horse", "reed"]


def test_the_histogram_says_its_range(client):
    for scale in range(1, 10):
        CardFactory(scale=scale)
    for text, heading in [
        ("", "Scale"), ("scale<=7", "Scale, 7 or smaller"), ("scale>=3", "Scale, 3 or larger"),
        ("scale:4..6", "Scale, 4 to 6"), ("scale:2", "Scale, 2"), ("scale:2,9", "Scale, some"),
    ]:  # fmt: skip
        assert f'<h3 id="filter-scale">{heading}</h3>' in get(client, text).content.decode()
    assert button(get(client, "scale<=7"), "pick-scale-8")["value"] == "scale:1..8"


def test_a_group_without_anything_to_choose_is_left_out(client):
    meadow()
    response = get(client, "kind:event").content.decode()
    assert 'id="filter-kind"' in response
    assert 'id="filter-terrain"' not in response


def test_terms_can_be_taken_away(client):
    meadow()
    response = get(client, "terrain:grassland diet:herbivore sort:points")
    assert button(response, "chip-1")["value"] == "diet:herbivore sort:points"
    assert button(response, "chip-2")["value"] == "terrain:grassland sort:points"
    assert 'id="chip-3"' not in response.content.decode()


def test_orders_are_chosen_and_turned_round(client):
    meadow()
    points = button(get(client, "hare"), "sort-points")
    assert points["aria-pressed"] == "false"
    turned = button(get(client, points["value"]), "sort-points")
    assert (points["value"], turned["value"]) == ("hare sort:points", "hare sort:-points")
    assert turned["aria-pressed"] == "true"


def test_a_slip_is_mended_and_told(client):
    meadow()
    response = get(client, "hrose")
    assert shown(response) == ["horse"]
    assert "Nothing is called hrose; showing horse." in words(response)


def test_what_finds_nothing_offers_ways_out(client):
    meadow()
    response = get(client, "terrain:freshwater diet:herbivore sort:points")
    assert shown(response) == []
    assert "without terrain:freshwater 2 cards" in words(response)
    assert "without diet:herbivore 1 card" in words(response)
    contradiction = get(client, "terrain:freshwater terrain:ocean diet:herbivore kind:event")
    assert "only kind:event 1 card" in words(contradiction)
    assert "only terrain:ocean" not in words(contradiction)


def test_an_error_shows_its_place_and_the_suggestion(client):
    meadow()
    response = get(client, "hare terrain:forst")
    html = response.content.decode()
    assert response.status_code == 400
    assert 'data-column="14"' in html
    assert "terrain:<mark>forst</mark>" in html
    assert 'href="/cards/?q=hare+terrain%3Aforest"' in html
    assert 'value="hare terrain:forst"' in html


def test_a_typed_error_leaves_the_last_result(client):
    meadow()
    response = get(client, "terrain:forst", part="found", trigger="search")
    assert response.status_code == 200
    assert response["HX-Reswap"] == "none"
    assert response["HX-Push-Url"] == "false"
    assert 'id="found"' not in response.content.decode()
    assert "Did you mean “forest”?" in words(response)


@pytest.mark.parametrize(
    ("text", "completed"),
    [
        ("terrain:", [f"terrain:{terrain}" for terrain in Terrain.values]),
        ("hare -t:", [f"hare -t:{terrain}" for terrain in Terrain.values]),
        ("climate>=", [f"climate>={climate}" for climate in Climate.values]),
        ("terrain:fo", ["terrain:forest"]),
        ("hare kingd", ["hare kingdom:"]),
        ("scale<", []),
        ('"hare', []),
        ("hare or", []),
        ("set:", ["set:core"]),
        ("tag:", ["tag:grass", 'tag:"small game"']),
        ("class:", ["class:eudicots", "class:mammalia"]),
        ("eats:", []),
    ],
)
def test_what_is_unfinished_may_go_on(client, text, completed):
    meadow()
    response = get(client, text, part="found", trigger="search")
    assert response["HX-Reswap"] == "none"
    assert "complaint" not in re.findall(r'class="([^"]*)"', response.content.decode())
    assert [
        unescape(each) for each in re.findall(r'data-complete="([^"]*)"', response.content.decode())
    ] == completed


@pytest.mark.parametrize(
    ("text", "completed"),
    [
        ("class:mam", ["class:mammalia"]),
        ("hare -tag:ga", ['hare -tag:"small game"']),
        ("tag=grass,sma", ['tag=grass,"small game"']),
        ("eats:hor", ["eats:horse", "eats:horsetail", 'eats:"water horse"']),
        ("eats:horse", []),
        ('eats:"water h', ['eats:"water horse"']),
        ('eats:"water horse"', []),
        ("name:hor", []),
    ],
)
def test_what_is_found_may_go_on_too(client, text, completed):
    meadow()
    CardFactory(key="water-horse", name="Water Horse", animal=True)
    CardFactory(key="horsetail", name="Horsetail")
    response = get(client, text, part="found", trigger="search")
    assert response.has_header("HX-Push-Url")
    hints = re.findall(r'data-complete="([^"]*)"', response.content.decode())
    assert [unescape(each) for each in hints] == completed


def test_a_word_inside_others_is_offered_as_it_may_be_meant(client):
    CardFactory(key="bald-eagle", name="Bald Eagle")
    CardFactory(key="sea-hare", name="Sea Hare", latin_name="Stylocheilus neglecta")
    page = get(client, "bald egle")
    assert "Did you mean bald eagle?" in words(page)
    assert 'href="/cards/?q=bald+eagle"' in page.content.decode()
    assert "Did you mean" not in words(get(client, "neglecta"))


def test_what_is_half_a_field_and_a_name_is_searched(client):
    meadow()
    CardFactory(key="terrapin", name="Terrapin")
    response = get(client, "terra", part="found", trigger="search")
    assert shown(response) == ["terrapin"]
    # Asked for as a page, it finds nothing, and says so.
    assert "No card matches." in words(get(client, "kingd"))


def test_htmx_gets_the_parts_that_change(client):
    meadow()
    response = get(client, "diet:herbivore", part="found", trigger="search")
    html = response.content.decode()
    assert response["HX-Push-Url"] == "/cards/?q=diet%3Aherbivore"
    assert "<html" not in html
    assert shown(response) == ["hare", "horse"]
    assert "<title>diet:herbivore · Cards · Phylo</title>" in html
    for part in ('id="filter-list"', 'id="save"', "innerHTML:#status", "innerHTML:#complaint"):
        assert part in html
    assert html.count("hx-swap-oob") == 4


def test_all_cards_have_the_shortest_address(client):
    assert get(client, part="found")["HX-Push-Url"] == "/cards/"


def test_the_back_button_gets_a_whole_page(client):
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    response = client.get(reverse("cards"), headers=headers)
    assert "<html" in response.content.decode()
    assert {"HX-Request", "HX-Target", "HX-History-Restore-Request"} <= set(response["Vary"].split(", "))


def test_pages_follow_one_another(client):
    for _card in range(130):
        CardFactory()
    pages = [get(client, page=str(number)) for number in (1, 2, 3)]
    assert [len(shown(page)) for page in pages] == [60, 60, 10]
    assert len({key for page in pages for key in shown(page)}) == 130
    assert 'href="/cards/?page=2"' in pages[0].content.decode()
    assert "Earlier cards" not in words(pages[0])
    assert "Earlier cards" in words(pages[2])
    assert "more card" not in words(pages[2])


def test_more_and_earlier_cards_come_alone(client):
    for _card in range(130):
        CardFactory()
    more = get(client, page="2", part="more-1")
    assert more.content.decode().lstrip().startswith("<li")
    assert shown(more) == shown(get(client, page="2"))
    assert 'id="more-2"' in more.content.decode()
    assert 'id="earlier-' not in more.content.decode()
    assert "HX-Push-Url" not in more
    earlier = get(client, page="2", part="earlier-3").content.decode()
    assert 'id="earlier-2"' in earlier
    assert 'id="more-' not in earlier


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", "٣", "9999999", ""])
def test_what_is_no_page_is_not_there(client, number):
    assert get(client, page=number).status_code == 404


def test_beyond_the_end_is_the_last_page(client):
    meadow()
    assert get(client, "hare", page="7")["Location"] == "/cards/?q=hare"


def test_the_size_is_remembered_and_not_in_the_address(client):
    meadow()
    assert 'data-size="medium"' in get(client).content.decode()
    response = get(client, "hare", size="large")
    assert response["Location"] == "/cards/?q=hare"
    assert client.cookies["cards-size"]["samesite"] == "Lax"
    assert 'data-size="large"' in get(client).content.decode()
    get(client, size="enormous")
    assert 'data-size="large"' in get(client).content.decode()
    client.cookies["cards-size"] = '"><script>'
    assert 'data-size="medium"' in get(client).content.decode()


def test_surprise_leads_to_a_card_of_the_search(client):
    meadow()
    url = reverse("cards-surprise")
    assert client.get(url, {"q": "reed"})["Location"] == "/cards/reed/?q=reed"
    assert "no-store" in client.get(url)["Cache-Control"]
    for text in ("terrain:ocean", "terrain:forst"):
        assert client.get(url, {"q": text})["Location"].startswith("/cards/?q=terrain")


def test_texts_are_escaped(client):
    meadow()
    for text in ('"<script>alert(1)</script>"', 'name:"<img src=x>" terrain:<b>', "<script>:x"):
        assert "<script>alert" not in get(client, text).content.decode()
        assert "<img src=x>" not in get(client, text).content.decode()
        assert "<b>:" not in get(client, text).content.decode()


@pytest.mark.parametrize("text", ["a" * 10_000, "(" * 900, "-" * 900, 'name:"' + "x" * 990, "\0", "\ud800"])
def test_hostile_texts_are_refused(client, text):
    """The last is half a character, which only arrives as the bytes of an address."""
    quoted = "".join(f"%{byte:02X}" for byte in text.encode(errors="surrogatepass"))
    assert client.get(f"/cards/?q={quoted}").status_code in (200, 400)
    assert client.get(f"/cards/surprise/?q={quoted}").status_code == 302
    if len(text) > 1000:
        assert "Too long: 10000 characters, at most 1000." in words(client.get(f"/cards/?q={quoted}"))


def test_only_reading(client):
    assert client.post(reverse("cards")).status_code == 405


def test_anonymous_save_leads_through_sign_in_with_the_query(client):
    meadow()
    html = unescape(get(client, "terrain:grassland scale<=7").content.decode())
    found = re.search(r'id="save".*?href="([^"]+)"', html, re.S)
    assert found
    assert found[1].startswith(reverse("account_login") + "?next=")
    sign_in = client.get(found[1]).content.decode()
    assert 'name="next" value="/cards/searches/new/?q=terrain%3Agrassland+scale%3C%3D7"' in sign_in


@pytest.mark.parametrize(
    "text", ["", "terrain:grassland", "diet:herbivore kind:species set:core scale:5 food:2"]
)
def test_queries_do_not_grow_with_the_cards(client, text):
    def asked() -> int:
        get(client, text)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            response = get(client, text)
        asked.cards = len(shown(response))
        return len(queries)

    for _card in range(10):
        CardFactory(animal=True, terrains=["grassland"])
    few = asked()
    assert asked.cards == 10
    for _card in range(60):
        CardFactory(animal=True, terrains=["grassland"])
    many = asked()
    assert asked.cards == 60
    assert many <= few <= 14


def test_the_help_page_counts_every_example(client):
    meadow()
    CardFactory(key="eagle", name="Bald Eagle", latin_name="Quercus", animal=True)
    response = client.get(reverse("cards-help"))
    text = words(response)
    for query in ("owl", "terrain:forest", "kind:event", "name:eagle"):
        count = CardSearch(query).count
        assert f"{query} {count} card{'' if count == 1 else 's'}" in text
    CardFactory(key="snow", name="Snow", event=True)
    assert "kind:event 2 cards" in words(client.get(reverse("cards-help")))
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("cards-help"))
    assert len(queries) <= 3


def test_every_example_of_the_help_page_can_be_tried(client, world):
    html = unescape(client.get(reverse("cards-help")).content.decode())
    examples = [query for _title, _says, queries in LESSONS for query in queries]
    for query in [*examples, *(field.example for field in FIELDS)]:
        assert f"<code>{query}</code>" in html
        assert CardSearch(query).count, query
    for field in FIELDS:
        assert f'id="field-{field.name}"' in html


def test_no_card_is_hidden_by_another_page():
    for card in real_cards():
        assert resolve(reverse("card", args=[card.key])).url_name == "card", card.key


def test_a_page_of_real_cards(client, world):
    response = get(client)
    assert len(shown(response)) == 60
    assert f"All {Card.objects.count():,} cards." in words(response)
