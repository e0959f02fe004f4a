"""What a bot is told: the view of its seat, its own deck, and what it has been shown."""

from engine.bots.phylo.view import bot_view, shown_hand
from engine.phylo.start import new_game
from tests.ready_decks import ready_decks

CARDS, DECKS = ready_decks()
TWO = [DECKS[slug] for slug in sorted(DECKS)[:2]]


def test_it_names_no_card_that_the_seat_cannot_know():
    state = new_game("phylo-1.4a", CARDS, TWO, 5)
    view = bot_view(state, 0, CARDS)
    assert sorted(view["deck"]) == sorted(TWO[0])
    assert not set(view["cards"]) & (set(TWO[1]) - set(TWO[0]))
    known = bot_view(state, 0, CARDS, known_decks=[TWO[1]])
    assert set(known["cards"]) == set(TWO[0]) | set(TWO[1]) | {"home"} & set(CARDS)


def test_what_was_shown_is_known_until_it_is_used():
    log = [
        {"seat": 1, "event": "revealed", "card": "oak"},
        {"seat": 1, "event": "recovered", "cards": ["fox", "owl"], "step": 0},
        {"seat": 0, "event": "played", "card": "oak", "step": 1},
        {"seat": 1, "event": "played", "card": "fox", "step": 2},
        {"seat": 0, "event": "opponent-discards", "cards": ["owl", "elk"], "step": 3},
    ]
    assert [shown_hand(log[:end], 1) for end in range(1, 6)] == [
        ["oak"], ["oak", "fox", "owl"], ["oak", "fox", "owl"], ["oak", "owl"], ["oak"],
    ]  # fmt: skip
    back = {"seat": 0, "event": "took-back", "to": 2, "step": 4}
    assert shown_hand([*log, back], 1) == ["oak", "fox", "owl"]
    assert shown_hand([*log, back | {"to": 0}], 1) == ["oak"]


def test_a_reveal_is_remembered_from_the_deal():
    log: list = []
    new_game("phylo-1.4a", CARDS, TWO, 5, log=log)
    revealed = {entry["seat"]: entry["card"] for entry in log if entry["event"] == "revealed"}
    assert [shown_hand(log, seat) for seat in (0, 1)] == [[revealed[0]], [revealed[1]]]
