"""Log lines: whose they are, what they never contain, and the id that connects request and task."""

import asyncio
import json
import logging
import re
import sys

import pytest
import structlog
from django.core.exceptions import ImproperlyConfigured, SuspiciousOperation
from django.test import RequestFactory

from phylo import env
from phylo.http import logs
from phylo.serving import front

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


def test_a_suspicious_request_needs_no_traceback(lines):
    def write(logger):
        try:
            raise SuspiciousOperation("Filtering by seed__gt not allowed")
        except SuspiciousOperation as error:
            of = {"name": "django.security.DisallowedModelAdminLookup", "levelno": logging.ERROR}
            logger.handle(logging.makeLogRecord(of | {"msg": str(error), "exc_info": sys.exc_info()}))

    [line] = lines(write)
    assert (line["event"], "exception" in line) == ("Filtering by seed__gt not allowed", False)


def test_a_path_is_told_as_its_route(lines):
    request = RequestFactory().get("/account/email/secret-of-the-mail/")

    def write(logger):
        logger.error("Internal Server Error: %s", request.path, extra={"request": request})

    (line,) = lines(write)
    assert line["event"] == "Internal Server Error: unknown"


def test_structlog_loggers_take_the_same_way(lines):
    (line,) = lines(lambda logger: structlog.stdlib.get_logger("test.logs").info("move", number=4))
    assert (line["event"], line["number"], line["logger"]) == ("move", 4, "test.logs")


@pytest.mark.parametrize(
    ("status", "level"), [(200, "info"), (404, "info"), (401, "warning"), (403, "warning")]
)
def test_what_was_not_allowed_is_told_at_any_level(status, level):
    async def application(scope, receive, send):
        await send({"type": "http.response.start", "status": status, "headers": []})

    async def send(message):
        pass

    with structlog.testing.capture_logs() as told:
        scope = {"type": "http", "method": "POST", "path": "/x/4711/", "headers": []}
        asyncio.run(front.Requests(application)(scope, None, send))
    assert [(line["log_level"], line["status"]) for line in told] == [(level, status)]


def test_there_are_two_formats(monkeypatch):
    monkeypatch.setenv("LOG_FORMAT", "xml")
    with pytest.raises(ImproperlyConfigured, match="text, json"):
        env.choice("LOG_FORMAT", logs.FORMATS, default="text")
