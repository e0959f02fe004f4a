from django.db import models
from django.db.models import F, Q

from games.matches.models import Player


class Follow(models.Model):
    """`player` wants to see when `followed` is there; both have accounts."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="follows")
    followed = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="followers")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "games_follow"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="follow_once", fields=["player", "followed"]),
            models.CheckConstraint(name="follow_not_oneself", condition=~Q(player=F("followed"))),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} follows {self.followed_id}"
