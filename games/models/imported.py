from datetime import timedelta
from typing import Self

from django.db import models
from django.utils import timezone

KEPT_FOR = timedelta(days=90)
"""How long a record is kept after it was last watched."""


class ImportedRecordQuerySet(models.QuerySet["ImportedRecord"]):
    def forgotten(self) -> Self:
        return self.filter(watched__lt=timezone.now() - KEPT_FOR)


class ImportedRecord(models.Model):
    """
    A legal game record that somebody imported to watch. Its id is a hash of its content, so that the same
    record has one URL; anybody who knows it may watch.
    """

    id = models.CharField(primary_key=True, max_length=32, editable=False)
    text = models.TextField()
    """JSON, a `phylo-record/1`."""
    created = models.DateTimeField(auto_now_add=True)
    watched = models.DateTimeField(default=timezone.now, db_index=True)
    """Accurate to a day."""

    objects = ImportedRecordQuerySet.as_manager()

    def __str__(self) -> str:
        return self.id
