"""The levels of the computer in words and faces, for everybody who chooses one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.matches.models import BotLevel

SENTENCES = {
    BotLevel.MOUSE: gettext_lazy("Gives you good chances: it overlooks a lot."),
    BotLevel.HEDGEHOG: gettext_lazy("Plays well at times and makes mistakes."),
    BotLevel.FOX: gettext_lazy("Lays its cards with care and rarely makes mistakes."),
    BotLevel.OWL: gettext_lazy("Thinks ahead and sees what you are up to."),
    BotLevel.ORCA: gettext_lazy("Plays as well as it can."),
}
AGAINST = {
    BotLevel.MOUSE: gettext_lazy("Against Mouse, the gentlest of five computer players."),
    BotLevel.HEDGEHOG: gettext_lazy("Against Hedgehog, the second gentlest of five computer players."),
    BotLevel.FOX: gettext_lazy("Against Fox, who is in the middle of five computer players."),
    BotLevel.OWL: gettext_lazy("Against Owl, the second strongest of five computer players."),
    BotLevel.ORCA: gettext_lazy("Against Orca, the strongest of five computer players."),
}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A level, and for who has played against the computer the share of victories to expect of each."""

    level: BotLevel
    shares: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class LevelChoice:
    """
    A level to choose. `against` says in a sentence who it is beside the other levels; `chances` what to
    expect, for who has played before.
    """

    key: str
    name: str
    sentence: str
    against: str
    face: str
    suggested: bool
    chances: str


def level_choices(suggestion: Suggestion) -> list[LevelChoice]:
    """The levels on offer, easiest first."""
    return [
        LevelChoice(
            level.value,
            str(level.label),
            str(SENTENCES[level]),
            str(AGAINST[level]),
            static(f"img/levels/{level.value}.svg"),
            level == suggestion.level,
            _chances(suggestion.shares.get(level.value)),
        )
        for level in BotLevel.offered()
    ]


def _chances(share: float | None) -> str:
    if share is None:
        return ""
    if share >= 0.95:
        return _("You win nearly every game against it.")
    if share < 0.05:
        return _("You win hardly any game against it.")
    return _("You win about %(number)d of 10 games against it.") % {
        "number": max(1, min(9, round(10 * share)))
    }
