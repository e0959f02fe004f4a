"""What is sent to the API: JSON objects, read as strictly as parameters."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from cards.api.errors import BadBody
from cards.decks.services.building import MOST_CARDS, MOST_COPIES
from cards.exchange import ExchangeError
from cards.exchange.json_text import loads

LARGEST = 64 * 1024
GREATEST = 2**31 - 1
JSON = "application/json"


Reader = Callable[[Any, str], Any]
"""A value that was sent and the name of its field -> what it means. Raises BadBody."""


def read_body(
    request: HttpRequest, known: Mapping[str, Reader], *, needed: tuple[str, ...] = ()
) -> dict[str, Any]:
    """
    The values by name, those that were sent. An empty body is an empty object.

    Raises BadBody for what is too large, another type, no JSON object, or has a field that cannot be.
    """
    length = request.headers.get("Content-Length", "")
    if length.isdecimal() and int(length) > LARGEST:
        raise too_large()
    body = request.read(LARGEST + 1)
    if len(body) > LARGEST:
        raise too_large()
    if not body and not needed:
        return {}
    if request.content_type != JSON:
        raise other_type()
    try:
        sent = loads(body.decode())
    except UnicodeDecodeError:
        raise BadBody("", _("Send UTF-8.")) from None
    except ExchangeError as error:
        raise BadBody("", str(error)) from error
    if not isinstance(sent, dict):
        raise BadBody("", _("Send an object."))
    for name in sent:
        if name not in known:
            told = {"name": name[:40], "known": ", ".join(known)}
            raise BadBody(name[:40], _("There is no field “%(name)s” here, only %(known)s.") % told)
    for name in needed:
        if name not in sent:
            raise BadBody(name, _("%(name)s: is missing.") % {"name": name})
    return {name: known[name](value, name) for name, value in sent.items()}


def text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise BadBody(name, _("%(name)s: must be a text.") % {"name": name})
    return value


def whole(value: Any, name: str) -> int:
    if type(value) is not int or not 0 <= value <= GREATEST:
        raise BadBody(name, _("%(name)s: must be a whole number.") % {"name": name})
    return value


def copies(value: Any, name: str) -> dict[str, int]:
    """Card key -> copies."""
    told = {"name": name, "most": MOST_COPIES}
    if not isinstance(value, dict):
        raise BadBody(name, _("%(name)s: must be an object of copies by card key.") % told)
    for count in value.values():
        if type(count) is not int or not 0 <= count <= MOST_COPIES:
            raise BadBody(name, _("%(name)s: copies are whole numbers from 0 to %(most)s.") % told)
    return value


def keys(value: Any, name: str) -> tuple[str, ...]:
    listed = isinstance(value, list) and len(value) <= MOST_CARDS
    if not listed or not all(isinstance(key, str) for key in value):
        raise BadBody(name, _("%(name)s: must be a list of card keys.") % {"name": name})
    return tuple(value)


def starter(value: Any, name: str) -> str:
    """As answers name it: `home` for none."""
    key = text(value, name)
    return "" if key == "home" else key


def other_type() -> BadBody:
    return BadBody("", _("Send application/json."), HTTPStatus.UNSUPPORTED_MEDIA_TYPE)


def too_large() -> BadBody:
    words = _("At most %(most)s kB.") % {"most": LARGEST // 1024}
    return BadBody("", words, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
