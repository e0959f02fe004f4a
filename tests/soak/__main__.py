"""The long proofs: thousands of games against the reference, and of the flat form against the engine, races
and kills round after round, and a site of several processes that is raced for, killed, cut off and searched
for hidden cards.

`make soak` takes hours on two cores; ARGS="--games 500 --rounds 2 --share 0.01" a few minutes. ARGS="mixed
--minutes 120" is one part alone; its own arguments follow.
"""

import argparse
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import product

from engine.phylo.rules import RULES

SHARE = 250  # games a process plays before it reports
# What each part of the site's proofs is asked for when it is run whole.
PARTS = {
    "races": ("--races", 2000),
    "puzzles": ("--rounds", 20),
    "kills": ("--matches", 200),
    "beside": ("--matches", 40),
    "cuts": ("--times", 100),
    "crawl": ("--matches", 200),
    "hangs": ("--seconds", 60),
    "stopped": ("--seconds", 60),
    "restarts": ("--times", 20),
    "replicas": ("--seconds", 30),
    "mixed": ("--minutes", 120),
    "crowds": ("--seconds", 60),
    "tournaments": ("--players", 200),
    "ladder": ("--minutes", 60),
    "scale": ("--matches", 1000),
    "offline": ("--games", 500),
}
APART = {"debian"}
"""Run by name alone: it needs a machine on which it may be root."""
RACES = ["tests/matches/test_races.py", "tests/matches/test_restart.py"]


def play_share(module: str, rules: str, first: int) -> str:
    command = [sys.executable, "-m", module]
    arguments = ["--rules", rules, "--first", str(first), "--games", str(SHARE)]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return done.stdout.strip()


def play_games(module: str, games: int, first: int) -> None:
    shares = product([module], sorted(RULES), range(first, first + games, SHARE))
    with ProcessPoolExecutor(max_workers=2) as processes:
        for report in processes.map(play_share, *zip(*shares, strict=True)):
            print(report, flush=True)


def main() -> None:
    if sys.argv[1:] and sys.argv[1] in PARTS.keys() | APART:
        sys.exit(
            subprocess.run([sys.executable, "-m", f"tests.soak.{sys.argv[1]}", *sys.argv[2:]]).returncode
        )
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="for each rule set, against the reference")
    parser.add_argument("--first", type=int, default=100_000, help="the first seed; the tests use lower ones")
    parser.add_argument("--rounds", type=int, default=40, help="of races and kills")
    parser.add_argument(
        "--share", type=float, default=1.0, help="of the proofs of a site of several processes"
    )
    arguments = parser.parse_args()
    play_games("tests.engine.differential", arguments.games, arguments.first)
    # The flat form against the engine, twice as many, for they take a tenth of the time.
    play_games("tests.engine.flat_games", 2 * arguments.games, arguments.first)
    subprocess.run([sys.executable, "manage.py", "check_puzzles"], check=True)
    subprocess.run([sys.executable, "-m", "tests.engine.puzzle_proof"], check=True)
    secrecy = [sys.executable, "-m", "tests.engine.secrecy", "--games", str(arguments.games // 10)]
    subprocess.run(secrecy, check=True)
    for current in range(arguments.rounds):
        print(f"races and kills, round {current + 1} of {arguments.rounds}", flush=True)
        subprocess.run([sys.executable, "-m", "pytest", "-q", *RACES], check=True)
    for part, (option, whole) in PARTS.items():
        times = str(max(1, round(whole * arguments.share)))
        subprocess.run([sys.executable, "-m", f"tests.soak.{part}", option, times], check=True)


if __name__ == "__main__":
    main()
