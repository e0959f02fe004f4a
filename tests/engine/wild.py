"""Wilder pools: every diet with every number, long moves, wide spreads, events of many effects."""

from random import Random
from typing import Any

from engine.phylo.start import new_game, restore
from tests.engine.differential import compare, lively, what_chance_chose
from tests.engine.pools import (
    ABILITIES,
    CLIMATES,
    DIETS,
    TERRAINS,
    ability,
    criterion,
    effects,
    habitat,
    some,
)
from tests.engine.reference import Game

ALL_DIETS = sorted({diet for diets in DIETS.values() for diet in diets})
SIZE = {"phylo-1.4a": 24, "phylo-1.3": 30}


def species(rng: Random, number: int) -> dict[str, Any]:
    keywords = {name: ability(rng, name) for name in rng.sample(sorted(set(ABILITIES)), rng.randint(0, 5))}
    if "move" in keywords:
        keywords["move"] = rng.choice([1, 2, 99])
    if "spread" in keywords:
        keywords["spread"]["count"] = rng.choice([1, 2, 4])
    return {
        "name": f"Species {number}", "kind": "species", "scale": rng.randint(1, 9),
        "food_chain": rng.choice([1, 1, 1, 2, 2, 3, 9]), "diet": rng.choice(ALL_DIETS),
        "terrains": some(rng, TERRAINS), "climates": some(rng, CLIMATES), "points": rng.randint(-3, 9),
        "kingdom": rng.choice(["Plantae", "Animalia"]), "abilities": keywords,
    }  # fmt: skip


def event(rng: Random, number: int) -> dict[str, Any]:
    once, lasting = effects(rng)
    duration = rng.choice([0, 0, 1, 4])
    blocks = once + [*once[2:3], *once[:1]] + (lasting if duration else [])
    chosen = rng.sample(blocks, rng.randint(0, 4))
    return {"name": f"Event {number}", "kind": "event", "duration": duration, "effects": chosen,
            "target": rng.choice([{}, criterion(rng, bearer=False)])}  # fmt: skip


def wild_pool(rng: Random, rules: str) -> tuple[dict[str, Any], list[list[str]]]:
    """Cards by key, and two decks; few kinds, so that a wide SPREAD has not too many layouts."""
    cards = {f"s{number}": species(rng, number) for number in range(9)}
    cards |= {f"e{number}": event(rng, number) for number in range(5)}
    if rules == "phylo-1.3":
        cards |= {f"h{number}": habitat(rng, number) for number in range(2)}
    return cards, [[rng.choice(sorted(cards)) for _ in range(SIZE[rules])] for _ in range(2)]


def play(rules: str, seed: int) -> int:
    """One random game, by engine and reference; the number of actions in which both agreed."""
    rng = Random(seed)
    cards, decks = wild_pool(rng, rules)
    options = {"home_gap": rng.choice([0, 1]), "food_step": rng.choice(["below", "same-or-below"])}
    starters = ["home", rng.choice(["home", "h0"])] if rules == "phylo-1.3" else None
    state = new_game(rules, cards, decks, seed, options=options, starters=starters)
    game = Game.from_position(rules, cards, state.position(), options)
    actions = 0
    while not state.over:
        compare(state, game)
        seat = state.to_act[0]
        legal = state.legal(seat)
        action = {"seat": seat, **lively(rng, legal)}
        assert len(legal) > 2000 or all(state.why_not({"seat": seat, **each}) is None for each in legal)
        if rng.random() < 0.2:
            state = restore(rules, cards, state.snapshot(), options=options)
        log = state.apply(action)
        game.apply(what_chance_chose(action, log))
        actions += 1
    compare(state, game)
    return actions
