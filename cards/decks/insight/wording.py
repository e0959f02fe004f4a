"""Words that the sentences on a deck share."""

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import engine
from cards.words import CLIMATES, TERRAINS, any_of

NUMBERS = (
    gettext_noop("No"), gettext_noop("One"), gettext_noop("Two"), gettext_noop("Three"), gettext_noop("Four"),
    gettext_noop("Five"), gettext_noop("Six"), gettext_noop("Seven"), gettext_noop("Eight"),
    gettext_noop("Nine"), gettext_noop("Ten"), gettext_noop("Eleven"), gettext_noop("Twelve"),
)  # fmt: skip


def counted(number: int) -> str:
    """A number as the first word of a sentence: "Two", from 13 on in figures."""
    return _(NUMBERS[number]) if 0 <= number < len(NUMBERS) else str(number)


def version(rules: str) -> str:
    """The short name of a rule set: "1.4a"."""
    return rules.removeprefix("phylo-")


def terrains_of(card: engine.Card) -> str:
    """Where it lives: "forest or urban"."""
    return any_of([_(TERRAINS[name]) for name in terrain_names(card)])


def climates_of(card: engine.Card) -> str:
    return any_of([_(CLIMATES[name]) for name in climate_names(card)])


def terrain_names(card: engine.Card) -> list[str]:
    return names_in(card.terrains, engine.TERRAINS)


def climate_names(card: engine.Card) -> list[str]:
    return names_in(card.climates, engine.CLIMATES)


def names_in(mask: int, vocabulary: Collection[str]) -> list[str]:
    return [name for bit, name in enumerate(vocabulary) if mask >> bit & 1]


def percent(share: float) -> str:
    """A share from 0 to 1 in whole per cent: "12 %"."""
    return _("%(number)s %%") % {"number": round(100 * share)}
