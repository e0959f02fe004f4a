from django.db import migrations


def name_estimates(apps, schema_editor):
    """A card with a source names its estimates among the sources of its values."""
    Card = apps.get_model("cards", "Card")
    found = Card.objects.exclude(estimated=[]).exclude(source__in=["", "estimate"])
    for card in found.only("estimated", "sources").iterator():
        card.sources = {column: {"how": "estimated"} for column in card.estimated} | card.sources
        card.save(update_fields=["sources"])


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0030_taxa"),
    ]

    operations = [
        migrations.RunPython(name_estimates, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField(model_name="card", name="estimated"),
    ]
