"""What is sent to the tournaments of the API: queries and bodies."""

from django.utils.translation import gettext_lazy
from rest_framework import serializers

from games.matches.api.bodies import Choice, Options
from games.matches.clauses import EVERY
from games.matches.models import BotLevel
from games.matches.words.terms import EVERY_CLOCK
from games.tournaments.models import Tournament
from games.tournaments.services.corrections import LONGEST_REASON
from games.tournaments.services.terms import LONGEST_NAME, LONGEST_PASSWORD
from phylo.api.bodies import Body, Key, Text, Truth, Whole
from phylo.api.parameters import PageParameters, WholeNumber

KIND, DECKS, AUDIENCE = Tournament.Kind, Tournament.Decks, Tournament.Audience


class TournamentParameters(PageParameters):
    which = serializers.ChoiceField(
        required=False,
        default="open",
        choices=["open", "running", "finished", "mine"],
        help_text=gettext_lazy(
            "Those that wait, are played or are over, of the site and of your sets; or those that you have "
            "made or entered."
        ),
    )
    set = serializers.CharField(
        required=False, max_length=80, help_text=gettext_lazy("Slug of a set that you are in: only its own.")
    )


class NewTournament(Body):
    name = Text(max_length=LONGEST_NAME)
    kind = Choice(KIND.values, required=True)
    rules = Choice(EVERY, required=True)
    options = Options()
    rounds = Whole(required=False, help_text=gettext_lazy("In the Swiss system."))
    minutes = Whole(required=False, help_text=gettext_lazy("In an arena: how long it pairs."))
    clock = Choice(sorted(EVERY_CLOCK), required=True)
    seats = Whole(required=False, help_text=gettext_lazy("At a table of a drafting game."))
    decks = Choice(DECKS.values)
    deck = Text(max_length=80, required=False, help_text=gettext_lazy("Slug of the deck given to all."))
    audience = Choice(AUDIENCE.values, help_text=gettext_lazy("Left out: whoever has the link."))
    set = Text(
        max_length=80, required=False, help_text=gettext_lazy("Slug of the set for whose people it is.")
    )
    password = Text(max_length=LONGEST_PASSWORD, required=False)
    filler = Choice(BotLevel.values, help_text=gettext_lazy("The level that takes free seats."))
    between = Whole(required=False, help_text=gettext_lazy("Seconds between two rounds."))
    no_show = Whole(
        required=False, help_text=gettext_lazy("Seconds after which who has not come loses; 0: their clock.")
    )
    bots_allowed = Truth(required=False)
    rated = Truth(required=False)
    public = Truth(required=False, help_text=gettext_lazy("Whether everybody may watch."))
    starts_at = serializers.DateTimeField(
        required=False, help_text=gettext_lazy("Left out: its maker begins it.")
    )
    key = Key()


class NewEntry(Body):
    deck = Text(max_length=80, required=False, help_text=gettext_lazy("Slug of a deck."))
    password = Text(max_length=LONGEST_PASSWORD, required=False)


class Readiness(Body):
    ready = Truth(help_text=gettext_lazy("Whether you wait for a game, or have a break."))


class TournamentResult(Body):
    points = serializers.ListField(
        child=serializers.FloatField(min_value=0, max_value=1),
        min_length=2,
        max_length=6,
        help_text=gettext_lazy("By seat: 1, 0.5 or 0; at larger tables the share that was beaten."),
    )
    played = Truth(required=False, help_text=gettext_lazy("False: somebody did not come."))
    reason = Text(max_length=LONGEST_REASON, required=False)


class GamesParameters(PageParameters):
    round = WholeNumber(
        required=False, min_value=1, help_text=gettext_lazy("Only of this round; not in an arena.")
    )
