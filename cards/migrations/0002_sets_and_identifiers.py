import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


def make_the_core_set(apps, schema_editor):
    apps.get_model("cards", "CardSet").objects.using(schema_editor.connection.alias).get_or_create(
        key="core", defaults={"name": "Phylo Online core"}
    )


class Migration(migrations.Migration):
    dependencies = [("cards", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="CardSet",
            fields=[
                ("key", models.SlugField(max_length=40, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=80)),
                ("description", models.CharField(blank=True, max_length=300)),
            ],
            options={"ordering": ["name", "key"]},
        ),
        migrations.RunPython(make_the_core_set, migrations.RunPython.noop),
        migrations.AddField(
            "card",
            "card_set",
            models.ForeignKey(
                default="core",
                on_delete=django.db.models.deletion.PROTECT,
                related_name="cards",
                to="cards.cardset",
            ),
        ),
        *(
            migrations.AddField("card", name, models.CharField(blank=True, max_length=20))
            for name in ("catalogue_of_life", "wikidata", "gbif", "inaturalist")
        ),
        migrations.AddField(
            "card",
            "added_at",
            models.DateTimeField(auto_now_add=True, default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.AddField("card", "changed_at", models.DateTimeField(auto_now=True, db_index=True)),
    ]
