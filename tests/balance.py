"""Lets every ready deck play every other, and writes engine/data/balance.json, which the site's decks show.

`python -m tests.balance --only phylo-1.4a`. No choice has a ceiling in time, so the same seed gives the same
file on every machine.
"""

import argparse
import json
import sys
import time
from dataclasses import replace

from engine import sets
from engine.balance import Balance, RoundRobin, played
from engine.bots.thinking import warm_up
from engine.phylo.rules import RULES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="at least so many of each rule set")
    parser.add_argument("--level", default="owl")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", choices=RULES, action="append")
    parser.add_argument("--decks", nargs="+", help="only their games with all others; nothing is written")
    arguments = parser.parse_args()
    chosen = arguments.only or list(RULES)
    if arguments.games < 1:
        parser.error("--games: at least 1")
    if arguments.decks:
        known = {deck.key for rules in chosen for deck in sets.decks(rules).values()}
        if unknown := [key for key in arguments.decks if key not in known]:
            parser.error(f"no ready deck {', '.join(unknown)} for {', '.join(chosen)}")
        chosen = [rules for rules in chosen if not sets.decks(rules).keys().isdisjoint(arguments.decks)]
    for rules in chosen:
        found = balance_of(rules, arguments)
        if arguments.decks:
            json.dump(found, sys.stdout, indent=2)
        else:
            write(rules, found)


def balance_of(rules: str, arguments: argparse.Namespace) -> dict[str, object]:
    decks = list(sets.decks(rules).values())
    known = sets.cards()
    named = {key for deck in decks for key in (*deck.keys, deck.starter)}
    cards = {key: known[key] for key in known if key in named}
    only = frozenset(arguments.decks or ())
    robin = RoundRobin(rules, arguments.level, decks, cards, 1, arguments.seed, only)
    robin = replace(robin, rounds=-(-arguments.games // robin.games))
    warm_up([rules])
    balance, said = Balance(robin), time.monotonic()
    for game in played(robin, arguments.processes):
        balance.add(game)
        if time.monotonic() - said > 10:
            said = time.monotonic()
            print(f"{rules}: {balance.begun.games} of {robin.games} games", file=sys.stderr, flush=True)
    return balance.as_json()


def write(rules: str, found: dict[str, object]) -> None:
    path = sets.BALANCE_PATH
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    path.write_text(json.dumps(known | {rules: found}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
