"""
Steps a second of the environments for research, beside those of PettingZoo and OpenSpiel: python -m
tests.bench.environments 3 1.5 (rounds, and seconds of each program in one).

A step is an action drawn from the legal ones, carried out, with the observation and the mask or list of legal
actions of whoever acts next; games that end begin anew. All run on one core, in turn in each round.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from random import Random
from statistics import median
from typing import Any

# Before the settings are read, which set PHYLO_PLAIN.
from engine.flat.compiled import COMPILED, PLAIN

AT_ONCE = (2048, 64)
WANTED = 300_000


def many(rules: str, number: int) -> Iterator[int]:
    """Steps of many games at once."""
    from engine.environments.many_games import ManyGames

    games = ManyGames(rules, number, seed=1)
    while True:
        games.step(games.sample())
        yield games.games


def pettingzoo(env: Any) -> Iterator[int]:
    chooser = Random(1)
    for seed in count():
        env.reset(seed=seed)
        for _agent in env.agent_iter():
            observation, _reward, terminated, truncated, _info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(chooser.random() * len(legal))]))
            yield 1


def openspiel(name: str) -> Iterator[int]:
    import pyspiel

    chooser, game = Random(1), pyspiel.load_game(name)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chooser.random() * len(outcomes))][0])
                continue
            state.observation_tensor(state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(chooser.random() * len(legal))])
            yield 1


def programs() -> dict[str, Iterator[int]]:
    import open_spiel.python.games  # noqa: F401, which registers them
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    import engine.environments.openspiel_game  # noqa: F401
    from engine.environments.pettingzoo_env import env

    return {
        **{f"many games, V1.4a, {number} at once": many("phylo-1.4a", number) for number in AT_ONCE},
        **{f"many games, V1.3, {number} at once": many("phylo-1.3", number) for number in AT_ONCE},
        "PettingZoo, Phylo V1.4a": pettingzoo(env("phylo-1.4a")),
        "PettingZoo, Ecosystem": pettingzoo(env("ecosystem")),
        "PettingZoo's own tictactoe": pettingzoo(tictactoe_v3.env()),
        "PettingZoo's own connect_four": pettingzoo(connect_four_v3.env()),
        "OpenSpiel, Phylo V1.4a": openspiel("phylo_1_4a"),
        "OpenSpiel, Ecosystem": openspiel("ecosystem"),
        "OpenSpiel's own gin_rummy, in C++": openspiel("gin_rummy"),
        "OpenSpiel's own python_liars_poker": openspiel("python_liars_poker"),
    }


def rate(steps: Iterator[int], seconds: float) -> float:
    """Steps a second of the core's time."""
    taken, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        taken += next(steps)
    return taken / spent


def measured(rounds: int, seconds: float) -> list[str]:
    """The rows of the table. Raises RuntimeError where nothing is compiled."""
    if not COMPILED:
        raise RuntimeError("nothing is compiled in this process; is Numba installed?")
    running = programs()
    for steps in running.values():
        next(steps)
    rates: dict[str, list[float]] = {name: [] for name in running}
    for _round in range(rounds):
        for name, steps in running.items():
            rates[name].append(rate(steps, seconds))
    first = next(iter(rates))
    lines = ["| environment | steps/s | many games beside it | wanted |", "| --- | ---: | ---: | ---: |"]
    for name, found in rates.items():
        beside = median(mine / other for mine, other in zip(rates[first], found, strict=True))
        wanted = f"{WANTED:,}" if name.startswith("many") else "–"
        lines.append(f"| {name} | {median(found):,.0f} | {beside:,.1f} | {wanted} |")
    return lines


def table(rounds: int, seconds: float) -> list[str]:
    """Rows of the tables of `make bench`; an error there ends it."""
    command = [sys.executable, "-m", "tests.bench.environments", str(rounds), str(seconds)]
    done = subprocess.run(command, env=os.environ | {PLAIN: "0"}, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return [line for line in done.stdout.splitlines() if line.startswith("|")]


if __name__ == "__main__":
    print("\n".join(measured(int(sys.argv[1]), float(sys.argv[2]))))
