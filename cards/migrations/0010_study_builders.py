import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0009_card_number"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="deckstudy",
            name="guest",
            field=models.UUIDField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="deckstudy",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="deckstudy",
            index=models.Index(
                condition=models.Q(("status__in", ("queued", "running"))),
                fields=["updated_at"],
                name="deck_study_working",
            ),
        ),
        migrations.AddConstraint(
            model_name="deckstudy",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status__in", ("queued", "running"))),
                fields=("deck", "kind"),
                name="deck_study_one_at_a_time",
            ),
        ),
    ]
