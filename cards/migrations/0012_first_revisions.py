"""Every card that there is gets its first revision, and decks are pinned to it."""

from django.db import migrations

from cards.models.attributes import Climate, Terrain, names_in
from cards.models.card_numbers import FIRST_OF_ELSEWHERE

# Column of the card file -> column of the table, where it is another.
COLUMNS = {
    "key": "key", "name": "name", "latin_name": "latin_name", "kind": "kind", "set": "card_set_id",
    "scale": "scale", "food_chain": "food_chain", "diet": "diet", "points": "points", "kingdom": "kingdom",
    "phylum": "phylum", "class": "class_name", "tags": "tags", "abilities": "abilities", "target": "target",
    "duration": "duration", "effects": "effects", "fact": "fact", "source": "source",
    "estimated": "estimated", "subject": "subject", "catalogue_of_life": "catalogue_of_life",
    "wikidata": "wikidata", "gbif": "gbif", "inaturalist": "inaturalist",
}  # fmt: skip
BATCH = 500


def make_revisions(apps, schema_editor):
    card_model, revision_model = apps.get_model("cards", "Card"), apps.get_model("cards", "CardRevision")
    batch = []
    for card in card_model.objects.filter(revision=0).iterator(chunk_size=BATCH):
        batch.append(card)
        if len(batch) == BATCH:
            make(revision_model, batch)
            batch = []
    make(revision_model, batch)
    card_model.objects.filter(revision=0).update(revision=1)
    apps.get_model("cards", "DeckCard").objects.filter(revision=0).update(revision=1)


def make(revision_model, cards):
    rows = []
    for card in cards:
        contents = {column: getattr(card, name) for column, name in COLUMNS.items()}
        contents["terrains"] = names_in(Terrain, card.terrain_mask)
        contents["climates"] = names_in(Climate, card.climate_mask)
        contents |= {"art": {}, "sources": {}, "retired": False, "merged_into": ""}
        origin = "file" if card.number < FIRST_OF_ELSEWHERE else "import"
        rows.append(revision_model(card=card, number=1, contents=contents, origin=origin))
    revision_model.objects.bulk_create(rows)


class Migration(migrations.Migration):
    dependencies = [("cards", "0011_curation")]

    operations = [migrations.RunPython(make_revisions, migrations.RunPython.noop)]
