"""Puzzles proved by the reference: every order of all legal actions of the turn that draw no cards.

python -m tests.engine.puzzle_proof
"""

import argparse
import sys
import time
from itertools import combinations
from json import dumps
from pathlib import Path

from engine.puzzles import Puzzle, read_file
from tests.engine.reference import Game

FOLDER = Path(__file__).parents[2] / "games/puzzles/data"


def shipped() -> list[Puzzle]:
    return [puzzle for path in sorted(FOLDER.glob("*.jsonl")) for puzzle in read_file(path)]


def prove(puzzle: Puzzle) -> None:
    """Raises AssertionError unless every line is legal and gains what is stated, and all other ends less."""
    record = puzzle.record
    start = Game.from_position(
        record["rules"], dict(record["cards"]), record["position"], record.get("options")
    )
    assert start.to_act() == [puzzle.seat]
    number, seen, leads = start.number, set(), {}

    def explore(game):
        if game.over or game.number != number:
            leads[table(game, puzzle.seat)] = lead(game, puzzle.seat)
            return
        name = (game.actions_left, table(game, puzzle.seat))
        if name not in seen:
            seen.add(name)
            for action in drawing_nothing(game):
                explore(after(game, action))

    explore(start)
    ends = set()
    for line in puzzle.lines:
        game = start
        for action in line:
            assert dict(action) in drawing_nothing(game), (puzzle.key, action)
            game = after(game, action)
        ends.add(table(ended(game, number), puzzle.seat))
    (best,) = ends
    passed = lead(ended(start, number), puzzle.seat)
    others = [each for end, each in leads.items() if end != best]
    assert (leads[best] - passed, leads[best] - max(others)) == (puzzle.gain, puzzle.margin), puzzle.key


def ended(game: Game, number: int) -> Game:
    return game if game.over or game.number != number else after(game, {"do": "pass"})


def after(game: Game, action: dict) -> Game:
    ahead = game.copy()
    ahead.apply(action)
    return ahead


def drawing_nothing(game: Game) -> list[dict]:
    """Legal actions; SPREADs of fewer cards, which are legal but never listed, included."""
    found = []
    for action in game.legal():
        if action["do"] == "spread":
            pairs = list(zip(action["cards"], action["to"], strict=True))
            for count in range(1, len(pairs) + 1):
                for part in combinations(pairs, count):
                    cards, to = zip(*part, strict=True)
                    found.append({**action, "cards": list(cards), "to": list(to)})
        elif action["do"] != "discard" and not (
            action["do"] == "event" and draws(game.cards[action["card"]])
        ):
            found.append(action)
    return found


def draws(event: dict) -> bool:
    return any(effect["do"] in ("draw", "opponent-discards") for effect in event["effects"])


def lead(game: Game, seat: int) -> int:
    return game.scores()[seat] - game.scores()[1 - seat]


def table(game: Game, seat: int) -> str:
    """What the turn can change, without the order in which cards came."""
    position = game.position()
    spaces = sorted(position["spaces"], key=lambda space: space["at"])
    return dumps(
        [spaces, sorted(position["hands"][seat]), *map(sorted, position["discards"])], sort_keys=True
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0, help="the place of the first puzzle")
    first = parser.parse_args().first
    puzzles, begun = shipped(), time.monotonic()
    for place, puzzle in enumerate(puzzles[first:], first + 1):
        prove(puzzle)
        if place % 50 == 0:
            print(f"{place} of {len(puzzles)} puzzles, {time.monotonic() - begun:.0f} s", file=sys.stderr)
    print(f"{len(puzzles) - first} puzzles proved by the reference")


if __name__ == "__main__":
    main()
