import uuid

import django.db.models.deletion
from django.db import migrations, models

import games.lobby.models
import phylo.moved_models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("games", "0001_initial"),
        ("sets", "0001_initial"),
    ]

    operations = [
        phylo.moved_models.CreateOrKeep(
            name="OpenTable",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("code", models.CharField(default=games.lobby.models.new_code, max_length=20, unique=True)),
                (
                    "maker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="opened_tables",
                        to="games.player",
                    ),
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
                (
                    "collection",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="open_tables",
                        to="sets.collection",
                    ),
                ),
                ("quick", models.BooleanField(db_default=False, default=False)),
                (
                    "led_to",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="lobby.opentable",
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("asked", models.CharField(blank=True, db_default="", default="", max_length=32)),
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
                ("created", models.DateTimeField(auto_now_add=True)),
                ("expires", models.DateTimeField()),
            ],
            options={
                "db_table": "games_opentable",
                "ordering": ["-created"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("listed", True), ("status", "open")),
                        fields=["-created"],
                        name="open_table_lobby",
                    ),
                    models.Index(
                        condition=models.Q(("quick", True), ("status", "open")),
                        fields=["created"],
                        name="open_table_quick",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("maker", "key"), name="open_table_key_once_a_maker"),
                    models.CheckConstraint(
                        condition=models.Q(("seats__gte", 2), ("seats__lte", 6)), name="open_table_of_2_to_6"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("pace", "none"), ("pace_increment", 0), ("pace_seconds", 0)),
                            models.Q(("pace__in", ["days", "turn", "live"]), ("pace_seconds__gte", 1)),
                            _connector="OR",
                        ),
                        name="open_table_clock_fits_its_pace",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("match__isnull", False), ("status", "begun")),
                            models.Q(
                                ("match__isnull", True), ("status__in", ["open", "withdrawn", "declined"])
                            ),
                            _connector="OR",
                        ),
                        name="open_table_begun_has_match",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("invited_only", False), ("listed", False), _connector="OR"),
                        name="open_table_invited_only_is_not_listed",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("collection__isnull", True),
                            models.Q(("listed", False), ("public", False)),
                            _connector="OR",
                        ),
                        name="open_table_of_a_set_stays_in_it",
                    ),
                ],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="Participant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "open_table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="participants",
                        to="lobby.opentable",
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
                (
                    "state",
                    models.CharField(
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
                ("deck_name", models.CharField(blank=True, max_length=80)),
                ("deck_listed", models.BooleanField(db_default=False, default=False)),
                ("deck", models.JSONField(blank=True, default=list)),
                ("starter", models.CharField(blank=True, max_length=80)),
                ("opening_hand", models.JSONField(blank=True, default=list)),
            ],
            options={
                "db_table": "games_participant",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("open_table", "player"), name="participant_once_a_table"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["invited", "unseen", "waiting", "declined"])),
                        name="participant_has_a_state",
                    ),
                ],
            },
        ),
    ]
