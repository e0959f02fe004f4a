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
            name="CardImport",
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
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="card_imports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("form", models.CharField(max_length=20)),
                ("card_set", models.CharField(max_length=40)),
                ("content", models.BinaryField()),
                (
                    "step",
                    models.CharField(
                        choices=[("check", "Check"), ("apply", "Apply")], default="check", max_length=10
                    ),
                ),
                ("refused", models.BooleanField(default=False)),
                ("good_only", models.BooleanField(default=False)),
                ("mistakes", models.TextField(default="")),
                ("plan", models.JSONField(default=dict)),
                ("applied_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "cards_cardimport",
                "ordering": ["-created_at", "-pk"],
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["queued", "running", "done", "cancelled", "failed"])
                        ),
                        name="cardimport_status_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("done__lte", models.F("total"))),
                        name="cardimport_is_within_its_total",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("step__in", ["check", "apply"])), name="card_import_step_is_known"
                    ),
                ],
            },
        ),
    ]
