import django.db.models.deletion
from django.db import migrations, models

from phylo.moved_models import CreateOrKeep


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("cards", "0001_initial"),
    ]

    operations = [
        CreateOrKeep(
            name="NameEdition",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("data_set", models.SlugField(db_index=False, max_length=60)),
                ("title", models.CharField(max_length=300)),
                ("version", models.CharField(blank=True, max_length=80)),
                ("licence", models.CharField(blank=True, max_length=200)),
                ("citation", models.TextField(blank=True)),
                ("archive", models.CharField(max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[("prepared", "Prepared"), ("current", "Current"), ("past", "Past")],
                        default="prepared",
                        max_length=10,
                    ),
                ),
                ("taxa", models.PositiveIntegerField(default=0)),
                ("keys", models.PositiveIntegerField(default=0)),
                ("accepted", models.PositiveIntegerField(default=0)),
                ("common_names", models.PositiveIntegerField(default=0)),
                ("rejected", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "db_table": "cards_nameedition",
                "ordering": ["data_set", "-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "past"), _negated=True),
                        fields=("data_set", "state"),
                        name="name_edition_is_alone",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["prepared", "current", "past"])),
                        name="name_edition_state_is_known",
                    ),
                ],
            },
        ),
        CreateOrKeep(
            name="Lineage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kingdom", models.CharField(blank=True, max_length=80)),
                ("phylum", models.CharField(blank=True, max_length=80)),
                ("class_name", models.CharField(blank=True, max_length=80)),
                ("order_name", models.CharField(blank=True, max_length=80)),
                ("family", models.CharField(blank=True, max_length=80)),
            ],
            options={
                "db_table": "cards_lineage",
            },
        ),
        CreateOrKeep(
            name="Taxon",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "edition",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="taxonomy.nameedition",
                    ),
                ),
                ("source_id", models.CharField(max_length=100)),
                ("rank", models.CharField(blank=True, max_length=30)),
                ("latin_name", models.CharField(max_length=200)),
                ("authorship", models.CharField(blank=True, max_length=200)),
                (
                    "accepted",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="synonyms",
                        to="taxonomy.taxon",
                    ),
                ),
                (
                    "lineage",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="taxonomy.lineage",
                    ),
                ),
                ("region", models.CharField(blank=True, max_length=200)),
                ("extinct", models.BooleanField(null=True)),
                ("identifiers", models.JSONField(default=dict)),
                ("common_names", models.JSONField(default=dict)),
            ],
            options={
                "db_table": "cards_taxon",
                "indexes": [
                    models.Index(fields=["edition", "source_id"], name="taxon_source"),
                    models.Index(
                        condition=models.Q(("accepted__isnull", False)),
                        fields=["accepted"],
                        name="taxon_accepted",
                    ),
                ],
            },
        ),
        CreateOrKeep(
            name="NameKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "edition",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="taxonomy.nameedition",
                    ),
                ),
                ("head", models.PositiveIntegerField()),
                ("key", models.BinaryField(max_length=64)),
                ("weight", models.PositiveSmallIntegerField()),
                (
                    "taxon",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="taxonomy.taxon",
                    ),
                ),
            ],
            options={
                "db_table": "cards_namekey",
                "indexes": [
                    models.Index(fields=["edition", "key", "weight", "taxon"], name="name_key"),
                    models.Index(
                        condition=models.Q(("weight__gt", 0)),
                        fields=["edition", "head", "-weight", "key", "taxon"],
                        name="name_known",
                    ),
                ],
            },
        ),
    ]
