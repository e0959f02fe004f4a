"""Keys with which matches were begun, and what requests with keys asked for."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_challenges_are_open_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="opentable",
            name="asked",
            field=models.CharField(blank=True, db_default="", default="", max_length=32),
        ),
        migrations.AddField(
            model_name="seat",
            name="asked",
            field=models.CharField(blank=True, db_default="", default="", max_length=32),
        ),
        migrations.AddField(
            model_name="seat",
            name="key",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("player", "key"),
                name="seat_key_once_a_player",
            ),
        ),
    ]
