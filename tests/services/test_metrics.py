"""What Prometheus is told, by what names, and that the dashboard and the alerts ask for these."""

import asyncio
import json
import re
from pathlib import Path

import pytest
import yaml
from django.db import DatabaseError, connection
from prometheus_client import REGISTRY

from games.matches.services.play import play_bot_turn
from phylo.celery import answer_prometheus
from phylo.http import logs
from phylo.jobs.backlog import Backlog
from phylo.serving import metrics
from phylo.serving.condition import Condition
from phylo.serving.front import Requests
from phylo.serving.handler import EVENT_STREAM
from tests.factories import deal

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = re.compile(r"\b(?:phylo|process)_\w+")
OF_THE_LABELS = re.compile(r"\{[^}]*\}")
TOLD = Condition(
    frozenset({"redis"}),
    {"turns": Backlog(3, 40.0), "tasks": Backlog(0, 0.0)},
    queued={"celery": 7, "thinking": 3},
)


class Pool:
    def get_stats(self):
        return {"pool_size": 4, "pool_available": 3, "connections_lost": 2}


@pytest.fixture
def told(monkeypatch):
    """`told(name, **labels)`, the value of a sample; None if it is not told."""
    monkeypatch.setattr(metrics, "condition", lambda: TOLD)
    monkeypatch.setattr(metrics, "connection", type("Connection", (), {"pool": Pool()}))
    conditions = metrics.Conditions()
    REGISTRY.register(conditions)
    yield REGISTRY.get_sample_value
    REGISTRY.unregister(conditions)


def ask(method, route, *, status=200, kind=b"text/html", during=lambda: None):
    """Of an application that notes the route and answers so; None is a client who has left."""

    async def application(scope, receive, send):
        logs.note(route=route)
        if status:
            await send(
                {"type": "http.response.start", "status": status, "headers": [(b"content-type", kind)]}
            )
        during()

    async def send(message):
        pass

    scope = {"type": "http", "method": method, "path": "/x/4711/", "headers": []}
    asyncio.run(Requests(metrics.Measured(application))(scope, None, send))


def test_requests_are_counted_by_route_and_status(told):
    labels = {"method": "GET", "route": "/x/<int:pk>/", "status": "200"}
    before = told("phylo_requests_total", labels) or 0
    ask("GET", "/x/<int:pk>/")
    assert told("phylo_requests_total", labels) == before + 1
    assert told("phylo_response_seconds_count", {"route": "/x/<int:pk>/"}) == before + 1


def test_nobody_chooses_a_label(told):
    """Each value is kept for ever: made-up methods and addresses would fill the memory."""
    ask("BREW-4711", None, status=404)
    assert told("phylo_requests_total", {"method": "other", "route": "none", "status": "404"})
    ask("GET", None, status=None)
    assert told("phylo_requests_total", {"method": "GET", "route": "none", "status": "none"})
    kept = {text for family in REGISTRY.collect() for each in family.samples for text in each.labels.values()}
    assert not any("4711" in text for text in kept)


def test_a_fault_outside_django_counts_as_the_error_that_the_server_answers(told):
    def fail():
        raise ZeroDivisionError

    labels = {"method": "GET", "route": "none", "status": "500"}
    before = told("phylo_requests_total", labels) or 0
    with pytest.raises(ZeroDivisionError):
        ask("GET", None, status=None, during=fail)
    assert told("phylo_requests_total", labels) == before + 1


def test_streams_count_while_they_are_open(told):
    before, open_then = told("phylo_streams_open"), []
    kind = EVENT_STREAM.encode()
    ask("GET", "/stream/", kind=kind, during=lambda: open_then.append(told("phylo_streams_open")))
    assert (open_then, told("phylo_streams_open")) == ([before + 1], before)


@pytest.mark.django_db(transaction=True)
def test_the_moves_and_thoughts_of_the_computer(told):
    match = deal(None, bot="random")
    labels, level = {"rules": match.rules, "by": "program"}, {"level": "random"}
    moves = told("phylo_moves_total", labels) or 0
    thoughts = told("phylo_computer_thinking_seconds_count", level) or 0
    assert play_bot_turn(match_id=match.pk, version=match.version)
    assert told("phylo_moves_total", labels) == moves + 1
    assert told("phylo_computer_thinking_seconds_count", level) == thoughts + 1


@pytest.mark.django_db
def test_queries_are_timed_and_their_faults_counted(told):
    metrics.measure(connection)
    metrics.measure(connection)
    try:
        before = told("phylo_database_query_seconds_count")
        faults = told("phylo_database_errors_total", {"error": "DatabaseError"}) or 0
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            assert told("phylo_database_query_seconds_count") == before + 1
            with pytest.raises(DatabaseError), connection.execute_wrapper(failing):
                cursor.execute("SELECT 1")
        assert told("phylo_database_errors_total", {"error": "DatabaseError"}) == faults + 1
    finally:
        connection.execute_wrappers.remove(metrics.measured_query)
    assert metrics.measured_query not in connection.execute_wrappers


def test_the_worker_within_a_web_process_leaves_the_answer_to_it(monkeypatch, settings):
    """It would find the address taken, and end: no computer would move, and no mail leave."""
    monkeypatch.setattr(metrics, "serve", lambda: "taken")
    settings.EMBEDDED = True
    answer_prometheus()
    settings.EMBEDDED = False
    with pytest.raises(SystemExit):
        answer_prometheus()


def failing(execute, sql, params, many, context):
    raise DatabaseError


def test_what_is_looked_up_when_prometheus_asks(told):
    assert told("phylo_missing", {"what": "redis"}) == 1
    assert told("phylo_missing", {"what": "database"}) is None
    assert told("phylo_backlog", {"kind": "turns"}) == 3
    assert told("phylo_backlog_oldest_seconds", {"kind": "turns"}) == 40
    assert told("phylo_queue_length", {"queue": "celery"}) == 7
    assert told("phylo_queue_length", {"queue": "thinking"}) == 3
    assert told("phylo_redis_breaker_open") == 0
    assert told("phylo_database_connections", {"state": "used"}) == 1
    assert told("phylo_database_connections_lost_total") == 2


def test_dashboard_and_alerts_ask_for_what_is_told(told):
    ends = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    names = {
        family.name: {family.name + end for end in ends.get(family.type, ("",))}
        for family in REGISTRY.collect()
    }
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]
    panels = json.loads((DEPLOY / "grafana-dashboard.json").read_text())["panels"]
    queries = [rule["expr"] for rule in rules]
    queries += [target["expr"] for panel in panels for target in panel["targets"]]
    asked = {name for each in queries for name in NAME.findall(OF_THE_LABELS.sub("", each))}
    assert asked <= set().union(*names.values())
    assert [name for name, told in names.items() if name.startswith("phylo_") and not told & asked] == []


def test_every_alert_is_explained():
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]
    text = (DEPLOY.parent / "docs" / "deploy.md").read_text()
    assert [rule["alert"] for rule in rules if f"| `{rule['alert']}` |" not in text] == []
