"""Log lines: whose they are, what they never contain, and the id that connects request and task."""

import json
import logging
import re
import time
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
import structlog
from django.core.exceptions import ImproperlyConfigured
from django.test import RequestFactory

from phylo import env
from phylo.http import logs
from tests.services import processes
from tests.services.site import Site
from tests.services.visitor import Visitor

UNSEEN = ("ada@example.org", "phylo_AbCdEf123456789", "4711", "grey-wolf")

FAILING_ROW = 'not null\nDETAIL:  Failing row contains (4711, ["grey-wolf"]).'


@pytest.fixture
def lines():
    """`lines(write)` returns what `write(logger)` leaves in a JSON log."""
    settings = logs.settings(level="DEBUG", style="json")
    made = settings["formatters"]["line"]

    def written(write):
        kept = []
        handler = logging.Handler()
        handler.addFilter(logs.RouteForPath())
        handler.setFormatter(
            made["()"](foreign_pre_chain=made["foreign_pre_chain"], processors=made["processors"])
        )
        handler.emit = lambda record: kept.append(handler.format(record))
        logger = logging.getLogger("test.logs")
        logger.setLevel("DEBUG")
        logger.addHandler(handler)
        try:
            write(logger)
        finally:
            logger.removeHandler(handler)
        return [json.loads(line) for line in kept]

    return written


def test_a_line_says_whose_it_is(lines):
    outer = logs.begin({"request": "r1"})
    logs.note(match="m1")
    try:
        (line,) = lines(lambda logger: logger.warning("Late by %s", 3))
    finally:
        logs.end(outer)
    assert (line["event"], line["level"], line["logger"]) == ("Late by 3", "warning", "test.logs")
    assert (line["request"], line["match"]) == ("r1", "m1")
    assert re.match(r"\d{4}-\d\d-\d\dT", line["timestamp"])


@pytest.mark.parametrize(
    ("client", "told"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2::3", "2001:db8:1::/48"),
        ("::1", "::/48"),
        ("", None),
        ("unix:", None),
    ],
)
def test_of_a_clients_address_the_network_is_told(client, told):
    assert logs.network(client) == told


def test_outside_a_request_there_is_nothing_to_say(lines):
    logs.note(match="m1")
    (line,) = lines(lambda logger: logger.warning("Late"))
    assert not {"request", "match", "user"} & line.keys()


def test_addresses_tokens_and_rows_are_left_out(lines):
    def write(logger):
        logger.warning("No mail to %s for phylo_AbCdEf123456789", "Ada <ada@example.org>")
        try:
            raise ValueError(FAILING_ROW)
        except ValueError:
            logger.exception("It broke")

    text = json.dumps(lines(write))
    assert [each for each in UNSEEN if each in text] == []
    assert "not null" in text
    assert "ValueError" in text


def test_a_message_is_one_line(lines):
    (line,) = lines(lambda logger: logger.warning("No deck %s", "wolf\r\n2026 [error] forged\x1b[2J"))
    assert line["event"] == "No deck wolf 2026 [error] forged [2J"


def test_a_path_is_told_as_its_route(lines):
    request = RequestFactory().get("/account/email/secret-of-the-mail/")

    def write(logger):
        logger.error("Internal Server Error: %s", request.path, extra={"request": request})

    (line,) = lines(write)
    assert line["event"] == "Internal Server Error: unknown"


def test_structlog_loggers_take_the_same_way(lines):
    (line,) = lines(lambda logger: structlog.stdlib.get_logger("test.logs").info("move", number=4))
    assert (line["event"], line["number"], line["logger"]) == ("move", 4, "test.logs")


def test_there_are_two_formats(monkeypatch):
    monkeypatch.setenv("LOG_FORMAT", "xml")
    with pytest.raises(ImproperlyConfigured, match="text, json"):
        env.choice("LOG_FORMAT", logs.FORMATS, default="text")


def test_an_id_goes_from_the_request_into_the_answer_and_the_task(services_env, tmp_path, prepared):
    """Two processes, one id: the request that deals a match and the bot's turn that it queues."""
    webs, workers = processes.free_port(), processes.free_port()
    shown = services_env | {"LOG_FORMAT": "json", "LOG_LEVEL": "INFO"}
    worker_log = tmp_path / "worker.log"
    with (
        Site(tmp_path / "web", env=shown | told_at(webs), like=prepared) as site,
        processes.celery_worker(shown | told_at(workers), log=worker_log),
    ):
        visitor = Visitor(site.url)
        answer = visitor.get("/healthz", **{"X-Request-ID": "from-the-proxy"})
        assert answer.headers["X-Request-ID"] == "from-the-proxy"
        assert visitor.get("/healthz", **{"X-Request-ID": "no good"}).headers["X-Request-ID"] != "no good"
        moved = play_until_the_bot_moves(visitor)
        end = time.monotonic() + 20
        while not (of_task := [line for line in json_lines(worker_log) if line["event"] == "move"]):
            assert time.monotonic() < end, worker_log.read_text()
            time.sleep(0.1)
        of_web = json_lines(site.log)
        # The same two processes answer Prometheus, each for itself and at no address that is public.
        assert 'by="person"' in moves_told(webs)
        assert 'by="program"' in moves_told(workers)
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
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        return next(line for line in answer.read().decode().splitlines() if line.startswith("phylo_moves_"))


def play_until_the_bot_moves(visitor):
    """Begin a match and end a turn, the second one if the bot begins; return the match's id."""
    start = visitor.post("/matches/", {"deck": "wadden-sea", "opponent_deck": "", "level": "random"})
    path = urlsplit(start.url).path
    acted = False
    for number in range(300):
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
    return path.split("/")[2]


def json_lines(path):
    """Celery's own first lines and the ready line are not JSON."""
    return [json.loads(line) for line in path.read_text().splitlines() if line.startswith("{")]
