"""
A small share of every long proof, all on one site of several processes, since to start one takes longer.

python -m tests.soak.shares [PREPARED]
"""

import random
import sys
import time
from pathlib import Path

from tests.soak import (
    crawl,
    cuts,
    hangs,
    kills,
    ladder,
    outages,
    races,
    replicas,
    restarts,
    stopped,
    tournaments,
)
from tests.soak.killable import standing

PAUSE = (1.0, 3.0)  # seconds between two kills
PLAN = ("a web process killed", "the web process started again", "Redis restarted")


def main() -> None:
    began = time.monotonic()

    def done(what: str) -> None:
        nonlocal began
        print(f"{what} in {time.monotonic() - began:.1f} s", flush=True)
        began = time.monotonic()

    like = Path(sys.argv[1]) if sys.argv[1:] else None
    with standing(replica=True, like=like, **crawl.SITE) as site:
        done("started")
        done(f"{races.race_through(site.ports, 6).total()} races")
        done(f"{cuts.cut(site.ports, 10)[0]} cuts")
        # One of Phylo and one of a drafting game.
        counted = crawl.Crawl(site.ports, every=10, links=50).through(1, 2)
        done(f"{counted['answers']} answers and {crawl.search_logs(site.logs)} lines of logs searched")
        done(f"{replicas.through(site, 0.5, ['pause', 'loss'])},")
        done(f"Redis hung: {hangs.hang(site, 3)},")
        done(f"{stopped.through(site, 0, still=0, pages=['/decks/'])},")
        done(f"{restarts.restart(site, 1, matches=1, pause=(0.5, 1.0))},")
        run = outages.through(outages.Run(site, PLAN, matches=6, patience=4), minutes=0.3, rate=3)
        assert not run.wrong, "\n".join(run.wrong)
        done(f"{len(run.course.kept)} actions around {len(run.events)} outages,")
        swiss = {"kind": "swiss", "rounds": 2, "between": 1}
        killer = kills.Killer(site.servers[:3], random.Random(3), PAUSE)
        done(tournaments.through(site, killer, 4, **swiss))
        killer = kills.Killer(site.servers[:3], random.Random(4), PAUSE)
        done(ladder.through(site, killer, 4, 0.2, most=6))
        # Last: what is killed has everything to do with the next one.
        killer = kills.Killer(site.servers, random.Random(2), PAUSE)
        moves, _clients = kills.play(site, 1, killer)
        done(f"{killer.killed.total()} kills in {moves} moves")


if __name__ == "__main__":
    main()
