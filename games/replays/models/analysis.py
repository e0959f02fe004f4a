from django.db import models
from django.db.models import Q

from games.matches.models import Match
from phylo.jobs.models import WORKING, Job, JobQuerySet


class MatchAnalysisQuerySet(JobQuerySet["MatchAnalysis"]):
    pass


class MatchAnalysis(Job):
    """What a judge thinks of each move of a finished match (games/replays/), one a match."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="analysis")
    looks = models.JSONField(default=list)
    """A look (engine.bots.move_analysis.MoveAnalysis) for each of the first moves in force."""
    again = models.JSONField(default=dict)
    """A second, longer look at the moves that seemed to cost most, by their place among those."""

    objects = MatchAnalysisQuerySet.as_manager()

    class Meta(Job.Meta):
        abstract = False
        db_table = "games_matchanalysis"
        verbose_name_plural = "match analyses"
        indexes = [
            models.Index(name="analysis_working", fields=["updated_at"], condition=Q(status__in=WORKING))
        ]

    def __str__(self) -> str:
        return f"analysis of {self.match_id}"
