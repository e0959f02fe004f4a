"""The rules pages: every example agrees with the engine, every clause is there, every link works."""

import gzip
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from cards.exchange.site_files import read_cards
from cards.models import Card, CardSet
from cards.services.card_file import read_sets
from engine.phylo.start import from_position
from engine.phylo.state import State
from engine.phylo.upkeep import unsupported
from engine.sets import CARDS_PATH, SETS_PATH
from games.matches.clauses import CHAPTERS, RULE_SETS, chapters_of
from games.rules.examples import examples
from tests.decks.conftest import client_of_builder
from tests.factories import a_guest

pytestmark = pytest.mark.once

SET_KEYS = [each.key for each in read_sets(SETS_PATH)]
ADDRESSES = ["/rules/", "/rules/phylo-1.4a/", "/rules/phylo-1.3/"]
CASES = [(name, rules) for name, example in examples().items() for rules in example.rules]


@pytest.fixture(scope="module")
def definitions() -> dict[str, dict[str, Any]]:
    """The built-in card set in the engine's format."""
    return {card.key: card.as_record() for card in read_cards(CARDS_PATH, SET_KEYS) if card.key != "home"}


@pytest.fixture
def card_set(db) -> None:
    shown = {"home", "american-robin"}.union(*(example.card_keys for example in examples().values()))
    CardSet.objects.bulk_create(read_sets(SETS_PATH), ignore_conflicts=True)
    Card.objects.bulk_create(card for card in read_cards(CARDS_PATH, SET_KEYS) if card.key in shown)


class Page(HTMLParser):
    """The contents of a page: ids, links, levels of headings, and forbidden elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.unnamed: list[str] = []
        self.inline = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if values.get("id"):
            self.ids.append(str(values["id"]))
        if tag == "a":
            self.links.append(str(values.get("href")))
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if values.get("role") == "img" and not values.get("aria-label"):
            self.unnamed.append(tag)
        if tag == "style" or (tag == "script" and not values.get("src")):
            self.inline += 1


def page_of(client: Client, address: str) -> Page:
    response = client.get(address)
    assert response.status_code == 200
    return Page(response.content.decode())


def start(name: str, rules: str, definitions: dict[str, dict[str, Any]]) -> State:
    example = examples()[name]
    cards = {key: definitions[key] for key in example.card_keys - {"home"}}
    return from_position(rules, cards, example.position)


@pytest.mark.parametrize(("name", "rules"), CASES)
def test_example_is_what_the_engine_says(name: str, rules: str, definitions):
    example, made = examples()[name], 0
    state = start(name, rules, definitions)
    for frame in example.frames:
        for action in example.actions[made : frame.after]:
            state.apply(action)
        made = frame.after
        seat = state.to_act[0]
        for shown in frame.shown:
            refusal = state.why_not({"seat": seat, **shown["action"]})
            assert (refusal.code if refusal else "") == shown.get("refused", ""), shown
            assert shown.get("fits", False) == (refusal is None)
            assert (shown["action"] in state.legal(seat)) == (refusal is None)
        if frame.lost is None:
            continue
        lost = [list(at) for together in frame.lost for at in together]
        assert [risk["at"] for risk in state.at_risk()] == lost
    assert made == len(example.actions), "every action is seen in a picture"


@pytest.mark.parametrize(("name", "rules"), CASES)
def test_rounds_of_a_removal(name: str, rules: str, definitions):
    """The first round has the cards that lack support at once; later rounds follow from it (P13)."""
    example, made = examples()[name], 0
    state = start(name, rules, definitions)
    for frame in example.frames:
        for action in example.actions[made : frame.after]:
            state.apply(action)
        made = frame.after
        first = {tuple(at) for at in frame.lost[0]} if frame.lost else set()
        if frame.lost is not None:
            at_once = unsupported(state, 0) | unsupported(state, 1)
            spaces = {tuple(space["at"]): space["card"] for space in state.position()["spaces"]}
            assert sorted(spaces[at] for at in first) == sorted(state.matchup.keys[slot] for slot in at_once)


def test_cascade_is_carried_out(definitions):
    state = start("cascade", "phylo-1.4a", definitions)
    log = state.apply({"seat": 0, "do": "pass"})
    removed = [entry["at"] for entry in log if entry["event"] == "removed"]
    assert removed == [[-2, 0], [-3, 0]]


def test_covered_card_comes_back(definitions):
    example = examples()["covered"]
    state = start("covered", "phylo-1.3", definitions)
    points = state.scores[1]
    state.apply(example.actions[0])
    assert state.scores[1] < points
    log = state.apply(example.actions[1])
    assert any(entry["event"] == "released" and entry["card"] == "buttercup" for entry in log)
    assert state.scores[1] == points


def test_original_takes_its_seedlings_place(definitions):
    state = start("spread", "phylo-1.4a", definitions)
    for action in examples()["spread"].actions:
        state.apply(action)
    spaces = {tuple(space["at"]): space for space in state.position()["spaces"]}
    assert spaces[0, 1]["card"] == "trembling-aspen"
    assert "face_down" not in spaces[0, 1]


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_example_is_shown(client: Client, card_set, key: str):
    shown = {each for each in page_of(client, reverse("rule-set", args=[key])).ids if "example-" in each}
    assert shown == {f"example-{name}" for name, rules in CASES if rules == key}


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_clause_has_its_place(client: Client, key: str, db):
    numbers = [f"P{number}" for number in range(1, 35)]
    if key == "phylo-1.4a":
        numbers = [number for number in numbers if number not in ("P4", "P21")]
    listed = [clause.number for chapter in chapters_of(RULE_SETS[key]) for clause in chapter.clauses]
    assert listed == numbers
    page = page_of(client, reverse("rule-set", args=[key]))
    assert [each for each in page.ids if re.fullmatch(r"P\d+", each)] == numbers
    assert {f"#{number}" for number in numbers} <= set(page.links)


def test_differences_are_marked(client: Client, db):
    marked = sum(clause.marked for chapter in CHAPTERS for clause in chapter.clauses)
    old = client.get("/rules/phylo-1.3/").content.decode()
    assert old.count('<p class="differs">') == marked
    assert "differs" not in client.get("/rules/phylo-1.4a/").content.decode()


@pytest.mark.parametrize("address", ADDRESSES)
def test_page_stands_on_its_own(client: Client, card_set, address: str):
    """Headings in order, unique ids, alternative texts, nothing inline, and no dead links."""
    page = page_of(client, address)
    assert page.headings[0] == 1
    assert page.headings.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(page.headings, page.headings[1:], strict=False))
    assert len(page.ids) == len(set(page.ids))
    assert page.unnamed == []
    assert page.inline == 0
    targets = {"": page}
    for link in sorted(set(page.links)):
        path, _hash, anchor = link.partition("#")
        if path not in targets:
            targets[path] = page_of(client, path)
        assert not anchor or anchor in targets[path].ids, link


@pytest.mark.parametrize("address", ADDRESSES)
def test_cards_are_read_at_once(client: Client, card_set, address: str, django_assert_num_queries):
    caches["template_fragments"].clear()
    with django_assert_num_queries(2 if address == "/rules/" else 3):
        first = client.get(address).content
    with django_assert_num_queries(1):
        assert client.get(address).content == first, "kept, or drawn again alike"


def test_what_is_kept_is_of_strangers(client: Client, card_set):
    address, zipped = "/rules/phylo-1.4a/", {"accept-encoding": "gzip"}
    named = client_of_builder(a_guest())
    named.post("/guest/", {"display_name": "Dorothea"})
    named.get("/")  # where the message about it is shown
    for _again in range(2):
        assert b"Dorothea" not in client.get(address).content
        assert b"Dorothea" in named.get(address).content
    plain, sent = client.get(address), client.get(address, headers=zipped)
    assert gzip.decompress(sent.content) == plain.content
    for answer in (plain, sent):
        assert {"Cookie", "Accept-Encoding", "Accept-Language"} <= set(answer["Vary"].split(", "))
        assert "private" in answer["Cache-Control"]
        assert client.get(address, headers=zipped | {"if-none-match": answer["ETag"]}).status_code == 304


def test_a_changed_card_is_drawn_anew(client: Client, card_set):
    address = "/rules/phylo-1.4a/"
    assert b"Royal Oak" not in client.get(address).content
    oak = Card.objects.get(key="valley-oak")
    oak.name = "Royal Oak"
    oak.save()
    assert b"Royal Oak" in client.get(address).content


@pytest.mark.parametrize("address", ADDRESSES)
def test_page_without_cards(client: Client, db, address: str):
    """Even before the card set is loaded, the text is there."""
    assert page_of(client, address).headings


def test_refusals_speak_in_words(client: Client, card_set):
    page = client.get("/rules/phylo-1.4a/").content.decode()
    assert "Valley Oak lives in forest, Sunflower in grassland and urban." in page
    assert "(&#x27;" not in page


def test_unknown_rules(client: Client, db):
    assert client.get("/rules/phylo-9/").status_code == 404
