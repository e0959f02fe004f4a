from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="first_seed",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
    ]
