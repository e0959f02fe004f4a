"""What players have done in lessons. games/services/lessons.py writes it."""

from django.db import models

from games.models.player import Player


class LessonProgress(models.Model):
    """
    How far a player has come in a lesson. `moves` has the player's own actions since the last new start, as
    {"action", "key"}; the first one may be that start, {"do": "again"}.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="lessons")
    lesson = models.SlugField(max_length=80)
    moves = models.JSONField(default=list, blank=True)
    began = models.PositiveIntegerField(default=0)
    """The version of the last new start: versions go on, so that a page that has not seen it is stale."""
    missed = models.PositiveIntegerField(default=0)
    """How often the goal was missed."""
    done = models.DateTimeField(null=True, blank=True)
    """When the goal was first reached."""
    begun = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-updated", "-pk"]
        verbose_name_plural = "lesson progress"
        constraints = [models.UniqueConstraint(name="lesson_once_a_player", fields=["player", "lesson"])]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.lesson}"
