"""What is agreed on at an open table or in a search, each described once: for forms and for the API."""

from django.utils.translation import gettext_lazy as _

from cards.services.choice_fields import ChoiceField, Tick
from games.lobby.models import OpenTable
from games.matches.fields import NO_CLOCK

PERSON, HERE, COMPUTER = "person", "here", "computer"
"""Who may sit at a table besides a level of the computer."""
OTHERS = range(2, 7)
"""The seats besides the maker's, counted from 1."""
MOST_INVITED = 5
LOBBY, LINK = "lobby", "link"
FAST = "fast"
SPEEDS = {
    FAST: _("Fast: about 20 minutes"),
    "calm": _("Calm: about 40 minutes"),
    "days": _("Slow: a day for each turn"),
}

LISTED = ChoiceField(
    label=_("Who may join"),
    values=[LOBBY, LINK],
    words=lambda value: {LOBBY: _("Anybody in the lobby"), LINK: _("Only people with the link")}[value],
    usual=LOBBY,
)
SIDE = ChoiceField(
    label=_("Your side"),
    values=OpenTable.Side.values,
    words=lambda value: OpenTable.Side(value).label,
    usual=OpenTable.Side.ANY,
)
SPEED = ChoiceField(
    label=_("Clock"), values=[*SPEEDS], words=lambda key: SPEEDS[key], usual=FAST, refusal=NO_CLOCK
)
PUBLIC = Tick(label=_("Others may watch (listed under Watch)"))
SAME_DECK = Tick(label=_("Both play this deck"))
READY_DECKS_ONLY = Tick(label=_("Ready decks only"))
