"""JSON that is sent to the site, read alike by pages and by the API, as strictly as parameters."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from phylo.http.problems import Refused
from phylo.json_text import BadJson, loads

LARGEST = 64 * 1024  # bytes
GREATEST = 2**31 - 1
JSON = "application/json"


class BadBody(Refused, ValueError):
    """
    What was sent cannot be; `field` names the part that is wrong, empty for the whole. `code` is malformed,
    media-type or too-large.
    """

    def __init__(self, field: str, message: str, code: str = "malformed") -> None:
        super().__init__(message)
        self.field = field
        self.code = code

    def told(self) -> Mapping[str, object]:
        return {"field": self.field}


Reader = Callable[[Any, str], Any]
"""A value that was sent and the name of its field -> what it means. Raises BadBody."""


def refusal(error: BadBody) -> HttpResponse:
    return error.as_problem()


def read_body(
    request: HttpRequest, known: Mapping[str, Reader], *, needed: tuple[str, ...] = ()
) -> dict[str, Any]:
    """
    The values by name, those that were sent. An empty body is an empty object.

    Raises BadBody for what is too large, another type, no JSON object, or has a field that cannot be.
    """
    sent = json_body(request, may_be_empty=not needed)
    for name in sent:
        if name not in known:
            told = {"name": name[:40], "known": ", ".join(known)}
            raise BadBody(name[:40], _("There is no field “%(name)s” here, only %(known)s.") % told)
    for name in needed:
        if name not in sent:
            raise BadBody(name, _("%(name)s: is missing.") % {"name": name})
    return {name: known[name](value, name) for name, value in sent.items()}


def json_body(request: HttpRequest, *, may_be_empty: bool = False) -> dict[str, Any]:
    """The object that was sent, whatever its fields; raises BadBody."""
    length = request.headers.get("Content-Length", "")
    if length.isdecimal() and int(length) > LARGEST:
        raise too_large()
    body = request.read(LARGEST + 1)
    if len(body) > LARGEST:
        raise too_large()
    if not body and may_be_empty:
        return {}
    # An empty body may come without a type: then it is no object.
    if request.content_type != JSON and (body or request.content_type):
        raise other_type()
    return json_object(body)


def json_object(text: str | bytes) -> dict[str, Any]:
    """The object in a text; raises BadBody."""
    try:
        sent = loads(text if isinstance(text, str) else text.decode())
    except UnicodeDecodeError:
        raise BadBody("", _("Send UTF-8.")) from None
    except BadJson as error:
        raise BadBody("", str(error)) from error
    if not isinstance(sent, dict):
        raise BadBody("", _("Send an object."))
    return sent


def anything(value: Any, name: str) -> Any:
    return value


def text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise BadBody(name, _("%(name)s: must be a text.") % {"name": name})
    return value


def whole(value: Any, name: str) -> int:
    if type(value) is not int or not 0 <= value <= GREATEST:
        raise BadBody(name, _("%(name)s: must be a whole number.") % {"name": name})
    return value


def truth(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise BadBody(name, _("%(name)s: must be true or false.") % {"name": name})
    return value


def an_object(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadBody(name, _("%(name)s: must be an object.") % {"name": name})
    return value


def one_of(*names: str) -> Reader:
    """A reader of a field that is one of these."""

    def read(value: Any, name: str) -> str:
        if value not in names:
            told = {"name": name, "names": ", ".join(names)}
            raise BadBody(name, _("%(name)s: must be one of %(names)s.") % told)
        return str(value)

    return read


def other_type() -> BadBody:
    return BadBody("", _("Send application/json."), "media-type")


def too_large() -> BadBody:
    return BadBody("", _("At most %(most)s kB.") % {"most": LARGEST // 1024}, "too-large")
