"""
What a site of many players needs, reckoned from measured costs: the tables of docs/scale.md.

python -m tests.bench.scale                         prints the tables
python -m tests.bench.scale --write                 also writes them into docs/scale.md
python -m tests.bench.scale --run FOLDER --write    with the costs that `tests.soak.scale` has measured

Plain Python, the same numbers every time. The costs of the last such run are kept in scale.json beside this
file, the others in OTHERS; whoever expects other players changes HABITS.
"""

import argparse
import heapq
import json
import math
import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

DOCUMENT = Path(__file__).parents[2] / "docs" / "scale.md"
MEASURED = Path(__file__).with_name("scale.json")
SIZES = (1_000, 100_000, 10_000_000)
YEAR = 365 * 24 * 3600
BEAT = 15.0  # seconds between two heartbeats of a stream
BUSY = 0.6  # the share of a core that may be taken; the rest is for moments in which more happens
LATE = 0.25  # seconds in which 95 % of what somebody waits for must be there
SLICE = 5_000  # players that are simulated; more are as many slices side by side
SECONDS = 40.0  # that are simulated


@dataclass(frozen=True)
class Costs:
    """Milliseconds are those of a core that runs the loop of docs/benchmarks.md in 75 ms."""

    move: float
    """ms, stored and told"""
    table: float
    """ms, drawn for a page after a move"""
    page: float
    """ms, of those that people read"""
    beat: float
    """ms, of a stream, its share of looking up what is new included"""
    hear: float
    """ms, of a wake-up that Redis hands to a process, whether it has a page of the match or not"""
    choice: float
    """ms, of the computer, the mean of its levels"""
    table_bytes: int
    """sent, compressed"""
    page_bytes: int
    stream: int
    """bytes of a web process's memory"""
    process: int
    """bytes without streams"""
    log: tuple[int, int]
    """bytes of the write-ahead log for a move: of few matches in turn, and each of another of many"""
    match: int
    """bytes, with its seats and all indexes"""
    moves: int
    """bytes of all moves of a match, likewise"""
    length: float
    """moves of a match"""


@dataclass(frozen=True)
class Habits:
    """What players do. Guesses: a site's own metrics know better."""

    playing: float = 0.8
    """of the players sit in a match; the others read"""
    alone: float = 0.4
    """of those who play, against the computer"""
    thinking: float = 15.0
    """seconds until a person moves, in the mean; half the moves come within two thirds of it"""
    reading: float = 20.0
    """seconds between two pages of somebody who reads"""
    from_replicas: float = 0.7
    """of what is read on such pages"""
    busiest: float = 4.0
    """players in the busiest hour for each one in the mean of a year"""


# Measured one by one (docs/scale.md names the source of each).
OTHERS: dict[str, Any] = {
    "move": 9.0,
    "page": 8.5,
    "hear": 0.03,
    "choice": 3.4,
    "page_bytes": 12_000,
    "length": 43,
}
IN_TURN = 4_000
"""Bytes of the log for a move, where few matches are played in turn."""


def measured(run: dict[str, Any]) -> Costs:
    """From what `tests.soak.scale` has written."""
    found = run["costs"]
    return Costs(
        **OTHERS,
        **{name: found[name] for name in ("table", "beat", "table_bytes", "stream", "process", "match")},
        log=(min(IN_TURN, found["log"]), max(IN_TURN, found["log"])),
        moves=found["move_bytes"] * OTHERS["length"],
    )


RUN: dict[str, Any] = json.loads(MEASURED.read_text())
COSTS = measured(RUN)
HABITS = Habits()


@dataclass(frozen=True)
class Second:
    """What happens in one with so many players."""

    players: int
    costs: Costs = COSTS
    habits: Habits = HABITS

    @property
    def matches(self) -> float:
        people = self.players * self.habits.playing
        return people * self.habits.alone + people * (1 - self.habits.alone) / 2

    @property
    def choices(self) -> float:
        """Moves of the computer: one for each of the person's."""
        return self.players * self.habits.playing * self.habits.alone / self.habits.thinking

    @property
    def moves(self) -> float:
        """In a match of two people one of them thinks."""
        return self.matches / self.habits.thinking + self.choices

    @property
    def tables(self) -> float:
        """Each move is drawn for each person at the table."""
        return self.choices * 2 + (self.moves - self.choices * 2) * 2

    @property
    def pages(self) -> float:
        return self.players * (1 - self.habits.playing) / self.habits.reading

    @property
    def streams(self) -> float:
        return self.players * self.habits.playing

    @property
    def cores(self) -> float:
        """Of web processes; the computer's moves are stored by workers."""
        own = (self.moves - self.choices) * self.costs.move
        drawn = self.tables * self.costs.table + self.pages * self.costs.page
        return (own + drawn + self.streams / BEAT * self.costs.beat) / 1000

    @property
    def workers(self) -> float:
        return self.choices * (self.costs.choice + self.costs.move) / 1000


def processes(costs: Costs, habits: Habits, players: int) -> int:
    """The fewest web processes with which 95 % of the moves are on the other page in LATE."""
    slices = max(1, players // SLICE)
    work = jobs(costs, habits, min(players, SLICE))
    least = max(1, math.ceil(sum(job.took for job in work) / SECONDS / 1000))
    for cores in range(least, 10 * least + 10):
        waits = sorted(shown(work, cores, costs))
        if waits[len(waits) * 95 // 100] <= LATE * 1000:
            return cores * slices
    raise ValueError("no number of processes is enough: a table alone takes too long")


@dataclass(frozen=True, order=True)
class Job:
    at: float
    """ms"""
    took: float
    is_move: bool = False


def jobs(costs: Costs, habits: Habits, players: int) -> list[Job]:
    """What reaches the web processes in SECONDS, but for the tables that follow moves of people."""
    rng, found = random.Random(players), []
    second = Second(players, costs, habits)
    for often, job in (
        (second.choices, Job(0, costs.move, is_move=True)),
        (second.moves - 2 * second.choices, Job(0, costs.move, is_move=True)),
        # The computer's move comes from a worker; the page is drawn again.
        (second.choices, Job(0, costs.table)),
        (second.pages, Job(0, costs.page)),
    ):
        at = 0.0
        while (at := at + rng.expovariate(often) * 1000) < SECONDS * 1000:
            found.append(replace(job, at=at))
    return sorted(found)


def shown(work: list[Job], cores: int, costs: Costs) -> Iterator[float]:
    """Milliseconds from each move until a page has its table, if `cores` take the jobs in their order."""
    free = [0.0] * cores
    waiting = [(job.at, job.took, job.at if job.is_move else -1.0, job.is_move) for job in work]
    heapq.heapify(waiting)
    while waiting:
        at, took, began, is_move = heapq.heappop(waiting)
        done = max(at, heapq.heappop(free)) + took
        heapq.heappush(free, done)
        if is_move:
            # Both pages fetch it.
            for _page in range(2):
                heapq.heappush(waiting, (done, costs.table, began, False))
        elif began >= 0:
            yield done - began


Row = list[str]


def happens(costs: Costs, habits: Habits) -> list[Row]:
    seconds = [Second(size, costs, habits) for size in SIZES]
    return [
        ["in a second", *(f"{size:,} players" for size in SIZES)],
        ["matches at the same time", *(whole(each.matches) for each in seconds)],
        ["open streams", *(whole(each.streams) for each in seconds)],
        [
            "moves, of these the computer's",
            *(f"{whole(each.moves)}, {whole(each.choices)}" for each in seconds),
        ],
        ["tables drawn", *(whole(each.tables) for each in seconds)],
        ["pages read", *(whole(each.pages) for each in seconds)],
    ]


def needed(costs: Costs, habits: Habits) -> list[Row]:
    seconds = [Second(size, costs, habits) for size in SIZES]
    webs = [processes(costs, habits, size) for size in SIZES]
    memory = [
        web * costs.process + each.streams * costs.stream for web, each in zip(webs, seconds, strict=True)
    ]
    sent = [each.tables * costs.table_bytes + each.pages * costs.page_bytes for each in seconds]
    logs = [[each.moves * log for log in costs.log] for each in seconds]
    handed = [each.moves * web for web, each in zip(webs, seconds, strict=True)]
    heard = [each.moves * costs.hear / 1000 for each in seconds]
    played = [each.moves / costs.length * YEAR / habits.busiest for each in seconds]
    return [
        ["what is needed", *(f"{size:,} players" for size in SIZES)],
        ["cores that are busy in web processes", *(whole(each.cores) for each in seconds)],
        ["web processes, a core each", *(whole(web) for web in webs)],
        ["memory of web processes", *(amount(each) for each in memory)],
        ["workers", *(whole(math.ceil(each.workers / BUSY)) for each in seconds)],
        ["transactions that write, a second", *(whole(each.moves) for each in seconds)],
        ["write-ahead log, a second", *(f"{amount(low)} to {amount(high)}" for low, high in logs)],
        ["pages from replicas, a second", *(whole(each.pages * habits.from_replicas) for each in seconds)],
        ["tasks through Redis, a second", *(whole(each.choices) for each in seconds)],
        ["wake-ups that Redis hands out, a second", *(whole(each) for each in handed)],
        ["cores of each web process that hear them", *(f"{each:.3f}" for each in heard)],
        ["sent to browsers, a second", *(amount(each) for each in sent)],
        ["matches in a year", *(whole(each) for each in played)],
        ["rows of moves in a year", *(whole(each * costs.length) for each in played)],
        [
            "tables of matches and moves after a year",
            *(amount(each * (costs.match + costs.moves)) for each in played),
        ],
    ]


def whole(number: float) -> str:
    """Three digits of it: the costs are not known better."""
    if number < 100:
        return f"{number:.0f}" if number >= 10 else f"{number:.1f}".removesuffix(".0")
    digits = len(str(int(number))) - 3
    return f"{round(number / 10**digits) * 10**digits:,}"


def amount(count: float) -> str:
    units = ["B", "KB", "MB", "GB", "TB", "PB"]
    step = min(int(math.log10(max(count, 1)) // 3), len(units) - 1)
    return f"{whole(count / 1000**step)} {units[step]}"


def tables(costs: Costs = COSTS, habits: Habits = HABITS) -> str:
    return "\n".join(in_markdown(rows) for rows in (happens(costs, habits), needed(costs, habits)))


def in_markdown(rows: list[Row]) -> str:
    head, *rest = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([head, "| --- |" + " ---: |" * (len(rows[0]) - 1), *rest, ""])


def reckoned_from(run: dict[str, Any]) -> str:
    """The costs, with the source of each."""
    costs, found = measured(run), run["costs"]
    rows = [
        ["cost", "value", "source"],
        [
            "a move, checked, stored and told",
            f"{costs.move:g} ms",
            "`python -m tests.bench.rows`: 9.0 and 10.2 ms on a machine that was busy with other work; alone"
            " about half",
        ],
        [
            "a table changed for one page",
            f"{costs.table:g} ms",
            f"the run: of the {found['action']:g} ms that web processes took for an action with all that"
            " follows, what is left without the move, for each page that was sent a move",
        ],
        [
            "a page that somebody reads",
            f"{costs.page:g} ms",
            "`python -m tests.bench.rendering`, the mean of home, cards, a card, decks and lobby: 8.6, 6.2,"
            " 6.9, 10.9 and 10.0 ms",
        ],
        [
            "a heartbeat of a stream",
            f"{costs.beat:g} ms",
            f"the run: what web processes took while {run['streams']:,} streams were open and nobody moved",
        ],
        [
            "a wake-up that a process hears",
            f"{costs.hear:g} ms",
            "20,000 messages through `redis.asyncio`, as `games/matches/stream.py` reads them: 29 µs",
        ],
        [
            "a choice of the computer",
            f"{costs.choice:g} ms",
            "`tests.bench.rows`, the greedy level; Orca thinks up to 0.3 s a turn, where computers think",
        ],
        [
            "a stream",
            amount(costs.stream),
            "the run: what web processes grew by while all others were opened",
        ],
        ["a web process", amount(costs.process), "the run: when the first 40 streams were open"],
        [
            "the write-ahead log of a move",
            f"{amount(costs.log[0])} to {amount(costs.log[1])}",
            f"`tests.bench.rows`: {amount(IN_TURN)} for a move of 40 matches played one after the other; the"
            f" run: {amount(found['log'])}, where every move is another match's, and PostgreSQL writes pages"
            " whole that change for the first time since a checkpoint",
        ],
        ["a match and its seats", amount(costs.match), "the run, tables and indexes as they were at its end"],
        [
            "the moves of a match",
            amount(costs.moves),
            f"the same: {costs.length:g} moves of {found['move_bytes']:,} bytes, indexes included",
        ],
        [
            "a change of a table and a page sent, compressed",
            f"{amount(costs.table_bytes)} and {amount(costs.page_bytes)}",
            "the run, and `tests.bench.rendering`",
        ],
        ["what Redis is told for a move", f"{found['redis']:g} commands", "the run"],
    ]
    return in_markdown(rows).replace(" ---: |\n", " --- |\n", 1)


def what_helps(costs: Costs) -> str:
    second = Second(100_000, costs)
    drawn = second.tables * costs.table / 1000 / second.cores
    cheap = processes(replace(costs, table=6, move=4), HABITS, second.players)
    return (
        f"What helps most is at the top of the second table: {drawn:.0%} of the web processes' time goes into"
        f" tables. With 6 ms for\nwhat has changed, {whole(cheap)} processes are enough for 100,000 players,"
        " if a move takes 4 (`--cost table=6 move=4`).\n"
    )


def parts(run: dict[str, Any]) -> dict[str, str]:
    """Of the document, by their marks."""
    costs = measured(run)
    return {"scale": tables(costs), "costs": reckoned_from(run), "help": what_helps(costs)}


def marked(name: str, text: str) -> str:
    return f"<!-- {name} begin -->\n\n{text}\n<!-- {name} end -->"


def written(page: str, name: str, text: str) -> str:
    """The page with another text between the marks."""
    before, rest = page.split(f"<!-- {name} begin -->")
    return before + marked(name, text) + rest.split(f"<!-- {name} end -->")[1]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--run", type=Path, metavar="FOLDER", help="in which tests.soak.scale has written")
    parser.add_argument(
        "--write", action="store_true", help="into docs/scale.md; a run is kept beside this file"
    )
    parser.add_argument("--cost", nargs="*", default=[], help="another one, as table=6")
    parser.add_argument("--habit", nargs="*", default=[], help="another one, as thinking=30")
    arguments = parser.parse_args()
    run = json.loads((arguments.run / "scale.json").read_text()) if arguments.run else RUN
    costs, habits = (
        replace(usual, **{name: float(value) for name, _is, value in (each.partition("=") for each in given)})
        for usual, given in ((measured(run), arguments.cost), (HABITS, arguments.habit))
    )
    print(tables(costs, habits))
    if arguments.write:
        found = parts(run)
        if arguments.run:
            shutil.copyfile(arguments.run / "scale.json", MEASURED)
            found["run"] = (arguments.run / "scale.md").read_text()
        page = DOCUMENT.read_text()
        for name, text in found.items():
            page = written(page, name, text)
        DOCUMENT.write_text(page)


if __name__ == "__main__":
    main()
