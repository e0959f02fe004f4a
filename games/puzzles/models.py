"""Puzzles, what players answer to them, and runs against the clock. games/puzzles/services/ writes them."""

import uuid
from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q, Window
from django.db.models.functions import RowNumber
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.models import Player
from games.people.models import Rating, shown

MOST_MISTAKES = 3
"""A run is over after so many."""


class PuzzleQuerySet(models.QuerySet["Puzzle"]):
    def lean(self) -> "PuzzleQuerySet":
        """Without the position, with the rating."""
        return self.defer("content").select_related("rating")

    def listed(self) -> "PuzzleQuerySet":
        """The puzzles that are offered to everybody."""
        return self.filter(listed=True)

    def open_to(self, player_id: uuid.UUID | None) -> "PuzzleQuerySet":
        """
        The puzzles that this player may open: those offered to all, those proposed to all, which are in no
        list but open to everybody who has the key, those of a day that is not to come, and those that they
        have answered before or made.
        """
        made = MadePuzzle.objects.filter(puzzle=OuterRef("pk"))
        today = timezone.localdate(timezone=timezone.get_default_timezone())
        of_a_day = DailyPuzzle.objects.filter(puzzle=OuterRef("pk"), day__lte=today)
        proposed = made.filter(state=MadePuzzle.State.PROPOSED)
        open_to_all = Q(listed=True) | Exists(proposed) | Exists(of_a_day)
        if player_id is None:
            return self.filter(open_to_all)
        answered = PuzzleAttempt.objects.filter(puzzle=OuterRef("pk"), player=player_id)
        return self.filter(open_to_all | Exists(answered) | Exists(made.filter(player=player_id)))

    def of_nobody(self) -> "PuzzleQuerySet":
        """Those that somebody made, not offered, and left by all who made or answered them."""
        left = [
            ~Exists(rows.objects.filter(puzzle=OuterRef("pk")))
            for rows in (MadePuzzle, PuzzleAttempt, DailyPuzzle)
        ]
        return self.filter(*left, listed=False, shipped=False)

    def on(self, *, rules: str = "", theme: str = "") -> "PuzzleQuerySet":
        """Those of a rule set and with a theme; "" for any."""
        found = self.filter(rules=rules) if rules else self
        return (
            found.filter(Exists(PuzzleTheme.objects.filter(puzzle=OuterRef("pk"), theme=theme)))
            if theme
            else found
        )


class Puzzle(models.Model):
    """A position in which one line of this turn is best. `content` is the puzzle as its file has it."""

    key = models.SlugField(max_length=80, unique=True)
    rules = models.CharField(max_length=40)
    length = models.PositiveSmallIntegerField()
    """How many actions its best line has."""
    content = models.JSONField()
    listed = models.BooleanField(default=True)
    """False once the file no longer has it: it is not offered, but stays for those who have answered it."""
    shipped = models.BooleanField(default=True)
    """False for one that somebody made: no file has it, so none withdraws it."""
    rating = models.OneToOneField(
        Rating, null=True, blank=True, on_delete=models.PROTECT, related_name="puzzle"
    )
    """None only until it is stored for the first time; deleted with the puzzle."""
    created = models.DateTimeField(auto_now_add=True)

    objects = PuzzleQuerySet.as_manager()

    class Meta:
        db_table = "games_puzzle"
        ordering = ["key"]
        indexes = [models.Index(name="puzzles_offered", fields=["rules"], condition=Q(listed=True))]

    def __str__(self) -> str:
        return self.key


class PuzzleTheme(models.Model):
    """What a puzzle is about; a puzzle has one theme or several."""

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="themes")
    theme = models.SlugField(max_length=40)

    class Meta:
        db_table = "games_puzzletheme"
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(name="puzzle_theme_once", fields=["puzzle", "theme"])]

    def __str__(self) -> str:
        return f"{self.puzzle_id} {self.theme}"


class PuzzleRunQuerySet(models.QuerySet["PuzzleRun"]):
    def table(self, day: date, rules: str) -> "PuzzleRunQuerySet":
        """The best run of each player on that day in which something was solved, best first."""
        best = [F("solved").desc(), F("mistakes").asc(), F("begun").asc(), F("pk").asc()]
        gone = Q(player__former=True) | Q(player__user__is_active=False)
        runs = self.filter(day=day, rules=rules, solved__gt=0).exclude(gone).select_related("player__user")
        placed = runs.annotate(of_player=Window(RowNumber(), partition_by="player", order_by=best))
        return placed.filter(of_player=1).order_by(*best)


class PuzzleRun(models.Model):
    """
    As many puzzles as somebody solves in three minutes, with three mistakes at most. `line_up` has the
    primary keys of the puzzles that come, easiest first.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="puzzle_runs")
    key = models.CharField(max_length=64)
    """That of the request which began it."""
    day = models.DateField()
    """On which it began, in the time zone of the site."""
    rules = models.CharField(max_length=40)
    line_up = models.JSONField()
    begun = models.DateTimeField()
    ends = models.DateTimeField()
    """When its time is up."""
    ended = models.DateTimeField(null=True, blank=True)
    """When it was over; empty if its time is up and nobody has looked since."""
    solved = models.PositiveSmallIntegerField(default=0)
    mistakes = models.PositiveSmallIntegerField(default=0)

    objects = PuzzleRunQuerySet.as_manager()

    class Meta:
        db_table = "games_puzzlerun"
        ordering = ["-begun"]
        constraints = [
            models.UniqueConstraint(name="puzzle_run_begun_once", fields=["player", "key"]),
            models.UniqueConstraint(
                name="puzzle_run_one_at_a_time", fields=["player"], condition=Q(ended__isnull=True)
            ),
            models.CheckConstraint(name="puzzle_run_mistakes", condition=Q(mistakes__lte=MOST_MISTAKES)),
            models.CheckConstraint(name="puzzle_run_ends_later", condition=Q(ends__gt=F("begun"))),
            models.CheckConstraint(
                name="puzzle_run_over_in_time", condition=Q(ended__isnull=True) | Q(ended__lte=F("ends"))
            ),
        ]
        indexes = [models.Index(name="puzzle_runs_of_a_day", fields=["day", "rules", "-solved", "mistakes"])]

    def __str__(self) -> str:
        return f"{self.player_id} {self.begun:%F %T}"

    @property
    def place(self) -> int:
        """How many puzzles are done: the index in `line_up` of the one to solve."""
        return self.solved + self.mistakes


class PuzzleAttempt(models.Model):
    """
    What a player has answered to a puzzle, action by action. `answers` has for each action so far
    {"action", "key", "verdict", "lost"}; "verdict" is "" where the action is none of the game, but asks for
    the solution or begins again.
    """

    class Result(models.TextChoices):
        PLAYING = "playing", _("Not finished")
        SOLVED = "solved", _("Solved")
        GOOD = "good", _("Good, but not best")
        FAILED = "failed", _("Not solved")

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="attempts")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="puzzle_attempts")
    run = models.ForeignKey(
        PuzzleRun, null=True, blank=True, on_delete=models.CASCADE, related_name="attempts"
    )
    since = models.PositiveIntegerField(default=0)
    """How many answers the player gave to the puzzle in attempts before this one."""
    answers = models.JSONField(default=list)
    result = models.CharField(max_length=7, choices=Result, default=Result.PLAYING)
    rated = models.BooleanField()
    """Whether it moves the ratings: the player's first attempt at the puzzle, unless it is part of a run."""
    mu_before = models.FloatField(null=True, blank=True)
    mu_after = models.FloatField(null=True, blank=True)
    """The player's rating before and after a rated attempt that is over."""
    begun = models.DateTimeField(auto_now_add=True)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "games_puzzleattempt"
        ordering = ["-begun", "-pk"]
        constraints = [
            models.UniqueConstraint(
                name="puzzle_attempt_rated_once", fields=["player", "puzzle"], condition=Q(rated=True)
            ),
            models.UniqueConstraint(
                name="puzzle_attempt_open_once", fields=["player", "puzzle"],
                condition=Q(result="playing", run__isnull=True),
            ),
            models.UniqueConstraint(
                name="puzzle_attempt_once_a_run", fields=["run", "puzzle"], condition=Q(run__isnull=False)
            ),
            models.CheckConstraint(
                name="puzzle_attempt_of_run_unrated", condition=Q(run__isnull=True) | Q(rated=False)
            ),
            models.CheckConstraint(
                name="puzzle_attempt_ended",
                condition=Q(result="playing", ended__isnull=True)
                | (~Q(result="playing") & Q(ended__isnull=False)),
            ),
            models.CheckConstraint(
                name="puzzle_attempt_moves_ratings",
                condition=Q(rated=True, ended__isnull=False, mu_before__isnull=False, mu_after__isnull=False)
                | (
                    (Q(rated=False) | Q(ended__isnull=True))
                    & Q(mu_before__isnull=True, mu_after__isnull=True)
                ),
            ),
        ]  # fmt: skip
        indexes = [models.Index(name="puzzle_attempts_of_a_player", fields=["player", "-begun"])]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.puzzle_id}: {self.result}"

    @property
    def version(self) -> int:
        """At which the next action is chosen: it never counts back, so that no answer is taken twice."""
        return self.since + len(self.answers)

    @property
    def gain(self) -> int | None:
        """By how much the player's rating has changed; None if the attempt has not moved it."""
        if self.mu_before is None or self.mu_after is None:
            return None
        return shown(self.mu_after) - shown(self.mu_before)


class DailyPuzzle(models.Model):
    """
    The puzzle of a day in the time zone of the site. Stored, so that the puzzle of a day stays the same
    whatever becomes of the others.
    """

    day = models.DateField(unique=True)
    puzzle = models.ForeignKey(Puzzle, on_delete=models.PROTECT, related_name="days")

    class Meta:
        db_table = "games_dailypuzzle"
        ordering = ["-day"]

    def __str__(self) -> str:
        return f"{self.day} {self.puzzle_id}"


class MadePuzzle(models.Model):
    """
    A puzzle that a player makes of a moment of a finished match: the `seat` is to play at that `version`. It
    is theirs alone, until they propose it to all and somebody trusted accepts it.
    """

    class State(models.TextChoices):
        LOOKING = "looking", _("The computer looks for it")
        NONE = "none", _("No play is clearly best")
        GIVEN_UP = "given-up", _("The search did not end")
        PRIVATE = "private", _("For its maker alone")
        PROPOSED = "proposed", _("Proposed to all")
        ACCEPTED = "accepted", _("Accepted")
        DECLINED = "declined", _("Declined")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="made_puzzles")
    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="made_puzzles")
    version = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State, default=State.LOOKING)
    puzzle = models.ForeignKey(Puzzle, null=True, blank=True, on_delete=models.PROTECT, related_name="makers")
    queued = models.DateTimeField()
    """When the search was last queued."""
    word = models.CharField(max_length=300, blank=True)
    """What whoever decided had to say."""
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "games_madepuzzle"
        ordering = ["-created", "-pk"]
        constraints = [
            models.UniqueConstraint(name="made_puzzle_once", fields=["player", "match", "version"]),
            models.CheckConstraint(
                name="made_puzzle_is_there",
                condition=Q(state__in=["looking", "none", "given-up"], puzzle__isnull=True)
                | (~Q(state__in=["looking", "none", "given-up"]) & Q(puzzle__isnull=False)),
            ),
        ]
        indexes = [
            models.Index(name="puzzles_proposed", fields=["created"], condition=Q(state="proposed")),
            models.Index(name="puzzles_looked_for", fields=["queued"], condition=Q(state="looking")),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.match_id}/{self.version}: {self.state}"
