"""
What drawing a page takes of a core, and how many bytes are sent: python -m tests.bench.rendering.

Every page is asked for within one process, without server and network, but through all middleware, beside a
plain Django view that passes through the same (tests/bench/plain.py). Times are scaled to a core that runs
`loop` in LOOP seconds, measured in the same run.
"""

import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import median
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from django.test import Client

    from tests.bench.tables import Dealt

ROUNDS = 15
LOOP = 0.075
ON_TABLE = 30  # cards


@dataclass(frozen=True)
class Drawn:
    """Milliseconds of a scaled core, bytes as they are and compressed."""

    name: str
    wanted: str
    cost: float
    size: int
    sent: int


def loop() -> float:
    """Seconds of this core for two million small additions."""
    x, began = 0, time.process_time()
    for i in range(2_000_000):
        x += i & 7
    return time.process_time() - began


def measure() -> list[Drawn]:
    return [*(_drawn(*page) for page in pages()), _changes()]


def pages() -> "list[tuple[str, str, Client, str]]":
    """Name, what is wanted, who asks, address; on the empty database of this process's settings."""
    import django
    from django.conf import settings

    django.setup()
    from django.core.management import call_command
    from django.test import Client

    from cards.loading.load import load_card_set

    settings.ALLOWED_HOSTS = ["*"]
    settings.ROOT_URLCONF = "tests.bench.plain"
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    load_card_set()
    path, session = middle_of_a_game()
    visitor, player = Client(), Client()
    player.cookies[settings.SESSION_COOKIE_NAME] = session
    return [
        ("a plain Django view with 20 lines", "–", visitor, "/plain/"),
        ("home", "12 ms", visitor, "/"),
        ("cards", "12 ms", visitor, "/cards/"),
        ("a card", "12 ms", visitor, "/cards/lion/"),
        ("decks", "12 ms", visitor, "/decks/"),
        ("lobby", "12 ms", visitor, "/lobby/"),
        ("a rule set", "3 ms", visitor, "/rules/phylo-1.4a/"),
        ("a table as a page", "–", player, path),
        ("a table as a whole", "12 ms", player, f"{path}table/"),
    ]


def profile(name: str) -> None:
    """Where the time of one page goes, by functions."""
    import cProfile
    import pstats

    asked = {page[0]: page[2:] for page in pages()}
    if name not in asked:
        sys.exit(f"no page {name!r}; there are: {', '.join(asked)}")
    client, url = asked[name]
    client.get(url)
    with cProfile.Profile() as found:
        for _ in range(ROUNDS):
            client.get(url)
    pstats.Stats(found).sort_stats("cumulative").print_stats(60)


def _drawn(name: str, wanted: str, client: "Client", url: str) -> Drawn:
    costs = []
    for _ in range(3):
        answer = client.get(url)
    assert answer.status_code == 200, (url, answer.status_code)
    for _ in range(ROUNDS):
        scale = LOOP / loop()
        began = time.process_time()
        client.get(url)
        costs.append((time.process_time() - began) * scale * 1000)
    return Drawn(name, wanted, median(costs), len(answer.content), len(gzip.compress(answer.content, 6)))


def _changes() -> Drawn:
    """What both players' pages ask for after each of the next moves: the median, and the most bytes sent."""
    from django.conf import settings
    from django.test import Client

    from games.services.play import play
    from games.table.parts import HEADER
    from tests.bench.tables import choice

    dealt, rng = _middle_of_a_game(), Random(0)
    pages: list[tuple[Client, str]] = []
    for session in dealt.sessions:
        client = Client()
        client.cookies[settings.SESSION_COOKIE_NAME] = session
        pages.append((client, client.get(f"{dealt.path}table/").content.decode()))
    costs, sizes, sent = [], [], []
    while not dealt.state.over and len(costs) < ROUNDS * len(pages):
        seat, action = choice(rng, dealt.state)
        version, key = dealt.version, f"c{dealt.version}"
        play(match_id=UUID(dealt.path.split("/")[2]), seat=seat, action=action, version=version, key=key)
        dealt.state.apply({**action, "seat": seat})
        dealt.version += 1
        scale = LOOP / loop()
        for client, page in pages:
            shown = "".join(dict.fromkeys(re.findall('data-digest="([^"]+)', page)))
            began = time.process_time()
            answer = client.get(f"{dealt.path}table/", headers={HEADER: shown})
            costs.append((time.process_time() - began) * scale * 1000)
            sizes.append(len(answer.content))
            sent.append(len(gzip.compress(answer.content, 6)))
        pages = [(client, client.get(f"{dealt.path}table/").content.decode()) for client, _page in pages]
    return Drawn("the change after a move", "6 ms", median(costs), int(median(sizes)), max(sent))


def middle_of_a_game() -> tuple[str, str]:
    """The address of a V1.4a match with ON_TABLE cards on the table, and the session of who is to act."""
    dealt = _middle_of_a_game()
    return dealt.path, dealt.sessions[dealt.state.to_act[0]]


@cache
def _middle_of_a_game() -> "Dealt":
    """A V1.4a match with ON_TABLE cards on the table, where who is to act can play one."""
    from tests.bench.tables import deal

    for seed in range(100):
        rng = Random(seed)
        for moves in range(60, 130, 10):
            dealt = deal(rng, moves)
            state = dealt.state
            if state.rules.key != "phylo-1.4a" or state.over:
                continue
            can_play = any(action["do"] == "play" for action in state.legal(state.to_act[0]))
            if can_play and len(state.position()["spaces"]) >= ON_TABLE:
                return dealt
    raise RuntimeError("no such game")


def apart(*arguments: str) -> str:
    """What this module prints in a process of its own, with an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"DATABASE_URL": f"sqlite:///{folder}/pages.sqlite3", "PHYLO_DATA": folder}
        command = [sys.executable, "-m", "tests.bench.rendering", *arguments]
        done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout


def table() -> list[str]:
    """Rows of the table of `make bench`."""
    lines = [
        "| drawing a page, of a core | time | HTML | compressed | wanted |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for row in json.loads(apart("measure")):
        page = Drawn(*row)
        sizes = f"{page.size / 1000:.0f} KB | {page.sent / 1000:.0f} KB"
        lines.append(f"| {page.name} | {page.cost:.1f} ms | {sizes} | {page.wanted} |")
    return lines


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")
    match sys.argv[1:]:
        case ["measure"]:
            print(json.dumps([list(vars(row).values()) for row in measure()]))
        case ["profile", page]:
            profile(page)
        case ["--profile", page]:
            print(apart("profile", page))
        case _:
            print("\n".join(table()))
