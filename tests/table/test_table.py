"""What the page of a match shows and offers, and to whom."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from engine.phylo.reasons import apply_with_reasons
from engine.phylo.start import from_position
from engine.phylo.state import State
from games.matches.models import Match
from games.matches.services import offers
from games.matches.services.play import play
from games.matches.services.positions import faces, legal_at, state_at, view_at
from games.table.choices import choices
from games.table.log import happened, merged, turns
from games.table.presenter import Occasion, table_context
from games.table.sentences import Voice, sentence

pytestmark = pytest.mark.once

PLANT = {
    "kind": "species", "scale": 3, "food_chain": 1, "diet": "photosynthetic", "points": 2,
    "terrains": ["grassland"], "climates": ["warm"], "kingdom": "Plantae", "phylum": "P", "class": "C",
}  # fmt: skip
EATER = PLANT | {"scale": 5, "food_chain": 2, "diet": "herbivore", "points": 4, "kingdom": "Animalia"}
CARDS = {
    "clover": PLANT | {"name": "White Clover"},
    "moss": PLANT | {"name": "Bog Moss", "terrains": ["tundra"]},
    "bee": EATER | {"name": "Western Honeybee", "abilities": {"move": 2}},
    "fire": {"kind": "event", "name": "Wildfire", "effects": [{"do": "discard"}]},
    "drought": {
        "kind": "event",
        "name": "Drought",
        "duration": 2,
        "effects": [{"do": "set-terrains", "to": ["desert"]}],
    },
    "home": {"kind": "home", "name": "HOME"},
}


def position(*spaces: tuple[int, int, int, str], hand: list[str], actions_left: int = 3) -> State:
    homes = [{"at": [0, 0], "owner": 0, "card": "home"}, {"at": [1, 0], "owner": 1, "card": "home"}]
    laid = [{"at": [x, y], "owner": owner, "card": card} for x, y, owner, card in spaces]
    turn = {"seat": 0, "number": 3, "actions_left": actions_left, "event_played": False, "last_turn": False}
    return from_position(
        "phylo-1.4a",
        CARDS,
        {
            "turn": turn,
            "spaces": homes + laid,
            "hands": [hand, ["moss"]],
            "decks": [["clover"] * 4, ["moss"] * 4],
            "discards": [[], []],
        },
    )


def context(state: State, **more) -> dict:
    occasion = Occasion(state=state, seat=0, version=3, names=["You", "Mira"], cards=CARDS, log=[], **more)
    return table_context(occasion)


def offer(state: State, **wanted) -> dict:
    return next(
        each
        for each in choices(state, 0, CARDS)
        if all(each[name] == value for name, value in wanted.items())
    )


def test_P18_the_hand_tells_what_can_be_played_and_why_the_rest_fits_nowhere():
    held = context(position(hand=["moss", "bee", "fire"]))["hand_cards"]
    assert [each.playable for each in held] == [True, False, False]
    assert held[1].why == (
        "Nothing on the table feeds Western Honeybee. It eats plants and other cards with number 1."
    )
    assert held[2].why == "Wildfire is played on a species, and none lies on the table."
    waiting = context(position(hand=["bee"]), acting=False)["hand_cards"]
    assert [(each.playable, each.why) for each in waiting] == [(False, "")]


def test_P27_a_reason_names_what_the_card_asks_for(monkeypatch):
    monkeypatch.setitem(CARDS, "bee", CARDS["bee"] | {"abilities": {"feeds_only": {"name": "Heather"}}})
    (bee,) = context(position((-1, 0, 0, "clover"), hand=["bee"]))["hand_cards"]
    assert bee.why.endswith("nothing on its menu lies on the table. It asks for: Heather.")


def test_P13_what_a_turn_would_lose_is_told_by_card_with_its_points():
    risks = context(position((-1, 0, 0, "moss"), (-2, 0, 0, "bee"), hand=["moss"]))["risks"]
    assert [(card["name"], card["points"]) for card in risks["cards"]] == [("Western Honeybee", "−4")]
    assert (risks["now"], risks["then"]) == (6, 2)


def test_placement_names_gain_neighbour_and_link():
    state = position((-1, 0, 0, "clover"), hand=["bee"])
    choice = offer(state, do="play", at=[-2, 0])
    assert choice["source"] == "hand:bee"
    assert choice["gain"] == "+4"
    assert choice["reason"] == "beside Clover"
    assert choice["links"] == [[-1, 0]]
    assert choice["key"] == 1


@pytest.mark.parametrize("actions_left", [3, 1])
def test_placement_that_saves_a_card_says_so(actions_left: int):
    state = position((-2, 0, 0, "bee"), (-1, 0, 0, "moss"), hand=["clover"], actions_left=actions_left)
    choice = offer(state, do="play", at=[-2, 1])
    assert choice["tone"] == "save"
    assert choice["reason"] == "saves Honeybee"


def test_what_saves_comes_first():
    state = position((-2, 0, 0, "bee"), (-1, 0, 0, "moss"), (0, -1, 0, "clover"), hand=["clover"])
    tones = [
        each["tone"] for each in choices(state, 0, CARDS) if each["source"] == "hand:clover" and each["at"]
    ]
    assert tones == sorted(tones, key=lambda tone: tone != "save")
    assert tones[0] == "save"


def test_move_that_starves_a_card_warns():
    state = position(
        (-1, 0, 0, "clover"), (-1, 1, 0, "clover"), (-2, 0, 0, "bee"), (-3, 0, 0, "clover"), hand=[]
    )
    choice = offer(state, do="move", at=[-2, 1])
    assert choice["source"] == "space:-2,0"
    assert choice["tone"] == "risk"
    assert choice["reason"] == "risks Clover"


def test_event_tells_what_it_does():
    state = position((0, 1, 0, "clover"), (2, 0, 1, "clover"), hand=["fire"])
    choice = offer(state, do="event", at=[2, 0])
    assert choice["gain"] == "−2"
    assert choice["reason"] == "is discarded"


def test_what_an_event_takes_back_comes_in_parts():
    cards = CARDS | {"care": {"kind": "event", "name": "Care", "effects": [{"do": "recover", "count": 1}]}}
    homes = [{"at": [0, 0], "owner": 0, "card": "home"}, {"at": [1, 0], "owner": 1, "card": "home"}]
    state = from_position(
        "phylo-1.4a",
        cards,
        {
            "turn": {"seat": 0, "number": 3, "actions_left": 3, "event_played": False, "last_turn": False},
            "spaces": [*homes, {"at": [-1, 0], "owner": 0, "card": "clover"}],
            "hands": [["care"], ["moss"]],
            "decks": [["clover"] * 4, ["moss"] * 4],
            "discards": [["bee", "moss"], []],
        },
    )
    found = [each for each in choices(state, 0, cards) if each["do"] == "event"]
    assert sorted(part["name"] for each in found for part in each["parts"]) == [
        "Bog Moss",
        "Western Honeybee",
    ]


def test_every_legal_action_is_offered_once():
    state = position((-1, 0, 0, "clover"), (-2, 0, 0, "bee"), hand=["bee", "clover", "fire"])
    offered = [each["action"] for each in choices(state, 0, CARDS)]
    assert sorted(map(str, offered)) == sorted(map(str, state.legal(0)))
    assert choices(state, 1, CARDS) == []


def test_losses_are_named_with_the_score():
    table = context(position((-2, 0, 0, "bee"), (-1, 0, 0, "moss"), (0, -1, 0, "clover"), hand=[]))
    assert [card["name"] for card in table["risks"]["cards"]] == ["Western Honeybee"]
    assert (table["risks"]["now"], table["risks"]["then"], table["risks"]["loss"]) == (8, 4, "−4")
    badges = [
        cell.lying.risk_badge for row in table["board"].rows for cell in row if cell.lying and cell.lying.risk
    ]
    assert badges == ["no terrain"]


def test_board_has_an_empty_space_all_round():
    board = context(position((-1, 0, 0, "clover"), hand=[]))["board"]
    assert (board.left, board.top) == (-2, 1)
    assert [len(row) for row in board.rows] == [5, 5, 5]
    assert [cell.at for cell in board.rows[1] if cell.lying] == ["-1,0", "0,0", "1,0"]


def test_result_counts_what_earned_most():
    state = position((-1, 0, 0, "clover"), (-2, 0, 0, "bee"), hand=[])
    table = context(state, latest=state.apply({"seat": 0, "do": "resign"}))
    assert table["result"].headline == "Mira wins"
    assert table["result"].words == "You gave up."
    earners = table["result"].balances[0].earners
    assert [(each.card["key"], each.points) for each in earners] == [("bee", 4), ("clover", 2)]
    assert table["choices"] == []


class TestWords:
    voice = Voice(CARDS, ["You", "Mira"], 0)

    @pytest.mark.parametrize(
        ("entry", "words"),
        [
            ({"event": "played", "seat": 0, "card": "bee", "at": [0, 1]}, "You play Western Honeybee: +4."),
            (
                {"event": "played", "seat": 1, "card": "bee", "at": [0, 1], "beside": ["clover", "home"]},
                "Mira plays Western Honeybee beside White Clover and HOME: +4.",
            ),
            (
                {
                    "event": "played",
                    "seat": 1,
                    "card": "moss",
                    "at": [0, 1],
                    "under": True,
                    "beside": ["bee"],
                },
                "Mira slips Bog Moss under Western Honeybee: +2.",
            ),
            (
                {
                    "event": "moved",
                    "seat": 0,
                    "card": "bee",
                    "from": [0, 1],
                    "to": [0, 2],
                    "beside": ["clover"],
                },
                "You move Western Honeybee beside White Clover.",
            ),
            ({"event": "drew", "seat": 1, "count": 2}, "Mira draws 2 cards."),
            ({"event": "drew", "seat": 0, "count": 1, "cards": ["bee"]}, "You draw a card."),
            (
                {"event": "removed", "seat": 0, "card": "bee", "at": [0, 1], "why": "no-support"},
                "Your Western Honeybee goes (−4): it has nothing to live on.",
            ),
            (
                {"event": "removed", "seat": 0, "card": "bee", "at": [0, 1], "why": "event"},
                "Your Western Honeybee is discarded (−4).",
            ),
            (
                {"event": "event-played", "seat": 1, "card": "fire", "at": [0, 1], "target": "bee"},
                "Mira plays Wildfire on Western Honeybee.",
            ),
            (
                {"event": "event-played", "seat": 1, "card": "drought", "at": [0, 1], "target": "bee"},
                "Mira plays Drought on Western Honeybee: becomes desert, for 2 turns.",
            ),
            ({"event": "lost", "seat": 0, "count": 2, "points": 7}, "You lose 7 points."),
            ({"event": "lost", "seat": 1, "count": 1, "points": 1}, "Mira loses 1 point."),
            ({"event": "passed", "seat": 1}, "Mira ends the turn."),
            (
                {"event": "covered", "seat": 1, "owner": 0, "card": "moss", "at": [0, 1]},
                "Your Bog Moss lies face down under it: −2.",
            ),
            (
                {"event": "released", "seat": 1, "card": "moss", "at": [0, 1]},
                "Mira’s Bog Moss lies face up again: +2.",
            ),
            ({"event": "revealed", "seat": 0, "card": "bee"}, "You show Western Honeybee, number 2."),
        ],
    )
    def test_sentence(self, entry: dict, words: str):
        assert sentence(entry, self.voice).plain == words

    @pytest.mark.parametrize(
        ("card", "lacks", "lost", "words"),
        [
            ("bee", "no-neighbour", "gone", "its White Clover went and it found no other food"),  # P18
            ("bee", "no-food", "gone", "its White Clover went and it found no other food"),  # P18
            ("bee", "too-big", "gone", "its White Clover went and its other prey is too big"),  # P18
            ("bee", "no-food", "moved", "its White Clover moved away and it found no other food"),  # P25
            ("bee", "no-food", "covered", "its White Clover got covered and it found no other food"),  # P23
            ("bee", "no-terrain", "changed", "no neighbour shares its terrain"),  # P16
            ("bee", "no-climate", "changed", "no neighbour shares its climate"),  # P16
            ("moss", "no-neighbour", "gone", "its White Clover went and it has no other neighbour"),  # P20
            ("bee", "no-host", "gone", "its White Clover went and it has no other host"),  # P24
            ("bee", "not-adjacent", "gone", "its White Clover went and it must be beside one"),  # P27
            ("bee", "no-food", "", "it found no food"),  # P18
        ],
    )
    def test_reason(self, card: str, lacks: str, lost: str, words: str):
        former = [{"card": "clover", "how": lost}] if lost else []
        entry = {"seat": 0, "card": card, "at": [0, 1], "points": 4, "lacks": lacks, "lost": former}
        name = CARDS[card]["name"]
        removed = sentence({**entry, "event": "removed", "why": "no-support"}, self.voice)
        assert removed.plain == f"Your {name} goes (−4): {words}."
        danger = sentence({**entry, "event": "endangered"}, self.voice)
        assert danger.plain == f"Your {name} is in danger: {words}. Without help it goes when your turn ends."

    def test_P31_a_seedling_is_not_called_by_its_card(self):
        entry = {"event": "removed", "seat": 1, "card": "bee", "at": [0, 1], "why": "no-support"}
        told = sentence({**entry, "face_down": True, "points": 0, "lacks": "no-food"}, self.voice)
        assert told.plain == "Mira’s seedling goes: it found no food."

    def test_what_goes_is_told_with_what_it_lost_a_turn_ago(self):
        danger = {"seat": 0, "card": "bee", "at": [0, 1], "points": 4, "lacks": "no-food"}
        former = [{"card": "clover", "how": "gone"}]
        log = [
            {"event": "turn", "seat": 1, "number": 2, "last": False, "step": 0},
            {**danger, "event": "endangered", "lost": former, "step": 1},
            {"event": "turn", "seat": 0, "number": 3, "last": False, "step": 1},
            {**danger, "event": "removed", "why": "no-support", "lost": [], "step": 2},
        ]
        told = "Your Western Honeybee goes (−4): its White Clover went and it found no other food."
        assert turns(log, self.voice)[0].lines[0].plain == told
        assert happened(log, log[-1:], self.voice)["said"] == told

    def test_a_turn_names_the_versions_at_which_it_can_be_looked_at_again(self):
        log = [
            {"event": "begins", "seat": 1, "coin": True},
            {"event": "turn", "seat": 1, "number": 1, "last": False},
            {"event": "drew", "seat": 1, "count": 2},
            {"event": "played", "seat": 1, "card": "moss", "at": [2, 0], "step": 0},
            {"event": "passed", "seat": 1, "step": 1},
            {"event": "turn", "seat": 0, "number": 2, "last": False, "step": 1},
            {"event": "drew", "seat": 0, "count": 2, "step": 1},
        ]
        found = [(turn.number, turn.since, turn.until, turn.moved) for turn in turns(log, self.voice)]
        assert found == [(2, 2, 2, False), (1, 0, 2, True), (0, 0, 0, False)]

    def test_what_others_played_is_fresh_until_ones_own_action(self):
        played = {"event": "played", "seat": 1, "card": "moss", "at": [2, 0]}
        moved = {"event": "moved", "seat": 1, "card": "bee", "from": [3, 0], "to": [3, 1]}
        own = {"event": "played", "seat": 0, "card": "bee", "at": [-1, 0]}
        drew = {"event": "drew", "seat": 0, "count": 2}
        assert happened([own, played, moved, drew], [drew], self.voice)["fresh"] == [[3, 1], [2, 0]]
        assert happened([played, own], [own], self.voice)["fresh"] == []
        spectator = Voice(CARDS, ["Ada", "Mira"], None)
        assert happened([own, played], [played], spectator)["fresh"] == [[2, 0]]

    def test_P8_version_1_3_compares_scale(self):
        voice = Voice(CARDS, ["You", "Mira"], 0, compares="scale")
        line = sentence({"event": "revealed", "seat": 1, "card": "bee"}, voice)
        assert line.plain == "Mira shows Western Honeybee, scale 5."

    def test_every_entry_of_a_game_is_understood(self, match: Match):
        state = state_at(match)
        log = list(match.opening_log)
        while not state.over:
            seat = state.to_act[0]
            log += apply_with_reasons(state, {**state.legal(seat)[0], "seat": seat})
        voice = Voice(faces(match.cards), ["A", "B"], 0)
        silent = {entry["event"] for entry in log if sentence(entry, voice) is None}
        assert silent <= {"turn"}
        assert turns(log, voice)[0].number == state.number

    def test_discard_and_its_draw_are_one_line(self):
        log = [{"event": "discarded", "seat": 0, "card": "moss"}, {"event": "drew", "seat": 0, "count": 3}]
        (entry,) = merged(log)
        assert sentence(entry, self.voice).plain == "You discard Bog Moss and draw 3."

    def test_said_aloud_a_name_is_plain_text(self):
        voice = Voice({"hawk": {"name": "Cooper's Hawk"}}, ["You", "Mira"], 0)
        line = sentence({"event": "played", "seat": 0, "card": "hawk", "at": [0, 0]}, voice)
        assert line.plain == "You play Cooper's Hawk: ±0."

    def test_names_are_escaped(self):
        voice = Voice({"x": {"name": "<b>"}}, ["You", "<i>"], 0)
        line = sentence({"event": "played", "seat": 1, "card": "x", "at": [0, 0]}, voice)
        assert "<i>" not in line.words
        assert "<b>&lt;b&gt;</b>" in line.words


class TestPages:
    def test_who_has_not_seen_a_match_in_which_others_have_moved_sees_its_start(
        self, match: Match, ada_client: Client, ben_client: Client
    ):
        """Until their own first move; the page then shows what was played move by move."""
        first = state_at(match).to_act[0]
        clients = [ada_client, ben_client]
        play(match_id=match.pk, seat=first, action={"do": "pass"}, version=0, key="1")
        address = reverse("match", args=[match.pk])
        late = clients[1 - first].get(address)
        assert late.context["table"]["version"] == 0
        assert 'data-version="1"' in late.content.decode()
        assert 'data-shown="0"' in late.content.decode()
        assert clients[first].get(address).context["table"]["version"] == 1
        clients[1 - first].get(reverse("match-table", args=[match.pk]))
        assert clients[1 - first].get(address).context["table"]["version"] == 1

    def test_home_without_a_session_stores_nothing(self, client: Client, db):
        response = client.get("/")
        assert response.status_code == 200
        assert "sessionid" not in response.cookies

    def test_home_lists_running_matches(self, match: Match, ada_client: Client):
        assert reverse("match", args=[match.pk]) in ada_client.get("/").content.decode()

    @pytest.mark.parametrize("name", ["match", "match-table", "match-replay"])
    def test_table_is_there_for_its_players_alone(
        self, name: str, match: Match, outsiders: dict[str, Client]
    ):
        for client in outsiders.values():
            assert client.get(reverse(name, args=[match.pk])).status_code == 404

    def test_table_shows_only_the_own_hand(self, match: Match, ada_client: Client):
        page = ada_client.get(reverse("match", args=[match.pk])).content.decode()
        held = re.findall(r'data-source="hand:([^"]+)"', page)
        assert sorted(held) == sorted(view_at(match, 0)["hands"][0])

    def test_fragment_of_the_past_offers_nothing(self, match: Match, ada_client: Client):
        play(match_id=match.pk, seat=0, action={"do": "pass"}, version=0, key="k")
        match.refresh_from_db()
        page = ada_client.get(reverse("match-table", args=[match.pk]), {"version": 0}).content.decode()
        assert '<script id="choices" type="application/json">[]</script>' in page

    @pytest.mark.parametrize("version", ["1", "-1", "x", "999999999"])
    def test_fragment_of_no_version(self, match: Match, ada_client: Client, version: str):
        response = ada_client.get(reverse("match-table", args=[match.pk]), {"version": version})
        assert response.status_code == 404

    def test_replay_waits_for_the_end(self, match: Match, ada_client: Client):
        address = reverse("match-replay", args=[match.pk])
        assert ada_client.get(address).status_code == 404
        play(match_id=match.pk, seat=0, action={"do": "resign"}, version=0, key="k")
        page = ada_client.get(address, {"version": 1}).content.decode()
        assert "You give up." in page

    def test_example_steps_to_its_end(self, client: Client, db):
        page = client.get("/replays/rulebook-example/").content.decode()
        last = int(re.search(r'data-last="(\d+)"', page)[1])
        for version in range(last + 1):
            response = client.get("/replays/rulebook-example/", {"version": version, "part": "table"})
            assert response.status_code == 200
        assert client.get("/replays/rulebook-example/", {"version": last + 1}).status_code == 404
        assert client.get("/replays/none/").status_code == 404


@pytest.mark.parametrize(
    ("kind", "words"),
    [("draw", "Both agreed to it."), ("take-back", "You take back your last action.")],
)
def test_what_both_agreed_to_is_told(match, ada_client, kind, words):
    legal = legal_at(match, 0)
    action = next(each for each in legal if each["do"] == "play")
    play(match_id=match.pk, seat=0, action=action, version=0, key="one")
    offers.offer(match_id=match.pk, seat=0, kind=kind)
    offers.accept(match_id=match.pk, seat=1, kind=kind)
    page = ada_client.get(reverse("match", args=[match.pk])).content.decode()
    assert words in page


def labels(state: State, **more) -> dict[str, str]:
    return {cell.at: cell.label for row in context(state, **more)["board"].rows for cell in row}


def test_a_card_on_the_table_is_named_shortly():
    found = labels(position((-2, 0, 0, "bee"), (-1, 0, 0, "moss"), (2, 0, 1, "clover"), hand=[]))
    assert found["0,0"] == "HOME, yours"
    assert found["-1,0"] == "Bog Moss, yours, 2 points"
    assert found["2,0"] == "White Clover, Mira, 2 points"
    assert found["-2,0"] == "Western Honeybee, yours, 4 points, at risk: no terrain"


def test_an_empty_space_is_named_after_its_neighbours():
    found = labels(position((-1, 0, 0, "clover"), (0, 1, 0, "moss"), hand=[]))
    assert found["-2,0"] == "Space left of White Clover"
    assert found["-1,1"] == "Space left of Bog Moss and above White Clover"
    assert found["1,1"] == "Space right of Bog Moss and above Mira’s HOME"
    assert found["0,-1"] == "Space below your HOME"
    assert found["2,2"] == "Empty space beside no card"
