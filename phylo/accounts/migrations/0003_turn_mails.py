from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_api_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="turn_mails",
            field=models.BooleanField(db_default=True, default=True, verbose_name="mails about turns"),
        ),
    ]
