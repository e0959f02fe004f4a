import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
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
            name="Classroom",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "collection",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="classroom",
                        to="sets.collection",
                    ),
                ),
                ("code", models.CharField(blank=True, max_length=12, null=True, unique=True)),
                ("code_until", models.DateTimeField(blank=True, null=True)),
                ("frozen_at", models.DateTimeField(blank=True, null=True)),
                ("free_talk", models.BooleanField(default=False)),
                ("ends_on", models.DateField(db_index=True)),
                ("ending_at", models.DateTimeField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "games_classroom",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("code__isnull", True), ("code_until__isnull", True)),
                            models.Q(("code__isnull", False), ("code_until__isnull", False)),
                            _connector="OR",
                        ),
                        name="classroom_code_has_an_end",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ending_at__isnull", True), ("code__isnull", True), _connector="OR"
                        ),
                        name="classroom_that_ends_is_closed",
                    ),
                ],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="Pupil",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pupils",
                        to="classes.classroom",
                    ),
                ),
                (
                    "guest",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="pupil", to="accounts.guest"
                    ),
                ),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pupil",
                        to="sets.collectionperson",
                    ),
                ),
                ("first_name", models.CharField(max_length=20)),
                ("animal", models.SlugField(max_length=20)),
                ("card_number", models.PositiveIntegerField(default=1)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("key", models.CharField(blank=True, max_length=64)),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "games_pupil",
                "ordering": ["first_name", "animal", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("first_name"),
                        models.F("animal"),
                        models.F("classroom"),
                        name="pupil_is_told_by_name_and_animal",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("classroom", "key"),
                        name="pupil_key_once",
                    ),
                ],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="ClassWork",
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
                    "collection",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="class_work",
                        to="sets.collection",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("kind", models.CharField(choices=[("end", "End"), ("export", "Export")], max_length=10)),
                ("steps", models.JSONField(default=list)),
                ("content", models.BinaryField(default=bytes)),
            ],
            options={
                "db_table": "games_classwork",
                "ordering": ["-created_at", "-pk"],
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["queued", "running", "done", "cancelled", "failed"])
                        ),
                        name="classwork_status_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("done__lte", models.F("total"))),
                        name="classwork_is_within_its_total",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["end", "export"])), name="class_work_kind_is_known"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ["queued", "running"])),
                        fields=("collection", "kind"),
                        name="class_work_one_at_a_time",
                    ),
                ],
            },
        ),
    ]
