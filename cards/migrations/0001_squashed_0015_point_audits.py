import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def make_first_rows(apps, schema_editor):
    """The set that a card belongs to when none is named, and the counter of card numbers."""
    alias = schema_editor.connection.alias
    apps.get_model("cards", "CardSet").objects.using(alias).create(key="core", name="Phylo Online core")
    apps.get_model("cards", "CardNumbers").objects.using(alias).create(pk=1)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_squashed_0003_turn_mails"),
    ]

    operations = [
        migrations.CreateModel(
            name="Artwork",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("file", models.CharField(max_length=64, unique=True)),
                ("width", models.PositiveIntegerField()),
                ("height", models.PositiveIntegerField()),
                ("size", models.PositiveIntegerField()),
                ("artist", models.CharField(max_length=120)),
                ("source", models.CharField(max_length=300)),
                ("licence", models.CharField(max_length=20)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="artworks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("added_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                "ordering": ["-added_at", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("artist", ""), _negated=True),
                            models.Q(("source", ""), _negated=True),
                            models.Q(("licence", ""), _negated=True),
                        ),
                        name="artwork_is_credited",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CardSet",
            fields=[
                ("key", models.SlugField(max_length=40, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=80)),
                ("description", models.CharField(blank=True, max_length=300)),
            ],
            options={
                "ordering": ["name", "key"],
            },
        ),
        migrations.CreateModel(
            name="Card",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.SlugField(max_length=80, unique=True)),
                ("number", models.PositiveIntegerField(editable=False, unique=True)),
                ("name", models.CharField(max_length=80)),
                ("latin_name", models.CharField(blank=True, max_length=120)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("species", "Species"),
                            ("event", "Event"),
                            ("habitat", "Habitat"),
                            ("home", "Home"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "card_set",
                    models.ForeignKey(
                        db_index=False,
                        default="core",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cards",
                        to="cards.cardset",
                    ),
                ),
                (
                    "scale",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9),
                        ],
                    ),
                ),
                (
                    "food_chain",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9),
                        ],
                    ),
                ),
                (
                    "diet",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("photosynthetic", "Photosynthetic"),
                            ("molecular-carbon", "Molecular carbon"),
                            ("herbivore", "Herbivore"),
                            ("omnivore", "Omnivore"),
                            ("carnivore", "Carnivore"),
                        ],
                        max_length=20,
                    ),
                ),
                ("terrain_mask", models.PositiveSmallIntegerField(default=0)),
                ("climate_mask", models.PositiveSmallIntegerField(default=0)),
                ("points", models.SmallIntegerField(blank=True, null=True)),
                ("kingdom", models.CharField(blank=True, max_length=40)),
                ("phylum", models.CharField(blank=True, max_length=40)),
                ("class_name", models.CharField(blank=True, max_length=40)),
                ("tags", models.JSONField(blank=True, default=list)),
                ("abilities", models.JSONField(blank=True, default=dict)),
                ("target", models.JSONField(blank=True, null=True)),
                ("duration", models.PositiveSmallIntegerField(default=0)),
                ("effects", models.JSONField(blank=True, default=list)),
                ("fact", models.CharField(blank=True, max_length=110)),
                ("source", models.CharField(blank=True, max_length=300)),
                ("estimated", models.JSONField(blank=True, default=list)),
                ("subject", models.CharField(blank=True, max_length=120)),
                ("catalogue_of_life", models.CharField(blank=True, max_length=20)),
                ("wikidata", models.CharField(blank=True, max_length=20)),
                ("gbif", models.CharField(blank=True, max_length=20)),
                ("inaturalist", models.CharField(blank=True, max_length=20)),
                ("art", models.JSONField(blank=True, default=dict)),
                ("sources", models.JSONField(blank=True, default=dict)),
                ("retired", models.BooleanField(default=False)),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merged",
                        to="cards.card",
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=0, editable=False)),
                ("search_text", models.TextField(default="", editable=False)),
                ("fact_text", models.TextField(default="", editable=False)),
                ("tag_text", models.TextField(default="", editable=False)),
                ("name_order", models.BinaryField(default=b"", max_length=400)),
                ("latin_order", models.BinaryField(max_length=400, null=True)),
                ("niche", models.BigIntegerField(default=0, editable=False)),
                ("keyword_mask", models.PositiveIntegerField(default=0, editable=False)),
                ("effect_mask", models.PositiveIntegerField(default=0, editable=False)),
                ("facet_bits", models.BigIntegerField(default=0, editable=False)),
                ("move", models.PositiveSmallIntegerField(editable=False, null=True)),
                ("flight", models.PositiveSmallIntegerField(editable=False, null=True)),
                ("spread", models.PositiveSmallIntegerField(editable=False, null=True)),
                ("added_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True, db_index=True)),
            ],
            options={
                "ordering": ["name", "key"],
                "indexes": [
                    models.Index(
                        fields=[
                            "facet_bits",
                            "niche",
                            "terrain_mask",
                            "climate_mask",
                            "keyword_mask",
                            "card_set",
                            "kingdom",
                            "points",
                            "kind",
                            "diet",
                            "food_chain",
                            "scale",
                            "retired",
                        ],
                        name="card_counts",
                    ),
                    models.Index(
                        fields=[
                            "name_order",
                            "facet_bits",
                            "niche",
                            "terrain_mask",
                            "climate_mask",
                            "keyword_mask",
                            "card_set",
                            "kingdom",
                            "points",
                            "kind",
                            "diet",
                            "food_chain",
                            "scale",
                            "retired",
                            "phylum",
                            "class_name",
                            "tag_text",
                            "effect_mask",
                            "duration",
                            "move",
                            "flight",
                            "spread",
                            "search_text",
                            "id",
                        ],
                        name="card_search",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "species"), _negated=True),
                            models.Q(
                                ("climate_mask__range", (1, 15)),
                                (
                                    "diet__in",
                                    [
                                        "photosynthetic",
                                        "molecular-carbon",
                                        "herbivore",
                                        "omnivore",
                                        "carnivore",
                                    ],
                                ),
                                ("food_chain__isnull", False),
                                ("food_chain__range", (1, 9)),
                                ("points__isnull", False),
                                ("scale__isnull", False),
                                ("scale__range", (1, 9)),
                                ("terrain_mask__range", (1, 127)),
                            ),
                            _connector="OR",
                        ),
                        name="card_species_is_complete",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["species", "event", "habitat", "home"])),
                        name="card_kind_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("retired", True), ("merged_into__isnull", True), _connector="OR"),
                        name="card_merged_is_retired",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CardImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="card_imports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("form", models.CharField(max_length=20)),
                ("card_set", models.CharField(max_length=40)),
                ("content", models.BinaryField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("checking", "Being looked at"),
                            ("ready", "Ready to apply"),
                            ("refused", "Refused"),
                            ("applying", "Being applied"),
                            ("applied", "Applied"),
                            ("failed", "Not done"),
                        ],
                        default="checking",
                        max_length=10,
                    ),
                ),
                ("plan", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("applied_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["checking", "ready", "refused", "applying", "applied", "failed"])
                        ),
                        name="card_import_status_is_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CardNumbers",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("last", models.PositiveIntegerField(default=32767)),
            ],
        ),
        migrations.CreateModel(
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
                ("guest", models.UUIDField(blank=True, db_index=True, null=True)),
                (
                    "visibility",
                    models.CharField(
                        choices=[("private", "Private"), ("unlisted", "Unlisted"), ("public", "Public")],
                        default="private",
                        max_length=10,
                    ),
                ),
                ("edition", models.PositiveIntegerField(default=0)),
                ("version", models.PositiveIntegerField(default=0)),
                (
                    "origin",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="offspring",
                        to="cards.deck",
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
                        condition=models.Q(("visibility__in", ["private", "unlisted", "public"])),
                        name="deck_visibility_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="cards.deck"
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
                "ordering": ["card__name"],
                "constraints": [
                    models.UniqueConstraint(fields=("deck", "card"), name="deck_lists_a_card_once"),
                    models.CheckConstraint(
                        condition=models.Q(("count__gte", 1)), name="deck_card_count_is_positive"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="cards.deck"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("contents_json", models.JSONField()),
                ("revisions", models.JSONField(default=dict)),
                ("key", models.CharField(blank=True, max_length=64)),
                ("note", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["deck", "number"],
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
        migrations.CreateModel(
            name="Proposal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("new", "New card"),
                            ("edit", "Correction"),
                            ("merge", "Merge"),
                            ("retire", "Retirement"),
                        ],
                        max_length=8,
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
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="card_proposals",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "card",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="proposals",
                        to="cards.card",
                    ),
                ),
                (
                    "into",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="merges",
                        to="cards.card",
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=80)),
                ("base", models.PositiveIntegerField(null=True)),
                ("base_contents", models.JSONField(null=True)),
                ("contents", models.JSONField(default=dict)),
                ("summary", models.TextField(blank=True, max_length=1000)),
                ("edition", models.PositiveIntegerField(default=1)),
                ("digest", models.CharField(max_length=64)),
                ("key", models.CharField(blank=True, max_length=64)),
                (
                    "on_top_of",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="on_top",
                        to="cards.proposal",
                    ),
                ),
                ("on_top_edition", models.PositiveIntegerField(null=True)),
                (
                    "same_as",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="repeated_by",
                        to="cards.proposal",
                    ),
                ),
                (
                    "claimed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("claimed_at", models.DateTimeField(null=True)),
                ("reason", models.TextField(blank=True, max_length=1000)),
                ("hidden", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                ("submitted_at", models.DateTimeField(null=True)),
                ("decided_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
                "indexes": [models.Index(fields=["state", "submitted_at"], name="proposal_queue")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["new", "edit", "merge", "retire"])),
                        name="proposal_kind_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    "draft",
                                    "open",
                                    "discussion",
                                    "changes",
                                    "approved",
                                    "published",
                                    "rejected",
                                    "withdrawn",
                                    "stale",
                                    "reverted",
                                ],
                            )
                        ),
                        name="proposal_state_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind", "new"),
                            models.Q(("base__isnull", False), ("card__isnull", False)),
                            _connector="OR",
                        ),
                        name="proposal_of_a_card_names_it",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "merge"), _negated=True),
                            models.Q(
                                ("into__isnull", False), models.Q(("into", models.F("card")), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="proposal_to_merge_names_both",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["open", "discussion", "changes"])),
                        fields=("digest",),
                        name="proposal_open_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("author", "key"),
                        name="proposal_key_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CardRevision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "card",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="revisions", to="cards.card"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("contents", models.JSONField()),
                (
                    "origin",
                    models.CharField(
                        choices=[
                            ("file", "The site's card file"),
                            ("import", "An import by staff"),
                            ("proposal", "A proposal"),
                            ("revert", "Earlier contents brought back"),
                        ],
                        max_length=10,
                    ),
                ),
                ("said", models.JSONField(null=True)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="card_revisions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="revisions",
                        to="cards.proposal",
                    ),
                ),
                ("note", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["card", "-number"],
                "constraints": [
                    models.UniqueConstraint(fields=("card", "number"), name="card_revision_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("origin__in", ["file", "import", "proposal", "revert"])),
                        name="card_revision_origin_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ProposalEdit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="edits", to="cards.proposal"
                    ),
                ),
                ("edition", models.PositiveIntegerField()),
                ("base", models.PositiveIntegerField(null=True)),
                ("contents", models.JSONField()),
                ("summary", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["proposal", "edition"],
                "constraints": [
                    models.UniqueConstraint(fields=("proposal", "edition"), name="proposal_edition_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="ProposalComment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to="cards.proposal",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="proposal_comments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("text", models.TextField(max_length=2000)),
                ("key", models.CharField(max_length=64)),
                ("hidden", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["created_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("proposal", "user", "key"), name="proposal_comment_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="ProposalVote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="votes", to="cards.proposal"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="proposal_votes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("supports", models.BooleanField()),
                ("edition", models.PositiveIntegerField()),
                ("created_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("proposal", "user"), name="proposal_vote_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="FactVerdict",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "card",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fact_verdicts",
                        to="cards.card",
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fact_verdicts",
                        to="cards.proposal",
                    ),
                ),
                ("column", models.CharField(max_length=20)),
                ("value_digest", models.CharField(max_length=64)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fact_verdicts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("agrees", models.BooleanField()),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "ordering": ["created_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("card__isnull", False)),
                        fields=("card", "column", "value_digest", "user"),
                        name="fact_verdict_once_a_card",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("proposal__isnull", False)),
                        fields=("proposal", "column", "value_digest", "user"),
                        name="fact_verdict_once_a_proposal",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("card__isnull", False), ("proposal__isnull", True)),
                            models.Q(("card__isnull", True), ("proposal__isnull", False)),
                            _connector="OR",
                        ),
                        name="fact_verdict_is_about_one_thing",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Collection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=80, unique=True)),
                ("name", models.CharField(max_length=80)),
                ("description", models.TextField(blank=True, max_length=2000)),
                ("licence", models.CharField(max_length=20)),
                (
                    "visibility",
                    models.CharField(
                        choices=[("private", "Private"), ("unlisted", "Unlisted"), ("public", "Public")],
                        default="private",
                        max_length=10,
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="collections",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("editor_code", models.CharField(blank=True, max_length=32, null=True, unique=True)),
                ("member_code", models.CharField(blank=True, max_length=32, null=True, unique=True)),
                ("hidden", models.BooleanField(default=False)),
                ("hidden_reason", models.CharField(blank=True, max_length=300)),
                ("edition", models.PositiveIntegerField(default=1)),
                ("key", models.CharField(blank=True, max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True, db_index=True)),
            ],
            options={
                "ordering": ["name", "slug"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("visibility__in", ["private", "unlisted", "public"])),
                        name="collection_visibility_is_known",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("owner", "key"),
                        name="collection_key_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CollectionPerson",
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="people",
                        to="cards.collection",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="joined_collections",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("guest", models.UUIDField(db_index=True, null=True)),
                ("called", models.CharField(blank=True, max_length=40)),
                ("editor", models.BooleanField(default=False)),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["joined_at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("guest__isnull", False), ("user__isnull", True)),
                            models.Q(("guest__isnull", True), ("user__isnull", False)),
                            _connector="OR",
                        ),
                        name="collection_person_is_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("editor", False), ("guest__isnull", True), _connector="OR"),
                        name="collection_guest_edits_nothing",
                    ),
                    models.UniqueConstraint(
                        fields=("collection", "user"), name="collection_has_an_account_once"
                    ),
                    models.UniqueConstraint(
                        fields=("collection", "guest"), name="collection_has_a_guest_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CollectionCard",
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="cards.collection",
                    ),
                ),
                (
                    "card",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="collection_entries",
                        to="cards.card",
                    ),
                ),
                ("place", models.PositiveIntegerField()),
            ],
            options={
                "ordering": ["place", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("collection", "card"), name="collection_holds_a_card_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SetCard",
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="own_cards",
                        to="cards.collection",
                    ),
                ),
                ("contents", models.JSONField()),
                ("name", models.CharField(max_length=80)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="set_cards",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("guest", models.UUIDField(db_index=True, null=True)),
                ("shown", models.BooleanField(default=False)),
                ("edition", models.PositiveIntegerField(default=1)),
                ("key", models.CharField(blank=True, max_length=64)),
                (
                    "proposal",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="set_cards",
                        to="cards.proposal",
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "ordering": ["created_at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("author__isnull", True), ("guest__isnull", True), _connector="OR"
                        ),
                        name="set_card_has_one_author_at_most",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Curator",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="curator",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("reviewer", models.BooleanField(default=False)),
                ("accepted", models.PositiveIntegerField(default=0)),
                ("mails", models.BooleanField(default=True)),
                ("blocked", models.BooleanField(default=False)),
                ("blocked_because", models.CharField(blank=True, max_length=300)),
            ],
        ),
        migrations.CreateModel(
            name="Decision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decisions",
                        to="cards.proposal",
                    ),
                ),
                (
                    "card",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decisions",
                        to="cards.card",
                    ),
                ),
                ("event", models.CharField(max_length=20)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="card_decisions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "about",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("before", models.JSONField(default=dict)),
                ("after", models.JSONField(default=dict)),
                ("reason", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["created_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="card_notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="cards.proposal",
                    ),
                ),
                ("event", models.CharField(max_length=20)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("text", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("read_at", models.DateTimeField(null=True)),
                ("mailed_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("read_at__isnull", True)), fields=["user"], name="notice_unread"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="card_reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="cards.proposal",
                    ),
                ),
                (
                    "comment",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="cards.proposalcomment",
                    ),
                ),
                ("text", models.CharField(max_length=500)),
                (
                    "outcome",
                    models.CharField(
                        choices=[("open", "Open"), ("upheld", "Hidden"), ("dismissed", "Left as it is")],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "handled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("handled_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["created_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("comment__isnull", True)),
                        fields=("user", "proposal"),
                        name="report_of_a_proposal_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("comment__isnull", False)),
                        fields=("user", "comment"),
                        name="report_of_a_comment_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("outcome__in", ["open", "upheld", "dismissed"])),
                        name="report_outcome_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DeckStudy",
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="studies", to="cards.deck"
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
                ("guest", models.UUIDField(blank=True, null=True)),
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
                ("total", models.PositiveIntegerField()),
                ("so_far", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ("queued", "running"))),
                        fields=["updated_at"],
                        name="deck_study_working",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["resilience", "trial"])),
                        name="deck_study_kind_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["queued", "running", "done", "cancelled", "failed"])
                        ),
                        name="deck_study_status_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("done__lte", models.F("total"))),
                        name="deck_study_is_not_beyond_its_end",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ("queued", "running"))),
                        fields=("deck", "kind"),
                        name="deck_study_one_at_a_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="liked_by", to="cards.deck"
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
                "constraints": [models.UniqueConstraint(fields=("deck", "user"), name="deck_liked_once")],
            },
        ),
        migrations.CreateModel(
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="comments", to="cards.deck"
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
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["created_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("deck", "user", "key"), name="deck_comment_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="PointAudit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rules", models.CharField(max_length=20)),
                ("seed", models.PositiveBigIntegerField()),
                ("wanted", models.PositiveIntegerField()),
                ("done", models.PositiveIntegerField(default=0)),
                ("given", models.JSONField()),
                ("tallies", models.JSONField(default=dict)),
                ("part", models.JSONField(null=True)),
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
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                ("finished_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["queued", "running", "done", "cancelled", "failed"])
                        ),
                        name="point_audit_status_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("done__lte", models.F("wanted"))),
                        name="point_audit_is_not_beyond_its_end",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ("queued", "running"))),
                        fields=("rules",),
                        name="point_audit_one_at_a_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SavedSearch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="saved_searches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("query", models.CharField(max_length=1000)),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": [django.db.models.functions.text.Lower("name"), "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("user"),
                        django.db.models.functions.text.Lower("name"),
                        name="saved_search_name_once_a_person",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("name", ""), _negated=True), models.Q(("query", ""), _negated=True)
                        ),
                        name="saved_search_is_not_empty",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="Deck",
            name="cards",
            field=models.ManyToManyField(related_name="decks", through="cards.DeckCard", to="cards.card"),
        ),
        migrations.AddField(
            model_name="Collection",
            name="cards",
            field=models.ManyToManyField(
                related_name="collections", through="cards.CollectionCard", to="cards.card"
            ),
        ),
        migrations.RunPython(make_first_rows, migrations.RunPython.noop),
    ]
