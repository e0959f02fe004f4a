import uuid

import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.matches.models.open_table


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
    ]

    initial = True

    dependencies = [
        ("accounts", "0010_encrypted_factors"),
        ("cards", "0001_initial"),
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
            name="MatchAnalysis",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "Queued"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("cancelled", "Cancelled"),
                            ("failed", "Failed"),
                        ],
                        default="queued",
                        max_length=10,
                    ),
                ),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="analysis", to="games.match"
                    ),
                ),
                ("looks", models.JSONField(default=list)),
                ("again", models.JSONField(default=dict)),
            ],
            options={
                "verbose_name_plural": "match analyses",
                "abstract": False,
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ("queued", "running"))),
                        fields=["updated_at"],
                        name="analysis_working",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["queued", "running", "done", "cancelled", "failed"])
                        ),
                        name="matchanalysis_status_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("done__lte", models.F("total"))),
                        name="matchanalysis_is_within_its_total",
                    ),
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
            name="Classroom",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "collection",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="classroom",
                        to="sets.collection",
                    ),
                ),
                ("code", models.CharField(blank=True, max_length=12, null=True, unique=True)),
                ("code_until", models.DateTimeField(blank=True, null=True)),
                ("frozen_at", models.DateTimeField(blank=True, null=True)),
                ("free_talk", models.BooleanField(default=False)),
                ("ends_on", models.DateField(db_index=True)),
                ("ending_at", models.DateTimeField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("code__isnull", True), ("code_until__isnull", True)),
                            models.Q(("code__isnull", False), ("code_until__isnull", False)),
                            _connector="OR",
                        ),
                        name="classroom_code_has_an_end",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ending_at__isnull", True), ("code__isnull", True), _connector="OR"
                        ),
                        name="classroom_that_ends_is_closed",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Pupil",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pupils",
                        to="games.classroom",
                    ),
                ),
                (
                    "guest",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="pupil", to="accounts.guest"
                    ),
                ),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pupil",
                        to="sets.collectionperson",
                    ),
                ),
                ("first_name", models.CharField(max_length=20)),
                ("animal", models.SlugField(max_length=20)),
                ("card_number", models.PositiveIntegerField(default=1)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("key", models.CharField(blank=True, max_length=64)),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["first_name", "animal", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("first_name"),
                        models.F("animal"),
                        models.F("classroom"),
                        name="pupil_is_told_by_name_and_animal",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("classroom", "key"),
                        name="pupil_key_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClassWork",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "Queued"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("cancelled", "Cancelled"),
                            ("failed", "Failed"),
                        ],
                        default="queued",
                        max_length=10,
                    ),
                ),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                (
                    "collection",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="class_work",
                        to="sets.collection",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("kind", models.CharField(choices=[("end", "End"), ("export", "Export")], max_length=10)),
                ("steps", models.JSONField(default=list)),
                ("content", models.BinaryField(default=bytes)),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["queued", "running", "done", "cancelled", "failed"])
                        ),
                        name="classwork_status_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("done__lte", models.F("total"))),
                        name="classwork_is_within_its_total",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["end", "export"])), name="class_work_kind_is_known"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ["queued", "running"])),
                        fields=("collection", "kind"),
                        name="class_work_one_at_a_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Follow",
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="follows", to="games.player"
                    ),
                ),
                (
                    "followed",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="followers",
                        to="games.player",
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "followed"), name="follow_once"),
                    models.CheckConstraint(
                        condition=models.Q(("player", models.F("followed")), _negated=True),
                        name="follow_not_oneself",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Hint",
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="hints", to="games.match"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("version", models.PositiveIntegerField()),
                ("action", models.JSONField(blank=True, null=True)),
                ("line", models.JSONField(blank=True, default=list)),
                ("queued", models.DateTimeField()),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["match_id", "version"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seat", "version"), name="hint_once_a_version"),
                    models.CheckConstraint(condition=models.Q(("seat__lt", 6)), name="hint_seat_is_0_to_5"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ImportedRecord",
            fields=[
                ("id", models.CharField(editable=False, max_length=32, primary_key=True, serialize=False)),
                ("text", models.TextField()),
                ("size", models.PositiveIntegerField(db_default=0, default=0)),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="imported_records",
                        to="games.player",
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("watched", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="LessonProgress",
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="lessons", to="games.player"
                    ),
                ),
                ("lesson", models.SlugField(max_length=80)),
                ("moves", models.JSONField(blank=True, default=list)),
                ("began", models.PositiveIntegerField(default=0)),
                ("missed", models.PositiveIntegerField(default=0)),
                ("done", models.DateTimeField(blank=True, null=True)),
                ("begun", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
            ],
            options={
                "verbose_name_plural": "lesson progress",
                "ordering": ["-updated", "-pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "lesson"), name="lesson_once_a_player")
                ],
            },
        ),
        migrations.CreateModel(
            name="ProposedLesson",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="proposed_lessons",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("open", "Open"),
                            ("discussion", "In discussion"),
                            ("changes", "Needs changes"),
                            ("approved", "Approved"),
                            ("published", "Published"),
                            ("rejected", "Rejected"),
                            ("withdrawn", "Withdrawn"),
                            ("stale", "Out of date"),
                            ("reverted", "Reverted"),
                        ],
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("content", models.JSONField()),
                ("version", models.PositiveIntegerField(default=1)),
                ("reason", models.TextField(blank=True, max_length=1000)),
                ("key", models.CharField(blank=True, max_length=64)),
                ("asked", models.CharField(blank=True, max_length=32)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("changed", models.DateTimeField(auto_now=True)),
            ],
            options={
                "ordering": ["-changed", "-pk"],
                "indexes": [models.Index(fields=["state", "-changed"], name="proposed_lesson_queue")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("author", "key"),
                        name="proposed_lesson_key_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="KioskVisit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "guest",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kiosk_visit",
                        to="accounts.guest",
                    ),
                ),
                (
                    "collection",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="kiosk_visits",
                        to="sets.collection",
                    ),
                ),
                ("begun", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="KioskDay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "collection",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kiosk_days",
                        to="sets.collection",
                    ),
                ),
                ("day", models.DateField()),
                ("visits", models.PositiveIntegerField(default=0)),
                ("games", models.PositiveIntegerField(default=0)),
                ("lessons", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ["-day"],
                "constraints": [
                    models.UniqueConstraint(fields=("collection", "day"), name="kiosk_day_once_a_set"),
                    models.UniqueConstraint(
                        condition=models.Q(("collection__isnull", True)),
                        fields=("day",),
                        name="kiosk_day_once_the_site",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OpenTable",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "code",
                    models.CharField(
                        default=games.matches.models.open_table.new_code, max_length=20, unique=True
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
                        to="games.opentable",
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
        migrations.CreateModel(
            name="Puzzle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.SlugField(max_length=80, unique=True)),
                ("rules", models.CharField(max_length=40)),
                ("length", models.PositiveSmallIntegerField()),
                ("content", models.JSONField()),
                ("listed", models.BooleanField(default=True)),
                ("shipped", models.BooleanField(default=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["key"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("listed", True)), fields=["rules"], name="puzzles_offered"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Rating",
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
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
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
                    "puzzle",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating",
                        to="games.puzzle",
                    ),
                ),
                ("rules", models.CharField(max_length=40)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("ordinal", models.FloatField()),
                ("games", models.PositiveIntegerField(default=0)),
                ("updated", models.DateTimeField(auto_now=True)),
            ],
            options={
                "indexes": [models.Index(fields=["rules", "-ordinal"], name="rating_leaders")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("player__isnull", False)),
                        fields=("player", "rules"),
                        name="rating_once_a_player",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("bot", ""), _negated=True),
                        fields=("bot", "rules"),
                        name="rating_once_a_bot",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("bot", ""), ("player__isnull", False), ("puzzle__isnull", True)),
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
                                ("puzzle__isnull", True),
                            ),
                            models.Q(
                                ("bot", ""),
                                ("player__isnull", True),
                                ("puzzle__isnull", False),
                                ("rules", "puzzles"),
                            ),
                            _connector="OR",
                        ),
                        name="rating_of_one",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_changes",
                        to="games.match",
                    ),
                ),
                (
                    "rating",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="changes", to="games.rating"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("mu_before", models.FloatField()),
                ("mu_after", models.FloatField()),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-created", "-pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seat"), name="rating_change_once_a_seat")
                ],
            },
        ),
        migrations.CreateModel(
            name="PuzzleTheme",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="themes", to="games.puzzle"
                    ),
                ),
                ("theme", models.SlugField(max_length=40)),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("puzzle", "theme"), name="puzzle_theme_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="PuzzleRun",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzle_runs",
                        to="games.player",
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("day", models.DateField()),
                ("rules", models.CharField(max_length=40)),
                ("line_up", models.JSONField()),
                ("begun", models.DateTimeField()),
                ("ends", models.DateTimeField()),
                ("ended", models.DateTimeField(blank=True, null=True)),
                ("solved", models.PositiveSmallIntegerField(default=0)),
                ("mistakes", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "ordering": ["-begun"],
                "indexes": [
                    models.Index(fields=["day", "rules", "-solved", "mistakes"], name="puzzle_runs_of_a_day")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "key"), name="puzzle_run_begun_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("ended__isnull", True)),
                        fields=("player",),
                        name="puzzle_run_one_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("mistakes__lte", 3)), name="puzzle_run_mistakes"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ends__gt", models.F("begun"))), name="puzzle_run_ends_later"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ended__isnull", True), ("ended__lte", models.F("ends")), _connector="OR"
                        ),
                        name="puzzle_run_over_in_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PuzzleAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="games.puzzle",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzle_attempts",
                        to="games.player",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="games.puzzlerun",
                    ),
                ),
                ("since", models.PositiveIntegerField(default=0)),
                ("answers", models.JSONField(default=list)),
                (
                    "result",
                    models.CharField(
                        choices=[
                            ("playing", "Not finished"),
                            ("solved", "Solved"),
                            ("good", "Good, but not best"),
                            ("failed", "Not solved"),
                        ],
                        default="playing",
                        max_length=7,
                    ),
                ),
                ("rated", models.BooleanField()),
                ("mu_before", models.FloatField(blank=True, null=True)),
                ("mu_after", models.FloatField(blank=True, null=True)),
                ("begun", models.DateTimeField(auto_now_add=True)),
                ("ended", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["-begun", "-pk"],
                "indexes": [models.Index(fields=["player", "-begun"], name="puzzle_attempts_of_a_player")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("rated", True)),
                        fields=("player", "puzzle"),
                        name="puzzle_attempt_rated_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("result", "playing"), ("run__isnull", True)),
                        fields=("player", "puzzle"),
                        name="puzzle_attempt_open_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("run__isnull", False)),
                        fields=("run", "puzzle"),
                        name="puzzle_attempt_once_a_run",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("run__isnull", True), ("rated", False), _connector="OR"),
                        name="puzzle_attempt_of_run_unrated",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended__isnull", True), ("result", "playing")),
                            models.Q(
                                models.Q(("result", "playing"), _negated=True), ("ended__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="puzzle_attempt_ended",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("ended__isnull", False),
                                ("mu_after__isnull", False),
                                ("mu_before__isnull", False),
                                ("rated", True),
                            ),
                            models.Q(
                                models.Q(("rated", False), ("ended__isnull", True), _connector="OR"),
                                ("mu_after__isnull", True),
                                ("mu_before__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="puzzle_attempt_moves_ratings",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DailyPuzzle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField(unique=True)),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="days", to="games.puzzle"
                    ),
                ),
            ],
            options={
                "ordering": ["-day"],
            },
        ),
        migrations.CreateModel(
            name="MadePuzzle",
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="made_puzzles",
                        to="games.player",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="made_puzzles",
                        to="games.match",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("looking", "The computer looks for it"),
                            ("none", "No play is clearly best"),
                            ("given-up", "The search did not end"),
                            ("private", "For its maker alone"),
                            ("proposed", "Proposed to all"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                        ],
                        default="looking",
                        max_length=8,
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="makers",
                        to="games.puzzle",
                    ),
                ),
                ("queued", models.DateTimeField()),
                ("word", models.CharField(blank=True, max_length=300)),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-created", "-pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "proposed")), fields=["created"], name="puzzles_proposed"
                    ),
                    models.Index(
                        condition=models.Q(("state", "looking")), fields=["queued"], name="puzzles_looked_for"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "match", "version"), name="made_puzzle_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("puzzle__isnull", True), ("state__in", ["looking", "none", "given-up"])
                            ),
                            models.Q(
                                models.Q(("state__in", ["looking", "none", "given-up"]), _negated=True),
                                ("puzzle__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="made_puzzle_is_there",
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
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "code",
                    models.CharField(
                        default=games.matches.models.open_table.new_code, max_length=20, unique=True
                    ),
                ),
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
        migrations.CreateModel(
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
                        to="games.tournament",
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
        migrations.CreateModel(
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
                        to="games.tournament",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("begun", models.DateTimeField()),
                ("ended", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["tournament_id", "number"],
                "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="round_once")],
            },
        ),
        migrations.CreateModel(
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
                        to="games.tournament",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="games.round",
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
        migrations.CreateModel(
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="games.game"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="games.entry"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("points", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
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
        migrations.CreateModel(
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
                        to="games.game",
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
                "ordering": ["created", "pk"],
            },
        ),
    ]
