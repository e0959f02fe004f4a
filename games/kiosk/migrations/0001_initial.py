import django.db.models.deletion
from django.db import migrations, models

import phylo.moved_models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0010_encrypted_factors"),
        ("games", "0001_initial"),
        ("sets", "0001_initial"),
    ]

    operations = [
        phylo.moved_models.CreateOrKeep(
            name="KioskVisit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "guest",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kiosk_visit",
                        to="accounts.guest",
                    ),
                ),
                (
                    "collection",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="kiosk_visits",
                        to="sets.collection",
                    ),
                ),
                ("begun", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "games_kioskvisit",
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="KioskDay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "collection",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kiosk_days",
                        to="sets.collection",
                    ),
                ),
                ("day", models.DateField()),
                ("visits", models.PositiveIntegerField(default=0)),
                ("games", models.PositiveIntegerField(default=0)),
                ("lessons", models.PositiveIntegerField(default=0)),
            ],
            options={
                "db_table": "games_kioskday",
                "ordering": ["-day"],
                "constraints": [
                    models.UniqueConstraint(fields=("collection", "day"), name="kiosk_day_once_a_set"),
                    models.UniqueConstraint(
                        condition=models.Q(("collection__isnull", True)),
                        fields=("day",),
                        name="kiosk_day_once_the_site",
                    ),
                ],
            },
        ),
    ]
