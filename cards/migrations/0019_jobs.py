import django.utils.timezone
from django.db import migrations, models

STATUSES = ["queued", "running", "done", "cancelled", "failed"]
STATUS = models.CharField(
    choices=[(each, each.capitalize()) for each in STATUSES], default="queued", max_length=10
)
SPLIT = {
    "checking": ("check", "queued", False),
    "ready": ("check", "done", False),
    "refused": ("check", "done", True),
    "applying": ("apply", "queued", False),
    "applied": ("apply", "done", False),
}


def split_status(apps, schema_editor):
    """What was one word of an import is its step, how far that is, and whether cards were refused."""
    imports = apps.get_model("cards", "CardImport").objects
    for before, (step, status, refused) in SPLIT.items():
        imports.filter(status=before).update(step=step, status=status, refused=refused)


def checks(model):
    return [
        migrations.AddConstraint(
            model_name=model,
            constraint=models.CheckConstraint(
                condition=models.Q(status__in=STATUSES), name=f"{model}_status_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name=model,
            constraint=models.CheckConstraint(
                condition=models.Q(done__lte=models.F("total")), name=f"{model}_is_within_its_total"
            ),
        ),
    ]


class Migration(migrations.Migration):
    dependencies = [("cards", "0018_said_and_changed")]

    operations = [
        migrations.RemoveConstraint("cardimport", "card_import_status_is_known"),
        migrations.RemoveConstraint("deckstudy", "deck_study_status_is_known"),
        migrations.RemoveConstraint("deckstudy", "deck_study_is_not_beyond_its_end"),
        migrations.RemoveConstraint("pointaudit", "point_audit_status_is_known"),
        migrations.RemoveConstraint("pointaudit", "point_audit_is_not_beyond_its_end"),
        migrations.RenameField("pointaudit", "wanted", "total"),
        migrations.AlterField("pointaudit", "total", models.PositiveIntegerField(default=0)),
        migrations.AlterField("deckstudy", "total", models.PositiveIntegerField(default=0)),
        migrations.AddField("cardimport", "done", models.PositiveIntegerField(default=0)),
        migrations.AddField("cardimport", "total", models.PositiveIntegerField(default=0)),
        migrations.AddField("cardimport", "refused", models.BooleanField(default=False)),
        migrations.AddField(
            "cardimport",
            "step",
            models.CharField(
                choices=[("check", "Check"), ("apply", "Apply")], default="check", max_length=10
            ),
        ),
        migrations.AddField(
            "cardimport",
            "updated_at",
            models.DateTimeField(auto_now=True, default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.AlterField("cardimport", "status", STATUS),
        migrations.RunPython(split_status, migrations.RunPython.noop),
        *checks("cardimport"),
        *checks("deckstudy"),
        *checks("pointaudit"),
        migrations.AddConstraint(
            model_name="cardimport",
            constraint=models.CheckConstraint(
                condition=models.Q(step__in=["check", "apply"]), name="card_import_step_is_known"
            ),
        ),
    ]
