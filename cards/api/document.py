"""The OpenAPI document: drawn from the resources, with examples out of the stored cards."""

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from threading import Lock
from typing import Any

import yaml
from django.http import Http404, HttpResponse, QueryDict
from django.urls import resolve
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from drf_spectacular.generators import SchemaGenerator
from rest_framework.exceptions import MethodNotAllowed, NotAcceptable, Throttled
from rest_framework.negotiation import BaseContentNegotiation

from cards.api.errors import BadParameter, NoSuchCard, NoToken, refusal
from cards.api.parameters import SearchParameters, read
from cards.api.parts import part_of, parts
from cards.api.resource import Address, Resource
from cards.api.version import code_version, data_version
from cards.decks.errors import BadChange, KeyReused, StaleEdition, TooManyDecks
from cards.models import Card, Deck, Kind
from cards.services.bulk import bulk_files
from cards.services.search import CardSearch, CursorError, QueryError
from phylo.accounts.tokens import not_known
from phylo.json_bodies import BadBody, other_type, too_large
from phylo.problems import PROBLEM

SHOWN = "horse"
OF_DECKS = {"change", "stale", "keyReused", "tooManyDecks"}
"""Names of problems that no other part has."""
_one_at_a_time = Lock()


def document(at: Address) -> dict[str, Any]:
    """The document for the host of `at`, in the active language."""
    newest = next(iter(bulk_files()), None)
    version = f"{code_version()} {data_version()} {newest.name if newest else ''}"
    with _one_at_a_time:
        return _drawn(at.root, get_language() or "", version)


@lru_cache(maxsize=8)
def _drawn(root: str, language: str, version: str) -> dict[str, Any]:
    drawn: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    drawn["servers"] = [{"url": root}]
    names = _names()
    problems = _problems()
    for operations in drawn["paths"].values():
        for operation in operations.values():
            _exemplify(operation, root, names)
            _show_problems(operation, problems)
    return drawn


def _names() -> dict[str, str]:
    """What the addresses to try are filled with; what is not there is left out."""
    card = Card.objects.filter(key=SHOWN).first() or Card.objects.filter(kind=Kind.SPECIES).first()
    deck = Deck.objects.ready().first()
    file = next(iter(bulk_files()), None)
    names = {
        "card": card.key if card else "",
        "deck": deck.slug if deck else "",
        "file": file.name if file else "",
    }
    return {name: value for name, value in names.items() if value}


def _exemplify(operation: dict[str, Any], root: str, names: dict[str, str]) -> None:
    """Put the first address that can be tried, and the answer there."""
    for template in operation.pop("x-try"):
        try:
            path, _mark, query = template.format(**names).partition("?")
        except KeyError:
            continue
        operation["x-try"] = root + path + (f"?{query}" if query else "")
        match: Any = resolve(path)
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "path":
                parameter["example"] = match.kwargs[parameter["name"]]
        for media, content in operation["responses"]["200"]["content"].items():
            if media == "application/json" and operation["operationId"] != OpenApi.operation:
                at = Address(root, path, QueryDict(query))
                content["example"] = match.func.cls.example(at, **match.kwargs)
        return


def _problems() -> dict[str, dict[str, Any]]:
    """One of each kind: status -> name -> the answer."""
    examples: dict[str, tuple[str, Callable[[], Any]]] = {
        "query": ("400", lambda: CardSearch("terain:forest")),
        "cursor": ("400", lambda: CardSearch("").slice_after("broken")),
        "parameter": ("400", lambda: read(QueryDict("size=1000"), SearchParameters)),
        "unknownParameter": ("400", lambda: read(QueryDict("siz=10"), SearchParameters)),
        "card": ("404", lambda: _raise(NoSuchCard([SHOWN]))),
        "address": ("404", lambda: _raise(Http404())),
        "method": ("405", lambda: _raise(MethodNotAllowed("POST"))),
        "mediaType": ("406", lambda: _raise(NotAcceptable())),
        "throttled": ("429", lambda: _raise(Throttled(wait=17))),
        "change": ("400", lambda: _raise(BadChange("rules", _("There are no rules of that name.")))),
        "token": ("403", lambda: _raise(NoToken())),
        "stale": ("409", lambda: _raise(StaleEdition(8))),
        "keyReused": ("422", lambda: _raise(KeyReused())),
        "tooManyDecks": ("409", lambda: _raise(TooManyDecks())),
        "large": ("413", lambda: _raise(too_large())),
        "other": ("415", lambda: _raise(other_type())),
    }
    found: dict[str, dict[str, Any]] = _problems_with_tokens()
    for name, (status, ask) in examples.items():
        try:
            ask()
        except _REFUSED as error:
            answer = refusal(error, {})
            assert answer is not None
            found.setdefault(status, {})[name] = {"value": json.loads(answer.content)}
    return found


def _problems_with_tokens() -> dict[str, dict[str, Any]]:
    none = not_known(_("This token is none (any more)."))
    found: dict[str, dict[str, Any]] = {"401": {"noToken": {"value": json.loads(none.content)}}}
    for part in parts():
        for name, raised in part.examples.items():
            answer = refusal(raised(), {})
            assert answer is not None
            found.setdefault(str(answer.status_code), {})[name] = {"value": json.loads(answer.content)}
    return found


_REFUSED = (
    QueryError, CursorError, BadParameter, NoSuchCard, Http404, MethodNotAllowed, NotAcceptable, Throttled,
    BadBody, BadChange, NoToken, StaleEdition, KeyReused, TooManyDecks,
)  # fmt: skip


def _raise(error: Exception) -> None:
    raise error


def _show_problems(operation: dict[str, Any], problems: dict[str, dict[str, Any]]) -> None:
    """Those that this address can have."""
    given = {parameter["name"] for parameter in operation.get("parameters", [])}
    needed = {
        "query": "q",
        "cursor": "cursor",
        "parameter": "size",
        "unknownParameter": "size",
        "card": "key",
    }
    writes = "requestBody" in operation
    part = part_of(operation["tags"][0])
    shut = {name for each in parts() if each is not part for name in each.examples}
    shut |= OF_DECKS if part else set()
    shut -= set(part.examples) if part else set()
    for status, response in operation["responses"].items():
        examples = {
            name: example
            for name, example in problems.get(status, {}).items()
            if name not in shut
            and (writes if name == "change" else name not in needed or needed[name] in given)
        }
        if examples and PROBLEM in response.get("content", {}):
            response["content"][PROBLEM]["examples"] = examples


class Whatever(BaseContentNegotiation):
    """For addresses that are of one type, as their names say."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


class OpenApi(Resource):
    content_negotiation_class = Whatever
    operation = "getDocument"
    tag = "about"
    summary = gettext_lazy("This document")
    about = gettext_lazy("OpenAPI 3.1, as JSON or YAML.")
    places = {
        "kind": {"type": "string", "enum": ["json", "yaml"], "description": gettext_lazy("Its notation.")}
    }
    media = ("application/json", "application/yaml")
    refusals = (400, 404, 405, 429)
    examples = ("/api/v1/openapi.json",)

    @classmethod
    def shape_schema(cls) -> dict[str, Any]:
        return {"type": "object"}

    def answer(self, given: dict[str, Any], **place: Any) -> Any:
        drawn = document(self.at)
        if place["kind"] == "json":
            return HttpResponse(
                json.dumps(drawn, ensure_ascii=False, indent=1), content_type="application/json"
            )
        text = yaml.dump(drawn, Dumper=_Plain, sort_keys=False, allow_unicode=True, width=110)
        return HttpResponse(text, content_type="application/yaml")


class _Plain(yaml.SafeDumper):
    """Repeats what is there twice instead of pointing at it."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def operations(drawn: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Path, method and operation, in the order of the document."""
    for path, methods in drawn["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation
