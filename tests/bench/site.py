"""The one-process site under a real player: how soon the computer and the pages answer, and its memory.

A visitor plays whole matches over HTTP against the greedy bot and listens to the stream, as a browser does.
"""

import contextlib
import json
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from urllib.parse import urlsplit

from tests.services.site import Site
from tests.services.visitor import Visitor


@dataclass
class Times:
    """Seconds, and the site's memory in bytes after the matches.

    bot: from the answer to the action that ended the turn to the computer's first move on the stream.
    action: of answering an action. table: of rendering the table of a version.
    puzzle: of the page of the next puzzle. answer: of judging an action in it.
    """

    bot: list[float] = field(default_factory=list)
    action: list[float] = field(default_factory=list)
    table: list[float] = field(default_factory=list)
    puzzle: list[float] = field(default_factory=list)
    answer: list[float] = field(default_factory=list)
    memory: int = 0


class Stream(threading.Thread):
    """Notes when each version was announced."""

    def __init__(self, visitor: Visitor, path: str) -> None:
        super().__init__(daemon=True)
        self.seen: dict[int, float] = {}
        self.news = threading.Condition()
        self.answer = visitor.get(f"/api/v1{path}stream/")
        self.start()

    def run(self) -> None:
        # A finished match has nothing more to say: the connection falls silent and times out.
        with contextlib.suppress(OSError):
            for line in self.answer:
                if line.startswith(b"id: "):
                    with self.news:
                        self.seen[int(line[4:])] = time.perf_counter()
                        self.news.notify_all()

    def wait_beyond(self, version: int) -> float:
        """When a later version than this one was first announced."""
        with self.news:
            if not self.news.wait_for(lambda: max(self.seen, default=0) > version, timeout=10):
                raise TimeoutError(f"no move after version {version}")
            return min(when for number, when in self.seen.items() if number > version)


def play_match(visitor: Visitor, times: Times, seed: int) -> None:
    """One match with random actions of the visitor; the computer plays greedily."""
    rng = Random(seed)
    start = visitor.post(
        "/matches/", {"deck": "great-plains-prairie", "opponent_deck": "", "level": "greedy"}
    )
    path = urlsplit(start.url).path
    stream = Stream(visitor, path)
    while True:
        game = json.load(visitor.get(f"/api/v1{path}view/"))
        if game["view"]["over"]:
            return
        if not game["legal"]:
            stream.wait_beyond(game["version"])
            continue
        begin = time.perf_counter()
        order = {
            "action": rng.choice(game["legal"]),
            "version": game["version"],
            "key": f"k{game['version']}",
        }
        version = json.load(visitor.post_json(f"/api/v1{path}actions/", order))["version"]
        answered = time.perf_counter()
        times.action.append(answered - begin)
        visitor.get(f"{path}table/?version={version}").read()
        times.table.append(time.perf_counter() - answered)
        after = json.load(visitor.get(f"/api/v1{path}view/?version={version}"))["view"]
        if not after["over"] and after["turn"]["seat"] == 1:
            times.bot.append(max(0.0, stream.wait_beyond(version) - answered))


def solve(visitor: Visitor, times: Times, puzzles: int) -> None:
    """So many puzzles, each with a first action that is not right: the best line is then told in words."""
    for _number in range(puzzles):
        begin = time.perf_counter()
        shown = visitor.get("/puzzles/next/")
        shown.read()
        answered = time.perf_counter()
        times.puzzle.append(answered - begin)
        order = {"action": {"do": "pass"}, "version": 0, "key": "one"}
        visitor.post_json(f"/api/v1{urlsplit(shown.url).path}actions/", order).read()
        times.answer.append(time.perf_counter() - answered)


def measure(matches: int) -> Times:
    times = Times()
    with tempfile.TemporaryDirectory() as folder, Site(Path(folder)) as site:
        visitor = Visitor(site.url)
        for seed in range(matches):
            play_match(visitor, times, seed)
        solve(visitor, times, 20 * matches)
        times.memory = site.memory
    return times


def table(matches: int) -> list[str]:
    times = measure(matches)
    lines = ["| one process, SQLite | median | 95 % | wanted |", "| --- | ---: | ---: | ---: |"]
    for name, seconds, wanted in (
        ("the computer's first move after the player's turn", times.bot, "300 ms"),
        ("answer to an action", times.action, "–"),
        ("table of a version", times.table, "–"),
        ("page of the next puzzle", times.puzzle, "100 ms"),
        ("answer to a puzzle", times.answer, "50 ms"),
    ):
        worst = sorted(seconds)[int(len(seconds) * 0.95)]
        lines.append(f"| {name} | {median(seconds) * 1000:.0f} ms | {worst * 1000:.0f} ms | {wanted} |")
    return [*lines, f"| memory after {matches} matches | {times.memory / 1e6:.0f} MB | – | 150 MB |"]
