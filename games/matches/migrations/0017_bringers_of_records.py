"""Who brought an imported record, and how large it is."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models.functions import Length


def measure(apps, schema_editor):
    """The text is ASCII, so its characters are its bytes."""
    apps.get_model("games", "ImportedRecord").objects.update(size=Length("text"))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_listed_decks"),
    ]

    operations = [
        migrations.AddField(
            model_name="importedrecord",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="imported_records",
                to="games.player",
            ),
        ),
        migrations.AddField(
            model_name="importedrecord",
            name="size",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.RunPython(measure, migrations.RunPython.noop),
    ]
