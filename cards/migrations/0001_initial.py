import django.core.validators
import django.db.models.deletion
import django.db.models.fields.json
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def make_first_rows(apps, schema_editor):
    """The set that a card belongs to when none is named, and the counter of card numbers."""
    alias = schema_editor.connection.alias
    apps.get_model("cards", "CardSet").objects.using(alias).create(key="core", name="Phylo Online core")
    apps.get_model("cards", "CardNumbers").objects.using(alias).create(pk=1)


class Migration(migrations.Migration):
    replaces = [
        ("cards", "0001_squashed_0015_point_audits"),
        ("cards", "0016_shown_pictures"),
        ("cards", "0017_set_card_keys"),
        ("cards", "0018_said_and_changed"),
        ("cards", "0019_jobs"),
        ("cards", "0020_guests"),
        ("cards", "0021_deck_settings_version"),
        ("cards", "0022_versions"),
        ("cards", "0023_import_mistakes"),
        ("cards", "0024_asked"),
        ("cards", "0025_set_card_draft"),
        ("cards", "0026_class_sets"),
        ("cards", "0027_one_queue"),
        ("cards", "0028_hidden_decks"),
        ("cards", "0029_evidence"),
        ("cards", "0030_taxa"),
        ("cards", "0031_sources_of_values"),
        ("cards", "0032_decks_of_sets"),
        ("cards", "0033_order_without_joins"),
        ("cards", "0034_own_columns_order_rows"),
        ("cards", "0035_numbers_of_proposals"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0010_encrypted_factors"),
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
                ("subject", models.CharField(blank=True, max_length=240)),
                ("catalogue_of_life", models.CharField(blank=True, max_length=20)),
                ("wikidata", models.CharField(blank=True, max_length=20)),
                ("gbif", models.CharField(blank=True, max_length=20)),
                ("inaturalist", models.CharField(blank=True, max_length=20)),
                ("art", models.JSONField(blank=True, default=dict)),
                (
                    "picture",
                    models.GeneratedField(
                        db_persist=True,
                        expression=django.db.models.fields.json.KeyTextTransform("file", "art"),
                        output_field=models.TextField(null=True),
                    ),
                ),
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
                    models.Index(
                        condition=models.Q(("picture__isnull", False)),
                        fields=["picture"],
                        name="card_picture",
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
                ("proposal_id", models.BigIntegerField(db_index=True, null=True)),
                ("note", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["card_id", "-number"],
                "constraints": [
                    models.UniqueConstraint(fields=("card", "number"), name="card_revision_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("origin__in", ["file", "import", "proposal", "revert"])),
                        name="card_revision_origin_is_known",
                    ),
                ],
            },
        ),
        migrations.RunPython(make_first_rows, migrations.RunPython.noop),
    ]
