import django.db.models.deletion
from django.db import migrations, models

from cards.models.derived import derive

COLUMNS = [
    "search_text",
    "fact_text",
    "tag_text",
    "name_order",
    "latin_order",
    "niche",
    "keyword_mask",
    "effect_mask",
    "facet_bits",
    "move",
    "flight",
    "spread",
]

COUNTED = [
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
]
SEARCHED = [
    "name_order",
    *COUNTED,
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
]


def fill(apps, schema_editor):
    cards = apps.get_model("cards", "Card").objects.using(schema_editor.connection.alias)
    batch = []
    for card in cards.iterator(chunk_size=1000):
        derive(card)
        batch.append(card)
        if len(batch) == 1000:
            cards.bulk_update(batch, COLUMNS, batch_size=100)
            batch = []
    cards.bulk_update(batch, COLUMNS, batch_size=100)


class Migration(migrations.Migration):
    dependencies = [("cards", "0002_sets_and_identifiers")]

    operations = [
        *(
            migrations.AddField("card", name, models.TextField(default="", editable=False))
            for name in ("search_text", "fact_text", "tag_text")
        ),
        migrations.AddField("card", "name_order", models.BinaryField(default=b"", max_length=400)),
        migrations.AddField("card", "latin_order", models.BinaryField(null=True, max_length=400)),
        *(
            migrations.AddField("card", name, models.PositiveIntegerField(default=0, editable=False))
            for name in ("keyword_mask", "effect_mask")
        ),
        *(
            migrations.AddField("card", name, models.BigIntegerField(default=0, editable=False))
            for name in ("niche", "facet_bits")
        ),
        *(
            migrations.AddField("card", name, models.PositiveSmallIntegerField(null=True, editable=False))
            for name in ("move", "flight", "spread")
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            "card",
            "card_set",
            models.ForeignKey(
                db_index=False,
                default="core",
                on_delete=django.db.models.deletion.PROTECT,
                related_name="cards",
                to="cards.cardset",
            ),
        ),
        migrations.AddIndex("card", models.Index(name="card_counts", fields=COUNTED)),
        migrations.AddIndex("card", models.Index(name="card_search", fields=SEARCHED)),
    ]
