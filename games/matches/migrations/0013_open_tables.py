import secrets
import uuid
from functools import partial

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Open tables and those who wait there: what challenges and gatherings have in common."""

    dependencies = [("games", "0012_guests")]

    operations = [
        migrations.CreateModel(
            name="OpenTable",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "code",
                    models.CharField(default=partial(secrets.token_urlsafe, 9), max_length=20, unique=True),
                ),
                ("rules", models.CharField(max_length=40)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("seats", models.PositiveSmallIntegerField(default=2)),
                ("bots", models.JSONField(blank=True, default=list)),
                ("here", models.PositiveSmallIntegerField(default=0)),
                (
                    "side",
                    models.CharField(
                        choices=[("any", "By chance"), ("0", "Left"), ("1", "Right")],
                        default="any",
                        max_length=3,
                    ),
                ),
                ("ready_decks_only", models.BooleanField(default=False)),
                ("same_deck", models.BooleanField(default=False)),
                (
                    "pace",
                    models.CharField(
                        choices=[
                            ("none", "No clock"),
                            ("days", "Days for a turn"),
                            ("turn", "Seconds for a turn"),
                            ("live", "Minutes for a game"),
                        ],
                        default="none",
                        max_length=5,
                    ),
                ),
                ("pace_seconds", models.PositiveIntegerField(default=0)),
                ("pace_increment", models.PositiveIntegerField(default=0)),
                ("rated", models.BooleanField(default=False)),
                ("public", models.BooleanField(default=True)),
                ("listed", models.BooleanField(default=True)),
                ("invited_only", models.BooleanField(default=False)),
                ("key", models.CharField(max_length=64)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("begun", "Begun"),
                            ("withdrawn", "Withdrawn"),
                            ("declined", "Declined"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("expires", models.DateTimeField()),
                (
                    "again_of",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="opened_again",
                        to="games.match",
                    ),
                ),
                (
                    "maker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="opened_tables",
                        to="games.player",
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="open_table",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "ordering": ["-created"],
            },
        ),
        migrations.CreateModel(
            name="Participant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("invited", "Invited"), ("waiting", "Waiting"), ("declined", "Declined")],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("deck_name", models.CharField(blank=True, max_length=80)),
                ("deck", models.JSONField(blank=True, default=list)),
                ("starter", models.CharField(blank=True, max_length=80)),
                ("opening_hand", models.JSONField(blank=True, default=list)),
                (
                    "open_table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="participants",
                        to="games.opentable",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="participations",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddIndex(
            model_name="opentable",
            index=models.Index(
                condition=models.Q(("listed", True), ("status", "open")),
                fields=["-created"],
                name="open_table_lobby",
            ),
        ),
        migrations.AddConstraint(
            model_name="opentable",
            constraint=models.UniqueConstraint(fields=("maker", "key"), name="open_table_key_once_a_maker"),
        ),
        migrations.AddConstraint(
            model_name="opentable",
            constraint=models.CheckConstraint(
                condition=models.Q(("seats__gte", 2), ("seats__lte", 6)), name="open_table_of_2_to_6"
            ),
        ),
        migrations.AddConstraint(
            model_name="opentable",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("pace", "none"), ("pace_increment", 0), ("pace_seconds", 0)),
                    models.Q(("pace__in", ["days", "turn", "live"]), ("pace_seconds__gte", 1)),
                    _connector="OR",
                ),
                name="open_table_clock_fits_its_pace",
            ),
        ),
        migrations.AddConstraint(
            model_name="opentable",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("match__isnull", False), ("status", "begun")),
                    models.Q(("match__isnull", True), ("status__in", ["open", "withdrawn", "declined"])),
                    _connector="OR",
                ),
                name="open_table_begun_has_match",
            ),
        ),
        migrations.AddConstraint(
            model_name="opentable",
            constraint=models.CheckConstraint(
                condition=models.Q(("invited_only", False), ("listed", False), _connector="OR"),
                name="open_table_invited_only_is_not_listed",
            ),
        ),
        migrations.AddConstraint(
            model_name="participant",
            constraint=models.UniqueConstraint(
                fields=("open_table", "player"), name="participant_once_a_table"
            ),
        ),
        migrations.AddConstraint(
            model_name="participant",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["invited", "waiting", "declined"])),
                name="participant_has_a_state",
            ),
        ),
    ]
