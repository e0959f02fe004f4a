from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations
from django.utils import timezone

BATCH = 500


def keep_addresses(apps, schema_editor):
    """Each account's e-mail address as one of django-allauth's, confirmed or not as it was."""
    alias = schema_editor.connection.alias
    users = apps.get_model("accounts", "User").objects.using(alias).exclude(email="")
    addresses = apps.get_model("account", "EmailAddress").objects.using(alias)
    rows = users.values_list("pk", "email", "email_confirmed")
    addresses.bulk_create(
        (
            addresses.model(user_id=pk, email=email.lower(), verified=confirmed, primary=True)
            for pk, email, confirmed in rows.iterator(BATCH)
        ),
        batch_size=BATCH,
    )


def list_sessions(apps, schema_editor):
    """Sessions from before there was a list of them: without it nobody could end them."""
    alias = schema_editor.connection.alias
    sessions = apps.get_model("sessions", "Session").objects.using(alias)
    listed = apps.get_model("usersessions", "UserSession").objects.using(alias)
    users = {
        str(pk): pk
        for pk in apps.get_model("accounts", "User").objects.using(alias).values_list("pk", flat=True)
    }
    running = sessions.filter(expire_date__gt=timezone.now()).values_list("session_key", "session_data")
    store, found = SessionStore(), []
    for key, data in running.iterator(BATCH):
        user = users.get(store.decode(data).get("_auth_user_id", ""))
        if user is not None:
            found.append(listed.model(user_id=user, session_key=key, ip="0.0.0.0", user_agent=""))
    listed.bulk_create(found, batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_guests"),
        ("account", "0009_emailaddress_unique_primary_email"),
        ("usersessions", "0001_initial"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(keep_addresses, migrations.RunPython.noop),
        migrations.RunPython(list_sessions, migrations.RunPython.noop),
    ]
