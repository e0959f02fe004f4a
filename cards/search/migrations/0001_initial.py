import django.db.models.deletion
import django.db.models.functions.text
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
            name="SavedSearch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="saved_searches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("query", models.CharField(max_length=1000)),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "cards_savedsearch",
                "ordering": [django.db.models.functions.text.Lower("name"), "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("user"),
                        django.db.models.functions.text.Lower("name"),
                        name="saved_search_name_once_a_person",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("name", ""), _negated=True), models.Q(("query", ""), _negated=True)
                        ),
                        name="saved_search_is_not_empty",
                    ),
                ],
            },
        ),
    ]
