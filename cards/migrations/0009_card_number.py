from django.db import migrations, models

FIRST = 32_768


def number(apps, schema_editor):
    """In the order in which they came. Loading the card file gives its cards their own numbers."""
    alias = schema_editor.connection.alias
    cards = apps.get_model("cards", "Card").objects.using(alias)
    cards.update(number=models.F("pk") + FIRST - 1)
    last = cards.aggregate(last=models.Max("number"))["last"]
    apps.get_model("cards", "CardNumbers").objects.using(alias).create(pk=1, last=last or FIRST - 1)


class Migration(migrations.Migration):
    """The number by which deck codes know a card."""

    dependencies = [("cards", "0008_deck_versions")]

    operations = [
        migrations.CreateModel(
            name="CardNumbers",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("last", models.PositiveIntegerField(default=FIRST - 1)),
            ],
        ),
        migrations.AddField("card", "number", models.PositiveIntegerField(null=True, editable=False)),
        migrations.RunPython(number, migrations.RunPython.noop),
        migrations.AlterField("card", "number", models.PositiveIntegerField(unique=True, editable=False)),
    ]
