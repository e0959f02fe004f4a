"""The same code on PostgreSQL and Redis, with web, worker and beat as separate processes."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from tests.services import processes
from tests.services.processes import until
from tests.services.site import ROOT, Site
from tests.services.visitor import Visitor


@dataclass(frozen=True)
class Several:
    """The web process, the logs of two workers, and the ports at which web and thinkers answer Prometheus."""

    site: Site
    worker_log: Path
    thinker_log: Path
    webs: int
    thinkers: int


@pytest.fixture(scope="module")
def several(services_env: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Several]:
    folder = tmp_path_factory.mktemp("several")
    webs, thinkers = processes.free_port(), processes.free_port()
    shown = services_env | {"LOG_FORMAT": "json", "LOG_LEVEL": "INFO"}
    worker_log, thinker_log = folder / "worker.log", folder / "thinker.log"
    with Site(folder / "web", env=shown | told_at(webs)) as site:
        # Pages wait for no worker.
        assert json.loads(site.get("/readyz")) == {"missing": []}
        with (
            processes.celery_worker(shown, log=worker_log, queues=""),
            processes.celery_worker(shown | told_at(thinkers), log=thinker_log, queues="thinking"),
            processes.celery_beat(shown, log=folder / "beat.log"),
        ):
            yield Several(site, worker_log, thinker_log, webs, thinkers)


def test_all_are_at_work(several):
    assert json.loads(several.site.get("/healthz")) == {"database": True}
    log = several.worker_log
    until(lambda: re.search(r"games\.tasks\.sweep\[.*succeeded", log.read_text()), log)


def test_a_checkup_finds_the_workers_and_the_schedule(several):
    """Both workers have the same name, as where the commands of docs/deploy.md are run on one machine."""
    env = several.site.env | {"SITE_URL": several.site.url}
    wanted = {
        "well   Workers: one sends mails and runs clocks",
        "well   Workers: one plays turns",
        "well   Schedule: queues what is regular",
        "well   Clock: agrees with the database's",
        "well   Work: nothing waits longer than usual",
    }

    def found() -> bool:
        command = [sys.executable, "manage.py", "checkup"]
        done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True)
        return wanted <= {*done.stdout.splitlines()}

    # One that has a task just now does not answer.
    until(found, several.worker_log)


def test_an_id_goes_from_the_request_into_the_answer_and_the_task(several):
    """Two processes, one id: the request that deals a match and the bot's turn that it queues."""
    visitor = Visitor(several.site.url)
    answer = visitor.get("/healthz", **{"X-Request-ID": "from-the-proxy"})
    assert answer.headers["X-Request-ID"] == "from-the-proxy"
    assert visitor.get("/healthz", **{"X-Request-ID": "no good"}).headers["X-Request-ID"] != "no good"
    moved = play_until_the_bot_moves(visitor)
    log = several.thinker_log
    of_task = until(lambda: [line for line in json_lines(log) if line["event"] == "move"], log)
    of_web = json_lines(several.site.log)
    # The same two processes answer Prometheus, each for itself and at no address that is public.
    assert 'by="person"' in moves_told(several.webs)
    assert 'by="program"' in moves_told(several.thinkers)
    with pytest.raises(HTTPError, match="404"):
        visitor.get("/metrics")
    assert of_task[0]["match"] == moved
    assert of_task[0]["task"] == "games.tasks.play_bot_turn"
    asked = {line["request"] for line in of_web if line["event"] == "request"}
    assert {line["client"] for line in of_web if line["event"] == "request"} == {"127.0.0.0/24"}
    assert of_task[0]["request"] in asked
    ended = [line for line in of_web if line["event"] == "request" and line.get("match") == moved]
    assert {line["route"] for line in ended} <= {
        "/matches/<uuid:match_id>/",
        "/api/v1/matches/<uuid:match_id>/view/",
        "/api/v1/matches/<uuid:match_id>/actions/",
    }


def told_at(port):
    return {"METRICS_ADDRESS": f"127.0.0.1:{port}"}


def moves_told(port):
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=processes.PATIENCE) as answer:
        return next(line for line in answer.read().decode().splitlines() if line.startswith("phylo_moves_"))


def play_until_the_bot_moves(visitor):
    """Begin a match and end a turn, the second one if the bot begins; return the match's id."""
    start = visitor.post("/matches/", {"deck": "wadden-sea", "opponent_deck": "", "level": "random"})
    path = urlsplit(start.url).path
    acted = False
    for number in range(1200):
        state = json.load(visitor.get(f"/api/v1{path}view/"))
        if 0 not in state["view"]["to_act"]:
            if acted:
                break
            time.sleep(0.1)
            continue
        acted = True
        passing = next((each for each in state["legal"] if each["do"] == "pass"), state["legal"][0])
        order = {"action": passing, "version": state["version"], "key": f"k{number}"}
        visitor.post_json(f"/api/v1{path}actions/", order)
    else:
        raise AssertionError("it is never the other's turn")
    return path.split("/")[2]


def json_lines(path):
    """Celery's own first lines and the ready line are not JSON."""
    return [json.loads(line) for line in path.read_text().splitlines() if line.startswith("{")]
