from django.db import migrations, models
from django.db.models import F, Q

ESTIMATED = 1 << 15
"""The bit of keyword_mask for a card with an estimated column."""
BY_DEFAULT = ("", "estimate")
PLAYED = {
    "species": ("scale", "food_chain", "diet", "terrain_mask", "climate_mask", "points", "abilities"),
    "event": ("target", "duration", "effects"),
    "habitat": ("terrain_mask", "climate_mask", "points"),
}
COLUMN = {"terrain_mask": "terrains", "climate_mask": "climates"}
AT_ONCE = 1000


def read(text):
    """A source as it was, an address or a citation, in its new form."""
    if text.strip() in BY_DEFAULT:
        return {"how": "estimated"}
    address = text.startswith(("http://", "https://"))
    return {"how": "stated", "address" if address else "title": text.strip()}


def is_estimated(card):
    for field in PLAYED.get(card.kind, ()):
        own, value = card.sources.get(COLUMN.get(field, field)), getattr(card, field)
        unsourced = own["how"] == "estimated" if own else card.source in BY_DEFAULT
        if unsourced and (value or (field, value) == ("points", 0)):
            return True
    return False


def name_sources(apps, schema_editor):
    """
    Texts become sources with a form, and a card with a source names its estimates among the sources of its
    values. `is:estimated` finds what has no source.
    """
    cards = apps.get_model("cards", "Card").objects.order_by("pk")
    unmarked = cards.alias(marked=F("keyword_mask").bitand(ESTIMATED)).filter(marked=0)
    # Most cards from elsewhere: in one statement.
    plain = unmarked.filter(sources={}, source__in=BY_DEFAULT).exclude(kind="home")
    plain.order_by().update(keyword_mask=F("keyword_mask").bitor(ESTIMATED))
    named, own = ~Q(estimated=[]) & ~Q(source__in=BY_DEFAULT), ~Q(sources={})
    changed = []
    for card in cards.filter(named | own).iterator(chunk_size=AT_ONCE):
        guesses = card.estimated if card.source not in BY_DEFAULT else []
        said = {
            column: read(each) if isinstance(each, str) else each for column, each in card.sources.items()
        }
        card.sources = {column: {"how": "estimated"} for column in guesses} | said
        card.keyword_mask = card.keyword_mask & ~ESTIMATED | (ESTIMATED if is_estimated(card) else 0)
        changed.append(card)
        if len(changed) == AT_ONCE:
            cards.bulk_update(changed, ["sources", "keyword_mask"], batch_size=100)
            changed.clear()
    cards.bulk_update(changed, ["sources", "keyword_mask"], batch_size=100)


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0030_taxa"),
    ]

    operations = [
        migrations.RunPython(name_sources, migrations.RunPython.noop, elidable=True),
        # The earlier version reads and writes the column beside this one, which leaves it to the database. The
        # next version drops it.
        migrations.AlterField(
            model_name="card",
            name="estimated",
            field=models.JSONField(blank=True, db_default=[], default=list),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField(model_name="card", name="estimated")]
        ),
    ]
