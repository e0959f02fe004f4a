"""
Answers Prometheus: on METRICS_ADDRESS, away from the site's own port, so that no proxy can make it public.

Each process answers for itself, at an address of its own. The library could add up the processes of a machine
in files, but these have no memory, files and connections of each, which show what is wrong with one.
"""

from collections.abc import Callable, Iterator
from time import perf_counter

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from prometheus_client import REGISTRY, disable_created_metrics, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from phylo.http import logs, redis
from phylo.http.metrics import QUERIES, QUERY_ERRORS, REQUESTS, RESPONSES, STREAMS
from phylo.serving.condition import condition
from phylo.serving.front import Application, Message, Receive, Scope, Send
from phylo.serving.graceful_shutdown import is_live

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def serve(number: int = 0) -> str | None:
    """
    Answer from now on, if METRICS_ADDRESS says where; another web process of that number, so many ports
    later. Returns in a line why that cannot be, or None.
    """
    if settings.METRICS_ADDRESS is None:
        return None
    host, port = settings.METRICS_ADDRESS[0], settings.METRICS_ADDRESS[1] + number
    # When each began to be counted: a third of all that is told, and nobody asks.
    disable_created_metrics()
    try:
        start_http_server(port, addr=host)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        return f"Cannot answer Prometheus on {host} port {port}: {reason}."
    REGISTRY.register(Conditions())
    connection_created.connect(measure)
    return None


class Measured:
    """Counts requests, and measures how long they take. Must be within `front.Requests`."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        began, status, live = perf_counter(), "none", False

        async def noted(message: Message) -> None:
            nonlocal status, live
            if message["type"] == "http.response.start":
                status = str(message["status"])
                RESPONSES.labels(route()).observe(perf_counter() - began)
                if live := is_live(message.get("headers", ())):
                    STREAMS.inc()
            await send(message)

        try:
            await self.application(scope, receive, noted)
        except Exception:
            # The server answers for us.
            status = "500" if status == "none" else status
            raise
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            REQUESTS.labels(route(), method, status).inc()
            if live:
                STREAMS.dec()


def route() -> str:
    """Of the URL table; "none" for static files and addresses that do not exist."""
    return logs.noted("route") or "none"


def measure(connection: BaseDatabaseWrapper, **kwargs: object) -> None:
    """Receives `connection_created`, each time that a thread takes a connection."""
    if measured_query not in connection.execute_wrappers:
        connection.execute_wrappers.append(measured_query)


def measured_query(
    execute: Callable[..., object], sql: str, params: object, many: bool, context: object
) -> object:
    with QUERIES.time():
        try:
            return execute(sql, params, many, context)
        except DatabaseError as error:
            QUERY_ERRORS.labels(type(error).__name__).inc()
            raise


class Conditions(Collector):
    """What is looked up only when Prometheus asks."""

    def describe(self) -> Iterator[Metric]:
        """Without looking anything up."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        now = condition()
        missing = GaugeMetricFamily("phylo_missing", "1 for each that /readyz would name.", labels=["what"])
        for what in sorted(now.missing):
            missing.add_metric([what], 1)
        waiting = GaugeMetricFamily("phylo_backlog", "What waits outside requests.", labels=["kind"])
        oldest = GaugeMetricFamily(
            "phylo_backlog_oldest_seconds", "How long the oldest of it has waited.", labels=["kind"]
        )
        for kind, backlog in now.backlogs.items():
            waiting.add_metric([kind], backlog.waiting)
            oldest.add_metric([kind], backlog.oldest)
        yield from (missing, waiting, oldest)
        queued = GaugeMetricFamily("phylo_queue_length", "Tasks that no worker has taken.", labels=["queue"])
        for queue, length in now.queued.items():
            queued.add_metric([queue], length)
        yield queued
        lags = GaugeMetricFamily(
            "phylo_replica_lag_seconds", "Seconds behind the primary; +Inf if left out.", labels=["replica"]
        )
        for alias, lag in now.lags.items():
            lags.add_metric([alias], lag)
        yield lags
        yield GaugeMetricFamily(
            "phylo_redis_breaker_open", "1 while this process does without Redis.", int(redis.is_paused())
        )
        yield from connections_of_the_pool()


def connections_of_the_pool() -> Iterator[Metric]:
    """Of PostgreSQL; nothing with SQLite."""
    pool = getattr(connection, "pool", None)
    if pool is None:
        return
    counts: dict[str, int] = pool.get_stats()
    size = GaugeMetricFamily("phylo_database_connections", "Connections to PostgreSQL.", labels=["state"])
    size.add_metric(["idle"], counts.get("pool_available", 0))
    size.add_metric(["used"], counts.get("pool_size", 0) - counts.get("pool_available", 0))
    yield size
    waiting = counts.get("requests_waiting", 0)
    yield GaugeMetricFamily("phylo_database_connections_awaited", "Threads that wait for one.", waiting)
    for name, about, count in (
        ("errors", "Attempts to connect that failed.", "connections_errors"),
        ("lost", "Connections that were found dead.", "connections_lost"),
        ("refused", "Requests that got no connection in time.", "requests_errors"),
    ):
        yield CounterMetricFamily(f"phylo_database_connections_{name}", about, counts.get(count, 0))
