"""Beginning a match with every rule set and option, as a form and as JSON, and refusals."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from cards.decks.models import Deck
from engine.bots.levels import LEVELS
from engine.phylo.rules import RULES, Options
from games.matches.models import BotLevel, Match, Player
from games.matches.services import positions
from games.matches.services.play import play, play_bot_turn
from games.matches.services.positions import bot_view_at, legal_at, view_at
from games.matches.services.records import differences, export_record
from games.matches.services.rematches import rematch
from tests.factories import CardFactory, DeckFactory, PlayerFactory, client_of
from tests.matches.test_records import replayed
from tests.members import person, signed_in

NEW, OLD = "phylo-1.4a", "phylo-1.3"
FORM = "/play/computer/"
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
CHOICES = [
    (rules, {name: value})
    for rules, rule_set in RULES.items()
    for name, values in Options.values(rule_set).items()
    for value in values
    if value != "preselected"
] + [(NEW, {"max_copies": 7}), (OLD, {"max_copies": 20, "home_gap": 1, "reveal": "choose"})]


@pytest.fixture
def decks(db):
    return {
        NEW: (DeckFactory(slug="meadow"), DeckFactory(slug="heath")),
        OLD: (DeckFactory(slug="steppe", rules=OLD), DeckFactory(slug="prairie", rules=OLD)),
    }


def send(fields, **headers):
    return Client().post(reverse("match-create"), {"level": "greedy"} | fields, headers=headers)


def send_json(body, client=None):
    client = client or client_of(PlayerFactory())
    return client.post(reverse("api-matches"), json.dumps(body), content_type="application/json")


def fields_of(page: str, rules: str) -> dict[str, str]:
    """What a browser sends from a rule set's form if nothing is chosen."""
    named = f'<input type="hidden" name="rules" value="{rules}"'
    (form,) = (text for text in re.findall("<form.*?</form>", page, re.S) if named in text)
    inputs = re.findall(r'<input type="(?:hidden|radio)" name="(\w+)" value="([^"]*)"(\s+checked)?', form)
    sent = {name: value for name, value, checked in inputs if name != "deck" or checked}
    for name, options in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', form, re.S):
        chosen = re.findall(r'value="([^"]*)" selected', options) or re.findall(r'value="([^"]*)"', options)
        sent[name] = chosen[0]
    return sent


@pytest.mark.parametrize("rules", RULES)
def test_what_the_page_offers_begins_a_match_with_the_defaults(decks, rules):
    sent = fields_of(Client().get(FORM).content.decode(), rules)
    assert {"rules", "deck", "opponent_deck", "level", "reveal", "food_step", "home_gap"} <= sent.keys()
    assert "opening_hand" not in sent
    assert send(sent).status_code == 302
    match = Match.objects.get()
    assert (match.rules, match.options, match.starters) == (rules, {}, None)
    assert {len(deck) for deck in match.decks} == {RULES[rules].deck_size}
    assert positions.state_at(match).options == Options.parse(RULES[rules], {})


def test_play_at_once_is_easy_for_who_has_just_come(decks):
    for client, level in ((Client(), "mouse"), (signed_in(person("Ada")), "mouse")):
        page = client.get("/").content.decode()
        (quick,) = re.findall('<form [^>]*id="quick-start">.*?</form>', page, re.S)
        assert f'name="level" value="{level}"' in quick


@pytest.mark.parametrize(("rules", "options"), CHOICES)
@pytest.mark.parametrize("as_json", [False, True], ids=["form", "json"])
def test_P3_P6_P8_P18_every_option_reaches_match_record_and_replay(decks, rules, options, as_json):
    mine, theirs = decks[rules]
    if as_json:
        response = send_json(
            {"deck": mine.slug, "opponent_deck": theirs.slug, "rules": rules, "options": options}
        )
    else:
        response = send({"deck": mine.slug, "opponent_deck": theirs.slug, "rules": rules} | options)
    match = Match.objects.get()
    path = reverse("api-match" if as_json else "match", args=[match.pk])
    assert response["Location"].endswith(path)
    chosen = Options.parse(RULES[rules], options)
    assert Options.parse(RULES[rules], match.options) == chosen
    positions.forget_all()
    assert positions.state_at(match).options == positions.replay(match, 0).options == chosen
    assert differences(match) == []
    record = export_record(match, even_playing=True)
    assert (record["rules"], record["options"]) == (rules, match.options)
    assert replayed(record).snapshot() == match.snapshot


@pytest.fixture
def oasis(decks) -> Deck:
    CardFactory(key="oasis", habitat=True)
    Deck.objects.filter(slug="steppe").update(starter="oasis")
    return Deck.objects.get(slug="steppe")


@pytest.mark.parametrize(
    ("starters", "laid"), [("", ["oasis", "home"]), ("deck", ["oasis", "home"]), ("home", None)]
)
def test_P4_a_deck_starts_from_its_habitat_unless_told_otherwise(oasis, starters, laid):
    send({"deck": "steppe", "opponent_deck": "prairie", "starters": starters})
    match = Match.objects.get()
    assert match.starters == laid
    spaces = view_at(match, 0)["spaces"]
    assert [space["card"] for space in spaces] == (laid or ["home", "home"])
    assert export_record(match, even_playing=True).get("starters") == laid


def test_P4_the_choice_of_starter_is_offered_where_a_deck_has_a_habitat(decks):
    assert "starters" not in fields_of(Client().get(FORM).content.decode(), OLD)
    CardFactory(key="oasis", habitat=True)
    Deck.objects.filter(slug="steppe").update(starter="oasis")
    page = Client().get(FORM).content.decode()
    assert fields_of(page, OLD)["starters"] == "deck"
    assert "starters" not in fields_of(page, NEW)
    assert "Starts from Oasis" in page


def test_a_limit_of_copies_is_offered_where_it_shuts_out_some_decks(decks):
    assert "max_copies" not in fields_of(Client().get(FORM).content.decode(), NEW)
    DeckFactory(slug="garden", cards={f"plant-{number}": 2 for number in range(12)})
    assert fields_of(Client().get(FORM).content.decode(), NEW)["max_copies"] == ""


def test_P6_any_deck_of_the_computer_keeps_the_limit_of_copies(decks):
    garden = DeckFactory(slug="garden", cards={f"plant-{number}": 2 for number in range(12)})
    for _again in range(4):
        send({"deck": "garden", "max_copies": 2})
    assert {match.seats.get(number=1).deck_name for match in Match.objects.all()} == {garden.name}


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"deck": "meadow", "rules": OLD}, "deck"),
        ({"deck": "steppe", "opponent_deck": "meadow"}, "opponent_deck"),
        ({"deck": "meadow", "rules": "phylo-2"}, "rules"),
        ({"deck": "meadow", "home_gap": "2"}, "home_gap"),
        ({"deck": "meadow", "reveal": "peek"}, "reveal"),
        ({"deck": "meadow", "food_step": "above"}, "food_step"),
        ({"deck": "meadow", "opening_hand": "preselected"}, "opening_hand"),
        ({"deck": "steppe", "opening_hand": "preselected"}, "opening_hand"),
        ({"deck": "meadow", "max_copies": "0"}, "max_copies"),
        ({"deck": "meadow", "max_copies": "many"}, "max_copies"),
        ({"deck": "meadow", "opponent_deck": "heath", "max_copies": "6"}, "deck"),
        ({"deck": "steppe", "starters": "oasis"}, "starters"),
    ],
)
def test_a_wrong_choice_is_an_error_of_its_field_and_begins_nothing(decks, sent, field):
    assert field in send(sent).json()["errors"]
    page = send(sent, **BROWSER)
    assert page.status_code == 400
    assert 'role="alert"' in page.content.decode()
    assert not Match.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ([], "Send an object"),
        ({}, "deck"),
        ({"deck": 7}, "deck"),
        ({"deck": "meadow", "seed": 7}, "seed"),
        ({"deck": "meadow", "csrfmiddlewaretoken": "x"}, "csrfmiddlewaretoken"),
        ({"deck": "meadow", "options": [1]}, "options"),
        ({"deck": "meadow", "options": {"home_gap": "1"}}, "option home_gap must be one of 0, 1"),
        ({"deck": "meadow", "options": {"max_copies": True}}, "option max_copies"),
        ({"deck": "meadow", "options": {"seed": 7}}, "unknown option 'seed'"),
        ({"deck": "meadow", "rules": "phylo-2"}, "There are no such rules."),
        ({"deck": "steppe", "rules": OLD, "options": {"opening_hand": "preselected"}}, "option opening_hand"),
        ({"deck": "meadow", "options": {"opening_hand": "preselected"}}, "opening hand"),
        ({"deck": "meadow", "options": {"max_copies": 1}}, "7 copies of Clover, at most 1"),
        ({"deck": "meadow", "opponent_deck": "no"}, "The computer’s deck"),
        ({"deck": "meadow", "level": "god"}, "level"),
    ],
)
def test_wrong_json_is_a_problem_that_says_why(decks, body, words):
    response = send_json(body)
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    assert words in response.json()["detail"]
    assert not Match.objects.exists()


def test_json_is_answered_with_the_match(decks):
    client = client_of(PlayerFactory())
    response = send_json({"deck": "steppe"}, client)
    match = Match.objects.get()
    assert (response.status_code, response.json()["match"]) == (201, str(match.pk))
    assert client.get(reverse("api-match-view", args=[match.pk])).json()["view"]["rules"] == OLD
    assert match.seats.get(number=1).bot == BotLevel.FOX


def test_a_deck_that_its_rules_refuse_is_an_error_of_the_form(decks):
    """For example when one of its cards no longer exists."""
    Deck.objects.filter(slug="steppe").update(starter="gone")
    response = send({"deck": "steppe", "opponent_deck": "prairie"}, **BROWSER)
    assert response.status_code == 400
    assert "is no starter under these rules" in response.content.decode()
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "sent",
    [{}, {"rules": "phylo-1.3"}, {"rules": "phylo-9"}, {"deck": "steppe"}, {"deck": "heath"}, {"deck": "?"}],
)
def test_the_address_says_which_rules_are_shown_first(decks, sent):
    page = Client().get(FORM, sent).content.decode()
    (checked,) = re.findall(
        r'name="rules" value="([^"]*)" id="[^"]*"\s+aria-describedby="[^"]*" checked', page
    )
    assert checked == (OLD if {OLD, "steppe"} & set(sent.values()) else NEW)
    if sent.get("deck") in ("steppe", "heath"):
        assert fields_of(page, checked)["deck"] == sent["deck"]


def test_a_rule_set_without_decks_says_so(db):
    DeckFactory(slug="meadow")
    page = Client().get(FORM).content.decode()
    assert page.count("Start this match") == 1
    assert "There are no decks for these rules yet." in page


def test_a_running_match_by_the_older_rules_is_told_apart(decks):
    client = client_of(PlayerFactory())
    send_json({"deck": "steppe"}, client)
    assert "Habitat game (V1.3)" in client.get("/").content.decode().split("<form")[0]


@pytest.mark.once
@pytest.mark.parametrize("reveal", ["auto", "choose"])
def test_a_whole_game_by_the_older_rules(oasis, reveal):
    """The bot plays both sides through the services; page, views and replay work at every step."""
    ada = Player.objects.create(name="Ada")
    client = client_of(ada)
    send_json({"deck": "steppe", "options": {"reveal": reveal}}, client)
    match = Match.objects.get()
    while not match.finished:
        if play_bot_turn(match_id=match.pk, version=match.version) is None:
            legal = legal_at(match, 0)
            rng = match.chance_at(match.version)
            chosen = LEVELS[match.rules]["greedy"].think(bot_view_at(match, 0), legal, rng).action
            play(match_id=match.pk, seat=0, action=chosen, version=match.version, key=f"k{match.version}")
        match.refresh_from_db()
        if match.version % 10 == 0:
            assert client.get(reverse("match", args=[match.pk])).status_code == 200
    assert differences(match) == []
    record = client.get(reverse("api-match-record", args=[match.pk])).json()
    end = replayed(record)
    assert (record["rules"], end.over, end.scores) == (OLD, True, match.scores)
    assert client.get(reverse("match-replay", args=[match.pk]), {"version": 3}).status_code == 200
    again = rematch(match=match, seat=0)
    assert (again.rules, again.options, again.starters) == (match.rules, match.options, match.starters)
