"""
What pages take of a core in each language beside English, and how much memory its texts need:
python -m tests.bench.languages.

Each page is asked for in one language after the other, ROUNDS times, so that other work on the machine
meets all of them; a ratio is of the median costs. Memory is what the process has more after it has read the
messages of a language, and after all pages in it, parts of which are kept.
"""

import json
import os
import sys
import time
from collections import defaultdict
from itertools import pairwise
from statistics import median

from tests.bench import rendering
from tests.bench.thinking import resident

ROUNDS = 40
ALIKE = "at most 1.05"
MEMORY = {"memory of the messages": "10 MB for all", "memory of what is kept of the pages": "–"}
PAGES = ("home", "cards", "a card", "decks", "a rule set", "a table as a whole")


def measure() -> dict[str, dict[str, float]]:
    """Language -> page -> what it costs of English, and the names of MEMORY -> megabytes."""
    from django.conf import settings
    from django.utils.translation.trans_real import translation

    asked = [(name, client, url) for name, _wanted, client, url in rendering.pages() if name in PAGES]
    found: dict[str, dict[str, float]] = {}
    for language, _name in settings.LANGUAGES:
        steps = [resident(os.getpid())]
        translation(language)
        steps.append(resident(os.getpid()))
        for _name, client, url in asked:
            answer = client.get(url, headers={"Accept-Language": language})
            assert answer.headers["Content-Language"] == language, (url, language)
        steps.append(resident(os.getpid()))
        found[language] = {
            name: (after - before) / 1e6
            for name, (before, after) in zip(MEMORY, pairwise(steps), strict=True)
        }
    for name, client, url in asked:
        costs = defaultdict(list)
        for _ in range(ROUNDS):
            for language in found:
                began = time.process_time()
                client.get(url, headers={"Accept-Language": language})
                costs[language].append(time.process_time() - began)
        for language, seconds in costs.items():
            found[language][name] = median(seconds) / median(costs["en"])
    return found


def table() -> list[str]:
    """Rows of the table of `make bench`."""
    found = json.loads(rendering.apart("measure", module="tests.bench.languages"))
    del found["en"]
    lines = [
        f"| of a core, beside English | {' | '.join(found)} | wanted |",
        f"| --- |{' ---: |' * (len(found) + 1)}",
    ]
    for name in PAGES:
        ratios = " | ".join(f"{of[name]:.2f}" for of in found.values())
        lines.append(f"| {name} | {ratios} | {ALIKE} |")
    for name, wanted in MEMORY.items():
        lines.append(f"| {name} | {' | '.join(f'{of[name]:.1f} MB' for of in found.values())} | {wanted} |")
    return lines


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")
    if sys.argv[1:] == ["measure"]:
        print(json.dumps(measure()))
    else:
        print("\n".join(table()))
