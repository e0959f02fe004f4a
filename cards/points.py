"""The points that the published formula suggests for a card, line by line.

The formula is that of the Phylo project (phylogame.org, May 2011). Printed cards often differ from it, so
points are data and this is a suggestion. It says nothing about molecular carbon and events, and has no lower
limit. Habitats, published only once, follow the same idea (docs/cards.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from cards.models.attributes import Diet, Kind

SOURCE = "https://phylogame.org/2011/05/"
DIETS = {
    Diet.CARNIVORE: (7, gettext_noop("carnivore")),
    Diet.HERBIVORE: (4, gettext_noop("herbivore")),
    Diet.OMNIVORE: (3, gettext_noop("omnivore")),
    Diet.PHOTOSYNTHETIC: (2, gettext_noop("photosynthetic")),
}
FAR = 3
"""From this number on, MOVE, FLIGHT and SPREAD cost a point."""
LEAST = 1
"""No species in the built-in set, and no known printed one, is worth less."""


@dataclass(frozen=True, slots=True)
class Line:
    """A term of the sum, and the reason for it."""

    words: str
    points: int


@dataclass(frozen=True, slots=True)
class Suggestion:
    """
    `points` is the sum of the lines; None if the formula says nothing, for which `silent` gives the reason.
    """

    points: int | None
    lines: tuple[Line, ...] = ()
    silent: str = ""

    def differs(self, points: int | None) -> bool:
        return self.points is not None and points is not None and points != self.points


def suggested(card: Mapping[str, Any]) -> Suggestion:
    """The suggestion for a card object of the record format, possibly incomplete."""
    kind = card.get("kind")
    if kind == Kind.HABITAT:
        return _habitat(card)
    if kind != Kind.SPECIES:
        return Suggestion(None, silent=_("Only species and habitats have points."))
    diet = card.get("diet")
    if diet == Diet.MOLECULAR_CARBON:
        return Suggestion(None, silent=_("The formula says nothing about molecular carbon."))
    terrains, climates = card.get("terrains") or [], card.get("climates") or []
    if diet not in DIETS or not terrains or not climates:
        return Suggestion(None, silent=_("The formula needs the diet, the terrains and the climates."))
    base, word = DIETS[Diet(diet)]
    lines = [
        Line(_("Diet: %(diet)s") % {"diet": _(word)}, base),
        Line(_terrain_words(len(terrains)), _choosy(len(terrains))),
        Line(_climate_words(len(climates)), _choosy(len(climates))),
        *_keywords(card.get("abilities") or {}),
    ]
    return _summed(lines, LEAST, _("Species are worth a point at least"))


def _choosy(number: int) -> int:
    """One place is worth an extra point, two nothing, three or more cost a point."""
    return {1: 1, 2: 0}.get(number, -1)


def _terrain_words(number: int) -> str:
    return ngettext("%(number)s terrain", "%(number)s terrains", number) % {"number": number}


def _climate_words(number: int) -> str:
    return ngettext("%(number)s climate", "%(number)s climates", number) % {"number": number}


def _keywords(abilities: Mapping[str, Any]) -> list[Line]:
    spread = abilities.get("spread")
    reach = (
        (_("MOVE %(number)s"), abilities.get("move") or 0),
        (_("FLIGHT %(number)s"), abilities.get("flight") or 0),
        (_("SPREAD %(number)s"), (spread.get("count") or 0) if isinstance(spread, Mapping) else 0),
    )
    far = [words % {"number": count} for words, count in reach if count >= FAR]
    lines = [Line(_("%(keywords)s: 3 or more") % {"keywords": ", ".join(far)}, -1)] if far else []
    return [*lines, Line(_("INVASIVE"), -1)] if "invasive" in abilities else lines


def _habitat(card: Mapping[str, Any]) -> Suggestion:
    terrains, climates = len(card.get("terrains") or []), len(card.get("climates") or [])
    if not terrains or not climates:
        return Suggestion(None, silent=_("The formula needs the terrains and the climates."))
    lines = [Line(_terrain_words(terrains), max(0, 3 - terrains))]
    if climates >= FAR:
        lines.append(Line(_climate_words(climates), -1))
    return _summed(lines, 0, _("Habitats are worth nothing at least"))


def _summed(lines: list[Line], least: int, why: str) -> Suggestion:
    total = sum(line.points for line in lines)
    if total < least:
        lines = [*lines, Line(why, least - total)]
    return Suggestion(max(total, least), tuple(lines))
