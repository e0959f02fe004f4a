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
            name="DataSet",
            fields=[
                ("key", models.SlugField(max_length=60, primary_key=True, serialize=False)),
                ("title", models.CharField(max_length=200)),
                ("version", models.CharField(blank=True, max_length=60)),
                ("citation", models.CharField(max_length=1000)),
                ("licence", models.CharField(max_length=60)),
                ("address", models.CharField(max_length=300)),
                ("changed_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "db_table": "cards_dataset",
                "ordering": ["title", "version"],
            },
        ),
        CreateOrKeep(
            name="Measurement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "data_set",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="measurements",
                        to="evidence.dataset",
                    ),
                ),
                ("latin_name", models.CharField(max_length=120)),
                ("named", models.CharField(blank=True, max_length=120)),
                ("trait", models.CharField(max_length=40)),
                ("number", models.FloatField(null=True)),
                ("word", models.CharField(blank=True, max_length=120)),
                ("certainty", models.CharField(blank=True, max_length=20)),
                ("line", models.PositiveIntegerField(null=True)),
            ],
            options={
                "db_table": "cards_measurement",
                "ordering": ["latin_name", "trait", "data_set_id"],
                "indexes": [models.Index(fields=["data_set"], name="measurement_data_set")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("latin_name", "trait", "data_set", "word"), name="measurement_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("number__isnull", False), ("word", "")),
                            models.Q(("number__isnull", True), models.Q(("word", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="measurement_is_number_or_word",
                    ),
                ],
            },
        ),
        CreateOrKeep(
            name="Interaction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "data_set",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="interactions",
                        to="evidence.dataset",
                    ),
                ),
                ("eater", models.CharField(max_length=120)),
                ("eaten", models.CharField(max_length=120)),
                ("kind", models.CharField(default="eats", max_length=40)),
                ("place", models.CharField(blank=True, max_length=120)),
                ("line", models.PositiveIntegerField(null=True)),
            ],
            options={
                "db_table": "cards_interaction",
                "ordering": ["eater", "eaten", "data_set_id"],
                "indexes": [
                    models.Index(fields=["eaten"], name="interaction_eaten"),
                    models.Index(fields=["data_set"], name="interaction_data_set"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("eater", "eaten", "data_set", "kind", "place"), name="interaction_once"
                    )
                ],
            },
        ),
    ]
