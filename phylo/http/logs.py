"""
Logging: each line names its request, match and user; `LOG_FORMAT=json` writes it as one JSON object.

Logs never hold the cards of hands and decks, seeds, tokens or e-mail addresses, and of the client's address
only the network. So URLs appear as their route, without arguments and query. django-structlog does not fit:
it logs whole paths, which hold tokens, and nothing for requests that end before Django. Nor does structlog's
own context: what is bound in a request's thread would be lost outside it.
"""

import ipaddress
import logging
import re
import time
from collections.abc import MutableMapping
from contextvars import ContextVar
from typing import Any

import structlog
from django.http import HttpRequest
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import LazyObject, empty

from phylo.http.storage import fault_of

FORMATS = ("text", "json")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
FLOODED = ("asyncio", "uvicorn.error", "phylo.serving.connections", "phylo.serving.handler")
# PostgreSQL's error details, which quote whole rows; e-mail addresses and passwords in URLs; API tokens.
SECRETS = (
    (re.compile(r"^(DETAIL|CONTEXT):.*(?:\n[ \t].*)*", re.MULTILINE), r"\1: …"),
    (re.compile(r"[^\s<>\"'(),/]+@[\w-]+(\.[\w-]+)+"), "…@…"),
    (re.compile(r"\bphylo_[\w-]{8,}", re.ASCII), "phylo_…"),
)

BREAKS = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]+")

# One mutable object per request, so that its last line also has what was noted in Django's threads.
_facts: ContextVar[dict[str, Any] | None] = ContextVar("facts", default=None)


def settings(*, level: str, style: str) -> dict[str, Any]:
    """Django's LOGGING."""
    shared: list[Any] = [
        with_facts,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    renderer: Any = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if style == "json"
        else structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0, pad_level=False)
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": shared,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    # Without the values of variables.
                    structlog.processors.format_exc_info,
                    without_secrets,
                    on_one_line,
                    renderer,
                ],
            }
        },
        "filters": {"route": {"()": RouteForPath}, "once": {"()": OnceAMinute}},
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["route"]}
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            # Missing pages and refused actions are no faults of the site.
            "django.request": {"level": "ERROR"},
            # It repeats every second what the failing requests say.
            "psycopg.pool": {"level": "ERROR"},
            # No more files for connections, too many connections, shares taken.
            **{name: {"filters": ["once"]} for name in FLOODED},
            # It logs full URLs with their query; `front.Requests` writes these lines instead.
            "uvicorn.access": {"level": "CRITICAL"},
        }
        # Below INFO these loggers quote the arguments of tasks and queries.
        | {
            name: {"level": at_least_info(level)}
            for name in ("celery", "kombu", "django.db", "django.template")
        },
    }


def at_least_info(level: str) -> str:
    return "INFO" if level == "DEBUG" else level


def note(**facts: object) -> None:
    """Add fields to every later log line of this request or task."""
    known = _facts.get()
    if known is not None:
        known.update(facts)


def network(address: str) -> str | None:
    """The network of a client: an IPv4 address's /24, an IPv6 address's /48. None if it is no address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return None
    known = found.ipv4_mapped or found if isinstance(found, ipaddress.IPv6Address) else found
    return str(ipaddress.ip_network((known.packed, 24 if known.version == 4 else 48), strict=False))


def noted(name: str) -> Any:
    """A field of this request or task; None if it is not known."""
    return (_facts.get() or {}).get(name)


def current_request() -> str | None:
    """The id of the request that is being served, or that queued this task."""
    return noted("request")


def begin(facts: dict[str, Any]) -> dict[str, Any] | None:
    """Start a request or a task. Returns the outer fields, which `end` restores."""
    outer = _facts.get()
    _facts.set(facts)
    return outer


def end(outer: dict[str, Any] | None) -> None:
    _facts.set(outer)


class NoteMiddleware(MiddlewareMixin):
    """Notes route, match and user. The user is logged only if a view has loaded it: that costs queries."""

    def process_view(
        self, request: HttpRequest, view: object, arguments: object, named: dict[str, object]
    ) -> None:
        note(route=route_of(request), user=Asking(request))
        if "match_id" in named:
            note(match=str(named["match_id"]))


class Asking:
    """The user of a request, without loading it."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @property
    def pk(self) -> int | None:
        user = self.request.user
        unknown = isinstance(user, LazyObject) and user.__dict__.get("_wrapped", empty) is empty
        return None if unknown else user.pk


def route_of(request: HttpRequest) -> str:
    return f"/{request.resolver_match.route}" if request.resolver_match else "unknown"


class RouteForPath(logging.Filter):
    """
    Replaces paths, which may hold tokens and invitation codes, by their route, and the traceback of a fault
    of the database by its reason: a full disk fails every request, and its log must not grow fast. Nor does a
    request that is refused as suspicious need a traceback: what the client sent is no fault of the site.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security."):
            record.exc_info = None
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            record.args = tuple(route_of(request) if arg == request.path else arg for arg in record.args)
            if record.exc_info and (fault := fault_of(record.exc_info[1])):
                record.exc_info = None
                record.msg += f" ({fault.reason.replace('%', '%%')})"
        return True


class OnceAMinute(logging.Filter):
    """Lets a line pass if it was not written in the last minute: a flood causes the same one each time."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now = time.monotonic()
        line = f"{record.getMessage()} {record.exc_info and record.exc_info[1]!r}"
        if now < self._said.get(line, now):
            return False
        self._said = {said: until for said, until in self._said.items() if now < until} | {line: now + 60}
        return True


def with_facts(
    logger: object, method: str, event: MutableMapping[str, object]
) -> MutableMapping[str, object]:
    for name, value in (_facts.get() or {}).items():
        value = value.pk if isinstance(value, Asking) else value
        if value is not None:
            event.setdefault(name, value)
    return event


def without_secrets(
    logger: object, method: str, event: MutableMapping[str, object]
) -> MutableMapping[str, object]:
    for name, value in event.items():
        if isinstance(value, str):
            for pattern, instead in SECRETS:
                value = pattern.sub(instead, value)
            event[name] = value
    return event


def on_one_line(
    logger: object, method: str, event: MutableMapping[str, object]
) -> MutableMapping[str, object]:
    """What was typed may be in a message, and must not look like another line. Tracebacks stay whole."""
    event["event"] = BREAKS.sub(" ", str(event["event"]))
    return event
