"""What is sent to the tournaments of the API: queries and bodies."""

from rest_framework import serializers

from games.matches.api.bodies import Choice, Options
from games.matches.fields import GAME, LEVEL, RATED
from games.matches.words.terms import EVERY_CLOCK
from games.tournaments.fields import AUDIENCES, BOTS_ALLOWED, DECKS, KINDS, PUBLIC
from games.tournaments.services.corrections import LONGEST_REASON
from games.tournaments.services.terms import LONGEST_NAME, LONGEST_PASSWORD
from phylo.api.bodies import Body, Key, Slug, Text, Truth, Whole
from phylo.api.parameters import PageParameters, WholeNumber


class TournamentParameters(PageParameters):
    which = serializers.ChoiceField(
        required=False,
        default="open",
        choices=["open", "running", "finished", "mine"],
        help_text=(
            "Those that wait, are played or are over, of the site and of your sets; or those that you have "
            "made or entered."
        ),
    )
    set = serializers.CharField(
        required=False, max_length=80, help_text="Slug of a set that you are in: only its own."
    )


class NewTournament(Body):
    name = Text(max_length=LONGEST_NAME)
    kind = KINDS.body_field(required=True)
    rules = GAME.body_field(required=True)
    options = Options()
    rounds = Whole(required=False, help_text="In the Swiss system.")
    minutes = Whole(required=False, help_text="In an arena: how long it pairs.")
    clock = Choice(sorted(EVERY_CLOCK), required=True)
    seats = Whole(required=False, help_text="At a table of a drafting game.")
    decks = DECKS.body_field()
    deck = Slug("Slug of the deck given to all.", required=False)
    audience = AUDIENCES.body_field(help_text="Left out: whoever has the link.")
    set = Slug("Slug of the set for whose people it is.", required=False)
    password = Text(max_length=LONGEST_PASSWORD, required=False)
    filler = LEVEL.body_field(help_text="The level that takes free seats.")
    between = Whole(required=False, help_text="Seconds between two rounds.")
    no_show = Whole(required=False, help_text="Seconds after which who has not come loses; 0: their clock.")
    bots_allowed = BOTS_ALLOWED.body_field()
    rated = RATED.body_field()
    public = PUBLIC.body_field()
    starts_at = serializers.DateTimeField(required=False, help_text="Left out: its maker begins it.")
    key = Key()


class NewEntry(Body):
    deck = Slug("Slug of a deck.", required=False)
    password = Text(max_length=LONGEST_PASSWORD, required=False)


class Readiness(Body):
    ready = Truth(help_text="Whether you wait for a game, or have a break.")


class TournamentResult(Body):
    points = serializers.ListField(
        child=serializers.FloatField(min_value=0, max_value=1),
        min_length=2,
        max_length=6,
        help_text="By seat: 1, 0.5 or 0; at larger tables the share that was beaten.",
    )
    played = Truth(required=False, help_text="False: somebody did not come.")
    reason = Text(max_length=LONGEST_REASON, required=False)


class GamesParameters(PageParameters):
    round = WholeNumber(required=False, min_value=1, help_text="Only of this round; not in an arena.")
