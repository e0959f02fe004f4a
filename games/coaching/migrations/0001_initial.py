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
            name="Hint",
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="hints", to="games.match"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("version", models.PositiveIntegerField()),
                ("action", models.JSONField(blank=True, null=True)),
                ("line", models.JSONField(blank=True, default=list)),
                ("queued", models.DateTimeField()),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "games_hint",
                "ordering": ["match_id", "version"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seat", "version"), name="hint_once_a_version"),
                    models.CheckConstraint(condition=models.Q(("seat__lt", 6)), name="hint_seat_is_0_to_5"),
                ],
            },
        ),
    ]
