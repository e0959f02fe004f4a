from django.db import models
from django.db.models import Q

from games.models.match import Match


class Move(models.Model):
    """One action of a match, with what came of it. The match is at version `number` after it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    # The action without "seat".
    action = models.JSONField()
    # Chosen by whoever sends the action, so that sending it twice makes one move.
    key = models.CharField(max_length=64)
    # Complete, hidden cards included: only `hide` of its game may let it out.
    log = models.JSONField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(name="move_number_once_a_match", fields=["match", "number"]),
            models.UniqueConstraint(name="move_key_once_a_seat", fields=["match", "seat", "key"]),
            models.CheckConstraint(name="move_seat_is_0_to_5", condition=Q(seat__lt=6)),
            models.CheckConstraint(name="move_number_from_1", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.number}"
