"""Reports of chat messages move to phylo.moderation."""

from typing import Any

from django.db import migrations


def move(apps: Any, _editor: object) -> None:
    kept = apps.get_model("moderation", "Report")
    reports = apps.get_model("games", "ChatReport").objects.select_related("player", "message")
    for old in reports.filter(player__former=False).order_by("pk").iterator():
        outcome = ("upheld" if old.message.hidden else "dismissed") if old.done else "open"
        made = kept.objects.create(
            kind="chat", key=str(old.message_id), user_id=old.player.user_id, guest=old.player.guest_id,
            text=old.reason, outcome=outcome,
        )  # fmt: skip
        kept.objects.filter(pk=made.pk).update(created_at=old.created)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_seeds_in_text"),
        ("moderation", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(move, migrations.RunPython.noop),
        migrations.DeleteModel(name="ChatReport"),
    ]
