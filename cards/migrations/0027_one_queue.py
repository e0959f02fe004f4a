"""Reports and acts of moderation move to phylo.moderation; comments on decks can be hidden."""

from typing import Any

from django.conf import settings
from django.db import migrations, models

ACTS = ("hide", "show", "block", "unblock", "name-reviewer", "end-reviewer", "undo-all")
OF_PARTS = {"hide-comment": "hide", "show-comment": "show", "hide-set": "hide", "show-set": "show"}


def move(apps: Any, _editor: object) -> None:
    kept, log = apps.get_model("moderation", "Report"), apps.get_model("moderation", "LogEntry")
    for old in apps.get_model("cards", "Report").objects.order_by("pk").iterator():
        made = kept.objects.create(
            kind="comment" if old.comment_id else "proposal", key=str(old.comment_id or old.proposal_id),
            user_id=old.user_id, text=old.text, outcome=old.outcome, handled_by_id=old.handled_by_id,
            handled_at=old.handled_at,
        )  # fmt: skip
        kept.objects.filter(pk=made.pk).update(created_at=old.created_at)
    decisions = apps.get_model("cards", "Decision").objects
    moved = decisions.filter(event__in=[*ACTS, *OF_PARTS, "dismiss-report"])
    for old in moved.select_related("proposal").order_by("pk"):
        kind, key, about = _about(old)
        act = "dismiss" if old.event == "dismiss-report" else OF_PARTS.get(old.event, old.event)
        made = log.objects.create(
            act=act, user_id=old.user_id, about_id=about, kind=kind, key=key, reason=old.reason
        )
        log.objects.filter(pk=made.pk).update(created_at=old.created_at)
    moved.delete()


def _about(old: Any) -> tuple[str, str, int | None]:
    """The kind and key of the content, and the account that the act is about."""
    if old.event.endswith("-comment"):
        return "comment", str(old.after.get("comment", "")), old.about_id
    if old.event.endswith("-set"):
        return "set", old.after.get("set", ""), old.about_id
    if old.proposal is not None:
        return "proposal", str(old.proposal_id), old.proposal.author_id
    return "", "", old.about_id


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0026_class_sets"),
        ("moderation", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="deckcomment",
            name="hidden",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(move, migrations.RunPython.noop),
        migrations.DeleteModel(name="Report"),
        migrations.RemoveField(model_name="decision", name="about"),
    ]
