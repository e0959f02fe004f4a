import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import cards.decks.models.deck
from phylo.moved_models import CreateOrKeep


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0010_encrypted_factors"),
        ("cards", "0001_initial"),
        ("sets", "0001_initial"),
    ]

    operations = [
        CreateOrKeep(
            name="Deck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=80, unique=True)),
                ("name", models.CharField(max_length=80)),
                ("place", models.CharField(blank=True, max_length=120)),
                ("theme", models.CharField(blank=True, max_length=300)),
                ("climate", models.CharField(blank=True, max_length=300)),
                ("notes", models.TextField(blank=True, max_length=4000)),
                ("rules", models.CharField(default="phylo-1.4a", max_length=40)),
                ("starter", models.SlugField(blank=True, max_length=80)),
                ("opening_hand", models.JSONField(blank=True, default=list)),
                (
                    "collection",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=cards.decks.models.deck.leave_the_set,
                        related_name="decks",
                        to="sets.collection",
                    ),
                ),
                ("own_cards", models.JSONField(blank=True, db_default={}, default=dict)),
                ("ready", models.BooleanField(default=False)),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "guest",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="decks",
                        to="accounts.guest",
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[("private", "Private"), ("unlisted", "Unlisted"), ("public", "Public")],
                        default="private",
                        max_length=10,
                    ),
                ),
                ("hidden_reason", models.CharField(blank=True, db_default="", default="", max_length=300)),
                ("version", models.PositiveIntegerField(default=0)),
                ("settings_version", models.PositiveIntegerField(default=1)),
                ("settings_key", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("settings_asked", models.CharField(blank=True, db_default="", default="", max_length=32)),
                (
                    "origin",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="offspring",
                        to="decks.deck",
                    ),
                ),
                ("origin_version", models.PositiveIntegerField(blank=True, null=True)),
                ("origin_credit", models.CharField(blank=True, max_length=200)),
                ("size", models.PositiveIntegerField(default=0)),
                ("points", models.IntegerField(default=0)),
                ("complete", models.BooleanField(default=False)),
                ("likes", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True, db_index=True)),
            ],
            options={
                "db_table": "cards_deck",
                "ordering": ["name", "slug"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("owner__isnull", True), ("guest__isnull", True), _connector="OR"),
                        name="deck_has_one_owner_at_most",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ready", False),
                            models.Q(("guest__isnull", True), ("owner__isnull", True)),
                            _connector="OR",
                        ),
                        name="deck_of_the_site_has_no_owner",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ready", False), ("collection__isnull", True), _connector="OR"),
                        name="deck_of_the_site_is_in_no_set",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("visibility__in", ["private", "unlisted", "public"])),
                        name="deck_visibility_is_known",
                    ),
                ],
            },
        ),
        CreateOrKeep(
            name="DeckCard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "deck",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="decks.deck"
                    ),
                ),
                (
                    "card",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="deck_entries",
                        to="cards.card",
                    ),
                ),
                ("count", models.PositiveSmallIntegerField(default=1)),
                ("revision", models.PositiveIntegerField(default=0)),
            ],
            options={
                "db_table": "cards_deckcard",
                "ordering": ["deck_id", "card_id"],
                "constraints": [
                    models.UniqueConstraint(fields=("deck", "card"), name="deck_lists_a_card_once"),
                    models.CheckConstraint(
                        condition=models.Q(("count__gte", 1)), name="deck_card_count_is_positive"
                    ),
                ],
            },
        ),
        CreateOrKeep(
            name="DeckVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "deck",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="decks.deck"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("contents_json", models.JSONField()),
                ("revisions", models.JSONField(default=dict)),
                ("key", models.CharField(blank=True, max_length=64)),
                ("asked", models.CharField(blank=True, db_default="", default="", max_length=32)),
                ("note", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "cards_deckversion",
                "ordering": ["deck_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("deck", "number"), name="deck_version_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("deck", "key"),
                        name="deck_version_key_once",
                    ),
                ],
            },
        ),
        CreateOrKeep(
            name="DeckLike",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "deck",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="liked_by", to="decks.deck"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="liked_decks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "cards_decklike",
                "constraints": [models.UniqueConstraint(fields=("deck", "user"), name="deck_liked_once")],
            },
        ),
        CreateOrKeep(
            name="DeckComment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "deck",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="comments", to="decks.deck"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="deck_comments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("text", models.TextField(max_length=2000)),
                ("key", models.CharField(max_length=64)),
                ("hidden", models.BooleanField(db_default=False, default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "cards_deckcomment",
                "ordering": ["created_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("deck", "user", "key"), name="deck_comment_once")
                ],
            },
        ),
        CreateOrKeep(
            name="DeckStudy",
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
                    "deck",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="studies", to="decks.deck"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("resilience", "Resilience"), ("trial", "Trial")], max_length=12
                    ),
                ),
                ("seed", models.PositiveBigIntegerField()),
                ("given", models.JSONField()),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "guest",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="deck_studies",
                        to="accounts.guest",
                    ),
                ),
                ("so_far", models.JSONField(default=dict)),
            ],
            options={
                "db_table": "cards_deckstudy",
                "ordering": ["-created_at", "-pk"],
                "abstract": False,
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ("queued", "running"))),
                        fields=["updated_at"],
                        name="deck_study_working",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["queued", "running", "done", "cancelled", "failed"])
                        ),
                        name="deckstudy_status_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("done__lte", models.F("total"))),
                        name="deckstudy_is_within_its_total",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["resilience", "trial"])),
                        name="deck_study_kind_is_known",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ("queued", "running"))),
                        fields=("deck", "kind"),
                        name="deck_study_one_at_a_time",
                    ),
                ],
            },
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField(
                    model_name="deck",
                    name="cards",
                    field=models.ManyToManyField(
                        related_name="decks", through="decks.DeckCard", to="cards.card"
                    ),
                ),
            ],
        ),
    ]
