"""Strict reading of untrusted input: numbers and words in forms and URLs, JSON, request bodies."""

import json
from collections.abc import Mapping

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from phylo.http.problems import Refused

LARGEST = 64 * 1024  # bytes
GREATEST = 2**31 - 1
JSON = "application/json"


def whole_number(text: str, *, digits: int = 9) -> int | None:
    """The number written in at most `digits` ASCII digits; None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def line_in(text: str, most: int = 80) -> str:
    """A word or name from a form or URL, cut to `most` characters; "" if it has unprintable characters."""
    return text.strip()[:most] if text.isprintable() else ""


def number_in(text: str, *, default: int = 0) -> int:
    """A number from a form or URL; anything but a whole number gives `default`."""
    number = whole_number(text)
    return default if number is None else number


def page_in(request: HttpRequest, name: str = "page") -> int:
    """The page number in `?page=`, from 1. Raises Http404 for 0."""
    number = number_in(request.GET.get(name, "1"))
    if number < 1:
        raise Http404("no such page")
    return number


class BadJson(ValueError):
    """The text is not JSON; the message says where."""


class _TwiceError(ValueError):
    pass


def read_json(text: str) -> object:
    """Parse JSON. Raises BadJson, also for an object with a repeated field."""
    try:
        value: object = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        fields = {"line": error.lineno, "column": error.colno, "says": error.msg}
        raise BadJson(_("No JSON at line %(line)d, character %(column)d: %(says)s.") % fields) from error
    except _TwiceError as error:
        raise BadJson(_("An object holds “%(name)s” twice.") % {"name": f"{error!s:.60}"}) from error
    except (RecursionError, ValueError) as error:
        raise BadJson(_("The JSON is nested too deep, or holds a number too long to read.")) from error
    return value


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value: dict[str, object] = {}
    for name, each in pairs:
        if name in value:
            raise _TwiceError(name)
        value[name] = each
    return value


class BadBody(Refused, ValueError):
    """
    A request body that cannot be used. `field` names the faulty field, "" for the whole body. `code` is
    malformed, media-type or too-large.
    """

    def __init__(self, field: str, message: str, code: str = "malformed") -> None:
        super().__init__(message)
        self.field = field
        self.code = code

    def details(self) -> Mapping[str, object]:
        return {"field": self.field}


def json_body(request: HttpRequest, *, may_be_empty: bool = False) -> dict[str, object]:
    """The JSON object in the body, whatever its fields. Raises BadBody."""
    announced = request.headers.get("Content-Length", "")
    too_large = announced.isdecimal() and int(announced) > LARGEST
    body = b"" if too_large else request.read(LARGEST + 1)
    if too_large or len(body) > LARGEST:
        raise BadBody("", _("At most %(most)s kB.") % {"most": LARGEST // 1024}, "too-large")
    if not body and may_be_empty:
        return {}
    # An empty body may come without a content type; it is then refused as no object.
    if request.content_type != JSON and (body or request.content_type):
        raise BadBody("", _("Send application/json."), "media-type")
    return json_object(body)


def json_object(text: str | bytes) -> dict[str, object]:
    """Parse a JSON object. Raises BadBody."""
    try:
        sent = read_json(text if isinstance(text, str) else text.decode())
    except UnicodeDecodeError:
        raise BadBody("", _("Send UTF-8.")) from None
    except BadJson as error:
        raise BadBody("", str(error)) from error
    if not isinstance(sent, dict):
        raise BadBody("", _("Send an object."))
    return sent
