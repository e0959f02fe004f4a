from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0037_matches_of_sets")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="called",
            field=models.CharField(blank=True, db_default="", default="", max_length=20),
        ),
    ]
