"""What the maker of a tournament chooses, each described once: for forms and for the API."""

from django.utils.translation import gettext_lazy as _

from cards.services.choice_fields import ChoiceField, Tick
from games.matches.fields import clock_field
from games.matches.words.terms import CLOCKS, DRAFTING_CLOCKS
from games.tournaments.models import Tournament

KINDS = ChoiceField(
    label=_("Kind"),
    values=Tournament.Kind.values,
    words=lambda value: Tournament.Kind(value).label,
    usual=Tournament.Kind.SWISS,
    refusal=_("There is no such kind of tournament."),
)
DECKS = ChoiceField(
    label=_("Decks"),
    values=Tournament.Decks.values,
    words=lambda value: Tournament.Decks(value).label,
    usual=Tournament.Decks.FREE,
)
AUDIENCES = ChoiceField(
    label=_("For"),
    values=Tournament.Audience.values,
    words=lambda value: Tournament.Audience(value).label,
    usual=Tournament.Audience.LINK,
    refusal=_("Say for whom the tournament is."),
)
CLOCK = clock_field(CLOCKS, usual="live-600-15")
DRAFTING_CLOCK = clock_field(DRAFTING_CLOCKS, usual="turn-60")
PUBLIC = Tick(label=_("Everybody may watch the games"))
BOTS_ALLOWED = Tick(label=_("Programs may play"))
