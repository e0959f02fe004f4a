"""Following and blocking people, and who sees that somebody is there."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0022_quick_pairings"),
    ]

    operations = [
        migrations.CreateModel(
            name="Follow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="participant",
            name="participant_has_a_state",
        ),
        migrations.AddField(
            model_name="mute",
            name="blocks",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="player",
            name="presence",
            field=models.CharField(
                choices=[("followed", "People I follow, if they follow me too"), ("nobody", "Nobody")],
                db_default="followed",
                default="followed",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="participant",
            name="state",
            field=models.CharField(
                choices=[
                    ("invited", "Invited"),
                    ("unseen", "Invited unseen"),
                    ("waiting", "Waiting"),
                    ("declined", "Declined"),
                ],
                default="waiting",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="participant",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["invited", "unseen", "waiting", "declined"])),
                name="participant_has_a_state",
            ),
        ),
        migrations.AddField(
            model_name="follow",
            name="followed",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="followers", to="games.player"
            ),
        ),
        migrations.AddField(
            model_name="follow",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="follows", to="games.player"
            ),
        ),
        migrations.AddConstraint(
            model_name="follow",
            constraint=models.UniqueConstraint(fields=("player", "followed"), name="follow_once"),
        ),
        migrations.AddConstraint(
            model_name="follow",
            constraint=models.CheckConstraint(
                condition=models.Q(("player", models.F("followed")), _negated=True), name="follow_not_oneself"
            ),
        ),
    ]
