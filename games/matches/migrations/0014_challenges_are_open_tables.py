from itertools import islice

from django.db import migrations

AT_ONCE = 500
SAME = (
    "id",
    "code",
    "maker_id",
    "rules",
    "pace",
    "pace_seconds",
    "rated",
    "public",
    "match_id",
    "expires",
    "created",
)
OF_CHALLENGES = ("options", "ready_decks_only", "same_deck", "pace_increment")
OF_GATHERINGS = ("listed", "status", "seats", "bots", "here", "again_of_id")
STATES = {"open": "invited", "accepted": "waiting", "withdrawn": "invited", "declined": "declined"}


def fill(apps, schema_editor):
    """Each challenge and each gathering as an open table with its participants."""
    model = apps.get_model
    store(apps, (of_challenge(apps, each) for each in model("games", "Challenge").objects.iterator()))
    taken = set(model("games", "Challenge").objects.values_list("maker_id", "key"))
    gatherings = model("games", "Gathering").objects.prefetch_related("places")
    store(apps, (of_gathering(apps, each, taken) for each in gatherings.iterator(chunk_size=AT_ONCE)))


def of_challenge(apps, challenge):
    OpenTable, Participant = apps.get_model("games", "OpenTable"), apps.get_model("games", "Participant")
    directed = challenge.to_id is not None
    table = OpenTable(
        **{name: getattr(challenge, name) for name in (*SAME, *OF_CHALLENGES)},
        seats=2,
        side=challenge.seat,
        invited_only=directed,
        listed=challenge.listed and not directed,
        status="begun" if challenge.status == "accepted" else challenge.status,
        key=challenge.key,
    )
    maker = Participant(
        open_table=table,
        player_id=challenge.maker_id,
        state="waiting",
        deck_name=challenge.deck_name,
        deck=challenge.deck,
        starter=challenge.starter,
        opening_hand=challenge.opening_hand,
    )
    others = {challenge.to_id: STATES[challenge.status]} if directed else {}
    if challenge.match_id is not None:
        Seat = apps.get_model("games", "Seat")
        sitting = Seat.objects.filter(match=challenge.match_id, player__isnull=False)
        others |= dict.fromkeys(sitting.values_list("player_id", flat=True), "waiting")
    others.pop(challenge.maker_id, None)
    return table, [
        maker,
        *(Participant(open_table=table, player_id=player, state=state) for player, state in others.items()),
    ]


def of_gathering(apps, gathering, taken):
    """Its key is another one where a challenge of the same maker, the keys of which are `taken`, has it."""
    OpenTable, Participant = apps.get_model("games", "OpenTable"), apps.get_model("games", "Participant")
    again = (gathering.maker_id, gathering.key) in taken
    table = OpenTable(
        **{name: getattr(gathering, name) for name in (*SAME, *OF_GATHERINGS)},
        key=str(gathering.pk) if again else gathering.key,
    )
    return table, [
        Participant(
            open_table=table,
            player_id=place.player_id,
            state="waiting" if place.state == "taken" else place.state,
        )
        for place in sorted(gathering.places.all(), key=lambda place: place.pk)
    ]


def store(apps, found):
    OpenTable, Participant = apps.get_model("games", "OpenTable"), apps.get_model("games", "Participant")
    while some := list(islice(found, AT_ONCE)):
        created = {table.pk: table.created for table, _people in some}
        tables = [table for table, _people in some]
        OpenTable.objects.bulk_create(tables)
        # Django has put the present moment there.
        for table in tables:
            table.created = created[table.pk]
        OpenTable.objects.bulk_update(tables, ["created"])
        Participant.objects.bulk_create(each for _table, people in some for each in people)


class Migration(migrations.Migration):
    dependencies = [("games", "0013_open_tables")]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.DeleteModel("Place"),
        migrations.DeleteModel("Gathering"),
        migrations.DeleteModel("Challenge"),
    ]
