"""Games that programs play with a deck, for studies of it."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import engine
from cards.deck_contents import Contents
from cards.decks.insight.reading import HOME_CARD, Definitions
from engine.bots import phylo as bots

LEVEL = "greedy"


def setup(
    decks: Sequence[Contents], cards: Definitions, *, rules: str
) -> tuple[engine.Setup, dict[str, Any]]:
    """
    A game of two decks, options as they are by default, and the cards it needs.

    Raises `engine.InvalidSetup` for a deck that may not be played so.
    """
    if any(deck.rules != rules for deck in decks):
        raise engine.InvalidSetup("the decks are for different rules")
    named = {key for deck in decks for key in (*deck.cards, deck.starter) if key in cards}
    definitions = {**{key: cards[key] for key in sorted(named)}, "home": HOME_CARD}
    starters = [deck.starter or "home" for deck in decks]
    keys = [deck.keys for deck in decks]
    return engine.Setup.check(rules, definitions, keys, starters=starters), definitions


def bot_action(state: engine.State, cards: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """What the greedy bot does for the seat to act, seeing only what that seat may see."""
    seat = state.to_act[0]
    legal = state.legal(seat)
    if len(legal) == 1:
        return {"seat": seat, **legal[0]}
    view = {**state.view_for(seat), "cards": cards}
    return {"seat": seat, **bots.LEVELS[LEVEL](view, legal, rng, None)}


def play(
    decks: Sequence[Contents],
    cards: Definitions,
    *,
    rules: str,
    seed: int,
    snapshot: Mapping[str, Any] | None = None,
    actions: int = 0,
    enough: Callable[[], bool],
) -> tuple[engine.State, int]:
    """
    A game from its beginning, or from the engine's `snapshot` after so many `actions`, to its end or until
    `enough`; one action at least is played. Gives how it stands, and after how many actions. The parts of a
    game make the same game, wherever it was left.
    """
    prepared, definitions = setup(decks, cards, rules=rules)
    state = prepared.deal(seed) if snapshot is None else engine.restore(rules, definitions, snapshot)
    while not state.over:
        # Chance anew for each action, so that nothing of it need be kept in between.
        state.apply(bot_action(state, definitions, Random(seed_of("bots", seed, actions))))
        actions += 1
        if enough():
            break
    return state, actions


def seed_of(*parts: object) -> int:
    """A seed for one game out of a study's; hashed, so that neighbouring studies share no games."""
    return int.from_bytes(hashlib.sha256(" ".join(map(str, parts)).encode()).digest()[:8])
