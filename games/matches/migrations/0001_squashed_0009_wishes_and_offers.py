import secrets
import uuid
from functools import partial

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_squashed_0003_turn_mails"),
        ("cards", "0001_squashed_0015_point_audits"),
    ]

    operations = [
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
                ("seed", models.BigIntegerField()),
                ("cards", models.JSONField()),
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
                ("rated", models.BooleanField(default=False)),
                ("offer", models.JSONField(blank=True, null=True)),
                ("offered", models.JSONField(blank=True, null=True)),
                ("talk", models.PositiveIntegerField(default=0)),
                ("bot_to_act", models.BooleanField(default=False)),
                ("to_act", models.CharField(blank=True, db_default="", default="", max_length=6)),
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
                        condition=models.Q(("rematch_of", models.F("id")), _negated=True),
                        name="match_no_own_rematch",
                    ),
                ],
            },
        ),
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
                ("former", models.BooleanField(default=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("former", False), models.Q(("name", ""), ("user__isnull", True)), _connector="OR"
                        ),
                        name="player_former_is_nobody",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Challenge",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "code",
                    models.CharField(default=partial(secrets.token_urlsafe, 9), max_length=20, unique=True),
                ),
                (
                    "maker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges",
                        to="games.player",
                    ),
                ),
                (
                    "to",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges_got",
                        to="games.player",
                    ),
                ),
                ("listed", models.BooleanField(default=True)),
                ("rules", models.CharField(max_length=40)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("deck_name", models.CharField(max_length=80)),
                ("deck", models.JSONField()),
                ("starter", models.CharField(blank=True, max_length=80)),
                ("opening_hand", models.JSONField(blank=True, default=list)),
                ("ready_decks_only", models.BooleanField(default=False)),
                ("same_deck", models.BooleanField(default=False)),
                (
                    "seat",
                    models.CharField(
                        choices=[("any", "By chance"), ("0", "Left"), ("1", "Right")],
                        default="any",
                        max_length=3,
                    ),
                ),
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
                ("key", models.CharField(max_length=64)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("accepted", "Accepted"),
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
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="challenge",
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
                        name="challenge_lobby",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("maker", "key"), name="challenge_key_once_a_maker"),
                    models.CheckConstraint(
                        condition=models.Q(("to", models.F("maker")), _negated=True),
                        name="challenge_not_to_oneself",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("pace", "none"), ("pace_increment", 0), ("pace_seconds", 0)),
                            models.Q(("pace__in", ["days", "turn", "live"]), ("pace_seconds__gte", 1)),
                            _connector="OR",
                        ),
                        name="challenge_clock_fits_its_pace",
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
            name="ChatReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="games.chatmessage",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chat_reports",
                        to="games.player",
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("done", models.BooleanField(default=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-created"],
                "constraints": [
                    models.UniqueConstraint(fields=("message", "player"), name="chat_report_once")
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
            name="Gathering",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "code",
                    models.CharField(default=partial(secrets.token_urlsafe, 9), max_length=20, unique=True),
                ),
                (
                    "maker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="gatherings",
                        to="games.player",
                    ),
                ),
                ("rules", models.CharField(max_length=40)),
                ("seats", models.PositiveSmallIntegerField()),
                ("bots", models.JSONField(blank=True, default=list)),
                ("here", models.PositiveSmallIntegerField(default=0)),
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
                ("rated", models.BooleanField(default=False)),
                ("public", models.BooleanField(default=True)),
                ("listed", models.BooleanField(default=True)),
                ("key", models.CharField(max_length=64)),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "Open"), ("begun", "Begun"), ("withdrawn", "Withdrawn")],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="gathering",
                        to="games.match",
                    ),
                ),
                (
                    "again_of",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="gathered_again",
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
                        name="gathering_lobby",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("maker", "key"), name="gathering_key_once_a_maker"),
                    models.CheckConstraint(
                        condition=models.Q(("seats__gte", 2), ("seats__lte", 6)), name="gathering_of_2_to_6"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("pace", "none"), ("pace_seconds", 0)),
                            models.Q(("pace__in", ["days", "turn"]), ("pace_seconds__gte", 1)),
                            _connector="OR",
                        ),
                        name="gathering_clock_fits_its_pace",
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
                    "gathering",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="games.gathering",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="games.player"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("invited", "Invited"), ("taken", "Taken"), ("declined", "Declined")],
                        default="taken",
                        max_length=10,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("gathering", "player"), name="place_once_a_gathering")
                ],
            },
        ),
        migrations.CreateModel(
            name="ImportedRecord",
            fields=[
                ("id", models.CharField(editable=False, max_length=32, primary_key=True, serialize=False)),
                ("text", models.TextField()),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("watched", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
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
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["match", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="move_number_once_a_match"),
                    models.UniqueConstraint(fields=("match", "seat", "key"), name="move_key_once_a_seat"),
                    models.CheckConstraint(condition=models.Q(("seat__lt", 6)), name="move_seat_is_0_to_5"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="move_number_from_1"),
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
                        choices=[("random", "Random"), ("greedy", "Greedy"), ("strong", "Strong")],
                        max_length=20,
                    ),
                ),
                (
                    "stand_in",
                    models.CharField(
                        blank=True,
                        choices=[("random", "Random"), ("greedy", "Greedy"), ("strong", "Strong")],
                        db_default="",
                        default="",
                        max_length=20,
                    ),
                ),
                ("deck_name", models.CharField(blank=True, max_length=80)),
                ("looked", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["match", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="seat_number_once_a_match"),
                    models.CheckConstraint(
                        condition=models.Q(("number__lt", 6)), name="seat_number_is_0_to_5"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("bot", ""), ("player__isnull", False)),
                            models.Q(("bot__in", ["random", "greedy", "strong"]), ("player__isnull", True)),
                            _connector="OR",
                        ),
                        name="seat_has_player_or_bot",
                    ),
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
                        choices=[("random", "Random"), ("greedy", "Greedy"), ("strong", "Strong")],
                        max_length=20,
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
                            models.Q(("bot", ""), ("player__isnull", False)),
                            models.Q(("bot__in", ["random", "greedy", "strong"]), ("player__isnull", True)),
                            _connector="OR",
                        ),
                        name="rating_of_player_or_bot",
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
                        choices=[("turn", "Your turn"), ("reminder", "Time is running out")], max_length=8
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
    ]
