"""JSON as it comes from strangers."""

import json
from typing import Any

from django.utils.translation import gettext as _


class BadJson(ValueError):
    """The text is no JSON; the message says where."""


class _TwiceError(ValueError):
    pass


def loads(text: str) -> Any:
    """The value of a text; raises BadJson, also for an object that names a field twice."""
    try:
        return json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        fields = {"line": error.lineno, "column": error.colno, "says": error.msg}
        raise BadJson(_("No JSON at line %(line)d, character %(column)d: %(says)s.") % fields) from error
    except _TwiceError as error:
        raise BadJson(_("An object holds “%(name)s” twice.") % {"name": f"{error!s:.60}"}) from error
    except (RecursionError, ValueError) as error:
        raise BadJson(_("The JSON is nested too deep, or holds a number too long to read.")) from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for name, each in pairs:
        if name in value:
            raise _TwiceError(name)
        value[name] = each
    return value
