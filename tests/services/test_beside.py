"""Two web processes on one machine and one SQLite file, without Redis."""

import json
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from tests.services.processes import PATIENCE, free_port, until
from tests.services.site import Site
from tests.services.test_several_processes import json_lines, told_at
from tests.services.visitor import Visitor
from tests.soak.cluster import Browser

TWO = {"WEB_PROCESSES": "2"}
SOON = 10.0  # seconds: less than until a heartbeat, which would make up for a lost wake-up


@pytest.fixture(scope="module")
def two(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    env = TWO | {"LOG_FORMAT": "json", "LOG_LEVEL": "INFO"} | told_at(free_port())
    with Site(tmp_path_factory.mktemp("two"), env=env, like=prepared) as site:
        yield site


@pytest.fixture
def opened() -> Iterator[Callable[[Browser], Browser]]:
    """`opened(browser)` closes it after the test."""
    with ExitStack() as stack:
        yield lambda browser: stack.enter_context(closing(browser))


def test_both_serve_and_are_ready_together(two):
    for pid in two.webs:
        with closing(browser_at(two, pid)) as browser:
            assert browser.ask("/readyz") == (200, '{"missing": []}')
            assert browser.ask("/status/")[0] == 200
    assert two.log.read_text().count("Phylo is ready") == 1


def test_a_move_at_either_is_seen_at_both_and_the_computer_answers(two, opened):
    path, session = match_of(two)
    watching = [opened(browser_at(two, pid, session)) for pid in two.webs]
    told = [versions(each.listen(f"/api/v1{path}stream/")) for each in watching]
    for number, pid in enumerate(two.webs):
        with closing(browser_at(two, pid, session)) as browser:
            state = until(partial(my_turn, browser, path))
            passing = next((each for each in state["legal"] if each["do"] == "pass"), state["legal"][0])
            began = time.monotonic()
            answer = act(browser, path, state["version"], passing, **{"X-Request-ID": f"from-{number}"})
            assert answer["version"] == state["version"] + 1
            for each in told:
                assert any(version > state["version"] for version in each)
            assert time.monotonic() - began < SOON
    # Both requests have queued the computer's turn, which the main process makes and counts.
    for number in range(2):
        until(partial(of_task, two.log, f"from-{number}"))
    main = int(two.env["METRICS_ADDRESS"].rpartition(":")[2])
    moves = [f'phylo_moves_total{{by="{by}",rules="phylo-1.3"}}' for by in ("person", "program")]
    assert [move in told_by(main) for move in moves] == [True, True]
    assert [move in told_by(main + 1) for move in moves] == [True, False]


def test_requests_are_counted_together(two, opened):
    left, browsers = [], [opened(browser_at(two, pid)) for pid in two.webs]
    for browser in browsers * 3:
        browser.connection.request("GET", "/api/v1/cards/aardvark/")
        answer = browser.connection.getresponse()
        answer.read()
        left.append(int(re.search(r"r=(\d+)", answer.headers["RateLimit"])[1]))
    # Once at most, a new minute has begun.
    assert [before - after for before, after in pairwise(left)].count(1) >= len(left) - 2


def test_the_other_goes_on_while_the_main_process_hangs(two, opened):
    main, other = two.webs
    path, session = match_of(two)
    browser = opened(browser_at(two, other, session))
    state = until(partial(my_turn, browser, path))
    os.kill(main, signal.SIGSTOP)
    try:
        act(browser, path, state["version"], state["legal"][0])
        assert browser.ask("/readyz") == (503, '{"missing": ["worker"]}')
    finally:
        os.kill(main, signal.SIGCONT)
    until(lambda: browser.ask("/readyz") == (200, '{"missing": []}'))
    assert two.webs == [main, other]


def test_one_that_is_killed_comes_back_and_the_site_goes_on(two, opened):
    _main, other = two.webs
    os.kill(other, signal.SIGKILL)
    for _time in range(5):
        assert json.loads(two.get("/healthz")) == {"database": True}
    _main, new = until(lambda: len(found := two.webs) == 2 and found[1] != other and found)
    assert opened(browser_at(two, new)).ask("/readyz") == (200, '{"missing": []}')
    assert "A web process has ended (-9)" in two.log.read_text()


def test_it_ends_with_the_main_process_which_starts_again_at_once(tmp_path, prepared, opened):
    with Site(tmp_path, env=TWO, like=prepared) as site:
        _main, other = site.webs
        # Even if it does not come to know.
        os.kill(other, signal.SIGSTOP)
        site.restart(signal.SIGKILL)
        assert not alive(other)
        # And now in order.
        _main, other = site.webs
        path, session = match_of(site)
        watching = [opened(browser_at(site, pid, session)) for pid in site.webs]
        streams = [each.listen(f"/api/v1{path}stream/") for each in watching]
        assert all(stream.readline() for stream in streams)
        assert site.stop(signal.SIGINT) == 0
        assert not alive(other)
        # Whole, as far as they go.
        assert all(stream.read() for stream in streams)
        assert site.log.read_text().splitlines()[-1].startswith("Phylo is ready")


def match_of(site: Site) -> tuple[str, str]:
    """The path of a match against the computer, and the session of its player."""
    visitor = Visitor(site.url)
    path = urlsplit(visitor.post("/matches/", {"deck": "wadden-sea", "level": "random"}).url).path
    return path, next(cookie.value for cookie in visitor.cookies if cookie.name == "sessionid")


def act(browser: Browser, path: str, version: int, action: dict, **headers: str) -> dict:
    order = {"action": action, "version": version, "key": f"k{version}"}
    status, text = browser.ask(f"/api/v1{path}actions/", order, **headers)
    assert status == 200, text
    return json.loads(text)


def browser_at(site: Site, pid: int, session: str = "") -> Browser:
    """Which process accepts a connection is chance, so several are made."""
    late = time.monotonic() + PATIENCE
    while time.monotonic() < late:
        browser = Browser(site.port, session)
        browser.ask("/healthz")
        if who_has(browser.connection.sock.getsockname()[1], site) == pid:
            return browser
        browser.close()
    raise AssertionError("the process accepts nothing")


def who_has(port: int, site: Site) -> int | None:
    """The process that has the connection from a port of ours."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ends = f":{site.port:04X}", f":{port:04X}"
    sockets = {f"socket:[{row[9]}]" for row in rows if (row[1][-5:], row[2][-5:]) == ends}
    for pid in site.webs:
        for file in Path(f"/proc/{pid}/fd").iterdir():
            try:
                if str(file.readlink()) in sockets:
                    return pid
            except OSError:
                continue
    return None


def my_turn(browser: Browser, path: str) -> dict | None:
    state = json.loads(browser.ask(f"/api/v1{path}view/")[1])
    return state if state["legal"] else None


def versions(stream) -> Iterator[int]:
    for line in iter(stream.readline, b""):
        if line.startswith(b"data: {"):
            yield json.loads(line[6:])["version"]


def of_task(log: Path, request: str) -> bool:
    return any(line.get("task") and line.get("request") == request for line in json_lines(log))


def told_by(port: int) -> str:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as answer:
        return answer.read().decode()


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
