"""What the API takes and answers of open tables."""

from rest_framework import serializers

from cards.services.choice_fields import RULES
from games.lobby.fields import HERE, OTHERS, PERSON, READY_DECKS_ONLY, SAME_DECK, SIDE
from games.lobby.words import Listing
from games.matches.api.bodies import Choice, Options
from games.matches.api.serializers import JsonObject
from games.matches.fields import CLOCK, DRAFTING_CLOCK, DRAFTING_GAME, LEVEL, RATED
from games.matches.models import BotLevel
from games.people.models import Rating
from phylo.api.bodies import Body, Key, Slug, Text, Truth
from phylo.api.fields import Link
from phylo.api.parameters import PageParameters


class OpenTableParameters(PageParameters):
    which = serializers.ChoiceField(
        required=False,
        default="lobby",
        choices=["lobby", "to-me", "mine"],
        help_text=(
            "Those that everybody may join, those to which you are invited, or those at which you wait."
        ),
    )
    set = serializers.CharField(
        required=False,
        max_length=80,
        help_text="Slug of a set of yours: those inside the set, in place of the lobby’s.",
    )


class NewOpenTable(Body):
    listed = Truth(required=False)
    rated = RATED.body_field()
    public = Truth(
        required=False,
        help_text="Whether everybody may watch. Left out: if it stands in the lobby.",
    )
    set = Slug(
        "Slug of a set of which you are one: its people alone see table and match.",
        required=False,
    )
    key = Key()


class NewChallenge(NewOpenTable):
    deck = Slug("Slug of a deck.")
    to = Text(max_length=60, required=False, help_text="Name of an account.")
    clock = CLOCK.body_field(help_text="Kind, seconds, increment.")
    options = Options()
    seat = SIDE.body_field(help_text="Yours.")
    ready_decks_only = READY_DECKS_ONLY.body_field()
    same_deck = SAME_DECK.body_field()


class NewTable(NewOpenTable):
    rules = DRAFTING_GAME.body_field(required=True)
    seats = serializers.ListField(
        required=False,
        max_length=len(OTHERS),
        child=Choice([PERSON, HERE, *BotLevel.values]),
        help_text="Those beside your own.",
    )
    invite = serializers.ListField(
        required=False,
        child=Text(max_length=60),
        help_text="Names of accounts.",
    )
    clock = DRAFTING_CLOCK.body_field(help_text="Kind, seconds for a choice.")


class Acceptance(Body):
    deck = Slug("Slug of a deck.", required=False)


class Beginning(Body):
    level = LEVEL.body_field()


class Strength(serializers.Serializer[Rating]):
    number = serializers.IntegerField(source="shown")
    provisional = serializers.BooleanField()


class OpenTableSerializer(serializers.Serializer[Listing]):
    """What is told of every open table."""

    maker = serializers.CharField()
    rated = serializers.BooleanField(source="table.rated")
    public = serializers.BooleanField(source="table.public")
    listed = serializers.BooleanField(source="table.listed", help_text="Whether it stands in the lobby.")
    set = serializers.CharField(
        source="table.collection.slug",
        allow_null=True,
        help_text="The set inside which it is played; null for most.",
    )
    created_at = serializers.DateTimeField(source="table.created")
    expires_at = serializers.DateTimeField(source="table.expires")
    match = serializers.UUIDField(
        source="match_seen", allow_null=True, help_text="What came of it, if you may see that."
    )


class ChallengeSerializer(OpenTableSerializer):
    challenge = serializers.CharField(source="code", help_text="Its code.")
    status = serializers.ChoiceField(
        ["open", "accepted", "withdrawn", "declined", "expired"], source="challenge_status"
    )
    rating = Strength(allow_null=True)
    to = serializers.CharField(allow_null=True, help_text="For whom alone it is; null: for anybody.")
    rules = RULES.answer_field("table.rules")
    options = JsonObject(source="table.options")
    clock = CLOCK.answer_field("pace_key")
    deck = serializers.CharField(
        allow_null=True, help_text="Name of the maker's deck; null where it is not told."
    )
    seat = SIDE.answer_field("table.side", help_text="The maker's.")
    ready_decks_only = serializers.BooleanField(source="table.ready_decks_only")
    same_deck = serializers.BooleanField(
        source="table.same_deck", help_text="Whether both play the maker's deck."
    )
    page = Link("open-table", "code")
    api = Link("api-challenge", "code")
    accept = Link("api-challenge-accept", "code", help_text="Where it is accepted.")


class TableSerializer(OpenTableSerializer):
    table = serializers.CharField(source="code", help_text="Its code.")
    status = serializers.ChoiceField(["open", "begun", "withdrawn", "expired"])
    rules = DRAFTING_GAME.answer_field("table.rules")
    seats = serializers.IntegerField(source="table.seats", help_text="All of them.")
    taken = serializers.IntegerField(
        source="table.taken", help_text="Those that somebody has, bots among them."
    )
    free = serializers.IntegerField(source="table.free", help_text="Those that anybody may take.")
    people = serializers.ListField(source="names", child=serializers.CharField(), help_text="Who has come.")
    invited = serializers.ListField(child=serializers.CharField(), help_text="For whom a seat is kept.")
    bots = serializers.ListField(source="table.bots", child=LEVEL.answer_field())
    clock = DRAFTING_CLOCK.answer_field("pace_key")
    page = Link("open-table", "code")
    api = Link("api-table", "code")
    join = Link("api-table-join", "code", help_text="Where a seat is taken.")
