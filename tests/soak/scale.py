"""
Many matches with the pages of both players open, on a site as compose.yaml starts it, while a web process is
killed and one is added, and PostgreSQL and Redis are restarted: nothing is lost, nothing stored twice, nobody
waits longer than the outage and 5 seconds. What it costs is written down; docs/scale.md reckons from it.

python -m tests.soak.scale --matches 1000 --minutes 20 --rate 8 --out FOLDER

A share of the matches is played against the computer, in two windows of the same person. In the folder:
scale.log while it runs, scale.json and scale.md at the end, also if something is wrong; the exit status is 1
then. `python -m tests.bench.scale --run FOLDER --write` takes the costs into docs/scale.md.
"""

import argparse
import json
import resource
import shutil
import sys
import time
from pathlib import Path

from tests.bench.rendering import loop
from tests.services.site import ROOT
from tests.soak import outages, scale_report
from tests.soak.killable import standing

PLAN = ("a web process killed", "a web process added", "PostgreSQL restarted", "Redis restarted")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--minutes", type=float, help="from when all pages are open; 20 for 1,000 matches")
    parser.add_argument("--rate", type=float, help="actions a second, of people, in all; 8 for 1,000 matches")
    parser.add_argument("--budget", type=float, default=27, help="minutes in all; less is played if need be")
    parser.add_argument("--out", type=Path, default=ROOT / "var" / "scale", help="a folder")
    arguments = parser.parse_args()
    share = arguments.matches / 1000
    minutes, rate = arguments.minutes or max(2.0, 20 * share), arguments.rate or max(2.0, 8 * share)
    arguments.out.mkdir(parents=True, exist_ok=True)
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with (arguments.out / "scale.log").open("w") as log:

        def say(words: str) -> None:
            for each in (log, sys.stderr):
                print(words, file=each, flush=True)

        began = time.perf_counter()
        alone = sorted(loop() * 1000 for _time in range(5))[2]
        # A new version compiles for a minute at its first start only.
        with standing(deployed=True, PHYLO_COMPILED=str(ROOT / "var" / "compiled")) as site:
            say(f"started after {time.perf_counter() - began:.0f} s")
            budget = arguments.budget - (time.perf_counter() - began) / 60
            run = outages.through(
                outages.Run(site, PLAN, matches=arguments.matches, say=say),
                minutes=minutes,
                rate=rate,
                budget=budget,
            )
            found = scale_report.figures(run, alone)
            (arguments.out / "scale.json").write_text(json.dumps(found, indent=2) + "\n")
            (arguments.out / "scale.md").write_text(scale_report.in_markdown(found))
            for each in site.logs:
                shutil.copyfile(each, arguments.out / each.name)
        say((arguments.out / "scale.md").read_text())
    return 1 if run.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
