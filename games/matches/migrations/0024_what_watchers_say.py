"""Messages that watchers write to each other."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0023_friends"),
    ]

    operations = [
        migrations.AddField(
            model_name="chatmessage",
            name="watching",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
