import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_imported_records"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="looked",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="TurnMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("turn", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("turn", "Your turn"), ("reminder", "Time is running out")], max_length=8
                    ),
                ),
                ("checked", models.DateTimeField()),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turn_mails",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("seat", "turn", "kind"), name="turn_mail_once_a_turn")
                ],
            },
        ),
    ]
