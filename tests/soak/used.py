"""What the processes of a site, PostgreSQL and Redis have used so far."""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.bench.rows import position, sizes, sql
from tests.soak.killable import Server, Standing

TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Process:
    """Of a process with its children: seconds of a core, and bytes that they alone hold or their part."""

    cpu: float
    memory: int


@dataclass(frozen=True)
class Used:
    """At a moment, by `time.perf_counter`."""

    processes: dict[str, Process]
    at: float = field(default_factory=time.perf_counter)
    log: int = 0
    """Bytes of PostgreSQL's write-ahead log."""
    commands: int = 0
    """That Redis has got since it was started."""
    moves: int = 0
    matches: int = 0
    tables: dict[str, int] = field(default_factory=dict)
    """Bytes, with indexes."""

    def cores(self, since: "Used") -> dict[str, float]:
        """That were busy, of processes that lived all the time."""
        took = self.at - since.at
        return {
            name: (process.cpu - since.processes[name].cpu) / took
            for name, process in self.processes.items()
            if name in since.processes and process.cpu >= since.processes[name].cpu
        }


def used(site: Standing, more: list[Server]) -> Used:
    """`more`: processes that the site did not begin with. Raises an error of the database or of Redis."""
    import redis

    processes = {}
    for server in [*site.servers, site.beat, *more]:
        if server.process is not None and server.process.poll() is None:
            processes |= of_server(server)
    place = urlsplit(site.env["REDIS_URL"])
    with redis.Redis(host=place.hostname or "", port=place.port or 0) as client:
        stats: Any = client.info("stats")
    return Used(
        processes,
        log=position(),
        commands=int(stats["total_commands_processed"]),
        moves=int(sql("SELECT count(*) FROM games_move")),
        matches=int(sql("SELECT count(*) FROM games_match")),
        tables=sizes(),
    )


def of_server(server: Server) -> dict[str, Process]:
    """By name; the children in which workers think are told apart, PostgreSQL's are its own."""
    assert server.process is not None
    root, *children = tree(server.process.pid)
    if not server.name.startswith(("thinker", "worker")):
        return {server.name: of([root, *children])}
    found = {server.name: of([root])}
    return found | ({f"{server.name}'s child": of(children)} if children else {})


def tree(pid: int) -> list[int]:
    return [pid, *(deeper for child in children(pid) for deeper in tree(child))]


def children(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        yield from map(int, task.read_text().split())


def of(pids: list[int]) -> Process:
    """Those that have ended count in their parent."""
    ticks = memory = 0
    for number, pid in enumerate(pids):
        try:
            stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except (OSError, ProcessLookupError):
            continue
        ticks += sum(map(int, stat[11:13] if number else stat[11:15]))
        memory += next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return Process(ticks / TICK, memory * 1024)
