"""
The counter of a deck's changes becomes the counter of its settings: its contents are guarded by `version`.

What was counted before stays as it is; the number matters only as long as somebody has a deck open.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("cards", "0020_guests")]

    operations = [
        migrations.RenameField("deck", "edition", "settings_version"),
        migrations.AlterField("deck", "settings_version", models.PositiveIntegerField(default=1)),
    ]
