from django.db import models
from django.db.models import Q

from games.matches.models import Match


class Hint(models.Model):
    """
    A good move that the player of a seat has asked for at a version of a match; `action` is null until the
    computer has thought. `line` has the actions that it would make after it in the same turn.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hints")
    seat = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    # Actions without "seat".
    action = models.JSONField(null=True, blank=True)
    line = models.JSONField(default=list, blank=True)
    queued = models.DateTimeField()
    """When the thought was last sent to the queue."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "games_hint"
        ordering = ["match_id", "version"]
        constraints = [
            models.UniqueConstraint(name="hint_once_a_version", fields=["match", "seat", "version"]),
            models.CheckConstraint(name="hint_seat_is_0_to_5", condition=Q(seat__lt=6)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat} at {self.version}"
