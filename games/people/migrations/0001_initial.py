import django.db.models.deletion
from django.db import migrations, models

import phylo.moved_models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("games", "0001_initial"),
    ]

    operations = [
        phylo.moved_models.CreateOrKeep(
            name="Follow",
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="follows", to="games.player"
                    ),
                ),
                (
                    "followed",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="followers",
                        to="games.player",
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "games_follow",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "followed"), name="follow_once"),
                    models.CheckConstraint(
                        condition=models.Q(("player", models.F("followed")), _negated=True),
                        name="follow_not_oneself",
                    ),
                ],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="Rating",
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
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="games.player",
                    ),
                ),
                (
                    "bot",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("mouse", "Mouse"),
                            ("hedgehog", "Hedgehog"),
                            ("fox", "Fox"),
                            ("owl", "Owl"),
                            ("orca", "Orca"),
                            ("beginner", "Easy"),
                            ("greedy", "Normal"),
                            ("strong", "Strong"),
                            ("random", "By chance"),
                        ],
                        max_length=20,
                    ),
                ),
                ("rules", models.CharField(max_length=40)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("ordinal", models.FloatField()),
                ("games", models.PositiveIntegerField(default=0)),
                ("updated", models.DateTimeField(auto_now=True)),
            ],
            options={
                "db_table": "games_rating",
                "indexes": [models.Index(fields=["rules", "-ordinal"], name="rating_leaders")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("player__isnull", False)),
                        fields=("player", "rules"),
                        name="rating_once_a_player",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("bot", ""), _negated=True),
                        fields=("bot", "rules"),
                        name="rating_once_a_bot",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("bot", ""), ("player__isnull", False)),
                            models.Q(
                                (
                                    "bot__in",
                                    [
                                        "mouse",
                                        "hedgehog",
                                        "fox",
                                        "owl",
                                        "orca",
                                        "beginner",
                                        "greedy",
                                        "strong",
                                        "random",
                                    ],
                                ),
                                ("player__isnull", True),
                            ),
                            models.Q(("bot", ""), ("player__isnull", True), ("rules", "puzzles")),
                            _connector="OR",
                        ),
                        name="rating_of_one",
                    ),
                ],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="RatingChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_changes",
                        to="games.match",
                    ),
                ),
                (
                    "rating",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="people.rating",
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("mu_before", models.FloatField()),
                ("mu_after", models.FloatField()),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "games_ratingchange",
                "ordering": ["-created", "-pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seat"), name="rating_change_once_a_seat")
                ],
            },
        ),
    ]
