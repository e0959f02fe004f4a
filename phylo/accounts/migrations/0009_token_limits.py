from datetime import timedelta

from django.db import migrations, models
from django.utils import timezone


def in_a_year():
    return timezone.now() + timedelta(days=365)


class Migration(migrations.Migration):
    """Tokens from before may do what they could, for another year."""

    dependencies = [("accounts", "0008_moderation")]

    operations = [
        migrations.AddField(
            "apitoken", "may_play", models.BooleanField(default=True), preserve_default=False
        ),
        migrations.AddField(
            "apitoken", "may_edit", models.BooleanField(default=True), preserve_default=False
        ),
        migrations.AddField(
            "apitoken", "expires", models.DateTimeField(default=in_a_year), preserve_default=False
        ),
    ]
