"""A level that errs as people do; the constraints list the levels."""

from django.db import migrations, models
from django.db.models import Q

CHOICES = [("beginner", "Easy"), ("greedy", "Normal"), ("strong", "Strong"), ("random", "By chance")]
KEYS = [key for key, _label in CHOICES]
LEVEL = models.CharField(blank=True, choices=CHOICES, max_length=20)
STAND_IN = models.CharField(blank=True, choices=CHOICES, db_default="", default="", max_length=20)
PLAYER_OR_BOT = Q(bot="", player__isnull=False) | Q(player__isnull=True, bot__in=KEYS)
FOR_A_PLAYER = Q(stand_in="") | Q(bot="", stand_in__in=KEYS)
CONSTRAINTS = {
    ("rating", "rating_of_player_or_bot"): PLAYER_OR_BOT,
    ("seat", "seat_has_player_or_bot"): PLAYER_OR_BOT,
    ("seat", "seat_stand_in_is_for_a_player"): FOR_A_PLAYER,
}


class Migration(migrations.Migration):
    dependencies = [("games", "0020_one_queue")]

    operations = [
        *(migrations.RemoveConstraint(model_name=model, name=name) for model, name in CONSTRAINTS),
        migrations.AlterField(model_name="rating", name="bot", field=LEVEL),
        migrations.AlterField(model_name="seat", name="bot", field=LEVEL.clone()),
        migrations.AlterField(model_name="seat", name="stand_in", field=STAND_IN),
        *(
            migrations.AddConstraint(
                model_name=model, constraint=models.CheckConstraint(condition=condition, name=name)
            )
            for (model, name), condition in CONSTRAINTS.items()
        ),
    ]
