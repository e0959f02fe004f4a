from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q, Sum
from django.utils import timezone

from games.matches.models import Player


class ImportedRecordQuerySet(models.QuerySet["ImportedRecord"]):
    def forgotten(self) -> Self:
        """Those brought to watch that nobody watches any more; games of one's own stay."""
        return self.filter(watched__lt=timezone.now() - settings.IMPORTED_RECORDS_KEPT, seats=[])

    def of_guests(self) -> Self:
        """Those that no account has brought."""
        return self.filter(Q(player=None) | Q(player__user=None))

    def total_bytes(self) -> int:
        return int(self.aggregate(found=Sum("size"))["found"] or 0)


class ImportedRecord(models.Model):
    """
    A legal game record that somebody imported to watch. Its id is a hash of its content, so that the same
    record has one URL; anybody who knows it may watch.
    """

    id = models.CharField(primary_key=True, max_length=32, editable=False)
    text = models.TextField()
    """JSON, a `phylo-record/1`."""
    size = models.PositiveIntegerField(default=0, db_default=0)
    """Bytes of `text`."""
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="imported_records"
    )
    """Who brought it first; None for a program without an account."""
    seats = models.JSONField(default=list, blank=True, db_default=[])
    """Those that the player had in it, of a game of their own that was played elsewhere."""
    created = models.DateTimeField(auto_now_add=True)
    watched = models.DateTimeField(default=timezone.now, db_index=True)
    """Accurate to a day."""

    objects = ImportedRecordQuerySet.as_manager()

    class Meta:
        db_table = "games_importedrecord"

    def __str__(self) -> str:
        return self.id
