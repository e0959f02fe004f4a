"""What players have done in lessons, and the lessons that people write themselves."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from cards.curation.models import ProposalState
from games.matches.models import Player


class LessonProgress(models.Model):
    """
    games/lessons/services/playing.py writes it.

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
    solution = models.JSONField(default=list, blank=True, db_default=[])
    """The player's actions by which it was first reached, so that another site can judge them."""
    begun = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "games_lessonprogress"
        ordering = ["-updated", "-pk"]
        verbose_name_plural = "lesson progress"
        constraints = [models.UniqueConstraint(name="lesson_once_a_player", fields=["player", "lesson"])]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.lesson}"


class ProposedLesson(models.Model):
    """
    A lesson that somebody has written at a step of a replay, on its way through review as a proposal of a
    card is (cards/curation/states.py). games/lessons/services/proposing.py writes it.

    `content` is that of a lesson's file (docs/lessons.md). `version` counts its changes; who decides says
    which one was read. `reason` says what is to be changed, or why it was rejected or withdrawn.
    """

    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="proposed_lessons"
    )
    state = models.CharField(max_length=10, choices=ProposalState, default=ProposalState.DRAFT)
    content = models.JSONField()
    version = models.PositiveIntegerField(default=1)
    reason = models.TextField(max_length=1000, blank=True)
    # Chosen by the client, so that sending it twice makes one.
    key = models.CharField(max_length=64, blank=True)
    asked = models.CharField(max_length=32, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    hidden = False

    class Meta:
        db_table = "games_proposedlesson"
        ordering = ["-changed", "-pk"]
        constraints = [
            models.UniqueConstraint(
                name="proposed_lesson_key_once", fields=["author", "key"], condition=~Q(key="")
            ),
        ]
        indexes = [models.Index(name="proposed_lesson_queue", fields=["state", "-changed"])]

    def __str__(self) -> str:
        return self.slug

    @property
    def slug(self) -> str:
        """The key of the lesson, which no file has."""
        return f"by-{self.pk}"

    @property
    def title(self) -> str:
        return str(self.content["title"])
