"""
The deal of somebody's first game: cards are dealt anew until seat 0 begins and has something good to do at
once (docs/record-format.md, "A first game"). Each deal is a shuffle like any other, and its seed tells
the next one.
"""

from engine.chance import MOST_DEALS, next_seed
from engine.phylo.consequences import consequences
from engine.phylo.start import Setup
from engine.phylo.state import State

FEEDS = ("food", "menu")


def first_seed_fit(setup: Setup, seed: str) -> str:
    """`seed`, or the first one that follows from it with a good deal; if none of them is good, the last."""
    for _deal in range(MOST_DEALS - 1):
        if begins_well(setup.deal(seed)):
            return seed
        seed = next_seed(seed)
    return seed


def begins_well(state: State) -> bool:
    """
    Whether seat 0 begins and can lay three cards at once, the second of which eats the first, and both score.
    Who begins is undecided where the players choose what they reveal (P8).
    """
    if not state.running or state.seat != 0:
        return False
    tried = set[str]()
    for action in state.legal(0):
        if action["do"] != "play" or action["card"] in tried:
            continue
        # At the start all spaces beside HOME are alike.
        tried.add(action["card"])
        facts = consequences(state, [action])
        eaters = [each for each in facts.opened if each.kind in FEEDS and each.points > 0]
        if facts.won > 0 and any(_goes_on(state, [action["card"], each.card]) for each in eaters):
            return True
    return False


def _goes_on(state: State, cards: list[str]) -> bool:
    """Whether a third card can be laid after these two."""
    ahead = state.copy()
    for card in cards:
        plays = [each for each in ahead.legal(0) if each["do"] == "play" and each["card"] == card]
        if not plays:
            return False
        ahead.apply({**plays[0], "seat": 0})
    return any(each["do"] == "play" for each in ahead.legal(0))
