"""
50 POSTs at the same moment, half to each of two web processes: of the same action, of different ones, of one
action with one key. One wins, or all name the same move; nothing is lost and no number left out.

python -m tests.services.run python -m tests.soak.races --races 2000
"""

import argparse
import json
import random
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.soak.cluster import Browser, session_of, standing

AT_ONCE = 50
_SAME, DIFFERENT, ONE_KEY = KINDS = ("the same action", "different actions", "one action with one key")


class Wrong(AssertionError):
    """What a race gave and must not give."""


def orders(kind: str, legal: list[dict[str, Any]], version: int, rng: random.Random) -> list[dict[str, Any]]:
    """What the 50 send."""
    chosen = rng.choice(legal)
    return [
        {
            "action": legal[number % len(legal)] if kind == DIFFERENT else chosen,
            "version": version,
            "key": f"v{version}" if kind == ONE_KEY else f"v{version}-{number}",
        }
        for number in range(AT_ONCE)
    ]


class Racers:
    """50 browsers of one player."""

    def __init__(self, ports: list[int], session: str, pool: ThreadPoolExecutor) -> None:
        self.browsers = [Browser(ports[number % len(ports)], session) for number in range(AT_ONCE)]
        self.pool = pool

    def race(self, path: str, sent: list[dict[str, Any]]) -> list[tuple[int, dict[str, Any]]]:
        together = threading.Barrier(AT_ONCE)

        def run(browser: Browser, order: dict[str, Any]) -> tuple[int, dict[str, Any]]:
            together.wait()
            status, text = browser.ask(path, order)
            return status, json.loads(text)

        return list(self.pool.map(run, self.browsers, sent))

    def close(self) -> None:
        for browser in self.browsers:
            browser.close()


def check(kind: str, version: int, answers: list[tuple[int, dict[str, Any]]]) -> None:
    """Raises Wrong."""
    counted = Counter(status for status, _body in answers)
    wanted = {200: AT_ONCE} if kind == ONE_KEY else {200: 1, 409: AT_ONCE - 1}
    if counted != wanted:
        raise Wrong(f"{kind} at version {version}: {counted}")
    # A refusal too names the version that the winner made.
    if {body["version"] for _status, body in answers} != {version + 1}:
        raise Wrong(f"{kind} at version {version}: {answers}")


def race_through(ports: list[int], races: int) -> Counter[str]:
    """So many races, in as many matches as they need; how often each kind was run. Raises Wrong."""
    from cards.decks.models import Deck
    from engine.phylo.rules import RULES
    from games.matches.models import Match, Player
    from games.matches.services.matches import Side, create_match
    from games.matches.services.positions import state_at
    from games.matches.services.records import differences

    run: Counter[str] = Counter()
    rng = random.Random(races)
    rules = sorted(RULES)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for number in range(races):
            players = [Player.objects.create(name=name) for name in ("Ada", "Ben")]
            deck = Deck.objects.ready().for_rules(rules[number % len(rules)]).first()
            assert deck is not None
            sides = [Side(deck_name=deck.name, deck=deck.card_keys(), player=player) for player in players]
            match = create_match(sides=(sides[0], sides[1]), rules=deck.rules)
            racers = [Racers(ports, session_of(player), pool) for player in players]
            while run.total() < races and not match.finished:
                state = state_at(match)
                seat = state.to_act[0]
                kind = KINDS[run.total() % 3]
                sent = orders(kind, state.legal(seat), match.version, rng)
                check(kind, match.version, racers[seat].race(f"/api/v1/matches/{match.pk}/actions/", sent))
                run[kind] += 1
                match = Match.objects.get(pk=match.pk)
            for each in racers:
                each.close()
            if wrong := differences(match):
                raise Wrong(f"{match.pk}: {wrong}")
            if run.total() >= races:
                break
    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=2000)
    arguments = parser.parse_args()
    with standing(worker=False) as cluster:
        began = time.monotonic()
        run = race_through(cluster.ports, arguments.races)
        took = time.monotonic() - began
    print(f"{run.total()} races of {AT_ONCE}, {took / run.total():.2f} s each: {dict(run)}, one move each")


if __name__ == "__main__":
    main()
