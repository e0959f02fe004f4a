"""The coach of a first game: what it says is so, it goes after two turns, and nobody else gets one."""

import re
from random import Random

import pytest
from django.test import Client

from engine.phylo.consequences import consequences
from engine.phylo.rules import RULES
from engine.phylo.state import State
from games.coaching.services.coach import accompany
from games.coaching.words.coach import SENTENCES, Advice, Mark, advice, coach, draft_advice
from games.matches.models import Match, Player, Seat
from games.matches.services import positions
from games.matches.services.matches import Side, create_match, start_against_bot
from games.matches.services.play import play
from games.table.choices import choices
from games.table.draft.choices import choices as picks
from games.table.reasons import reasons
from games.table.sentences import Voice
from tests.engine.build import CARDS, V13, V14, game, space
from tests.engine.flat_games import cards_of, dealt
from tests.factories import DeckFactory, PlayerFactory, client_of, client_of_guest, deal
from tests.matches.conftest import starts

NAMED = {key: {**card, "name": key.title()} for key, card in CARDS.items()}
VOICE = Voice(NAMED, ["You", "Computer"], 0)
LEAD = "Choose a card with one of these round marks"


def said(state: State, cards=NAMED, seat: int = 0) -> Advice | None:
    return advice(state, seat, choices(state, seat, cards), Voice(cards, ["You", "Computer"], seat))


def test_a_card_to_play_and_the_one_that_it_feeds():
    state = game(space(-1, 0, 0, "oak"), hand="hare fox", number=3)
    words = "You gain 5 points, and it is food for Fox in your hand."
    assert said(state).marks == [Mark("Hare, beside Oak", words, "hand:hare", "-2,0")]


def test_what_saves_a_card_comes_before_the_card_in_danger():
    hungry = (space(-1, 0, 0, "oak"), space(-1, -1, 0, "oak"), space(-2, 0, 0, "fox"))
    found = said(game(*hungry, hand="hare", number=4))
    assert [mark.name for mark in found.marks] == ["Hare, beside Oak", "Fox, in danger"]
    assert "feed your Fox (6 points)" in found.marks[0].words
    words = "Without help it goes when your turn ends (6 points): it found no food."
    assert found.marks[1] == Mark("Fox, in danger", words, at="-2,0")


def test_a_good_event_and_none_that_harms():
    found = said(game(space(-1, 0, 0, "oak"), space(2, 0, 1, "oak"), hand="hunt storm", number=3))
    words = "Computer loses Oak (3 points). It ends your turn."
    assert found.marks == [Mark("Hunt, on Oak", words, "hand:hunt", "2,0", last=True)]
    assert said(game(space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), hand="hunt", number=3)) is None


@pytest.mark.parametrize("rules", [V14, V13])
def test_an_event_that_ends_the_turn_comes_last(rules):
    found = said(game(space(-1, 0, 0, "oak"), space(3, 0, 1, "fox"), hand="hunt plum", number=4, rules=rules))
    told = [(mark.source, mark.words.endswith("It ends your turn.")) for mark in found.marks]
    hunt, plum = ("hand:hunt", rules == V14), ("hand:plum", False)
    assert told == ([plum, hunt] if rules == V14 else [hunt, plum])


def test_two_cards_in_two_spaces_and_how_marks_are_used_before_anything_is_played():
    found = said(game(hand="oak plum hare", number=1))
    assert found.first
    assert [mark.source for mark in found.marks] == ["hand:plum", "hand:oak"]
    assert len({mark.at for mark in found.marks}) == 2
    assert not said(game(space(-1, 0, 0, "oak"), hand="oak", number=1)).first


@pytest.mark.parametrize(("number", "speaks"), [(1, True), (2, True), (4, True), (5, False), (6, False)])
def test_it_is_gone_after_two_turns(number, speaks):
    assert bool(said(game(hand="oak", number=number))) is speaks


@pytest.mark.parametrize("rules", RULES)
def test_every_sentence_is_so(rules):
    """In random games with every ability: each mark is tried on a copy of the game."""
    told = 0
    for seed in range(15):
        rng, state = Random(seed), dealt(Random(seed), rules, seed)
        cards = {key: {**card, "name": key} for key, card in cards_of(rules, seed).items()}
        while not state.over and state.number <= 4:
            seat = rng.choice(state.to_act)
            found = said(state, cards, seat)
            told += check(found, state, cards, seat) if found else 0
            state.apply({**rng.choice(state.legal(seat)), "seat": seat})
    assert told > 50


def check(found: Advice, state: State, cards, seat: int) -> int:
    """How many marks were so, which is all of them."""
    assert 0 < len(found.marks) + found.first <= SENTENCES
    offered = choices(state, seat, cards)
    for mark in found.marks:
        ahead = state.copy()
        if not mark.source:
            at = [int(part) for part in mark.at.split(",")]
            before = ahead.scores[seat]
            ahead.apply({"seat": seat, "do": "pass"})
            assert at not in [each["at"] for each in ahead.view_for(seat)["spaces"] if each["owner"] == seat]
            assert ahead.scores[seat] < before or "points" not in mark.words
            continue
        there = [
            each["action"]
            for each in offered
            if (each["source"], each["at"]) == (mark.source, [int(part) for part in mark.at.split(",")])
        ]
        gained = re.search(r"^You gain (\d+) points?, and", mark.words)
        if gained is None:
            voice = Voice(cards, ["You", "Computer"], seat, state.rules.reveal_compares)
            words = mark.words.removesuffix(" It ends your turn.")
            assert words in [reasons(consequences(state, [each]), voice)[0] for each in there]
            continue
        (action,) = [each for each in there if not each.get("under")]
        ahead.actions_left = 9
        ahead.apply({**action, "seat": seat})
        assert ahead.scores[seat] - state.scores[seat] == int(gained[1])
        eater = mark.words.removesuffix(" in your hand.").rpartition("food for ")[2]
        assert any(each["do"] == "play" and each["card"] == eater for each in ahead.legal(seat))
    return len(found.marks)


def test_the_drafting_games_have_one_too(ada):
    match = create_match(sides=[Side(player=ada), Side(bot="greedy")], rules="ecosystem", seed=1)
    state = positions.draft_at(match)
    view = state.view_for(0)
    offered = picks(view, state.legal(0))
    found = draft_advice(view, offered)
    assert found.first
    best, rising = found.marks
    gain = int(re.search(r"You gain (\d+) point", best.words)[1])
    assert gain == max(int(re.sub("[±+]", "", each["gain"]).replace("−", "-")) for each in offered)
    assert rising.source != best.source
    assert "may still become worth up to" in rising.words


class TestOnThePage:
    @pytest.fixture
    def visitor(self, db) -> Client:
        DeckFactory(slug="meadow")
        return Client()

    def begun(self, visitor: Client, **form) -> Match:
        visitor.post("/matches/", {"deck": "meadow", "level": "greedy", **form})
        return Match.objects.latest("created")

    def test_play_begins_a_first_game_with_it_and_only_the_first(self, visitor):
        home = "a coach shows you what matters"
        assert home in visitor.get("/").content.decode()
        first, second = self.begun(visitor), self.begun(visitor)
        assert list(first.seats.values_list("coached", flat=True)) == [True, False]
        assert not second.seats.filter(coached=True).exists()
        assert home not in visitor.get("/").content.decode()

    def test_a_first_draft_has_it_too(self, visitor):
        visitor.post(
            "/tables/new/",
            {"key": "one", "rules": "ecosystem", "seat_2": "computer", "level": "greedy", "clock": "none"},
        )
        assert list(Seat.objects.filter(coached=True).values_list("number", flat=True)) == [0]
        match = Match.objects.get()
        assert b"data-coach-says" in visitor.get(f"/matches/{match.pk}/").content

    def test_rated_matches_and_programs_get_none(self, ada):
        deck = DeckFactory(slug="meadow")
        member = PlayerFactory(name="Eva")
        rated = start_against_bot(
            player=member, deck=deck, opponent_deck=deck, level="greedy", rated=True, coach=True
        )
        assert not rated.seats.filter(coached=True).exists()
        Seat.objects.filter(match=rated).update(coached=True)
        assert coach(rated, rated.seats.get(number=0), {"acting": True}, []) is None
        visitor = client_of(ada)
        visitor.post("/api/v1/matches/", {"deck": "meadow"}, content_type="application/json")
        assert not Match.objects.latest("created").seats.filter(coached=True).exists()

    @pytest.fixture
    def coached(self, ada: Player) -> Match:
        """Ada is to act in her first match, which everybody may watch."""
        match = next(each for seed in range(100) if starts(each := deal(ada, seed=seed, public=True)) == 0)
        Seat.objects.exclude(match=match).delete()
        accompany(match, ada)
        return match

    def test_only_its_player_is_told_and_can_send_it_away(self, coached, ada_client, outsiders):
        address = f"/matches/{coached.pk}/"
        for page in (address, f"{address}table/"):
            assert LEAD in ada_client.get(page).content.decode()
            for stranger in (*outsiders.values(), client_of_guest("nobody")):
                assert b"data-coach-says" not in stranger.get(page).content
        for stranger in outsiders.values():
            assert stranger.post(f"{address}coach/").status_code == 404
        assert coached.seats.get(number=0).coached
        assert ada_client.get(f"{address}coach/").status_code == 405
        for _again in range(2):
            assert ada_client.post(f"{address}coach/").status_code == 204
            assert b"data-coach-says" not in ada_client.get(address).content

    def test_it_is_silent_where_the_player_is_not_to_act(self, coached, ada_client):
        play(match_id=coached.pk, seat=0, action={"do": "pass"}, version=coached.version, key="own")
        assert b"data-coach-says" not in ada_client.get(f"/matches/{coached.pk}/table/").content
