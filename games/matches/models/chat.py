import uuid
from collections.abc import Collection

from django.db import models
from django.db.models import Q

from games.matches.models.match import Match
from games.matches.models.player import Player

LONGEST_MESSAGE = 400


class ChatMessage(models.Model):
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chat")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="chat")
    text = models.CharField(max_length=LONGEST_MESSAGE)
    # Chosen by the sender's client, so that sending twice makes one message.
    key = models.CharField(max_length=64)
    hidden = models.BooleanField(default=False)
    """Hidden by staff."""
    watching = models.BooleanField(default=False, db_default=False)
    """Said by a watcher among watchers, unseen by those who play until the end."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created", "pk"]
        constraints = [
            models.UniqueConstraint(name="chat_message_once", fields=["match", "player", "key"]),
        ]

    def __str__(self) -> str:
        return self.text[:40]


class MuteQuerySet(models.QuerySet["Mute"]):
    def blocking(self, player: uuid.UUID | None) -> "models.QuerySet[Mute, uuid.UUID]":
        """The players who block this one, as a subquery."""
        return self.filter(muted=player, blocks=True).values_list("player", flat=True)

    def among(self, players: Collection[uuid.UUID | None]) -> "MuteQuerySet":
        """The blocks of these players between each other."""
        return self.filter(player__in=players, muted__in=players, blocks=True)


class Mute(models.Model):
    """
    `player` does not want to read messages of `muted`; with `blocks` also not to be challenged, followed or
    matched by them. Nobody else is told.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="muted_by")
    blocks = models.BooleanField(default=False, db_default=False)

    objects = MuteQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="mute_once", fields=["player", "muted"]),
            models.CheckConstraint(name="mute_not_oneself", condition=~Q(player=models.F("muted"))),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} mutes {self.muted_id}"
