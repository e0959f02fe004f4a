import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0031_daily_puzzles"),
    ]

    operations = [
        migrations.CreateModel(
            name="LessonProgress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("lesson", models.SlugField(max_length=80)),
                ("moves", models.JSONField(blank=True, default=list)),
                ("began", models.PositiveIntegerField(default=0)),
                ("missed", models.PositiveIntegerField(default=0)),
                ("done", models.DateTimeField(blank=True, null=True)),
                ("begun", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lessons", to="games.player"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "lesson progress",
                "ordering": ["-updated", "-pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "lesson"), name="lesson_once_a_player")
                ],
            },
        ),
    ]
