"""Why an action is good, in words: what the engine proves of it, for both players and for those who watch."""

from random import Random
from typing import Any

import pytest

from engine.drafting.state import new_game
from engine.phylo.consequences import advantage, consequences
from engine.phylo.state import State
from games.table.draft import gains
from games.table.reasons import missed, order, reasons
from games.table.sentences import Voice
from tests.engine.build import CARDS, game, space, species

NAMED = {key: {**card, "name": key.title()} for key, card in CARDS.items()}
HUNGRY = (space(-1, 0, 0, "oak"), space(-1, -1, 0, "oak"), space(-2, 0, 0, "fox"))
THEIRS = (space(2, 0, 1, "oak"), space(3, 0, 1, "hare"), space(4, 0, 1, "fox"), space(5, 0, 1, "lynx"))
HARE = {"do": "play", "card": "hare", "at": [-2, -1]}


def voice(reader: int | None = 0) -> Voice:
    return Voice(NAMED, ["Ada", "Ben"], reader)


def said(state: State, *line: dict[str, Any], reader: int | None = 0) -> list[str]:
    return reasons(consequences(state, line), voice(reader))


def test_the_points_and_the_card_that_gets_food():
    state = game(*HUNGRY, hand="hare")
    end = "which would otherwise starve when"
    assert said(state, HARE) == [f"You gain 5 points and feed your Fox (6 points), {end} your turn ends."]
    told = [f"Ada gains 5 points and feeds Fox (6 points), {end} the turn ends."]
    assert said(state, HARE, reader=1) == said(state, HARE, reader=None) == told


def test_a_cascade_for_those_it_happens_to():
    state = game(*THEIRS, hand="hunt")
    hunt = {"do": "event", "card": "hunt", "at": [3, 0]}
    danger = "Fox and Lynx lose what they live on: 15 points in danger."
    assert said(state, hunt) == [f"Ben’s {danger}", "Ben loses Hare (5 points)."]
    assert said(state, hunt, reader=1) == [f"Your {danger}", "You lose Hare (5 points)."]


def test_the_points_of_a_card_that_is_taken_are_told_once():
    gift = {"do": "event", "card": "gift", "at": [3, 0]}
    assert said(game(*THEIRS, hand="gift"), gift) == ["You take Hare (5 points) from Ben."]


def test_food_for_the_hand():
    state = game(space(-1, 0, 0, "oak"), hand="hare fox lynx")
    told = said(state, {"do": "play", "card": "hare", "at": [-2, 0]})
    assert told == ["You gain 5 points.", "Hare is food for Fox in your hand (6 points)."]


def test_a_warning_is_never_left_out():
    cards = {"weed": species(points=1, invasive={"on": {"food_chain": 2}})}
    state = game(space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), space(-3, 0, 0, "fox"), hand="weed",
                 cards=cards)  # fmt: skip
    told = said(state, {"do": "play", "card": "weed", "at": [-2, 0]})
    assert told == ["But it leaves your Fox without support (6 points)."]


def test_a_card_laid_beside_one_that_goes():
    state = game(space(-1, 0, 0, "oak"), space(-3, 3, 0, "hare"), hand="fox")
    told = said(state, {"do": "play", "card": "fox", "at": [-3, 4]})
    assert told == ["You gain 6 points.", "But Fox would go again when your turn ends (6 points)."]


def test_ending_the_turn_with_a_card_in_danger():
    assert said(game(*HUNGRY), {"do": "pass"}) == ["Your Fox would still go when your turn ends (6 points)."]


def test_what_happens_to_hands():
    state = game(space(-1, 0, 0, "oak"), hand="nest storm hare", other="oak", discards=("hare", ""))
    assert said(state, {"do": "event", "card": "nest", "at": [-1, 0]}) == ["You take back Hare."]
    assert said(state, {"do": "discard", "card": "storm"}) == ["You get 3 new cards."]
    storm = {"do": "event", "card": "storm", "at": [-1, 0]}
    assert said(state, storm) == ["Ben loses 1 card from the hand."]
    assert said(state, storm, reader=1) == ["You lose 1 card from your hand."]


def test_what_the_better_action_would_have_brought():
    state = game(*HUNGRY, hand="hare oak")
    oak = {"do": "play", "card": "oak", "at": [-1, 1]}
    found = advantage(consequences(state, [HARE]), consequences(state, [oak]))
    more = "2 points more than"
    safe = "Fox would have been safe (6 points)."
    assert missed(found, voice()) == [f"Your {safe}", f"You would have gained {more} you did."]
    assert missed(found, voice(None)) == [
        f"Ada’s {safe}",
        f"That would have gained Ada {more} what was played.",
    ]


def test_a_move_as_a_request():
    state = game(space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), space(-3, 1, 0, "oak"))
    move = {"do": "move", "from": [-2, 0], "to": [-2, 1]}
    assert order(state, move, voice()) == "Move Hare beside Oak."


def test_the_action_as_a_request():
    cards = {"weed": species(points=1, invasive={"on": {"food_chain": 2}})}
    state = game(
        space(-1, 0, 0, "oak"), space(-2, 0, 0, "hare"), space(-3, 0, 0, "lawn"), space(-4, 0, 0, "plum"),
        hand="fox weed tick nest hunt", discards=("hare robin", ""), cards=cards,
    )  # fmt: skip
    for action, words in (
        ({"do": "play", "card": "fox", "at": [-2, 1]}, "Play Fox beside Hare."),
        ({"do": "play", "card": "weed", "at": [-2, 0]}, "Play weed onto Hare."),
        ({"do": "play", "card": "tick", "at": [-2, 0], "under": True}, "Play Tick under Hare."),
        (
            {"do": "spread", "from": [-3, 0], "cards": ["hare"], "to": [[-3, 1]]},
            "Let Lawn spread, with Hare face down.",
        ),
        ({"do": "event", "card": "hunt", "at": [-2, 0]}, "Play Hunt on Hare."),
        (
            {"do": "event", "card": "nest", "at": [-2, 0], "choose": ["robin"]},
            "Play Nest on Hare and take back Robin.",
        ),
        ({"do": "discard", "card": "fox"}, "Discard Fox and draw."),
        ({"do": "reveal", "card": "fox"}, "Show Fox."),
        ({"do": "reveal", "card": None}, "You have no species to show."),
        ({"do": "pass"}, "End your turn."),
    ):
        assert order(state, action, voice()) == words


@pytest.mark.parametrize("rules", ["ecosystem", "coral-reef"])
def test_every_choice_of_a_draft_as_a_request(rules):
    rng, state, told = Random(1), new_game(rules, 3, 1), set()
    while not state.over:
        seat = state.to_act[0]
        view, legal = state.view_for(seat), state.legal(seat)
        for action in rng.sample(legal, min(30, len(legal))):
            words = gains.order(view, seat, action)
            assert words.endswith(".")
            assert "None" not in words
            assert gains.reasons(view, seat, action)
            done = gains.made(view, seat, action, "Mira")
            assert done.startswith("Mira ")
            assert done.endswith(".")
            told |= {word for word in ("beside", "change places", "move", "Turn over") if word in words}
        state.apply({**rng.choice(legal), "seat": seat})
    assert told == {"beside", "change places"} | ({"move", "Turn over"} if rules == "coral-reef" else set())


def test_a_swap_names_the_cards_that_change_places():
    layout = [{"at": [0, 0], "card": "BEE"}, {"at": [0, 1], "card": "WOLF"}]
    view = {"layouts": [layout]}
    laid = {"do": "place", "card": "RABBIT", "at": [1, 0]}
    assert gains.order(view, 0, laid) == "Lay Rabbit beside Bee."
    swap = {**laid, "swap": [[0, 1], [1, 0]]}
    assert gains.order(view, 0, swap) == "Lay Rabbit beside Bee, and let Wolf and Rabbit change places."
    assert gains.order({"layouts": [[]]}, 0, laid) == "Lay Rabbit."
