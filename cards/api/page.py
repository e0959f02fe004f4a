"""The API for people who read: a page drawn from the OpenAPI document."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from cards.api.document import document, operations
from cards.api.parts import parts
from cards.api.resource import Address

LONGEST_LIST = 2
LONGEST_TEXT = 120


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter, or a part of an object. `type` is HTML."""

    name: str
    type: SafeString
    words: SafeString
    required: bool
    default: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """One address. `method_path` is as in the document; `address` is one to try, empty if there is none."""

    name: str
    method: str
    path: str
    summary: str
    words: SafeString
    fields: list[Field]
    answers: list[tuple[str, SafeString]]
    shape: str
    sent: str
    address: str
    example: str
    media: str


@dataclass(frozen=True, slots=True)
class Chapter:
    key: str
    title: str
    operations: list[Operation]


@dataclass(frozen=True, slots=True)
class Shape:
    """An object of the answers."""

    name: str
    words: SafeString
    type: SafeString
    fields: list[Field]


@cache_control(private=True, no_cache=True)
@require_safe
def api_page(request: HttpRequest) -> HttpResponse:
    root = request.build_absolute_uri("/").removesuffix("/")
    drawn = document(Address(root, request.path, request.GET))
    context = {
        "root": root,
        "about": coded(drawn["info"]["description"]),
        "chapters": chapters(drawn),
        "shapes": [shape(name, schema) for name, schema in drawn["components"]["schemas"].items()],
        "limits": settings.API_LIMITS,
        "refused": pretty(_refused(drawn)),
    }
    return render(request, "api/page.html", context)


def _refused(drawn: dict[str, Any]) -> Any:
    """The example of a query that cannot be read."""
    listed = drawn["paths"]["/api/v1/cards/"]["get"]["responses"]["400"]
    [content] = listed["content"].values()
    return content["examples"]["query"]["value"]


def chapters(drawn: dict[str, Any]) -> list[Chapter]:
    titles = {
        "cards": _("Cards"),
        "search": _("Search"),
        "vocabularies": _("Vocabularies"),
        "decks": _("Decks and rules"),
        "bulk": _("Bulk data"),
        "about": _("About the API"),
    } | {name: str(title) for part in parts() for name, (title, _words) in part.tags.items()}
    found = {
        tag["name"]: Chapter(tag["name"], titles.get(tag["name"], tag["name"]), []) for tag in drawn["tags"]
    }
    for path, method, each in operations(drawn):
        found[each["tags"][0]].operations.append(_operation(path, method, each))
    return list(found.values())


def _operation(path: str, method: str, drawn: dict[str, Any]) -> Operation:
    done = next(answer for status, answer in drawn["responses"].items() if status < "300")
    contents: dict[str, Any] = done.get("content", {})
    [media] = [*contents][:1] or [""]
    content: dict[str, Any] = contents.get(media, {"schema": {}})
    body: dict[str, Any] = drawn.get("requestBody", {"content": {}})
    sent: dict[str, Any] = body["content"].get("application/json", {"schema": {}})["schema"]
    fields = [
        Field(
            name=parameter["name"],
            type=typed(parameter["schema"]),
            words=coded(parameter.get("description", "")),
            required=parameter.get("required", False),
            default=str(parameter["schema"].get("default", "")),
        )
        for parameter in drawn.get("parameters", [])
    ]
    return Operation(
        name=drawn["operationId"],
        method=method.upper(),
        path=path,
        summary=drawn["summary"],
        words=coded(drawn.get("description", "")),
        fields=fields,
        sent=sent.get("$ref", "").rpartition("/")[2],
        answers=[(status, coded(answer["description"])) for status, answer in drawn["responses"].items()],
        shape=content["schema"].get("$ref", "").rpartition("/")[2],
        address=drawn.get("x-try", ""),
        example=pretty(content["example"]) if "example" in content else "",
        media=media,
    )


def shape(name: str, schema: dict[str, Any]) -> Shape:
    required = schema.get("required", [])
    fields = [
        Field(each, typed(part), coded(part.get("description", "")), each in required)
        for each, part in schema.get("properties", {}).items()
    ]
    return Shape(
        name, coded(schema.get("description", "")), SafeString("") if fields else typed(schema), fields
    )


def typed(schema: dict[str, Any]) -> SafeString:
    """A JSON schema in few words, with links to the objects that it names."""
    return mark_safe("".join(_typed(schema)))


def _typed(schema: dict[str, Any]) -> Iterator[str]:
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        yield f'<a href="#shape-{name}">{name}</a>'
    elif "oneOf" in schema:
        yield escape(_(" or ")).join("".join(_typed(each)) for each in schema["oneOf"])
    elif "enum" in schema:
        yield ", ".join(
            f"<code>{escape('null' if value is None else value)}</code>" for value in schema["enum"]
        )
    elif schema.get("type") == "array":
        yield escape(_("list of ")) + "".join(_typed(schema.get("items", {})))
    elif "properties" in schema:
        yield escape(_("object with ")) + ", ".join(
            f"<code>{escape(name)}</code>" for name in schema["properties"]
        )
    else:
        yield escape(_plain_type(schema))


def _plain_type(schema: dict[str, Any]) -> str:
    names = {
        "string": _("text"),
        "integer": _("whole number"),
        "boolean": _("true or false"),
        "object": _("object"),
        "array": _("list"),
        "null": "null",
    }
    formats = {"uri": _("address"), "date-time": _("date and time")}
    kinds = schema.get("type", [])
    words = _(" or ").join(
        formats.get(schema.get("format", ""), names[kind]) if kind == "string" else names[kind]
        for kind in ([kinds] if isinstance(kinds, str) else kinds)
    )
    if "minimum" in schema and "maximum" in schema:
        words += f" {schema['minimum']}–{schema['maximum']}"
    return words or _("anything")


def coded(text: str) -> SafeString:
    """Plain text with `code` in backticks, as HTML."""
    pieces = escape(text).split("`")
    return mark_safe(
        "".join(f"<code>{piece}</code>" if place % 2 else piece for place, piece in enumerate(pieces))
    )


def pretty(value: Any) -> str:
    """JSON for the eye: long lists and texts are cut, and say so."""
    return "\n".join(_lines(value, ""))


def _lines(value: Any, indent: str) -> Iterator[str]:
    inner = indent + "  "
    if isinstance(value, dict) and value:
        yield "{"
        for place, (name, each) in enumerate(value.items()):
            first, *rest = _lines(each, inner)
            lines = [f"{inner}{json.dumps(name)}: {first}", *rest]
            lines[-1] += "," if place < len(value) - 1 else ""
            yield from lines
        yield indent + "}"
    elif isinstance(value, list) and any(isinstance(each, dict | list) for each in value):
        yield "["
        for place, each in enumerate(value[:LONGEST_LIST]):
            first, *rest = _lines(each, inner)
            lines = [inner + first, *rest]
            lines[-1] += "," if place < len(value) - 1 else ""
            yield from lines
        if len(value) > LONGEST_LIST:
            more = _("%(count)d more") % {"count": len(value) - LONGEST_LIST}
            yield f"{inner}… {more}"
        yield indent + "]"
    else:
        text = json.dumps(value, ensure_ascii=False)
        yield text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "…"
