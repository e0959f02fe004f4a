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
            name="Tournament",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("code", models.CharField(default=games.lobby.models.new_code, max_length=20, unique=True)),
                ("name", models.CharField(max_length=80)),
                (
                    "maker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments",
                        to="games.player",
                    ),
                ),
                (
                    "collection",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tournaments",
                        to="sets.collection",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("swiss", "Swiss"),
                            ("round-robin", "Round robin"),
                            ("arena", "Arena"),
                            ("simul", "Simultaneous"),
                        ],
                        max_length=12,
                    ),
                ),
                ("rules", models.CharField(max_length=40)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("seats", models.PositiveSmallIntegerField(default=2)),
                (
                    "pace",
                    models.CharField(
                        choices=[
                            ("none", "No clock"),
                            ("days", "Days for a turn"),
                            ("turn", "Seconds for a turn"),
                            ("live", "Minutes for a game"),
                        ],
                        max_length=5,
                    ),
                ),
                ("pace_seconds", models.PositiveIntegerField(default=0)),
                ("pace_increment", models.PositiveIntegerField(default=0)),
                ("rounds", models.PositiveSmallIntegerField(default=0)),
                ("minutes", models.PositiveSmallIntegerField(default=0)),
                ("between", models.PositiveIntegerField(default=60)),
                ("no_show", models.PositiveIntegerField(default=300)),
                (
                    "decks",
                    models.CharField(
                        choices=[
                            ("free", "Any deck"),
                            ("ready", "Ready decks only"),
                            ("given", "The same deck for everybody"),
                        ],
                        default="free",
                        max_length=5,
                    ),
                ),
                ("deck_name", models.CharField(blank=True, max_length=80)),
                ("deck", models.JSONField(blank=True, default=list)),
                ("starter", models.CharField(blank=True, max_length=80)),
                ("opening_hand", models.JSONField(blank=True, default=list)),
                (
                    "audience",
                    models.CharField(
                        choices=[
                            ("link", "Whoever has the link"),
                            ("set", "Members of the set"),
                            ("site", "Everybody"),
                        ],
                        default="link",
                        max_length=4,
                    ),
                ),
                ("password", models.CharField(blank=True, max_length=128)),
                ("bots_allowed", models.BooleanField(default=False)),
                (
                    "filler",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("mouse", "Mouse"),
                            ("hedgehog", "Hedgehog"),
                            ("fox", "Fox"),
                            ("owl", "Owl"),
                            ("orca", "Orca"),
                            ("beginner", "Easy"),
                            ("greedy", "Normal"),
                            ("strong", "Strong"),
                            ("random", "By chance"),
                        ],
                        max_length=20,
                    ),
                ),
                ("rated", models.BooleanField(default=False)),
                ("public", models.BooleanField(default=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("starts_at", models.DateTimeField(blank=True, null=True)),
                ("begun", models.DateTimeField(blank=True, null=True)),
                ("ends_at", models.DateTimeField(blank=True, null=True)),
                ("ended", models.DateTimeField(blank=True, null=True)),
                ("round", models.PositiveSmallIntegerField(default=0)),
                ("next_round_at", models.DateTimeField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=0)),
                ("key", models.CharField(max_length=64)),
                ("asked", models.CharField(blank=True, max_length=32)),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "games_tournament",
                "ordering": ["-created"],
                "indexes": [
                    models.Index(fields=["audience", "status", "-created"], name="tournament_listed"),
                    models.Index(
                        condition=models.Q(("status", "open")), fields=["starts_at"], name="tournament_due"
                    ),
                    models.Index(
                        condition=models.Q(("status", "running")),
                        fields=["next_round_at"],
                        name="tournament_running",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("maker", "key"), name="tournament_key_once_a_maker"),
                    models.CheckConstraint(
                        condition=models.Q(("seats__gte", 2), ("seats__lte", 6)),
                        name="tournament_tables_of_2_to_6",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("collection__isnull", True),
                            models.Q(("audience", "set"), ("public", False)),
                            _connector="OR",
                        ),
                        name="tournament_of_a_set_is_not_public",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "arena"), ("minutes__gte", 1), ("rounds", 0)),
                            models.Q(models.Q(("kind", "arena"), _negated=True), ("minutes", 0)),
                            _connector="OR",
                        ),
                        name="tournament_arena_has_minutes",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("begun__isnull", True), ("ended__isnull", True), ("status", "open")),
                            models.Q(
                                ("begun__isnull", False), ("ended__isnull", True), ("status", "running")
                            ),
                            models.Q(
                                ("begun__isnull", False), ("ended__isnull", False), ("status", "finished")
                            ),
                            models.Q(("ended__isnull", False), ("status", "cancelled")),
                            _connector="OR",
                        ),
                        name="tournament_status_says_when",
                    ),
                ],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="games.player",
                    ),
                ),
                (
                    "bot",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("mouse", "Mouse"),
                            ("hedgehog", "Hedgehog"),
                            ("fox", "Fox"),
                            ("owl", "Owl"),
                            ("orca", "Orca"),
                            ("beginner", "Easy"),
                            ("greedy", "Normal"),
                            ("strong", "Strong"),
                            ("random", "By chance"),
                        ],
                        max_length=20,
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("rating", models.PositiveSmallIntegerField(default=0)),
                ("program", models.BooleanField(default=False)),
                ("deck_name", models.CharField(blank=True, max_length=80)),
                ("deck_listed", models.BooleanField(default=False)),
                ("deck", models.JSONField(blank=True, default=list)),
                ("starter", models.CharField(blank=True, max_length=80)),
                ("opening_hand", models.JSONField(blank=True, default=list)),
                ("joined", models.DateTimeField(auto_now_add=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "withdrawn_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                ("ready_since", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name_plural": "entries",
                "db_table": "games_entry",
                "ordering": ["tournament_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "player"), name="entry_once_a_player"),
                    models.UniqueConstraint(fields=("tournament", "number"), name="entry_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("bot", ""), ("player__isnull", False)),
                            models.Q(
                                (
                                    "bot__in",
                                    [
                                        "mouse",
                                        "hedgehog",
                                        "fox",
                                        "owl",
                                        "orca",
                                        "beginner",
                                        "greedy",
                                        "strong",
                                        "random",
                                    ],
                                ),
                                ("player__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="entry_has_player_or_bot",
                    ),
                ],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="round_set",
                        to="tournaments.tournament",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("begun", models.DateTimeField()),
                ("ended", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "db_table": "games_round",
                "ordering": ["tournament_id", "number"],
                "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="round_once")],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="Game",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="tournaments.round",
                    ),
                ),
                ("board", models.PositiveIntegerField()),
                (
                    "match",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tournament_game",
                        to="games.match",
                    ),
                ),
                (
                    "how",
                    models.CharField(
                        choices=[
                            ("paired", "Paired"),
                            ("played", "Played"),
                            ("forfeit", "Forfeit"),
                            ("bye", "Bye"),
                            ("late", "Joined late"),
                        ],
                        default="paired",
                        max_length=7,
                    ),
                ),
                ("paired", models.DateTimeField()),
                ("ended", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "db_table": "games_game",
                "ordering": ["tournament_id", "round_id", "board"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("how", "paired")), fields=["tournament"], name="game_under_way"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("round__isnull", False)),
                        fields=("round", "board"),
                        name="game_board_once_a_round",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("round__isnull", True)),
                        fields=("tournament", "board"),
                        name="game_board_once_an_arena",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended__isnull", True), ("how", "paired")),
                            models.Q(models.Q(("how", "paired"), _negated=True), ("ended__isnull", False)),
                            _connector="OR",
                        ),
                        name="game_ended_has_result",
                    ),
                ],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="Place",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="tournaments.game",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="tournaments.entry",
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("points", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "db_table": "games_place",
                "ordering": ["game_id", "seat"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seat"), name="place_seat_once_a_game"),
                    models.UniqueConstraint(fields=("entry", "number"), name="place_once_a_round"),
                    models.CheckConstraint(
                        condition=models.Q(("points__isnull", True), ("points__lte", 120), _connector="OR"),
                        name="place_earns_a_point_at_most",
                    ),
                ],
            },
        ),
        phylo.moved_models.CreateOrKeep(
            name="Correction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="corrections",
                        to="tournaments.game",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="corrections",
                        to="games.player",
                    ),
                ),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "games_correction",
                "ordering": ["created", "pk"],
            },
        ),
    ]
