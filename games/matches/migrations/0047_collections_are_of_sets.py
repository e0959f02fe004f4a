"""Only in the state: the tables to which these columns refer stay as they are."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0046_longer_class_codes"),
        ("sets", "0001_initial"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="classroom",
                    name="collection",
                    field=models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="classroom",
                        to="sets.collection",
                    ),
                ),
                migrations.AlterField(
                    model_name="classwork",
                    name="collection",
                    field=models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="class_work",
                        to="sets.collection",
                    ),
                ),
                migrations.AlterField(
                    model_name="kioskday",
                    name="collection",
                    field=models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kiosk_days",
                        to="sets.collection",
                    ),
                ),
                migrations.AlterField(
                    model_name="kioskvisit",
                    name="collection",
                    field=models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="kiosk_visits",
                        to="sets.collection",
                    ),
                ),
                migrations.AlterField(
                    model_name="match",
                    name="collection",
                    field=models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="matches",
                        to="sets.collection",
                    ),
                ),
                migrations.AlterField(
                    model_name="opentable",
                    name="collection",
                    field=models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="open_tables",
                        to="sets.collection",
                    ),
                ),
                migrations.AlterField(
                    model_name="pupil",
                    name="person",
                    field=models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pupil",
                        to="sets.collectionperson",
                    ),
                ),
                migrations.AlterField(
                    model_name="tournament",
                    name="collection",
                    field=models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tournaments",
                        to="sets.collection",
                    ),
                ),
            ]
        )
    ]
