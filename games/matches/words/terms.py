"""The terms of a match in words, for all forms and lists: its options and its clock."""

from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.matches.clauses import rules_title
from games.matches.models import Match
from games.matches.services.clock import DRAFTING_PACES, PACES, Pace

# Option -> its label, and each of its values in words.
OPTION_WORDS: dict[str, tuple[Any, dict[Any, Any]]] = {
    "reveal": (
        gettext_lazy("Who begins"),
        {
            "auto": gettext_lazy("The best card of each hand is shown"),
            "choose": gettext_lazy("Both choose a card to show"),
        },
    ),
    "food_step": (
        gettext_lazy("Food"),
        {
            "below": gettext_lazy("One number lower (V1.4a)"),
            "same-or-below": gettext_lazy("Same number or one lower (V1.3)"),
        },
    ),
    "home_gap": (
        gettext_lazy("Where both start"),
        {0: gettext_lazy("Side by side"), 1: gettext_lazy("One space between them")},
    ),
    "opening_hand": (
        gettext_lazy("Opening hand"),
        {
            "random": gettext_lazy("Five cards by chance"),
            "preselected": gettext_lazy("The five that the deck names"),
        },
    ),
}
# The options whose values are numbers.
NUMBERS = {"home_gap"}


class Paced(Protocol):
    """Anything with a clock: a match or an open table."""

    pace: str
    pace_seconds: int
    pace_increment: int


def pace_of(played: Paced) -> Pace:
    return Pace(played.pace, played.pace_seconds, played.pace_increment)


def pace_key(pace: Pace) -> str:
    """The name of a clock in forms and the API: "none", "days-86400", "live-600-15"."""
    numbers = [str(number) for number in (pace.seconds, pace.increment) if number]
    return "-".join([pace.kind, *numbers])


CLOCKS = {pace_key(pace): pace for pace in PACES}
DRAFTING_CLOCKS = {pace_key(pace): pace for pace in DRAFTING_PACES}
EVERY_CLOCK = {**CLOCKS, **DRAFTING_CLOCKS}


def game_name(rules: str) -> str:
    """Such as "Short game (V1.4a)" or "Ecosystem"."""
    return rules_title(rules)


def pace_in_words(pace: Pace) -> str:
    if pace.kind == Match.Pace.DAYS:
        days = pace.seconds // (24 * 60 * 60)
        return ngettext("%(count)d day a turn", "%(count)d days a turn", days) % {"count": days}
    if pace.kind == Match.Pace.TURN:
        seconds = ngettext("%(count)d second a choice", "%(count)d seconds a choice", pace.seconds)
        return seconds % {"count": pace.seconds}
    if pace.kind == Match.Pace.LIVE:
        minutes = pace.seconds // 60
        each = ngettext("%(count)d minute each", "%(count)d minutes each", minutes) % {"count": minutes}
        if not pace.increment:
            return each
        more = ngettext("%(count)d second a turn", "%(count)d seconds a turn", pace.increment)
        return _("%(each)s and %(more)s") % {"each": each, "more": more % {"count": pace.increment}}
    return _("No clock")


def options_in_words(options: Mapping[str, str | int]) -> list[str]:
    """The options, each with its label."""
    words = []
    for name, value in options.items():
        label, values = OPTION_WORDS.get(name, (_("Copies of a card"), {}))
        words.append(_("%(label)s: %(value)s") % {"label": label, "value": values.get(value, value)})
    return words


def sentences(parts: list[str]) -> str:
    """Terms in a row: "Rules V1.4a. No clock. Not rated."; no language has to fit them into one sentence."""
    return " ".join(f"{part}." for part in parts)
