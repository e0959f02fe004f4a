"""
The copy without a server on a slow device: python -m tests.bench.offline [folder of `make static`].

Chromium whose processes for pages run only a share of the time, as on a processor SLOWER times slower than
one that runs `rendering.loop` in LOOP seconds. Chromium's own throttling slows the page alone, but Python
runs in a worker.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from threading import Event, Thread
from time import monotonic, perf_counter
from typing import Any, ClassVar

from playwright.sync_api import Browser, sync_playwright

from tests.bench import rendering
from tests.browser.offline.device import Device
from tests.services import programs
from tests.services.file_server import FileServer, Quiet
from tests.services.site import ROOT, static_copy_in

RUNS = 3
SLOWER = 4
SLICE = 0.01
"""Seconds for which a process runs before it is stopped again."""
LOOK = 0.3
"""Seconds after which new processes are looked for."""
PAGES = ("/cards/", "/decks/", "/cards/gray-wolf/", "/rules/")
AGAINST_FOX = {"deck": "uluru", "level": "fox"}
TURNS, MOST = 4, 100
"""Of Fox; own actions."""


@dataclass
class Found:
    """
    Bytes over the wire; seconds until the first page is there, the first time and later; of a page, of an own
    action, and of a turn of Fox.
    """

    size: int = 0
    first: float = 0
    again: list[float] = field(default_factory=list)
    page: list[float] = field(default_factory=list)
    action: list[float] = field(default_factory=list)
    fox: list[float] = field(default_factory=list)


class Counting(Quiet):
    sent: ClassVar[int] = 0
    """Bytes of files."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        content = source.read()
        Counting.sent += len(content)
        outputfile.write(content)


@contextmanager
def slowed(browser: Browser) -> Iterator[None]:
    """Until the end, the browser's processes for pages are stopped most of the time."""
    session, over = browser.new_browser_cdp_session(), Event()
    rate = max(1.0, SLOWER * rendering.LOOP / rendering.loop())

    told = session.send("SystemInfo.getProcessInfo")["processInfo"]
    main = next(int(each["id"]) for each in told if each["type"] == "browser")

    def slow() -> None:
        looked, pids = -LOOK, list[int]()
        while not over.is_set():
            if monotonic() - looked > LOOK:
                looked, pids = monotonic(), of_pages(main)
            _signal(pids, signal.SIGSTOP)
            over.wait(SLICE * (rate - 1))
            _signal(pids, signal.SIGCONT)
            over.wait(SLICE)

    thread = Thread(target=slow, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def of_pages(browser: int) -> list[int]:
    """The processes of the browser that show pages; another address may have begun another one."""
    parents, renderers = {}, []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if b"--type=renderer" in (folder / "cmdline").read_bytes():
                renderers.append(int(folder.name))
        except OSError:
            continue

    def is_below(pid: int) -> bool:
        return pid == browser or (pid in parents and is_below(parents[pid]))

    return [pid for pid in renderers if is_below(pid)]


def _signal(pids: list[int], number: int) -> None:
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue


def measure(copy: Path) -> Found:
    found = Found()
    server = FileServer(copy, Counting)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=programs.chromium(), args=["--no-sandbox"])
        with browser.new_context() as context:
            device = Device(context.new_page(), server.url)
            with slowed(browser):
                found.first = timed(device.fetch)
            found.size = Counting.sent
            server.close()
            for _ in range(RUNS):
                with slowed(browser):
                    found.again.append(timed(device.reload))
            with slowed(browser):
                for _ in range(RUNS):
                    for address in PAGES:
                        found.page.append(timed(partial(device.open, address)))
                play(device, found)
        browser.close()
    return found


def play(device: Device, found: Found) -> None:
    """Against Fox, by chance."""
    chance = Random(1)
    device.open("/")
    match = device.send("/matches/", AGAINST_FOX).strip("/").split("/")[-1]
    device.open(f"/matches/{match}/")
    for _action in range(MOST):
        seen = device.ask(f"matches/{match}/view/")
        if not seen["legal"]:
            found.fox.append(timed(partial(until_own_turn, device, match)))
            if len(found.fox) == TURNS:
                break
            continue
        action = {name: value for name, value in chance.choice(seen["legal"]).items() if name != "seat"}
        sent = {"action": action, "version": seen["version"], "key": f"at-{seen['version']}"}
        found.action.append(timed(partial(device.ask, f"matches/{match}/actions/", sent)))


def until_own_turn(device: Device, match: str) -> None:
    while not device.ask(f"matches/{match}/view/")["legal"]:
        if device.ask(f"matches/{match}/")["status"] != "playing":
            break
        device.page.wait_for_timeout(20)


def timed(act: Callable[[], object]) -> float:
    began = perf_counter()
    act()
    return perf_counter() - began


def table(copy: Path | None = None) -> list[str]:
    """Rows of the table of `make bench`."""
    found = measure(copy or static_copy_in(ROOT / ".pytest_cache" / "d" / "static-copy"))
    rows = (
        ("bytes over the wire", f"{found.size / 1e6:.1f} MB", "14.0 MB"),
        ("ready, the first time", f"{found.first:.1f} s", "–"),
        ("ready, from then on", f"{min(found.again):.1f} s", "6.0 s"),
        ("a page, median and slowest", spread(found.page), "600 ms"),
        ("an own action, median and slowest", spread(found.action), "300 ms"),
        ("a turn of *Fox*, median and slowest", spread(found.fox), "3,000 ms"),
    )
    return [
        f"| the copy, {SLOWER} times slower | measured | wanted |",
        "| --- | ---: | ---: |",
        *(f"| {name} | {measured} | {wanted} |" for name, measured, wanted in rows),
    ]


def spread(seconds: list[float]) -> str:
    return f"{median(seconds) * 1000:,.0f}, {max(seconds) * 1000:,.0f} ms" if seconds else "–"


if __name__ == "__main__":
    print("\n".join(table(Path(sys.argv[1]) if len(sys.argv) > 1 else None)))
