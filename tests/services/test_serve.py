"""`manage.py serve`, the process behind `make run`."""

import http.client
import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import closing
from urllib.parse import urlencode

import pytest

from phylo.serving.server import AddressInUse, claim, listen
from tests.services.site import ROOT, Site
from tests.services.visitor import Visitor
from tests.soak.cluster import CSRF, PATIENCE

BURST = 30
MATCH = {"deck": "great-plains-prairie", "level": "random"}


def test_ready_line_is_the_last(tmp_path):
    with Site(tmp_path) as site:
        assert site.log.read_text().splitlines()[-1] == f"Phylo is ready: open {site.url}/"


def test_health(site):
    assert json.loads(site.get("/healthz")) == {"database": True}


def test_serves_without_what_few_processes_need(site):
    """
    Libraries of 60 MB for pictures, workbooks, prints, lettering, weak passwords and Redis, and 100 MB for
    compiled code, which the thinking process has.
    """
    command = [sys.executable, "-c", "import sys, phylo.asgi, phylo.urls; print(*sys.modules)"]
    imported = subprocess.run(command, env=site.env, cwd=ROOT, capture_output=True, text=True, check=True)
    rare = {"PIL", "openpyxl", "pypdf", "segno", "fontTools", "zxcvbn", "redis", "typst", "numba", "numpy"}
    assert not rare & set(imported.stdout.split())


def test_taken_port(site):
    command = [sys.executable, "manage.py", "serve"]
    second = subprocess.run(command, env=site.env, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert second.returncode == 2
    assert len(second.stderr.splitlines()) == 1
    assert f"port {site.port}" in second.stderr


def test_impossible_address():
    with pytest.raises(AddressInUse):
        claim("127.0.0.1", 70000)


def test_of_two_that_start_at_once_one_listens():
    """And it accepts no connections before it is prepared: a proxy uses another process meanwhile."""
    with claim("127.0.0.1", 0) as first:
        address = first.getsockname()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(address)
        second = claim(*address)
        listen(first)
        socket.create_connection(address).close()
        with pytest.raises(AddressInUse):
            listen(second)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=lambda how: how.name)
def test_stops_cleanly_and_starts_again(tmp_path, prepared, how):
    with Site(tmp_path, like=prepared) as site:
        key = (tmp_path / "secret-key").read_text()
        # A connection that a browser keeps open must not hold up the process.
        idle = http.client.HTTPConnection("127.0.0.1", site.port)
        idle.request("GET", "/healthz")
        idle.getresponse().read()
        assert site.stop(how) == 0
        assert "Traceback" not in site.log.read_text()
        idle.close()
        site.start()
        assert (tmp_path / "secret-key").read_text() == key


def test_stops_while_streams_are_open(tmp_path, prepared):
    with Site(tmp_path, like=prepared) as site:
        visitor = Visitor(site.url)
        deck = re.search(r'name="deck"[^>]*\svalue="([^"]+)"', visitor.get("/").read().decode())[1]
        match = visitor.post("/matches/", {"deck": deck, "level": "random"}).url.removeprefix(site.url)
        streams = [visitor.get(f"/api/v1{match}stream/") for _ in range(3)]
        assert all(stream.readline() for stream in streams)
        assert site.stop(signal.SIGINT) == 0
        # Whole, as far as they go: nothing was cut off.
        assert all(stream.read() for stream in streams)
        assert site.log.read_text().splitlines()[-1].startswith("Phylo is ready")


def test_stops_while_much_is_asked(tmp_path, prepared):
    """Every request is answered: what was confirmed is done, the others may be sent again."""
    with Site(tmp_path, like=prepared) as site, ThreadPoolExecutor(BURST) as pool:
        asked = {f"visitor-{number}": pool.submit(sign_up, site, number) for number in range(BURST)}
        # Password hashing is slow on purpose, so that the other requests are under way.
        wait(asked.values(), return_when=FIRST_COMPLETED)
        assert site.stop() == 0
        statuses = {name: each.result() for name, each in asked.items()}
        assert set(statuses.values()) == {302, 503}
        assert "Traceback" not in site.log.read_text()
        site.start()
        with closing(sqlite3.connect(site.folder / "phylo.sqlite3")) as database:
            stored = {name for (name,) in database.execute("SELECT username FROM accounts_user")}
        assert {name for name, status in statuses.items() if status == 302} <= stored
        assert sign_up(site, BURST) == 302


def test_many_write_at_once(tmp_path, prepared):
    """More requests than are computed at the same time, each in a thread with its own connection."""
    with Site(tmp_path, like=prepared) as site, ThreadPoolExecutor(BURST) as pool:
        begun = pool.map(lambda _number: post(site, "/matches/", MATCH), range(2 * BURST))
        assert [status for status in begun if status != 302] == []
        assert site.log.read_text().splitlines()[-1].startswith("Phylo is ready")


def sign_up(site, number):
    password = "a long hedgerow"
    return post(
        site, "/sign-up/", {"username": f"visitor-{number}", "password1": password, "password2": password}
    )


def post(site, path, fields):
    """The status of the response to a form, over a separate connection."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"csrftoken={CSRF}",
        "X-CSRFToken": CSRF,
    }
    with closing(connection):
        connection.request("POST", path, urlencode(fields), headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status


def test_static_files_are_cached_for_ever(site):
    page = site.get("/").decode()
    names = re.findall(r'"(/static/[^"#]+)', page)
    assert names
    for name in names:
        connection = http.client.HTTPConnection("127.0.0.1", site.port)
        connection.request("GET", name, headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        assert answer.status == 200, name
        assert "immutable" in answer.headers["Cache-Control"], name
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
