import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """When a deck was last changed: with that of the cards the version of what the API answers."""

    dependencies = [("cards", "0005_saved_searches")]

    operations = [
        migrations.AddField(
            model_name="deck",
            name="changed_at",
            field=models.DateTimeField(auto_now=True, db_index=True, default=django.utils.timezone.now),
            preserve_default=False,
        ),
    ]
