from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def find_who_is_to_act(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    matches = apps.get_model("games", "Match").objects.filter(status="playing")
    for match in matches.only("pk", "snapshot").iterator(chunk_size=100):
        match.to_act = to_act(match.snapshot)
        match.save(update_fields=["to_act"])


def to_act(snapshot: dict[str, Any]) -> str:
    seat = snapshot["position"]["turn"]["seat"]
    if seat is not None:
        return str(seat)
    return "".join(number for number in "01" if number not in snapshot["revealed"])


class Migration(migrations.Migration):
    dependencies = [("games", "0003_two_people")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="to_act",
            field=models.CharField(blank=True, db_default="", default="", max_length=2),
        ),
        migrations.RunPython(find_who_is_to_act, migrations.RunPython.noop),
    ]
