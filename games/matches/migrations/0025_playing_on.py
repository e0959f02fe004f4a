"""Matches that play on from a step of a finished one."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0024_what_watchers_say"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="begun_at",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="begun_from",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="played_on",
                to="games.match",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("begun_from__isnull", True),
                    models.Q(("begun_at__isnull", False), ("rated", False)),
                    _connector="OR",
                ),
                name="match_played_on_says_from_where",
            ),
        ),
    ]
