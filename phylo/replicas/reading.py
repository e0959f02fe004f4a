"""
Which requests read from a replica, and the router that sends their queries there.

A request is answered by one replica or by the primary, and goes over to the primary for good when it writes
or begins a transaction. So what is kept in a process under "as the cards were at …" never holds something
older than its key says: key and contents come from the same replica, or the contents from the primary.
"""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import Error, connections, models
from django.http import HttpRequest, HttpResponse
from psycopg_pool import PoolTimeout

from phylo.http.metrics import REPLICA_READS
from phylo.http.storage import fault_of
from phylo.replicas import marks
from phylo.replicas.standby import Replica, watch

PICTURES = {"card-art", "card-face", "card-face-png", "card-preview"}
"""Their addresses change with their contents: a replica has the right one, or none."""
PAGES = PICTURES | {
    "rules", "rule-set", "cards-help", "api-vocabulary",
    "cards", "card", "card-record", "card-history", "cards-print", "cards-print-pdf", "decks", "deck",
    "deck-history", "deck-version", "deck-text", "deck-json", "deck-qr", "deck-compare", "deck-insight",
    "deck-hand", "deck-print", "deck-pdf", "sets", "set", "set-json", "set-print", "set-pdf", "watch",
    "leaders", "person", "match-replay", "replay-imported", "replay-imported-record",
    "api-cards", "api-card", "api-card-relation", "api-card-revisions", "api-card-revision", "api-picks",
    "api-random", "api-explain", "api-decks", "api-deck", "api-deck-versions", "api-deck-version",
    "api-collections", "api-collection", "api-collection-cards", "api-collection-card", "api-match-record",
}  # fmt: skip
"""By URL name: what only reads, and need not be of this very second. All else is read from the primary."""
ANSWERED = {HTTPStatus.OK, HTTPStatus.NOT_MODIFIED, HTTPStatus.PARTIAL_CONTENT}


@dataclass
class Visit:
    """A request that is being answered; `replica` is None when it reads from the primary."""

    replica: Replica | None = None
    wrote: bool = False


@cache
def read_from_replicas() -> frozenset[str]:
    """The labels of the slices. Sessions, accounts and tokens are always the primary's: what is withdrawn is
    so at once."""
    return frozenset(config.label for config in apps.get_app_configs() if config.name in settings.SLICES)


_visit: ContextVar[Visit | None] = ContextVar("visit", default=None)


class Router:
    """Django's database router. Outside requests, as in workers and commands, everything is the primary's."""

    def db_for_read(self, model: type[models.Model], **hints: Any) -> str:
        visit = _visit.get()
        if visit is None or visit.replica is None or model._meta.app_label not in read_from_replicas():
            return "default"
        if connections["default"].in_atomic_block:
            visit.replica = None
            return "default"
        return visit.replica.alias

    def db_for_write(self, model: type[models.Model], **hints: Any) -> str:
        if (visit := _visit.get()) is not None:
            visit.replica, visit.wrote = None, True
        return "default"

    def allow_relation(self, one: models.Model, other: models.Model, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == "default"


class WrittenMiddleware:
    """Notes for visitors how far the log had come when they wrote. Outermost: sessions are stored late."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        visit = Visit()
        outer = _visit.set(visit)
        try:
            response = self.get_response(request)
            if visit.wrote:
                marks.note(request, response)
            return response
        finally:
            _visit.reset(outer)


class ReplicaMiddleware:
    """
    Answers from a replica what only reads, if that has all that the visitor has written. What it refuses or
    fails at is asked of the primary, so that nobody is told that something new does not exist. Must be last,
    as it calls the view.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], arguments: Any, named: Any
    ) -> HttpResponse | None:
        name = request.resolver_match.url_name if request.resolver_match else None
        visit = _visit.get()
        if visit is None or request.method not in {"GET", "HEAD"} or name not in PAGES:
            return None
        watch.start()
        user, answer = request.user, None
        try:
            answer = self._answer(request, visit, name, lambda: view(request, *arguments, **named))
        except Exception:
            # Django asks the view again, and has the pages for what goes wrong.
            pass
        finally:
            visit.replica = None
        if answer is None:
            # As it was: whoever is kept out is found out when a view asks for the user the first time.
            request.user = user
        return answer

    def _answer(
        self, request: HttpRequest, visit: Visit, name: str, view: Callable[[], HttpResponse]
    ) -> HttpResponse | None:
        """None if the primary has to answer. Raises whatever the view does."""
        replica = watch.one_that_has(0 if name in PICTURES else marks.noted(request))
        if replica is None:
            REPLICA_READS.labels("later" if watch.one_that_has(0) else "none").inc()
            return None
        visit.replica, outcome = replica, "again"
        try:
            response = view()
            if callable(render := getattr(response, "render", None)):
                response = render()
            if response.status_code not in ANSWERED:
                return None
            outcome = "replica"
            return response
        except Error as error:
            # That the pool had no connection to spare says nothing about the server, nor does a query that
            # it gave up because of what it had to replay.
            if fault_of(error) is not None and not isinstance(error.__cause__, PoolTimeout):
                replica.failed(error)
            raise
        finally:
            REPLICA_READS.labels(outcome).inc()
