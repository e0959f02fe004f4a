"""What is agreed on before a match, each described once: for forms and for the API."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from cards.services.choice_fields import ChoiceField, Tick
from engine.drafting import GAMES
from games.matches.clauses import EVERY, rules_title
from games.matches.models import BotLevel
from games.matches.services.clock import Pace
from games.matches.services.matches import DEFAULT_RULES
from games.matches.words.terms import CLOCKS, DRAFTING_CLOCKS, pace_in_words

NO_GAME = _("There is no such game.")
NO_CLOCK = _("This game has other clocks.")
GAME = ChoiceField(label=_("Game"), values=EVERY, words=rules_title, usual=DEFAULT_RULES, refusal=NO_GAME)
DRAFTING_GAME = ChoiceField(
    label=_("Game"), values=[*GAMES], words=rules_title, usual=next(iter(GAMES)), refusal=NO_GAME
)
LEVEL = ChoiceField(
    label=_("Level"),
    values=BotLevel.values,
    words=lambda level: BotLevel(level).label,
    usual=BotLevel.FOX,
    refusal=_("There is no such level."),
)
RATED = Tick(label=_("Rated"))


def clock_field(clocks: Mapping[str, Pace], usual: str = "none") -> ChoiceField:
    return ChoiceField(
        label=_("Clock"),
        values=[*clocks],
        words=lambda key: pace_in_words(clocks[key]),
        usual=usual,
        refusal=NO_CLOCK,
    )


CLOCK = clock_field(CLOCKS)
DRAFTING_CLOCK = clock_field(DRAFTING_CLOCKS)
