import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from phylo.moved_models import CreateOrKeep


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0010_encrypted_factors"),
        ("cards", "0001_initial"),
    ]

    operations = [
        CreateOrKeep(
            name="PointAudit",
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
                ("rules", models.CharField(max_length=20)),
                ("seed", models.PositiveBigIntegerField()),
                ("given", models.JSONField()),
                ("tallies", models.JSONField(default=dict)),
                ("part", models.JSONField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("finished_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "cards_pointaudit",
                "ordering": ["-pk"],
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["queued", "running", "done", "cancelled", "failed"])
                        ),
                        name="pointaudit_status_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("done__lte", models.F("total"))),
                        name="pointaudit_is_within_its_total",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ("queued", "running"))),
                        fields=("rules",),
                        name="point_audit_one_at_a_time",
                    ),
                ],
            },
        ),
    ]
