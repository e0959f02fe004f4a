from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_encrypted_factors")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="program",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
    ]
