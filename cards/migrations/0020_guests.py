import django.db.models.deletion
from django.db import migrations, models

HOLDERS = {
    "deck": "decks",
    "deckstudy": "deck_studies",
    "collectionperson": "joined_collections",
    "setcard": "set_cards",
}


def make_guests(apps, schema_editor):
    """A row for each guest who was only a number so far, in the rows that are theirs."""
    guests = apps.get_model("accounts", "Guest").objects
    numbers = set()
    for model in HOLDERS:
        rows = apps.get_model("cards", model).objects.exclude(guest=None)
        numbers.update(rows.values_list("guest", flat=True))
    guests.bulk_create((guests.model(id=number) for number in numbers), batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_guests"), ("cards", "0019_jobs")]

    operations = [
        migrations.RunPython(make_guests, migrations.RunPython.noop),
        *(
            migrations.AlterField(
                model,
                "guest",
                models.ForeignKey(
                    blank=model.startswith("deck"),
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name=name,
                    to="accounts.guest",
                ),
            )
            for model, name in HOLDERS.items()
        ),
    ]
