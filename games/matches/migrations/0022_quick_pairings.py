"""Quick pairings: open tables whose maker waits for anybody as strong."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games", "0021_a_level_for_beginners")]

    operations = [
        migrations.AddField(
            model_name="opentable",
            name="led_to",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="games.opentable",
            ),
        ),
        migrations.AddField(
            model_name="opentable",
            name="quick",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name="opentable",
            index=models.Index(
                condition=Q(quick=True, status="open"), fields=["created"], name="open_table_quick"
            ),
        ),
    ]
