from django.db import models
from django.db.models import Q

from games.matches.models import BotLevel, Match, Player

PUZZLES = "puzzles"
"""In place of a rule set: how well somebody solves puzzles, and how hard a puzzle is."""
OF_A_PUZZLE = Q(player__isnull=True, bot="")


class RatingQuerySet(models.QuerySet["Rating"]):
    def leaders(self, rules: str) -> "RatingQuerySet":
        """Ratings that are not provisional, best first; without former players."""
        return self._listed(rules).filter(games__gte=PROVISIONAL)

    def newcomers(self, rules: str) -> "RatingQuerySet":
        """Provisional ratings, highest number first."""
        return self._listed(rules).filter(games__lt=PROVISIONAL).order_by("-mu", "pk")

    def _listed(self, rules: str) -> "RatingQuerySet":
        gone = Q(player__former=True) | Q(player__user__is_active=False)
        listed = self.filter(rules=rules).exclude(OF_A_PUZZLE).exclude(gone)
        return listed.select_related("player__user").order_by("-ordinal", "pk")


PROVISIONAL = 10
"""With fewer rated games than this a rating is provisional."""


class Rating(models.Model):
    """
    The rating of a player or a level of the computer under one rule set, or of a player or a puzzle among
    PUZZLES (openskill's mu and sigma). One with neither player nor level is a puzzle's (`Puzzle.rating`).
    """

    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="ratings"
    )
    bot = models.CharField(max_length=20, choices=BotLevel, blank=True)
    rules = models.CharField(max_length=40)
    mu = models.FloatField()
    sigma = models.FloatField()
    ordinal = models.FloatField()
    """mu - 3 sigma, a lower bound of the rating; lists are ordered by it."""
    games = models.PositiveIntegerField(default=0)
    updated = models.DateTimeField(auto_now=True)

    objects = RatingQuerySet.as_manager()

    class Meta:
        db_table = "games_rating"
        constraints = [
            models.UniqueConstraint(
                name="rating_once_a_player", fields=["player", "rules"], condition=Q(player__isnull=False)
            ),
            models.UniqueConstraint(name="rating_once_a_bot", fields=["bot", "rules"], condition=~Q(bot="")),
            models.CheckConstraint(
                name="rating_of_one",
                condition=Q(player__isnull=False, bot="")
                | Q(player__isnull=True, bot__in=BotLevel.values)
                | Q(player__isnull=True, bot="", rules=PUZZLES),
            ),
        ]
        indexes = [models.Index(name="rating_leaders", fields=["rules", "-ordinal"])]

    def __str__(self) -> str:
        return f"{self.shown} {self.rules}"

    @property
    def shown(self) -> int:
        """The rating as people see it, initially 1500."""
        return shown(self.mu)

    @property
    def at_least(self) -> int:
        """The ordinal on the scale that people see."""
        return shown(self.ordinal)

    @property
    def provisional(self) -> bool:
        return self.games < PROVISIONAL


class RatingChange(models.Model):
    """The change of a rating by one match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rating_changes")
    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="changes")
    seat = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    mu_after = models.FloatField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "games_ratingchange"
        ordering = ["-created", "-pk"]
        constraints = [models.UniqueConstraint(name="rating_change_once_a_seat", fields=["match", "seat"])]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"

    @property
    def gain(self) -> int:
        return shown(self.mu_after) - shown(self.mu_before)


def shown(mu: float) -> int:
    """The number that people see; openskill's mu begins at 25, with a sigma of 25/3."""
    return round(1500 + (mu - 25) * 60)
