import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import phylo.moved_models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0010_encrypted_factors"),
        ("games", "0001_initial"),
        ("people", "0001_initial"),
    ]

    operations = [
        phylo.moved_models.CreateOrKeep(
            name="Puzzle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.SlugField(max_length=80, unique=True)),
                ("rules", models.CharField(max_length=40)),
                ("length", models.PositiveSmallIntegerField()),
                ("content", models.JSONField()),
                ("listed", models.BooleanField(default=True)),
                ("shipped", models.BooleanField(default=True)),
                (
                    "rating",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="puzzle",
                        to="people.rating",
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "games_puzzle",
                "ordering": ["key"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("listed", True)), fields=["rules"], name="puzzles_offered"
                    )
                ],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="PuzzleTheme",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="themes",
                        to="puzzles.puzzle",
                    ),
                ),
                ("theme", models.SlugField(max_length=40)),
            ],
            options={
                "db_table": "games_puzzletheme",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("puzzle", "theme"), name="puzzle_theme_once")
                ],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="PuzzleRun",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzle_runs",
                        to="games.player",
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("day", models.DateField()),
                ("rules", models.CharField(max_length=40)),
                ("line_up", models.JSONField()),
                ("begun", models.DateTimeField()),
                ("ends", models.DateTimeField()),
                ("ended", models.DateTimeField(blank=True, null=True)),
                ("solved", models.PositiveSmallIntegerField(default=0)),
                ("mistakes", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "db_table": "games_puzzlerun",
                "ordering": ["-begun"],
                "indexes": [
                    models.Index(fields=["day", "rules", "-solved", "mistakes"], name="puzzle_runs_of_a_day")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "key"), name="puzzle_run_begun_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("ended__isnull", True)),
                        fields=("player",),
                        name="puzzle_run_one_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("mistakes__lte", 3)), name="puzzle_run_mistakes"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ends__gt", models.F("begun"))), name="puzzle_run_ends_later"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ended__isnull", True), ("ended__lte", models.F("ends")), _connector="OR"
                        ),
                        name="puzzle_run_over_in_time",
                    ),
                ],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="PuzzleAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="puzzles.puzzle",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzle_attempts",
                        to="games.player",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="puzzles.puzzlerun",
                    ),
                ),
                ("since", models.PositiveIntegerField(default=0)),
                ("answers", models.JSONField(default=list)),
                (
                    "result",
                    models.CharField(
                        choices=[
                            ("playing", "Not finished"),
                            ("solved", "Solved"),
                            ("good", "Good, but not best"),
                            ("failed", "Not solved"),
                        ],
                        default="playing",
                        max_length=7,
                    ),
                ),
                ("rated", models.BooleanField()),
                ("mu_before", models.FloatField(blank=True, null=True)),
                ("mu_after", models.FloatField(blank=True, null=True)),
                ("begun", models.DateTimeField(auto_now_add=True)),
                ("ended", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "db_table": "games_puzzleattempt",
                "ordering": ["-begun", "-pk"],
                "indexes": [models.Index(fields=["player", "-begun"], name="puzzle_attempts_of_a_player")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("rated", True)),
                        fields=("player", "puzzle"),
                        name="puzzle_attempt_rated_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("result", "playing"), ("run__isnull", True)),
                        fields=("player", "puzzle"),
                        name="puzzle_attempt_open_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("run__isnull", False)),
                        fields=("run", "puzzle"),
                        name="puzzle_attempt_once_a_run",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("run__isnull", True), ("rated", False), _connector="OR"),
                        name="puzzle_attempt_of_run_unrated",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended__isnull", True), ("result", "playing")),
                            models.Q(
                                models.Q(("result", "playing"), _negated=True), ("ended__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="puzzle_attempt_ended",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("ended__isnull", False),
                                ("mu_after__isnull", False),
                                ("mu_before__isnull", False),
                                ("rated", True),
                            ),
                            models.Q(
                                models.Q(("rated", False), ("ended__isnull", True), _connector="OR"),
                                ("mu_after__isnull", True),
                                ("mu_before__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="puzzle_attempt_moves_ratings",
                    ),
                ],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="DailyPuzzle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField(unique=True)),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="days", to="puzzles.puzzle"
                    ),
                ),
            ],
            options={
                "db_table": "games_dailypuzzle",
                "ordering": ["-day"],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="MadePuzzle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="made_puzzles",
                        to="games.player",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="made_puzzles",
                        to="games.match",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("looking", "The computer looks for it"),
                            ("none", "No play is clearly best"),
                            ("given-up", "The search did not end"),
                            ("private", "For its maker alone"),
                            ("proposed", "Proposed to all"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                        ],
                        default="looking",
                        max_length=8,
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="makers",
                        to="puzzles.puzzle",
                    ),
                ),
                ("queued", models.DateTimeField()),
                ("word", models.CharField(blank=True, max_length=300)),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "games_madepuzzle",
                "ordering": ["-created", "-pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "proposed")), fields=["created"], name="puzzles_proposed"
                    ),
                    models.Index(
                        condition=models.Q(("state", "looking")), fields=["queued"], name="puzzles_looked_for"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "match", "version"), name="made_puzzle_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("puzzle__isnull", True), ("state__in", ["looking", "none", "given-up"])
                            ),
                            models.Q(
                                models.Q(("state__in", ["looking", "none", "given-up"]), _negated=True),
                                ("puzzle__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="made_puzzle_is_there",
                    ),
                ],
            },
        ),
    ]
