"""Thinking by the name of a level: data in, data out, so that another process can do it."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random

from engine.bots.contest import Contest, Contests, play
from engine.bots.levels import LEVELS, STRONGEST, level_of
from engine.bots.phylo.view import bot_view
from engine.bots.thought import Thought
from engine.drafting.sets import GAMES
from engine.drafting.state import new_game as new_draft
from engine.flat.compiled import array, delete_unused, numba
from engine.flat.translate import from_game, universe_of
from engine.flat.turn_search import FOUND, explore
from engine.phylo.cards import Card
from engine.phylo.rules import RULES
from engine.phylo.start import new_game
from engine.phylo.state import State
from engine.record_format import CardData

Action = Mapping[str, object]

WARMING = 0.1
"""Seconds of a thought that is for nothing but its code."""
PLANT: CardData = {
    "name": "Clover",
    "kind": "species",
    "scale": 4,
    "food_chain": 1,
    "diet": "photosynthetic",
    "terrains": ["grassland"],
    "climates": ["cool"],
    "points": 2,
    "kingdom": "Plantae",
}
HARE: CardData = {
    **PLANT,
    "name": "Hare",
    "food_chain": 2,
    "diet": "herbivore",
    "points": 4,
    "kingdom": "Animalia",
    "abilities": {"move": 1},
}
CARDS: Mapping[str, CardData] = {"clover": PLANT, "hare": HARE}


def think(
    rules: str,
    level: str,
    view: Mapping[str, object],
    legal: Sequence[Action],
    seed: bytes,
    seconds: float | None,
) -> Thought[Action]:
    """
    What the level of these rules thinks of what its seat sees, in `seconds` at most. Raises KeyError for an
    unknown level.
    """
    return level_of(rules, level).think(view, legal, Random(seed), seconds)


def warm_up(some: Iterable[str] = LEVELS) -> None:
    """
    Think once under each of these rule sets, play a contest and search a turn, if code is compiled in this
    process: it is loaded then, or made and kept. Otherwise there is nothing to wait for.
    """
    if numba is None:
        return
    for rules in some:
        view, legal = _opening(rules)
        level_of(rules, STRONGEST).think(view, legal, Random(0), WARMING)
        if rules in RULES:
            play(_contest(rules))
            _search(rules)
    delete_unused(Path(numba.config.CACHE_DIR))


def _contest(rules: str) -> Contests:
    """A game of one playout for each action."""
    cards = tuple(Card.parse(key, card) for key, card in sorted(CARDS.items()))
    deck = tuple(sorted(list(CARDS) * (RULES[rules].deck_size // len(CARDS))))
    return Contests(rules, cards, (Contest((deck, deck), 0),), 1)


def _search(rules: str) -> None:
    """The search for puzzles, cut off after an action: compiling it takes longer than any search may take."""
    state = _game(rules)
    universe, found = universe_of(state), array(FOUND)
    explore(from_game(state, universe), universe.tables, found, 1, 0)


def _game(rules: str) -> State:
    size = RULES[rules].deck_size
    return new_game(rules, CARDS, [list(CARDS) * (size // len(CARDS))] * 2, 0, options={"max_copies": None})


def _opening(rules: str) -> tuple[Mapping[str, object], Sequence[Action]]:
    """What the seat to act sees at the start of a game, and what it may do."""
    if rules in GAMES:
        draft = new_draft(rules, 2, 0)
        return draft.view_for(0), draft.legal(0)
    state = _game(rules)
    seat = state.to_act[0]
    return bot_view(state, seat, CARDS), state.legal(seat)
