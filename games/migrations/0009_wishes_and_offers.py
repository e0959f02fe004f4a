from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0008_gatherings")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="offered",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="rematch_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("rematch_until__isnull", False)),
                fields=["rematch_until"],
                name="match_rematch",
            ),
        ),
    ]
