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
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.http import HttpResponse
    from django.test import Client

    from tests.bench.tables import Dealt

    Ask = Callable[[], HttpResponse]

ROUNDS = 15
LOOP = 0.075
ON_TABLE = 30  # cards
ACTION = "an action, until it is stored"
SENT = "the change after a move, sent to both pages"
CHANGE = "the change after a move, fetched by one page"
BOTH = "both, among 100 matches"
MANY, MANY_ROUNDS = 100, 3
MOVES = 15  # after which it is sent or asked for


@dataclass(frozen=True)
class Drawn:
    """Milliseconds of a scaled core in the middle and at worst, bytes as they are and compressed."""

    name: str
    wanted: str
    cost: float
    worst: float
    size: int
    sent: int


def loop() -> float:
    """Seconds of this core for two million small additions."""
    x, began = 0, time.process_time()
    for i in range(2_000_000):
        x += i & 7
    return time.process_time() - began


def measure() -> list[Drawn]:
    rows = [_drawn(name, wanted, _again(client, url)) for name, wanted, client, url in pages()]
    return [*rows, *(_drawn(name, wanted, asked()) for name, (wanted, asked) in of_moves().items())]


def of_moves() -> "dict[str, tuple[str, Callable[[], Iterator[Ask]]]]":
    """What those who play ask for, each in a game of its own that goes on: what is wanted, and how."""
    return {
        ACTION: ("8 ms", _actions),
        SENT: ("12 ms", _sent),
        BOTH: ("20 ms", _among_many),
        CHANGE: ("6 ms", _changes),
    }


def pages() -> "list[tuple[str, str, Client, str]]":
    """Name, what is wanted, who asks, address; on the empty database of this process's settings."""
    from django.conf import settings
    from django.test import Client

    set_up()
    prepare()
    dealt = middle_of_a_game()
    path, session = dealt.path, dealt.acting
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


def set_up() -> None:
    """Django, with one more page."""
    import django
    from django.conf import settings

    django.setup()
    settings.ALLOWED_HOSTS = ["*"]
    settings.ROOT_URLCONF = "tests.bench.plain"


def prepare() -> None:
    """The real cards in the empty database of this process's settings, and the static files."""
    from django.core.management import call_command

    from cards.loading.load import load_card_set

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    load_card_set()


def profile(name: str) -> None:
    """Where the time of one page goes, by functions."""
    import cProfile
    import pstats

    asked, moves = {page[0]: page[2:] for page in pages()}, of_moves()
    if name not in (*asked, *moves):
        sys.exit(f"no page {name!r}; there are: {', '.join((*asked, *moves))}")
    found = cProfile.Profile()
    for ask in moves[name][1]() if name in moves else _again(*asked[name]):
        found.runcall(ask)
    pstats.Stats(found).sort_stats("cumulative").print_stats(60)


def _drawn(name: str, wanted: str, asked: "Iterator[Ask]") -> Drawn:
    costs, sizes, sent = [], [], []
    for ask in asked:
        scale = LOOP / loop()
        began = time.process_time()
        answer = ask()
        costs.append((time.process_time() - began) * scale * 1000)
        assert answer.status_code == 200, (name, answer.status_code)
        sizes.append(len(answer.content))
        as_it_is = "Content-Encoding" in answer.headers
        sent.append(len(answer.content if as_it_is else gzip.compress(answer.content, 6)))
    return Drawn(name, wanted, median(costs), max(costs), int(median(sizes)), max(sent))


def _again(client: "Client", url: str) -> "Iterator[Ask]":
    """The same page ROUNDS times."""
    for _ in range(3):
        client.get(url)
    for _ in range(ROUNDS):
        yield partial(client.get, url)


def _actions() -> "Iterator[Ask]":
    from tests.bench.open_match import OpenMatch
    from tests.bench.tables import steady_choice

    match, rng = OpenMatch(middle_of_a_game()), Random(0)
    for _ in range(MOVES):
        seat, action = steady_choice(rng, match.dealt.state)
        yield partial(match.act, seat, action)
        match.acted(seat, action)


def _sent() -> "Iterator[Ask]":
    from tests.bench.open_match import OpenMatch
    from tests.bench.tables import steady_choice

    match, rng = OpenMatch(middle_of_a_game()), Random(0)
    for _ in range(MOVES):
        seen = match.dealt.version
        match.dealt.play(*steady_choice(rng, match.dealt.state))
        yield partial(match.sent, seen)


def _among_many() -> "Iterator[Ask]":
    """Each in another match than the one before, so that what is kept of few matches is of no use."""
    from tests.bench.open_match import OpenMatch
    from tests.bench.tables import choice, deal

    rng = Random(0)
    matches = [OpenMatch(deal(rng, rng.randrange(MOVES))) for _ in range(MANY)]

    def move(match: OpenMatch, seat: int, action: dict[str, Any]) -> "HttpResponse":
        seen, done = match.dealt.version, match.act(seat, action)
        match.acted(seat, action)
        return done if done.status_code != 200 else match.sent(seen)

    for _round in range(MANY_ROUNDS):
        for match in matches:
            if not match.dealt.state.over:
                yield partial(move, match, *choice(rng, match.dealt.state))


def _changes() -> "Iterator[Ask]":
    """What both players' pages ask for after each of the next MOVES moves, unless their streams bring it."""
    from games.table.parts import HEADER
    from tests.bench.open_match import OpenMatch
    from tests.bench.tables import steady_choice

    match, rng = OpenMatch(middle_of_a_game()), Random(0)
    url = f"{match.dealt.path}table/"
    for _ in range(MOVES):
        shown = [
            re.findall('data-digest="([^"]+)', client.get(url).content.decode()) for client in match.clients
        ]
        match.dealt.play(*steady_choice(rng, match.dealt.state))
        for client, digests in zip(match.clients, shown, strict=True):
            yield partial(client.get, url, headers={HEADER: "".join(dict.fromkeys(digests))})


def middle_of_a_game() -> "Dealt":
    """A V1.4a match with ON_TABLE cards on the table, where one can be played and MOVES more will follow."""
    from tests.bench.tables import deal, steady_choice

    for seed in range(100):
        dealt, rng = deal(Random(seed), rules="phylo-1.4a"), Random(seed)
        while len(dealt.state.position()["spaces"]) < ON_TABLE and not dealt.state.over:
            dealt.play(*steady_choice(rng, dealt.state))
        if dealt.state.over:
            continue
        ahead, rng = dealt.state.copy(), Random(0)
        can_play = any(action["do"] == "play" for action in ahead.legal(ahead.to_act[0]))
        for _ in range(MOVES):
            if not ahead.over:
                seat, action = steady_choice(rng, ahead)
                ahead.apply({**action, "seat": seat})
        if can_play and not ahead.over:
            return dealt
    raise RuntimeError("no such game")


def apart(*arguments: str, module: str = "tests.bench.rendering") -> str:
    """What the module prints in a process of its own, with an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"DATABASE_URL": f"sqlite:///{folder}/pages.sqlite3", "PHYLO_DATA": folder}
        command = [sys.executable, "-m", module, *arguments]
        done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout


def table() -> list[str]:
    """Rows of the table of `make bench`."""
    lines = [
        "| drawing a page, of a core | median | worst | HTML | compressed | wanted |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in json.loads(apart("measure")):
        page = Drawn(*row)
        sizes = f"{page.size / 1000:.0f} KB | {page.sent / 1000:.0f} KB"
        lines.append(f"| {page.name} | {page.cost:.1f} ms | {page.worst:.1f} ms | {sizes} | {page.wanted} |")
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
