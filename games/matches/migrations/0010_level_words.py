from django.db import migrations, models

LEVELS = [("random", "Easy"), ("greedy", "Normal"), ("strong", "Strong")]


class Migration(migrations.Migration):
    """Only the words for the levels of the computer: the database stays as it is."""

    dependencies = [("games", "0001_squashed_0009_wishes_and_offers")]

    operations = [
        migrations.AlterField(
            model_name="rating",
            name="bot",
            field=models.CharField(blank=True, choices=LEVELS, max_length=20),
        ),
        migrations.AlterField(
            model_name="seat",
            name="bot",
            field=models.CharField(blank=True, choices=LEVELS, max_length=20),
        ),
        migrations.AlterField(
            model_name="seat",
            name="stand_in",
            field=models.CharField(blank=True, choices=LEVELS, db_default="", default="", max_length=20),
        ),
    ]
