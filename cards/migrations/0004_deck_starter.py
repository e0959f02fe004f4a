from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("cards", "0003_search_columns")]

    operations = [
        migrations.AddField("deck", "starter", models.SlugField(blank=True, max_length=80)),
    ]
