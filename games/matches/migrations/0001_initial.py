import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("games", "0001_squashed_0009_wishes_and_offers"),
        ("games", "0010_level_words"),
        ("games", "0011_watching_and_states"),
        ("games", "0012_guests"),
        ("games", "0013_open_tables"),
        ("games", "0014_challenges_are_open_tables"),
        ("games", "0015_seat_keys"),
        ("games", "0016_listed_decks"),
        ("games", "0017_bringers_of_records"),
        ("games", "0018_site_clock"),
        ("games", "0019_seeds_in_text"),
        ("games", "0020_one_queue"),
        ("games", "0021_a_level_for_beginners"),
        ("games", "0022_quick_pairings"),
        ("games", "0023_friends"),
        ("games", "0024_what_watchers_say"),
        ("games", "0025_playing_on"),
        ("games", "0026_five_levels"),
        ("games", "0027_hurried_moves"),
        ("games", "0028_hints"),
        ("games", "0029_analyses"),
        ("games", "0030_puzzles"),
        ("games", "0031_daily_puzzles"),
        ("games", "0032_lessons"),
        ("games", "0033_coached_seats"),
        ("games", "0034_made_puzzles"),
        ("games", "0035_proposed_lessons"),
        ("games", "0036_searches_given_up"),
        ("games", "0037_matches_of_sets"),
        ("games", "0038_names_at_one_device"),
        ("games", "0039_tournaments"),
        ("games", "0040_classrooms"),
        ("games", "0041_class_work"),
        ("games", "0042_mails_of_rounds"),
        ("games", "0043_kiosks"),
        ("games", "0044_own_faces"),
        ("games", "0045_order_without_joins"),
        ("games", "0046_longer_class_codes"),
        ("games", "0047_collections_are_of_sets"),
        ("games", "0048_puzzles_refer_to_ratings"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0010_encrypted_factors"),
        ("sets", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(blank=True, max_length=60)),
                (
                    "user",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="player",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "guest",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="player",
                        to="accounts.guest",
                    ),
                ),
                ("former", models.BooleanField(default=False)),
                (
                    "presence",
                    models.CharField(
                        choices=[
                            ("followed", "People I follow, if they follow me too"),
                            ("nobody", "Nobody"),
                        ],
                        db_default="followed",
                        default="followed",
                        max_length=10,
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("former", False),
                            models.Q(("guest__isnull", True), ("name", ""), ("user__isnull", True)),
                            _connector="OR",
                        ),
                        name="player_former_is_nobody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("user__isnull", True), ("guest__isnull", True), _connector="OR"),
                        name="player_is_of_one_at_most",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("rules", models.CharField(max_length=40)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("players", models.PositiveSmallIntegerField(db_default=2, default=2)),
                ("seed", models.CharField(max_length=64)),
                ("cards", models.JSONField()),
                ("own_faces", models.JSONField(blank=True, db_default={}, default=dict)),
                ("decks", models.JSONField()),
                ("starters", models.JSONField(blank=True, null=True)),
                ("opening_hands", models.JSONField(blank=True, null=True)),
                ("opening_log", models.JSONField(blank=True, default=list)),
                ("version", models.PositiveIntegerField(default=0)),
                ("snapshot", models.JSONField()),
                (
                    "status",
                    models.CharField(
                        choices=[("playing", "Playing"), ("finished", "Finished")],
                        default="playing",
                        max_length=10,
                    ),
                ),
                ("winner", models.CharField(blank=True, max_length=6)),
                (
                    "ending",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("played", "Played to the end"),
                            ("resigned", "Resigned"),
                            ("time", "Out of time"),
                            ("agreed", "Draw agreed"),
                        ],
                        max_length=10,
                    ),
                ),
                ("scores", models.JSONField(default=list)),
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
                ("time_left", models.JSONField(blank=True, null=True)),
                ("clock_since", models.DateTimeField(blank=True, null=True)),
                ("flag_at", models.DateTimeField(blank=True, null=True)),
                ("public", models.BooleanField(default=False)),
                (
                    "collection",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="matches",
                        to="sets.collection",
                    ),
                ),
                ("rated", models.BooleanField(default=False)),
                ("offer", models.JSONField(blank=True, null=True)),
                ("offered", models.JSONField(blank=True, null=True)),
                ("talk", models.PositiveIntegerField(default=0)),
                ("bot_to_act", models.BooleanField(default=False)),
                ("to_act", models.CharField(blank=True, db_default="", default="", max_length=6)),
                (
                    "begun_from",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="played_on",
                        to="games.match",
                    ),
                ),
                ("begun_at", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "rematch_of",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rematch",
                        to="games.match",
                    ),
                ),
                ("rematch_by", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("rematch_until", models.DateTimeField(blank=True, null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name_plural": "matches",
                "ordering": ["-created"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("bot_to_act", True)),
                        fields=["updated"],
                        name="match_waiting_for_bot",
                    ),
                    models.Index(
                        condition=models.Q(("flag_at__isnull", False)), fields=["flag_at"], name="match_flag"
                    ),
                    models.Index(
                        condition=models.Q(("rematch_until__isnull", False)),
                        fields=["rematch_until"],
                        name="match_rematch",
                    ),
                    models.Index(
                        condition=models.Q(("public", True)),
                        fields=["status", "-updated", "id"],
                        name="match_watch",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "playing"), ("winner", "")),
                            models.Q(
                                models.Q(("winner", ""), _negated=True),
                                ("bot_to_act", False),
                                ("status", "finished"),
                            ),
                            _connector="OR",
                        ),
                        name="match_finished_has_result",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ending", ""), ("status", "playing")),
                            models.Q(
                                ("ending__in", ["played", "resigned", "time", "agreed"]),
                                ("flag_at__isnull", True),
                                ("offer__isnull", True),
                                ("status", "finished"),
                            ),
                            _connector="OR",
                        ),
                        name="match_finished_has_ending",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("flag_at__isnull", True),
                                ("pace", "none"),
                                ("pace_increment", 0),
                                ("pace_seconds", 0),
                            ),
                            models.Q(("pace__in", ["days", "turn", "live"]), ("pace_seconds__gte", 1)),
                            _connector="OR",
                        ),
                        name="match_clock_fits_its_pace",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("collection__isnull", True), ("public", False), _connector="OR"),
                        name="match_of_a_set_is_not_public",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rematch_of", models.F("id")), _negated=True),
                        name="match_no_own_rematch",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("begun_from__isnull", True),
                            models.Q(("begun_at__isnull", False), ("rated", False)),
                            _connector="OR",
                        ),
                        name="match_played_on_says_from_where",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.match"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
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
                (
                    "stand_in",
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
                        db_default="",
                        default="",
                        max_length=20,
                    ),
                ),
                ("deck_name", models.CharField(blank=True, max_length=80)),
                ("deck_listed", models.BooleanField(db_default=False, default=False)),
                ("called", models.CharField(blank=True, db_default="", default="", max_length=20)),
                ("coached", models.BooleanField(db_default=False, default=False)),
                ("looked", models.DateTimeField(blank=True, null=True)),
                ("key", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("asked", models.CharField(blank=True, db_default="", default="", max_length=32)),
            ],
            options={
                "ordering": ["match_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="seat_number_once_a_match"),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("player", "key"),
                        name="seat_key_once_a_player",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__lt", 6)), name="seat_number_is_0_to_5"
                    ),
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
                        name="seat_has_player_or_bot",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("stand_in", ""),
                            models.Q(
                                ("bot", ""),
                                (
                                    "stand_in__in",
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
                            ),
                            _connector="OR",
                        ),
                        name="seat_stand_in_is_for_a_player",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="moves", to="games.match"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("action", models.JSONField()),
                ("key", models.CharField(max_length=64)),
                ("log", models.JSONField()),
                ("hurried", models.BooleanField(db_default=False, default=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["match_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="move_number_once_a_match"),
                    models.UniqueConstraint(fields=("match", "seat", "key"), name="move_key_once_a_seat"),
                    models.CheckConstraint(condition=models.Q(("seat__lt", 6)), name="move_seat_is_0_to_5"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="move_number_from_1"),
                ],
            },
        ),
        migrations.CreateModel(
            name="TurnMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turn_mails",
                        to="games.seat",
                    ),
                ),
                ("turn", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("turn", "Your turn"),
                            ("reminder", "Time is running out"),
                            ("begun", "A game of a tournament has begun"),
                        ],
                        max_length=8,
                    ),
                ),
                ("checked", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("seat", "turn", "kind"), name="turn_mail_once_a_turn")
                ],
            },
        ),
        migrations.CreateModel(
            name="ChatMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="chat", to="games.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="chat", to="games.player"
                    ),
                ),
                ("text", models.CharField(max_length=400)),
                ("key", models.CharField(max_length=64)),
                ("hidden", models.BooleanField(default=False)),
                ("watching", models.BooleanField(db_default=False, default=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["created", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "player", "key"), name="chat_message_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="mutes", to="games.player"
                    ),
                ),
                (
                    "muted",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="muted_by",
                        to="games.player",
                    ),
                ),
                ("blocks", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "muted"), name="mute_once"),
                    models.CheckConstraint(
                        condition=models.Q(("player", models.F("muted")), _negated=True),
                        name="mute_not_oneself",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SiteClock",
            fields=[
                (
                    "id",
                    models.PositiveSmallIntegerField(
                        default=1, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("running_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("id", 1)), name="site_clock_is_one")
                ],
            },
        ),
    ]
