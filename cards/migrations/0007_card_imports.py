import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0006_deck_changed_at"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            "CardImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("form", models.CharField(max_length=20)),
                ("card_set", models.CharField(max_length=40)),
                ("content", models.BinaryField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("checking", "Being looked at"),
                            ("ready", "Ready to apply"),
                            ("refused", "Refused"),
                            ("applying", "Being applied"),
                            ("applied", "Applied"),
                            ("failed", "Not done"),
                        ],
                        default="checking",
                        max_length=10,
                    ),
                ),
                ("plan", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("applied_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="card_imports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        name="card_import_status_is_known",
                        condition=models.Q(
                            status__in=["checking", "ready", "refused", "applying", "applied", "failed"]
                        ),
                    )
                ],
            },
        ),
    ]
