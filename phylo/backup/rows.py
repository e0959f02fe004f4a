"""
Tables as lines of JSON, the same for every database: first the names of the columns, then a list of values
for each row.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from decimal import Decimal
from itertools import islice
from uuid import UUID

from django.apps.registry import Apps
from django.db import models

AT_ONCE = 100
"""Rows in memory: a match may have 200 kB."""

Model = type[models.Model]


def stored_models(apps: Apps) -> dict[str, Model]:
    """The models with a table, by label."""
    found = apps.get_models(include_auto_created=True)
    return {each._meta.label_lower: each for each in found if each._meta.managed and not each._meta.proxy}


def in_backups(model: Model) -> bool:
    """False for tables that can be filled again from elsewhere: their model has `in_backups = False`."""
    return bool(getattr(model, "in_backups", True))


def lines(model: Model) -> Iterator[bytes]:
    names = [field.attname for field in _columns(model)]
    yield _line(names)
    rows = model._base_manager.order_by("pk").values_list(*names)
    yield from map(_line, rows.iterator(chunk_size=AT_ONCE))


def load(model: Model, lines: Iterable[bytes]) -> Iterator[int]:
    """Store the rows, and yield how many from time to time. `model`: as migrations know it."""
    rows = map(json.loads, lines)
    columns = {field.attname: field for field in _columns(model)}
    fields = [columns[name] for name in next(rows)]
    for field in fields:
        if isinstance(field, models.DateField):
            # These would set the time of the restoring.
            field.auto_now = field.auto_now_add = False
    count = 0
    while portion := list(islice(rows, AT_ONCE)):
        model._base_manager.bulk_create(
            model(**{field.attname: field.to_python(value) for field, value in zip(fields, row, strict=True)})
            for row in portion
        )
        count += len(portion)
        yield count


def _columns(model: Model) -> list["models.Field[object, object]"]:
    return [field for field in model._meta.local_concrete_fields if not field.generated]


def _line(values: Iterable[object]) -> bytes:
    return json.dumps(list(values), default=_plain, separators=(",", ":")).encode() + b"\n"


def _plain(value: object) -> str:
    match value:
        case datetime() | date() | time():
            return value.isoformat()
        case UUID() | Decimal():
            return str(value)
        case bytes() | memoryview():
            return b64encode(value).decode()
    raise TypeError(type(value))
