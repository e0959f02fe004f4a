import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0034_made_puzzles"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ProposedLesson",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="proposed_lessons",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
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
