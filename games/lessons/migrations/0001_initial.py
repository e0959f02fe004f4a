import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import phylo.moved_models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0010_encrypted_factors"),
        ("games", "0001_initial"),
    ]

    operations = [
        phylo.moved_models.CreateOrKeep(
            name="LessonProgress",
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="lessons", to="games.player"
                    ),
                ),
                ("lesson", models.SlugField(max_length=80)),
                ("moves", models.JSONField(blank=True, default=list)),
                ("began", models.PositiveIntegerField(default=0)),
                ("missed", models.PositiveIntegerField(default=0)),
                ("done", models.DateTimeField(blank=True, null=True)),
                ("begun", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
            ],
            options={
                "verbose_name_plural": "lesson progress",
                "db_table": "games_lessonprogress",
                "ordering": ["-updated", "-pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "lesson"), name="lesson_once_a_player")
                ],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="ProposedLesson",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="proposed_lessons",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("open", "Open"),
                            ("discussion", "In discussion"),
                            ("changes", "Needs changes"),
                            ("approved", "Approved"),
                            ("published", "Published"),
                            ("rejected", "Rejected"),
                            ("withdrawn", "Withdrawn"),
                            ("stale", "Out of date"),
                            ("reverted", "Reverted"),
                        ],
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("content", models.JSONField()),
                ("version", models.PositiveIntegerField(default=1)),
                ("reason", models.TextField(blank=True, max_length=1000)),
                ("key", models.CharField(blank=True, max_length=64)),
                ("asked", models.CharField(blank=True, max_length=32)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("changed", models.DateTimeField(auto_now=True)),
            ],
            options={
                "db_table": "games_proposedlesson",
                "ordering": ["-changed", "-pk"],
                "indexes": [models.Index(fields=["state", "-changed"], name="proposed_lesson_queue")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("author", "key"),
                        name="proposed_lesson_key_once",
                    )
                ],
            },
        ),
    ]
