"""
200 answers to one puzzle at the same moment, half to each of two web processes: of 50 players, two actions
each, all sent twice, in any order; and answers of theirs in the run of somebody else. One result each, and
each rating is moved once.

python -m tests.services.run python -m tests.soak.puzzles --rounds 20
"""

import argparse
import json
import random
import threading
import time
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.soak.cluster import Browser, session_of, standing
from tests.soak.races import Wrong

PLAYERS, SENT = 50, 4
AT_ONCE = PLAYERS * SENT


def orders(line: Any) -> list[dict[str, Any]]:
    """The first two actions of the best line, each twice."""
    return [{"action": line[number], "version": number, "key": f"at-{number}"} for number in (0, 1, 0, 1)]


def send(pool: ThreadPoolExecutor, path: str, sent: list[tuple[Browser, dict[str, Any]]]) -> list[Any]:
    together = threading.Barrier(len(sent))

    def one(browser: Browser, order: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        together.wait()
        status, text = browser.ask(path, order)
        return status, json.loads(text)

    return list(pool.map(one, *zip(*sent, strict=True)))


def race(ports: list[int], puzzle: Any, pool: ThreadPoolExecutor, rng: random.Random) -> Counter[int]:
    """One round; how often each status was answered. Raises Wrong."""
    from games.matches.models import Player
    from games.people.models import PUZZLES, Rating
    from games.puzzles.models import PuzzleAttempt
    from games.puzzles.services import runs
    from games.puzzles.services.positions import Standing
    from phylo.accounts.models import User

    # With accounts, as guests move no puzzle's rating.
    users = [User.objects.create(username=f"ada-{uuid.uuid4().hex[:12]}") for _number in range(PLAYERS)]
    players = [Player.objects.create(user=user) for user in users]
    path = f"/api/v1/puzzles/{puzzle.key}/actions/"
    line = Standing(puzzle).known.lines[0]
    browsers = {player.pk: [Browser(port, session_of(player)) for port in ports * 2] for player in players}
    games = Rating.objects.get(puzzle=puzzle).games
    sent = [pair for each in browsers.values() for pair in zip(each, orders(line), strict=True)]
    rng.shuffle(sent)
    answers = send(pool, path, sent)
    counted = Counter(status for status, _body in answers)
    if not counted.keys() <= {200, 409}:
        raise Wrong(f"answered {counted}")
    # Whoever was refused sends the same again, in order; what was done is not done again.
    for number in (0, 1):
        late = [(each[number], orders(line)[number]) for each in browsers.values()]
        if any(status != 200 for status, _body in send(pool, path, late)):
            raise Wrong("refused when sent again in order")
    over = len(line) == 2
    for player in players:
        [attempt] = PuzzleAttempt.objects.filter(player=player)
        moved = Rating.objects.filter(player=player, rules=PUZZLES, games=1).count()
        if len(attempt.answers) != 2 or (attempt.result == "solved") != over or moved != over:
            raise Wrong(f"{player.pk}: {attempt.result} with {attempt.answers}")
    if Rating.objects.get(puzzle=puzzle).games != games + over * PLAYERS:
        raise Wrong("the puzzle's rating was not moved once by each")
    run = runs.begin(player=players[0], rules=puzzle.rules, key="run")
    others = [(each[0], orders(line)[0] | {"key": "other"}) for each in list(browsers.values())[1:]]
    if any(status != 404 for status, _body in send(pool, f"{path}?run={run.pk}", others)):
        raise Wrong("answered in the run of somebody else")
    for browser in [browser for each in browsers.values() for browser in each]:
        browser.close()
    return counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    with standing(worker=False) as cluster:
        from games.puzzles.models import Puzzle

        puzzles = list(Puzzle.objects.listed().filter(length=2)[:rounds])
        rng, counted = random.Random(rounds), Counter[int]()
        began = time.monotonic()
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for number in range(rounds):
                counted += race(cluster.ports, puzzles[number % len(puzzles)], pool, rng)
        took = (time.monotonic() - began) / rounds
    print(f"{rounds} rounds of {AT_ONCE} answers, {took:.1f} s each: {dict(counted)}, each rating moved once")


if __name__ == "__main__":
    main()
