"""Whether everybody may read the name of a deck that was brought to a match."""

from django.db import migrations, models
from django.db.models import Q


def tell_listed(apps, schema_editor):
    """Tell the names that a deck in the public lists has today; all others were perhaps private."""
    decks = apps.get_model("cards", "Deck").objects.filter(Q(ready=True) | Q(visibility="public"))
    for model in ("Seat", "Participant"):
        held = apps.get_model("games", model).objects.filter(deck_name__in=decks.values("name"))
        held.update(deck_listed=True)


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0025_set_card_draft"),
        ("games", "0015_seat_keys"),
    ]

    operations = [
        migrations.AddField(
            model_name="participant",
            name="deck_listed",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="seat",
            name="deck_listed",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(tell_listed, migrations.RunPython.noop),
    ]
