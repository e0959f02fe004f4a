"""
Random whole games, every state of them checked:

`python -m tests.engine.drafting.random_games --games 2000`.

So many of each game and number of players. `check` says what must hold whenever nobody's choice is pending.
"""

import argparse
import random
import time
from collections import Counter

from engine.drafting import GAMES
from engine.drafting.actions import action_of
from engine.drafting.draft import FLIP, Draft
from engine.drafting.layout import box, connected, fits
from engine.drafting.sets import HAND, SPACES


def check(draft: Draft) -> None:
    """AssertionError for a state that cannot be."""
    cards = [card for layout in draft.layouts for card in layout.cards.values()]
    cards += [card for pile in (draft.pile, draft.deck, *draft.hands) for card in pile]
    assert Counter(cards) == Counter(draft.game.deck), "a card is lost or made"
    assert draft.over == (not draft.to_act)
    for seat, layout in enumerate(draft.layouts):
        given = draft.solo and seat == 1
        assert len(layout.cards) == draft.turn - (given or not _turn_is_over(draft)) + _given(draft, given)
        if layout.cards:
            assert fits(layout.cards)
            assert connected(layout.cards)
            assert layout.box == box(layout.cards)
    if not draft.solo:
        left = HAND - (draft.turn - 1) % HAND
        wanted = left if not _turn_is_over(draft) else 0
        assert {len(hand) for hand in draft.hands} == {wanted}
        pile = draft.turn - 1 if not _turn_is_over(draft) else SPACES
        assert len(draft.pile) == (pile if draft.players == 2 else 0)


def _turn_is_over(draft: Draft) -> bool:
    """Whether the cards of this turn lie there: at the end, and where a lone player has to give one."""
    return draft.over or draft.phase in (FLIP, "give")


def _given(draft: Draft, given: bool) -> int:
    """A lone player's opponent has its card of the last turn at the end."""
    return int(given and (draft.over or draft.phase == FLIP))


def play(game, players: int, seed: int) -> tuple[Draft, int]:
    """A game and how many choices it took."""
    draft, chance, choices = Draft.deal(game, players, seed), random.Random(seed), 0
    check(draft)
    while not draft.over:
        seat = chance.choice(draft.to_act)
        actions = draft.actions(seat)
        waiting = len(draft.to_act)
        done = draft.choose(seat, action_of(chance.choice(actions)))
        choices += 1
        if done:
            check(draft)
        else:
            assert draft.phase == FLIP or len(draft.to_act) == waiting - 1
    assert [len(layout.cards) for layout in draft.layouts] == [SPACES] * max(players, 2)
    scores = [score.total for score in draft.scores()]
    assert draft.winners() == [seat for seat, score in enumerate(scores) if score == max(scores)]
    return draft, choices


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    arguments = parser.parse_args()
    for game in GAMES.values():
        for players in range(1, 7):
            begin = time.process_time()
            seeds = range(arguments.first, arguments.first + arguments.games)
            choices = sum(play(game, players, seed)[1] for seed in seeds)
            seconds = time.process_time() - begin
            print(
                f"{game.key}, {players}: {arguments.games} games, {choices} choices, {seconds:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
