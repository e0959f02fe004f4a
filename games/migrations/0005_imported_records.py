import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_seats_to_act")]

    operations = [
        migrations.CreateModel(
            name="ImportedRecord",
            fields=[
                ("id", models.CharField(editable=False, max_length=32, primary_key=True, serialize=False)),
                ("text", models.TextField()),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("watched", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
        ),
    ]
