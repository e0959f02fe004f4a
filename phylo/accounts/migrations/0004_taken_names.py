import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from phylo.accounts.names import key_of


def take_names(apps, schema_editor):
    """
    Names first, then shown names, the oldest account's first. Who is shown by what somebody else is called
    is shown by the own name from now on.
    """
    alias = schema_editor.connection.alias
    users = apps.get_model("accounts", "User").objects.using(alias)
    names = apps.get_model("accounts", "TakenName").objects.using(alias)
    rows = list(users.order_by("date_joined", "pk").values_list("pk", "username", "display_name"))
    taken, clashing = {}, []
    for pk, username, _shown in rows:
        taken.setdefault(key_of(username), pk)
    for pk, _username, shown in rows:
        if shown and taken.setdefault(key_of(shown), pk) != pk:
            clashing.append(pk)
    names.bulk_create([names.model(key=key, user_id=pk) for key, pk in taken.items()], batch_size=500)
    for start in range(0, len(clashing), 500):
        users.filter(pk__in=clashing[start : start + 500]).update(display_name="")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_squashed_0003_turn_mails")]

    operations = [
        migrations.CreateModel(
            name="TakenName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.TextField(unique=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="taken_names",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunPython(take_names, migrations.RunPython.noop),
    ]
