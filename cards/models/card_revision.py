"""The published states of a card. Revisions are immutable: the manager and `save` refuse changes."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from cards.models.card import Card


class Unchangeable(TypeError):
    """Attempt to change an immutable row."""


class Permanent(models.Model):
    """A row that is written once and never changed."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise Unchangeable(f"a {self._meta.verbose_name} never changes")
        super().save(*args, **kwargs)

    def delete(self, *args: object, **kwargs: object) -> NoReturn:
        raise Unchangeable(f"a {self._meta.verbose_name} stays")


class CardRevisionQuerySet(models.QuerySet["CardRevision"]):
    def update(self, **values: object) -> NoReturn:
        raise Unchangeable("a revision never changes")

    def bulk_update(self, *rows: object, **more: object) -> NoReturn:
        raise Unchangeable("a revision never changes")

    def delete(self) -> NoReturn:
        raise Unchangeable("a revision stays")


class CardRevision(Permanent):
    """The card from one publication to the next; `Card.revision` is the number of the newest."""

    class Origin(models.TextChoices):
        FILE = "file", _("The site's card file")
        IMPORT = "import", _("An import by staff")
        PROPOSAL = "proposal", _("A proposal")
        REVERT = "revert", _("Earlier contents brought back")

    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    contents = models.JSONField()
    """Columns of the card file and of curation, from `cards.services.contents.contents_of`."""
    origin = models.CharField(max_length=10, choices=Origin)
    said = models.JSONField(null=True)
    """What the card file said, if it differs from `contents` because curation had changed other columns."""
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="card_revisions"
    )
    proposal_id = models.BigIntegerField(null=True, db_index=True)
    """The number of the proposal that it came from (cards/curation/)."""
    note = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = CardRevisionQuerySet.as_manager()

    class Meta:
        ordering = ["card_id", "-number"]
        constraints = [
            models.UniqueConstraint(name="card_revision_number_once", fields=["card", "number"]),
            models.CheckConstraint(
                name="card_revision_origin_is_known",
                condition=models.Q(origin__in=["file", "import", "proposal", "revert"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.card_id}@{self.number}"
