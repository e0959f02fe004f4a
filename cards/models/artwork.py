from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.utils import timezone


class Artwork(models.Model):
    """
    An uploaded picture, checked and re-encoded. `file` is its file name, the SHA-256 of what is stored; a
    card that shows it names it in its `art`, with the credit to show.
    """

    file = models.CharField(max_length=64, unique=True)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    size = models.PositiveIntegerField()
    """In bytes."""
    artist = models.CharField(max_length=120)
    source = models.CharField(max_length=300)
    licence = models.CharField(max_length=20)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="artworks"
    )
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-added_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="artwork_is_credited", condition=~Q(artist="") & ~Q(source="") & ~Q(licence="")
            )
        ]

    def __str__(self) -> str:
        return f"{self.artist}, {self.file[:12]}"


def picture_in(art: str | KeyTransform) -> models.GeneratedField:
    """The `file` of a card's art; null for composed art. `art` is a column, or a key in one."""
    return models.GeneratedField(
        expression=KeyTextTransform("file", art),
        output_field=models.TextField(null=True),
        db_persist=True,
    )
