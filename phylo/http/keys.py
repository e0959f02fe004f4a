"""
Keys: a text of the sender's choice with which a request is carried out once. Whoever has got no answer sends
the same again with the same key, and gets what the first request made.
"""

import hashlib
import json
import secrets
from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from phylo.http.problems import Refused

LONGEST_KEY = 64
KEY = rf"[A-Za-z0-9._:-]{{1,{LONGEST_KEY}}}"
Row = TypeVar("Row", bound=Model)


class KeyReused(Refused):
    """The key has made something else."""

    code = "key-reused"

    def __init__(self) -> None:
        super().__init__(_("This was sent before, with other contents. Send it again as something new."))


def new_key() -> str:
    return secrets.token_urlsafe(12)


def asked_for(*parts: object) -> str:
    """A hash of what a request asks for, to be stored in a column `asked`; equal for equal JSON values."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


def made_before(rows: QuerySet[Row], key: str, **asked: object) -> Row | None:
    """
    The row that an earlier request with this key made, if there is one. `asked` maps columns to what this
    request would store there; a column is empty in rows from before it was introduced. Raises KeyReused if
    they differ.
    """
    return unless_other(rows.filter(key=key).first() if key else None, **asked)


def unless_other(row: Row | None, **asked: object) -> Row | None:
    """The row of a key, if it is what is `asked`. Raises KeyReused."""
    if row is not None and any(getattr(row, name) not in ("", value) for name, value in asked.items()):
        raise KeyReused
    return row
