"""What a request with a key asked for, so that the key cannot stand for anything else."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0023_import_mistakes"),
    ]

    operations = [
        migrations.AddField(
            model_name="collection",
            name="asked",
            field=models.CharField(blank=True, db_default="", default="", max_length=32),
        ),
        migrations.AddField(
            model_name="deck",
            name="settings_asked",
            field=models.CharField(blank=True, db_default="", default="", max_length=32),
        ),
        migrations.AddField(
            model_name="deck",
            name="settings_key",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddField(
            model_name="deckversion",
            name="asked",
            field=models.CharField(blank=True, db_default="", default="", max_length=32),
        ),
        migrations.AddField(
            model_name="proposal",
            name="asked",
            field=models.CharField(blank=True, db_default="", default="", max_length=32),
        ),
        migrations.AddField(
            model_name="setcard",
            name="asked",
            field=models.CharField(blank=True, db_default="", default="", max_length=32),
        ),
    ]
