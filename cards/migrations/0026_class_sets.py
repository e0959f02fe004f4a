"""Class sets, and when their owner confirmed the consent for the pupils."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0025_set_card_draft"),
    ]

    operations = [
        migrations.AddField(
            model_name="collection",
            name="class_set",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="collection",
            name="consent_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="collection",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("class_set", False),
                    ("visibility", "private"),
                    ("consent_at__isnull", False),
                    _connector="OR",
                ),
                name="collection_of_a_class_is_shown_with_consent",
            ),
        ),
    ]
