"""Imports of what was made elsewhere, and what was taken of them. games/transfer/services/ writes them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.matches.models import Player
from phylo.jobs.models import Job, JobQuerySet


class Kind(models.TextChoices):
    """In the order in which they are taken: decks may be made in sets."""

    SET = "set", _("Set")
    DECK = "deck", _("Deck")
    GAME = "game", _("Game")
    LESSON = "lesson", _("Lesson")
    PUZZLE = "puzzle", _("Puzzle")


class DataImport(Job):
    """A file that somebody has brought; `total` and `done` count its items."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="data_imports")
    origin = models.CharField(max_length=36, blank=True)
    """The id of the player whose file it is, on the site that wrote it; "" if it has nobody's games."""
    digest = models.CharField(max_length=64)
    """SHA-256 of the file."""
    language = models.CharField(max_length=10)
    """In which reasons are told."""

    objects = JobQuerySet["DataImport"].as_manager()

    class Meta(Job.Meta):
        abstract = False
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.pk} of {self.player_id}"


class ImportItem(models.Model):
    """One game, deck, set, lesson or attempt at a puzzle of a file, and what became of it."""

    class Outcome(models.TextChoices):
        WAITING = "waiting"
        TAKEN = "taken"
        KNOWN = "known"
        CHANGED = "changed"
        """A deck that was changed here too: its owner decides."""
        REFUSED = "refused"

    data_import = models.ForeignKey(DataImport, on_delete=models.CASCADE, related_name="items")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=6, choices=Kind)
    source = models.CharField(max_length=200)
    """What it is on the site that wrote the file; the same in each later file."""
    name = models.CharField(max_length=200)
    content = models.JSONField()
    """As the file has it; empty once it is taken."""
    outcome = models.CharField(max_length=7, choices=Outcome, default=Outcome.WAITING)
    reason = models.CharField(max_length=500, blank=True)
    page = models.CharField(max_length=200, blank=True)
    """The address where it is now."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="import_item_number_once", fields=["data_import", "number"])
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


class Taken(models.Model):
    """Something from elsewhere that a player has brought: it is theirs alone, and taken once."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="taken_along")
    kind = models.CharField(max_length=6, choices=Kind)
    source = models.CharField(max_length=200)
    target = models.CharField(max_length=80, blank=True)
    """The key of the record, or the slug of the deck or set that came of it."""
    state = models.JSONField(default=dict)
    """
    Of a deck: `read`, the number of the last version taken, and `version`, that of the deck then. Of a set:
    `cards`, the keys of its own cards by those in the file, and `published`, the keys of the other cards.
    """
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "taken"
        constraints = [models.UniqueConstraint(name="taken_once", fields=["kind", "source"])]
        indexes = [models.Index(name="taken_as", fields=["kind", "target"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.source}"
