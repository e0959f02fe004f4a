from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0033_order_without_joins"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="deckcard",
            options={"ordering": ["deck_id", "card_id"]},
        ),
        migrations.AlterModelOptions(
            name="deckversion",
            options={"ordering": ["deck_id", "number"]},
        ),
        migrations.AlterModelOptions(
            name="interaction",
            options={"ordering": ["eater", "eaten", "data_set_id"]},
        ),
        migrations.AlterModelOptions(
            name="measurement",
            options={"ordering": ["latin_name", "trait", "data_set_id"]},
        ),
        migrations.AlterModelOptions(
            name="proposaledit",
            options={"ordering": ["proposal_id", "version"]},
        ),
    ]
