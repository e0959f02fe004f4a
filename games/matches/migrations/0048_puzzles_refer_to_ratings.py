"""
Puzzles refer to their ratings, so that ratings know nothing of puzzles. The old column stays in the table for
processes of the version before, which still read and fill it, but holds up nobody who deletes a puzzle: drop
it in a later version. New databases are without.
"""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

LEVELS = ["mouse", "hedgehog", "fox", "owl", "orca", "beginner", "greedy", "strong", "random"]


def turn_round(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    ratings = apps.get_model("games", "Rating").objects.filter(puzzle=models.OuterRef("pk"))
    apps.get_model("games", "Puzzle").objects.update(rating=models.Subquery(ratings.values("pk")))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0047_collections_are_of_sets"),
    ]

    operations = [
        migrations.AlterField(
            model_name="rating",
            name="puzzle",
            field=models.OneToOneField(
                blank=True,
                null=True,
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="games.puzzle",
            ),
        ),
        migrations.AddField(
            model_name="puzzle",
            name="rating",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.rating",
            ),
        ),
        migrations.RunPython(turn_round),
        migrations.RemoveConstraint(model_name="rating", name="rating_of_one"),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("bot", ""), ("player__isnull", False)),
                    models.Q(("bot__in", LEVELS), ("player__isnull", True)),
                    models.Q(("bot", ""), ("player__isnull", True), ("rules", "puzzles")),
                    _connector="OR",
                ),
                name="rating_of_one",
            ),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField(model_name="rating", name="puzzle")]
        ),
        migrations.AlterField(
            model_name="puzzle",
            name="rating",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="puzzle",
                to="games.rating",
            ),
        ),
    ]
