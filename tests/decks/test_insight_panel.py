"""The panel of insight: what it says of decks, where it leads, who sees it, and what is fetched later."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from cards.decks.cards import DeckCards
from cards.decks.models import Deck, DeckStudy
from cards.decks.models.contents import Contents
from cards.decks.pages.insight import LEVELS, panel
from cards.decks.studies import kinds
from cards.decks.studies.beginning import begin_study
from cards.models import Builder, Card
from tests.decks.conftest import MEADOW, built
from tests.decks.test_studies import finished
from tests.factories import CardFactory, DeckFactory
from tests.markup import tight

pytestmark = [pytest.mark.usefixtures("meadow_cards"), pytest.mark.once]


@pytest.fixture
def snowy(meadow_cards) -> Contents:
    """A meadow with an owl in the tundra that nothing feeds, and a fox that has the hare alone."""
    CardFactory(
        key="owl", food_chain=3, diet="carnivore", scale=7, terrains=["tundra"], climates=["cold"], points=8
    )
    CardFactory(key="fox", food_chain=3, diet="carnivore", scale=7, points=6)
    Card.objects.filter(key__in=["clover", "hare"]).update(terrain_mask=0b1000)
    for card in Card.objects.filter(key="hare"):
        card.terrains = ["grassland"]
        card.save()
    return Contents.of({"clover": 6, "hare": 3, "fox": 2, "owl": 1})


def shown(contents: Contents, **more) -> dict:
    return panel(DeckCards.of(contents), **more)


def drawn(contents: Contents, deck: Deck, **more) -> str:
    return render_to_string("decks/_insight_quick.html", {"insight": shown(contents, **more), "deck": deck})


@pytest.fixture
def deck(ada) -> Deck:
    return built(ada)


def test_problems_stand_first_each_with_its_search(snowy, deck):
    said = shown(snowy)["wrong"]
    assert [problem.code for problem, _url in said][:2] == ["too-few", "no-terrain"]
    for problem, url in said:
        assert url.startswith("/cards/?q=") is bool(problem.search)
    page = drawn(snowy, deck)
    assert page.index("wrongs") < page.index("insight-web")
    assert "Owl has no food" in page
    assert 'data-search="' in page


def test_problems_are_left_out_or_lead_elsewhere(snowy):
    assert shown(snowy, wrong=False)["wrong"] == []
    assert shown(snowy, search_at="/decks/x/build/")["wrong"][1][1].startswith("/decks/x/build/?q=")


def test_the_web_draws_every_card_that_can_lie_there_and_marks_it_in_words(snowy, deck):
    web = shown(snowy)["web"]
    spots = {spot.key: spot for spot in web.spots}
    assert set(spots) == {"clover", "hare", "fox", "owl"}
    assert ("orphan" in spots["owl"].marks, spots["owl"].label) == (True, "no food here")
    assert "single" in spots["hare"].marks
    assert "Hare is all that Fox can live on." in spots["hare"].says
    assert all(0 <= float(spot.x) <= 100 and 0 <= float(spot.y) <= 100 for spot in web.spots)
    assert float(spots["clover"].y) > float(spots["hare"].y) > float(spots["fox"].y)
    assert {(line.on, line.key, line.kind) for line in web.lines} >= {
        ("clover", "hare", "herbivore"), ("hare", "fox", "carnivore"),
    }  # fmt: skip
    page = drawn(snowy, deck)
    assert page.count("data-spot=") == 4
    assert page.count("<line ") == len(web.lines)


def test_a_list_says_the_same_to_those_who_do_not_see_the_drawing(snowy, deck):
    words = drawn(snowy, deck).split("As a list")[1]
    for name in ("Clover", "Hare", "Fox", "Owl"):
        assert f"<b>{name}</b>" in words
    assert "Hare can live on Clover." in words


def test_a_row_of_many_cards_is_staggered(deck):
    many = {CardFactory(key=f"herb-{number}").key: 1 for number in range(14)}
    web = shown(Contents.of(many))["web"]
    assert len({spot.y for spot in web.spots}) == 2
    assert web.wide < 14


def test_bars_have_numbers_and_words(deck):
    charts = {chart.key: chart for chart in shown(Contents.of(MEADOW))["charts"]}
    assert set(charts) == {"chain", "scale", "points", "climate", "terrain"}
    assert [(bar.label, bar.count) for bar in charts["chain"].bars] == [("1", 14), ("2", 8), ("3", 0)]
    assert charts["chain"].bars[0].says == "Number 1: 14 cards"
    assert [bar.part for bar in charts["chain"].bars] == [100, 57, 0]
    assert sum(bar.count for bar in charts["points"].bars) == 22
    assert len(charts["scale"].bars) == 9
    assert len(charts["terrain"].bars) == 7


def test_coverage_counts_each_place(snowy):
    rows = {terrain: cells for terrain, _label, cells in shown(snowy)["coverage"]}
    assert [cell.count for cell in rows["tundra"]] == [3, 2, 2, 2]
    assert rows["grassland"][0].count == 11
    assert rows["grassland"][0].level == LEVELS
    assert all((cell.level == 0) == (cell.count == 0) for cells in rows.values() for cell in cells)


def test_the_first_play_is_counted(deck):
    assert shown(Contents.of({"clover": 24}))["first_play"].startswith("100 % of all opening hands")
    assert "0 %" in shown(Contents.of({"hare": 24}))["first_play"]
    hand = ("clover", "clover", "hare", "hare", "deer")
    assert shown(Contents.of(MEADOW, opening_hand=hand))["first_play"].startswith("2 cards of the chosen")
    with override("fr"):
        assert " 5,0 cartes sur 5." in shown(Contents.of({"clover": 24}))["first_play"]


def test_an_empty_deck_says_so(deck):
    page = drawn(Contents.of({}), deck)
    assert "Nothing in this deck can be laid on the table yet." in page
    assert '<svg class="dw-lines"' not in page


def test_a_card_that_is_gone_is_left_out(deck):
    page = drawn(Contents.of(MEADOW | {"dodo": 2}), deck)
    assert "There is no card “dodo”" in page
    assert page.count("data-spot=") == 4


# The page, and what is fetched later


def address(deck: Deck, *, part: str = "") -> str:
    return reverse("deck-insight", args=[deck.slug]) + (f"?part={part}" if part else "")


@pytest.mark.parametrize("part", ["", "more"])
def test_who_sees_it(ada, ada_client, ben_client, guest, guest_client, part):
    private, public, guests = built(ada), built(ada, visibility="public"), built(guest)
    assert ada_client.get(address(private, part=part)).status_code == 200
    for client in (ben_client, guest_client, Client()):
        assert client.get(address(private, part=part)).status_code == 404
        assert client.get(address(public, part=part)).status_code == 200
    assert guest_client.get(address(guests, part=part)).status_code == 200
    assert ben_client.get(address(guests, part=part)).status_code == 404


def test_it_is_kept_by_nobody_between(deck, ada_client):
    assert "private" in ada_client.get(address(deck))["Cache-Control"]


def test_suggestions_have_reasons(snowy, ada, ada_client):
    CardFactory(key="lemming", food_chain=2, diet="herbivore", scale=3, points=3, kingdom="Animalia")
    deck = built(ada, snowy.cards)
    words = tight(ada_client.get(address(deck, part="more")).content.decode())
    assert re.search('data-suggested="lemming">Lemming</a><span>[^<]*Owl', words)
    assert "shuffles" in words
    assert "<html" not in words
    assert "<html" in ada_client.get(address(deck)).content.decode()


def test_what_studies_have_found_is_told(deck, ada, ada_client, monkeypatch):
    monkeypatch.setattr(kinds, "TRIAL_GAMES", 2)
    monkeypatch.setattr(kinds, "STORM_GAMES", 1)
    monkeypatch.setattr("phylo.jobs.runner.queue", lambda *args, **kwargs: None)
    DeckFactory(slug="heath")
    assert "Study this deck" in ada_client.get(address(deck, part="more")).content.decode()
    assert deck.contents == Deck.objects.get(slug="heath").contents
    DeckFactory(slug="moor", cards=MEADOW | {"hare": 3, "deer": 5})
    for kind in DeckStudy.Kind.values:
        finished(begin_study(deck=deck, kind=kind, builder=Builder(user=ada)), seconds=60)
    words = ada_client.get(address(deck, part="more")).content.decode()
    assert "of 2 games of bot against bot." in words
    assert 'class="curve-line"' in words
    assert "The deck has changed since." not in words
    Deck.objects.filter(pk=deck.pk).update(version=2)
    assert (
        ada_client.get(address(deck, part="more")).content.decode().count("The deck has changed since.") == 2
    )


def test_an_empty_deck_has_a_page(ada, ada_client):
    deck = built(ada, {})
    assert ada_client.get(address(deck)).status_code == 200
    assert ada_client.get(address(deck, part="more")).status_code == 200
