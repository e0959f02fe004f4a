from django.conf import settings
from django.db import migrations, models
from django.db.models import Exists, OuterRef, Q


def free_used_keys(apps, schema_editor):
    """Of cards of one set, author and key the first keeps the key."""
    cards = apps.get_model("cards", "SetCard").objects.using(schema_editor.connection.alias)
    for who in ("author", "guest"):
        earlier = cards.filter(
            collection=OuterRef("collection"), key=OuterRef("key"), pk__lt=OuterRef("pk")
        ).filter(**{who: OuterRef(who)})
        again = cards.exclude(key="").filter(Exists(earlier)).values_list("pk", flat=True)
        cards.filter(pk__in=list(again)).update(key="")


def key_once(name, who):
    return migrations.AddConstraint(
        model_name="setcard",
        constraint=models.UniqueConstraint(
            condition=~Q(key=""), fields=("collection", who, "key"), name=name
        ),
    )


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0016_shown_pictures"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(free_used_keys, migrations.RunPython.noop),
        key_once("set_card_key_once_an_account", "author"),
        key_once("set_card_key_once_a_guest", "guest"),
    ]
