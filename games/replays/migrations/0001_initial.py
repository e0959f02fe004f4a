import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import phylo.moved_models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("games", "0001_initial"),
    ]

    operations = [
        phylo.moved_models.CreateOrKeep(
            name="MatchAnalysis",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "Queued"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("cancelled", "Cancelled"),
                            ("failed", "Failed"),
                        ],
                        default="queued",
                        max_length=10,
                    ),
                ),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="analysis", to="games.match"
                    ),
                ),
                ("looks", models.JSONField(default=list)),
                ("again", models.JSONField(default=dict)),
            ],
            options={
                "verbose_name_plural": "match analyses",
                "db_table": "games_matchanalysis",
                "abstract": False,
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ("queued", "running"))),
                        fields=["updated_at"],
                        name="analysis_working",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["queued", "running", "done", "cancelled", "failed"])
                        ),
                        name="matchanalysis_status_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("done__lte", models.F("total"))),
                        name="matchanalysis_is_within_its_total",
                    ),
                ],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="ImportedRecord",
            fields=[
                ("id", models.CharField(editable=False, max_length=32, primary_key=True, serialize=False)),
                ("text", models.TextField()),
                ("size", models.PositiveIntegerField(db_default=0, default=0)),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="imported_records",
                        to="games.player",
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("watched", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
            options={
                "db_table": "games_importedrecord",
            },
        ),
    ]
