"""Screens in halls: who plays at one now, and how many have. Nothing of a visit is kept but its count."""

from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Exists, OuterRef, Q

from cards.sets.models import Collection
from games.lessons.models import LessonProgress
from games.matches.models import Seat
from phylo.accounts.models import Guest


class KioskVisitQuerySet(models.QuerySet["KioskVisit"]):
    def abandoned(self, *, before: datetime) -> Self:
        """Visits whose guest has begun nothing and played nowhere since that moment."""
        player = {"player__guest": OuterRef("guest")}
        played = Seat.objects.filter(**player, match__updated__gte=before)
        learnt = LessonProgress.objects.filter(**player, updated__gte=before)
        idle = self.filter(~Exists(played), ~Exists(learnt), guest__active_at__lt=before)
        return idle.order_by("pk")


class KioskVisit(models.Model):
    """The guest of a visit that goes on; forgotten with everything of theirs when the screen returns."""

    guest = models.OneToOneField(Guest, on_delete=models.CASCADE, related_name="kiosk_visit")
    collection = models.ForeignKey(
        Collection, null=True, blank=True, on_delete=models.SET_NULL, related_name="kiosk_visits"
    )
    """The set whose screen it is; null for the site's own."""
    begun = models.DateTimeField(auto_now_add=True)

    objects = KioskVisitQuerySet.as_manager()

    class Meta:
        db_table = "games_kioskvisit"

    def __str__(self) -> str:
        return f"visit {self.pk}"


class KioskDay(models.Model):
    """What was done at the screens of a set in one day of the site, without anything personal."""

    collection = models.ForeignKey(
        Collection, null=True, blank=True, on_delete=models.CASCADE, related_name="kiosk_days"
    )
    day = models.DateField()
    visits = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    lessons = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "games_kioskday"
        ordering = ["-day"]
        constraints = [
            models.UniqueConstraint(name="kiosk_day_once_a_set", fields=["collection", "day"]),
            models.UniqueConstraint(
                name="kiosk_day_once_the_site", fields=["day"], condition=Q(collection__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day}"
