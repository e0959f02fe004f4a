"""The long proofs: thousands of games against the reference, and races and kills round after round.

`make soak` takes about two hours on two cores; ARGS="--games 500 --rounds 2" a few minutes.
"""

import argparse
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import product

from games import engine

SHARE = 250  # games a process plays before it reports
RACES = ["tests/games/test_races.py", "tests/games/test_restart.py"]


def play_share(rules: str, first: int) -> str:
    command = [sys.executable, "-m", "tests.engine.differential"]
    arguments = ["--rules", rules, "--first", str(first), "--games", str(SHARE)]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return done.stdout.strip()


def play_games(games: int, first: int) -> None:
    shares = product(sorted(engine.RULES), range(first, first + games, SHARE))
    with ProcessPoolExecutor(max_workers=2) as processes:
        for report in processes.map(play_share, *zip(*shares, strict=True)):
            print(report, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="for each rule set, against the reference")
    parser.add_argument("--first", type=int, default=100_000, help="the first seed; the tests use lower ones")
    parser.add_argument("--rounds", type=int, default=40, help="of races and kills")
    arguments = parser.parse_args()
    play_games(arguments.games, arguments.first)
    secrecy = [sys.executable, "-m", "tests.engine.secrecy", "--games", str(arguments.games // 10)]
    subprocess.run(secrecy, check=True)
    for current in range(arguments.rounds):
        print(f"races and kills, round {current + 1} of {arguments.rounds}", flush=True)
        subprocess.run([sys.executable, "-m", "pytest", "-q", *RACES], check=True)


if __name__ == "__main__":
    main()
