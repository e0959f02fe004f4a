from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.seat import Seat


class TurnMail(models.Model):
    """A mail to somebody whose turn it is. One of a kind a turn; the row claims it before it is sent."""

    class Kind(models.TextChoices):
        TURN = "turn", _("Your turn")
        REMINDER = "reminder", _("Time is running out")

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="turn_mails")
    turn = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    checked = models.DateTimeField()
    """When it was last found that this mail is not due again."""

    class Meta:
        constraints = [
            models.UniqueConstraint(name="turn_mail_once_a_turn", fields=["seat", "turn", "kind"]),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.seat_id}/{self.turn}"
