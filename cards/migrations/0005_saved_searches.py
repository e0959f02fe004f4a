import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Lower


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0004_deck_starter"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            "SavedSearch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("query", models.CharField(max_length=1000)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="saved_searches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": [Lower("name"), "pk"],
                "constraints": [
                    models.UniqueConstraint(F("user"), Lower("name"), name="saved_search_name_once_a_person"),
                    models.CheckConstraint(
                        condition=Q(~Q(name=""), ~Q(query="")), name="saved_search_is_not_empty"
                    ),
                ],
            },
        ),
    ]
