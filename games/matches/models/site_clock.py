from django.db import models
from django.db.models import Q


class SiteClock(models.Model):
    """The one row that says when the site was last running; moved on every few seconds."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    running_at = models.DateTimeField()
    """By the database's time."""

    class Meta:
        constraints = [models.CheckConstraint(name="site_clock_is_one", condition=Q(id=1))]

    def __str__(self) -> str:
        return self.running_at.isoformat()
