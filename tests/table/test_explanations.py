"""Explanations in words: every space for a card, and every card in the food web; who may ask for them."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from games.matches.models import Match
from games.matches.services.play import play
from games.matches.services.positions import state_at, view_at
from games.table.food_web import web_in_words
from games.table.lines import Reader
from games.table.spaces import spaces_in_words
from tests.engine.build import V13, V14, cards_for, game, seedling, space, species
from tests.matches.test_addresses import CLOSED
from tests.work import calls

pytestmark = pytest.mark.once

NAMED = {
    key: definition | {"name": key.capitalize()}
    for key, definition in cards_for(V13, {"shy": species(beside={"name": "Robin"})}).items()
}


def reader(*spaces: dict, rules: str = V14, **rest) -> Reader:
    cards = {key: card for key, card in NAMED.items() if rules == V13 or card["kind"] != "habitat"}
    return Reader(game(*spaces, rules=rules, cards=cards, **rest), NAMED, ["You", "Mira"], 0)


def fit(table: Reader, source: str, at: str) -> dict:
    return spaces_in_words(table, 0, source)["spaces"][at]


def line(table: Reader, source: str, at: str, neighbour: str) -> dict:
    return next(each for each in fit(table, source, at)["lines"] if each["at"] == neighbour)


class TestNeighbours:
    """A line for each neighbour of a space: what it gives to the card in hand, or what is missing."""

    @pytest.mark.parametrize(
        ("card", "below", "kind", "words", "clause"),
        [
            ("oak", "oak", "terrain and climate", "They share forest, in cool weather.", "P16"),
            (
                "hare", "oak", "food",
                "Hare eats plants and other cards with number 1. They share forest, in cool weather.", "P18",
            ),
            ("robin", "oak", "food", "Robin eats plants as well. They share forest, in cool weather.", "P18"),
            (
                "fox", "bee", "food",
                "Prey with number 2, and smaller: scale 3 against 6. They share forest, in cool weather.",
                "P18",
            ),
            ("oak", "cactus", "no common terrain", "Cactus lives in desert, Oak in forest.", "P16"),
            ("fox", "horse", "no common terrain", "Horse lives in grassland, Fox in forest.", "P16"),
            (
                "hare", "bee", "no food",
                "Hare eats plants and other cards with number 1. Bee has number 2.", "P18",
            ),
            ("lynx", "hare", "no food", "Lynx hunts animals with number 3. Hare has number 2.", "P18"),
            ("stoat", "hare", "too big", "Hare (scale 5) is too big for Stoat (scale 4) to catch.", "P18"),
        ],
    )  # fmt: skip
    def test_P16_P18_what_a_neighbour_is(self, card: str, below: str, kind: str, words: str, clause: str):
        table = reader(space(-3, 0, 0, below), hand=card)
        found = line(table, f"hand:{card}", "-3,1", "-3,0")
        assert (found["kind"], found["words"], found["clause"]) == (kind, words, clause)
        assert found["name"] == below.capitalize()
        assert found["side"] == "below"
        assert found["fits"] == fit(table, f"hand:{card}", "-3,1")["fits"] == (kind[:3] not in ("no ", "too"))

    def test_P16_no_common_climate(self):
        cards = NAMED | {"palm": species(name="Palm", climates="hot")}
        table = Reader(game(space(-3, 0, 0, "palm"), hand="oak", cards=cards), cards, ["You", "Mira"], 0)
        found = line(table, "hand:oak", "-3,1", "-3,0")
        assert found["kind"] == "no common climate"
        assert found["words"] == "Palm lives where it is hot, Oak where it is cool."

    def test_P17_home_is_a_place_for_number_1_alone(self):
        table = reader(hand="oak hare")
        assert line(table, "hand:oak", "0,1", "0,0")["words"] == "HOME suits every card with number 1."
        refused = line(table, "hand:hare", "0,1", "0,0")
        assert refused["words"].startswith("Hare has to eat, and HOME is no food.")
        assert refused["clause"] == "P17"

    def test_P18_the_food_step_of_version_1_3(self):
        table = reader(space(-3, 0, 0, "hare"), hand="lynx", rules=V13)
        found = line(table, "hand:lynx", "-3,1", "-3,0")
        assert found["words"] == "Lynx hunts animals with number 3 or 4. Hare has number 2."
        table = reader(space(-3, 0, 0, "stoat"), hand="fox", rules=V13)
        assert line(table, "hand:fox", "-3,1", "-3,0")["fits"]

    def test_P19_another_players_card_in_version_1_3(self):
        spaces = space(-3, 0, 0, "oak"), space(-4, 1, 1, "oak")
        table = reader(*spaces, hand="plum", rules=V13)
        words = fit(table, "hand:plum", "-4,0")
        assert words["fits"]
        mine, theirs = words["lines"] if words["lines"][0]["fits"] else words["lines"][::-1]
        assert (mine["fits"], theirs["fits"]) == (True, False)
        assert theirs["words"] == "Oak is not yours, and Plum is played beside a card of your own."
        assert theirs["clause"] == "P19"
        assert all(each["fits"] for each in fit(reader(*spaces, hand="plum"), "hand:plum", "-4,0")["lines"])

    def test_P21_a_habitat_is_a_place_not_food(self):
        table = reader(space(-3, 0, 0, "wood"), hand="hare oak", rules=V13)
        assert "is a place, not food" in line(table, "hand:hare", "-3,1", "-3,0")["words"]
        assert line(table, "hand:oak", "-3,1", "-3,0")["kind"] == "terrain and climate"

    def test_P27_what_a_card_must_be_beside_is_named(self):
        words = fit(reader(space(-3, 0, 0, "oak"), hand="shy"), "hand:shy", "-3,1")
        assert not words["fits"]
        assert words["clause"] == "P27"
        assert words["words"].endswith("It asks for: Robin.")
        assert words["lines"][0]["fits"]

    def test_P25_a_mover_is_told_how_far(self):
        table = reader(space(-3, 0, 0, "oak"), space(-4, 0, 0, "hare"), hand="")
        near, far = fit(table, "space:-4,0", "-4,1"), fit(table, "space:-4,0", "-2,0")
        assert not near["fits"]
        assert far["words"] == "Hare can move 1 at most."

    def test_P31_a_seedling_is_named_after_its_original(self):
        spaces = space(-3, 0, 0, "lawn"), seedling(-3, 1, 0, "oak", [-3, 0])
        assert line(reader(*spaces, hand="hare"), "hand:hare", "-3,2", "-3,1")["name"] == "Seedling of Lawn"

    def test_every_clause_has_a_title_and_an_address(self):
        answer = spaces_in_words(reader(space(-3, 0, 0, "oak"), hand="hare"), 0, "hand:hare")
        used = {part["clause"] for each in answer["spaces"].values() for part in [each, *each["lines"]]}
        assert used == answer["clauses"].keys()
        assert answer["clauses"]["P18"] == {"title": "Food", "url": "/rules/phylo-1.4a/#P18"}


class TestTargets:
    def test_P28_why_a_card_is_no_target(self):
        table = reader(space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), hand="wildfire")
        assert (
            fit(table, "hand:wildfire", "-1,0")["words"]
            == "Your Oak goes. Your Hare starves. You lose 8 points."
        )
        wrong = fit(table, "hand:wildfire", "-2,0")
        assert wrong["words"] == "Wildfire has no effect on Hare. It asks for: plant."
        assert fit(table, "hand:wildfire", "0,0")["words"] == "No event can be played on HOME."

    def test_P23_why_a_card_cannot_be_covered(self):
        table = reader(
            space(-1, 0, 0, "oak"), space(-2, 0, 1, "hare"), space(-3, 0, 1, "robin"), space(-2, 1, 1, "oak"),
            hand="vine",
        )  # fmt: skip
        assert fit(table, "hand:vine", "-2,0")["words"] == "Vine can take the place of Hare."
        wrong = fit(table, "hand:vine", "-3,0")
        assert wrong["words"] == "Vine cannot take the place of Robin. It asks for: number 1 or 2."
        assert wrong["clause"] == "P23"

    def test_P24_why_a_card_is_no_host(self):
        table = reader(space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), hand="mistletoe")
        assert fit(table, "hand:mistletoe", "-1,0")["words"] == "Mistletoe can live under Oak."
        assert fit(table, "hand:mistletoe", "-2,0")["words"].endswith("It asks for: plant.")


def card(table: Reader, at: str) -> dict:
    return web_in_words(table)["cards"][at]


class TestWeb:
    def test_P20_what_it_lives_on_and_who_lives_on_it(self):
        table = reader(space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), space(-3, 0, 1, "fox"))
        hare = card(table, "-2,0")
        assert (hare["name"], hare["whose"]) == ("Hare", "Yours, 5 points now")
        assert [(each["name"], each["kind"]) for each in hare["lives_on"]["lines"]] == [("Oak", "food")]
        feeds = {(each["name"], each["kind"], each["only"]) for each in hare["feeds"]["lines"]}
        assert feeds == {("Fox", "eats it", True), ("Oak", "shares terrain and climate", False)}
        assert card(table, "-3,0")["whose"] == "Mira’s, 6 points now"
        assert card(table, "-3,0")["feeds"]["words"] == "No card lives on it."

    def test_P13_the_whole_cascade_is_named(self):
        table = reader(
            space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), space(-3, 0, 1, "fox"), space(-4, 0, 0, "lynx")
        )
        cascade = card(table, "-1,0")["cascade"]
        assert cascade["lost"] == ["-2,0", "-3,0", "-4,0"]
        assert (
            cascade["words"] == "If it goes, Hare, Fox and Lynx go too, at the end of their players’ turns."
        )
        assert card(table, "-3,0")["cascade"]["words"] == (
            "If it goes, Lynx goes too, at the end of its player’s turn."
        )
        assert card(table, "-4,0")["cascade"] == {"words": "", "lost": []}

    def test_P13_what_is_at_risk_says_what_every_neighbour_lacks(self):
        alone = card(reader(space(-3, 0, 0, "hare"), space(-4, 0, 0, "cactus")), "-3,0")
        danger = "It will go at the end of your turn: it shares no terrain with a neighbour."
        assert alone["danger"].startswith(danger)
        assert [(each["fits"], each["kind"]) for each in alone["lives_on"]["lines"]] == [
            (False, "no common terrain")
        ]

    def test_P20_two_that_feed_each_other(self):
        table = reader(space(-3, 0, 0, "oak"), space(-4, 0, 0, "hare"))
        oak = card(table, "-3,0")
        assert [each["name"] for each in oak["lives_on"]["lines"]] == ["Hare"]
        assert [each["name"] for each in oak["feeds"]["lines"]] == ["Hare"]

    def test_P5_home_needs_nobody(self):
        home = card(reader(space(-1, 0, 0, "oak")), "0,0")
        assert home["whose"] == "Yours"
        assert home["lives_on"]["words"] == "It needs no food, and stays for good."
        assert home["cascade"]["words"] == ""

    def test_P29_P30_events_and_control(self):
        lure = {"owner": 0, "card": "lure", "turns_left": 1}
        oak = card(reader(space(-1, 0, 1, "oak", events=[lure])), "-1,0")
        assert oak["whose"] == "Yours, 3 points now"
        assert [each["words"] for each in oak["facts"]] == [
            "It goes to the pile of Mira in the end.",
            "Lure lies on it, 1 more turn.",
        ]

    def test_P24_the_parasite_under_it(self):
        under = {"owner": 1, "card": "mistletoe"}
        oak = card(reader(space(-1, 0, 0, "oak", under=under)), "-1,0")
        assert oak["facts"][0]["words"] == "Mistletoe lives under it as a parasite, Mira’s."
        assert [(each["name"], each["kind"]) for each in oak["feeds"]["lines"]] == [
            ("Mistletoe", "lives under it")
        ]

    def test_P23_the_covered_card_in_version_1_3(self):
        covered = {"owner": 1, "card": "oak"}
        vine = card(reader(space(-1, 0, 0, "vine", covered=covered), rules=V13), "-1,0")
        assert vine["facts"][0]["words"] == "Oak lies face down under it, Mira’s."

    def test_P31_the_original_grows_on(self):
        table = reader(space(-1, 0, 0, "lawn"), seedling(-1, 1, 0, "oak", [-1, 0]), space(-2, 0, 0, "hare"))
        assert card(table, "-1,1")["name"] == "Seedling of Lawn"
        assert card(table, "-1,1")["whose"] == "Yours, no points face down"
        assert card(table, "-1,0")["cascade"]["words"].startswith("If it goes, it grows on in its seedling")


class TestAddresses:
    def test_every_space_of_a_card_of_the_hand(self, match: Match, ada_client: Client):
        key = view_at(match, 0)["hands"][0][0]
        answer = ada_client.get(
            reverse("api-match-spaces", args=[match.pk]), {"source": f"hand:{key}"}
        ).json()
        assert answer["version"] == 0
        assert set(answer["spaces"]) <= {"-1,0", "0,1", "0,-1", "1,1", "1,-1", "2,0", "0,0", "1,0"}

    def test_not_only_in_the_own_turn(self, match: Match, ben_client: Client):
        key = view_at(match, 1)["hands"][1][0]
        response = ben_client.get(reverse("api-match-spaces", args=[match.pk]), {"source": f"hand:{key}"})
        assert response.status_code == 200

    @pytest.mark.parametrize("source", ["", "hand:", "hand:no-such", "space:9,9", "space:x", "oak", "\0"])
    def test_a_source_that_is_none(self, match: Match, ada_client: Client, source: str):
        response = ada_client.get(reverse("api-match-spaces", args=[match.pk]), {"source": source})
        assert response.status_code == 400
        assert response["Content-Type"] == "application/problem+json"

    def test_the_other_hand_and_the_decks_are_no_source(self, match: Match, ada_client: Client):
        """The answer for an existing but hidden card is the same as for one that does not exist."""
        state = state_at(match)
        position = state.position()
        hidden = {*position["hands"][1], *position["decks"][0], *position["decks"][1]}
        hidden -= set(position["hands"][0])
        address = reverse("api-match-spaces", args=[match.pk])
        nowhere = ada_client.get(address, {"source": "hand:no-such"}).content
        assert hidden
        for key in hidden:
            assert ada_client.get(address, {"source": f"hand:{key}"}).content == nowhere

    def test_outsiders_find_nothing(self, match: Match, outsiders: dict[str, Client]):
        key = view_at(match, 0)["hands"][0][0]
        for client in outsiders.values():
            for name, query in (
                ("api-match-spaces", {"source": f"hand:{key}"}),
                ("match-table", {"part": "web"}),
                ("match-table", {"part": "words"}),
                ("match-replay", {"part": "web"}),
            ):
                assert client.get(reverse(name, args=[match.pk]), query).status_code in CLOSED

    def test_the_web_at_old_versions_and_in_the_replay(self, match: Match, ada_client: Client):
        while True:
            match.refresh_from_db()
            state = state_at(match)
            if state.over or match.version > 12:
                break
            seat = state.to_act[0]
            action = next((each for each in state.legal(seat) if each["do"] == "play"), {"do": "pass"})
            play(match_id=match.pk, seat=seat, action=action, version=match.version, key=str(match.version))
        live = reverse("match-table", args=[match.pk])
        webs = [
            ada_client.get(live, {"part": "web", "version": each}).json() for each in range(match.version)
        ]
        assert [len(web["cards"]) for web in webs] == sorted(len(web["cards"]) for web in webs)
        play(match_id=match.pk, seat=0, action={"do": "resign"}, version=match.version, key="end")
        replay = ada_client.get(
            reverse("match-replay", args=[match.pk]), {"part": "web", "version": 5}
        ).json()
        assert replay == webs[5]

    def test_the_web_of_the_example(self, client: Client, db):
        web = client.get("/replays/rulebook-example/", {"part": "web", "version": 5}).json()
        assert {card["name"] for card in web["cards"].values()} >= {"HOME", "Valley Oak", "Horse"}

    def test_the_web_names_no_card_of_hand_or_deck(self, match: Match, ada_client: Client):
        text = json.dumps(ada_client.get(reverse("match-table", args=[match.pk]), {"part": "web"}).json())
        names = {definition["name"] for key, definition in match.cards.items() if key != "home"}
        assert not {name for name in names if name in text}


def test_a_large_table_is_explained_with_little_work():
    """54 cards: the whole web, and every space of a card."""
    across, up = range(-9, 0), range(6)
    cards = ("hare", "oak")
    table = reader(*[space(x, y, y % 2, cards[(x + y) % 2]) for x in across for y in up], hand="fox")
    # Measured: 600,000 and 25,000, which takes some hundredths of a second.
    assert calls(lambda: web_in_words(table)) < 900_000
    assert calls(lambda: spaces_in_words(table, 0, "hand:fox")) < 40_000
