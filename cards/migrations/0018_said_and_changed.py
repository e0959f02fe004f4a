from django.db import migrations, models
from django.db.models import F
from django.utils import timezone

SAID = ("proposalvote", "factverdict")


def keep_moments(apps, schema_editor):
    """Until now the one moment that was kept was that of the last change."""
    for name in SAID:
        rows = apps.get_model("cards", name).objects.using(schema_editor.connection.alias)
        rows.update(changed_at=F("created_at"))


class Migration(migrations.Migration):
    dependencies = [("cards", "0017_set_card_keys")]

    operations = [
        *(
            migrations.AddField(model_name=name, name="changed_at", field=models.DateTimeField(auto_now=True))
            for name in SAID
        ),
        *(
            migrations.AlterField(
                model_name=name,
                name="created_at",
                field=models.DateTimeField(default=timezone.now, editable=False),
            )
            for name in SAID
        ),
        migrations.RunPython(keep_moments, migrations.RunPython.noop),
    ]
