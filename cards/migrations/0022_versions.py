"""A version is called so everywhere: of a proposal, a set and its cards, and in the log of decisions."""

from django.db import migrations, models

RENAMED = (
    ("collection", "edition", "version"),
    ("setcard", "edition", "version"),
    ("proposal", "edition", "version"),
    ("proposal", "on_top_edition", "on_top_version"),
    ("proposaledit", "edition", "version"),
    ("proposalvote", "edition", "version"),
)


def renamed_in_decisions(old, new):
    """What writes the name anew in `before` and `after` of the log."""

    def run(apps, schema_editor):
        decisions = apps.get_model("cards", "Decision").objects.using(schema_editor.connection.alias)
        batch = []
        for decision in decisions.iterator(chunk_size=500):
            for standing in (decision.before, decision.after):
                if old in standing:
                    standing[new] = standing.pop(old)
            batch.append(decision)
            if len(batch) == 500:
                decisions.bulk_update(batch, ["before", "after"])
                batch = []
        decisions.bulk_update(batch, ["before", "after"])

    return run


class Migration(migrations.Migration):
    dependencies = [("cards", "0021_deck_settings_version")]

    operations = [
        migrations.RemoveConstraint("proposaledit", "proposal_edition_once"),
        *(migrations.RenameField(*names) for names in RENAMED),
        migrations.AlterModelOptions("proposaledit", {"ordering": ["proposal", "version"]}),
        migrations.AddConstraint(
            "proposaledit",
            models.UniqueConstraint(fields=("proposal", "version"), name="proposal_version_once"),
        ),
        migrations.RunPython(
            renamed_in_decisions("edition", "version"), renamed_in_decisions("version", "edition")
        ),
    ]
