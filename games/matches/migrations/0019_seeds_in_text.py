"""Seeds of 256 bits; those of matches that began before are kept as the text of their number."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_site_clock"),
    ]

    operations = [
        migrations.AlterField(
            model_name="match",
            name="seed",
            field=models.CharField(max_length=64),
        ),
    ]
