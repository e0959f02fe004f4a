"""`manage.py serve`, the process behind `make run`."""

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import time

import pytest

from phylo.server import AddressInUse, claim, listen
from tests.services import processes
from tests.services.site import ROOT, Site
from tests.services.visitor import Visitor


def test_ready_line_is_the_last(tmp_path):
    with Site(tmp_path) as site:
        assert site.log.read_text().splitlines()[-1] == f"Phylo is ready: open {site.url}/"


def test_health(site):
    assert json.loads(site.get("/healthz")) == {"database": True}


def test_taken_port(site):
    command = [sys.executable, "manage.py", "serve"]
    second = subprocess.run(command, env=site.env, cwd=ROOT, capture_output=True, text=True, timeout=30)
    assert second.returncode == 2
    assert len(second.stderr.splitlines()) == 1
    assert f"port {site.port}" in second.stderr


def test_impossible_address():
    with pytest.raises(AddressInUse):
        claim("127.0.0.1", 70000)


def test_of_two_that_start_at_once_one_listens():
    """And nobody is answered before: a proxy takes another process meanwhile."""
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
        # A connection that its browser keeps open must not hold the process.
        idle = http.client.HTTPConnection("127.0.0.1", site.port)
        idle.request("GET", "/healthz")
        idle.getresponse().read()
        began = time.monotonic()
        assert site.stop(how) == 0
        assert time.monotonic() - began < 4
        assert "Traceback" not in site.log.read_text()
        idle.close()
        site.start()
        assert (tmp_path / "secret-key").read_text() == key


def test_stops_while_streams_are_open(tmp_path, prepared):
    with Site(tmp_path, like=prepared) as site:
        visitor = Visitor(site.url)
        deck = re.search(r'name="deck"[^>]*\svalue="([^"]+)"', visitor.get("/").read().decode())[1]
        match = visitor.post("/matches/", {"deck": deck, "level": "random"}).url.removeprefix(site.url)
        streams = [visitor.get(f"{match}events/") for _ in range(3)]
        assert all(stream.readline() for stream in streams)
        began = time.monotonic()
        assert site.stop(signal.SIGINT) == 0
        assert time.monotonic() - began < 4
        assert site.log.read_text().splitlines()[-1].startswith("Phylo is ready")


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


def test_several_processes(services_env, tmp_path):
    """The same code on PostgreSQL and Redis: web, worker and beat apart."""
    with Site(tmp_path / "web", env=services_env) as site:
        assert json.loads(site.get("/healthz")) == {"database": True}
        assert json.loads(site.get("/readyz")) == {"missing": []}
        logs = {name: tmp_path / f"{name}.log" for name in ("worker", "beat")}
        with (
            processes.celery_worker(services_env, log=logs["worker"]),
            processes.celery_beat(services_env, log=logs["beat"]),
        ):
            deadline = time.monotonic() + 20
            while not re.search(r"games\.tasks\.sweep\[.*succeeded", logs["worker"].read_text()):
                assert time.monotonic() < deadline, logs["worker"].read_text()
                time.sleep(0.1)
