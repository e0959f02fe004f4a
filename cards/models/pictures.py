"""Which uploaded picture a row shows, as the database itself reads it out of the row's JSON."""

from django.db import models
from django.db.models.fields.json import KeyTextTransform, KeyTransform


def picture_in(art: str | KeyTransform) -> models.GeneratedField:
    """The `file` of a card's art; null for art that is composed. `art` is a column, or a key in one."""
    return models.GeneratedField(
        expression=KeyTextTransform("file", art),
        output_field=models.TextField(null=True),
        db_persist=True,
    )
