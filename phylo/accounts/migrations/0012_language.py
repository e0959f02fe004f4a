from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_programs")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="language",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=10, verbose_name="language"
            ),
        ),
    ]
