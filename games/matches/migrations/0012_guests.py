import uuid
from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

BEFORE = ("player", "builder")
"""What a session held for matches, and for decks."""


def name_guests(apps, schema_editor):
    """One guest for what a session named twice: its player, and the owner of its decks."""
    Guest, Player = apps.get_model("accounts", "Guest"), apps.get_model("games", "Player")
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    sessions = apps.get_model("sessions", "Session").objects
    for row in sessions.iterator(chunk_size=500):
        held = store.decode(row.session_data)
        if held.keys().isdisjoint(BEFORE):
            continue
        player, builder = (number_in(held.pop(name, None)) for name in BEFORE)
        found = Player.objects.filter(pk=player, user=None, former=False).first()
        guest = Guest.objects.filter(pk=builder, player=None).first()
        if found is not None and found.guest_id is None:
            if guest is None:
                guest = Guest.objects.create(pk=found.pk, active_at=found.created)
            found.guest = guest
            found.save(update_fields=["guest"])
        elif found is not None:
            guest = found.guest
        if guest is not None:
            held["guest"] = str(guest.pk)
        row.session_data = store.encode(held)
        row.save(update_fields=["session_data"])


def number_in(value):
    try:
        return uuid.UUID(value)
    except (ValueError, TypeError, AttributeError):
        return None


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_guests"),
        ("cards", "0020_guests"),
        ("games", "0011_watching_and_states"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            "player",
            "guest",
            models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="player",
                to="accounts.guest",
            ),
        ),
        migrations.RemoveConstraint("player", "player_former_is_nobody"),
        migrations.AddConstraint(
            "player",
            models.CheckConstraint(
                name="player_former_is_nobody",
                condition=Q(former=False) | Q(guest__isnull=True, name="", user__isnull=True),
            ),
        ),
        migrations.AddConstraint(
            "player",
            models.CheckConstraint(
                name="player_is_of_one_at_most", condition=Q(user__isnull=True) | Q(guest__isnull=True)
            ),
        ),
        migrations.RunPython(name_guests, migrations.RunPython.noop),
    ]
