"""The words of the game: terrains, climates, reasons for a loss, and what an event does."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.phylo import Refusal

TERRAINS = {
    "desert": gettext_lazy("desert"),
    "forest": gettext_lazy("forest"),
    "freshwater": gettext_lazy("freshwater"),
    "grassland": gettext_lazy("grassland"),
    "ocean": gettext_lazy("ocean"),
    "tundra": gettext_lazy("tundra"),
    "urban": gettext_lazy("urban"),
}
CLIMATES = {
    "cold": gettext_lazy("cold"),
    "cool": gettext_lazy("cool"),
    "warm": gettext_lazy("warm"),
    "hot": gettext_lazy("hot"),
}
# Why a card has no support (P16 to P19), as the badge on the card and as the rest of a sentence.
LACKS = {
    "no-neighbour": (gettext_lazy("alone"), gettext_lazy("has no neighbour")),
    "no-terrain": (gettext_lazy("no terrain"), gettext_lazy("shares no terrain with a neighbour")),
    "no-climate": (gettext_lazy("no climate"), gettext_lazy("shares no climate with a neighbour")),
    "no-food": (gettext_lazy("no food"), gettext_lazy("has no food")),
    "too-big": (gettext_lazy("prey too big"), gettext_lazy("has only prey that is too big")),
    "not-adjacent": (gettext_lazy("lost its partner"), gettext_lazy("has lost what it must be beside")),
    "loses-it": (gettext_lazy("loses support"), gettext_lazy("loses what it lives on")),
    "no-host": (gettext_lazy("no host"), gettext_lazy("has no host")),
}
NO_SUPPORT = (gettext_lazy("no support"), gettext_lazy("has nothing to live on"))


def lack_badge(why: str) -> str:
    return str(LACKS.get(why, NO_SUPPORT)[0])


def lack_words(why: str) -> str:
    return str(LACKS.get(why, NO_SUPPORT)[1])


def signed(points: int) -> str:
    """A change of points with a true minus sign, as the table prints it."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "±0"


def short_name(name: str) -> str:
    """The last word of a name, enough beside the card that bears it: "Honeybee"."""
    return name.split()[-1] if name else ""


def listed(names: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    names = [str(name) for name in names]
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def effect_words(effect: Mapping[str, Any]) -> str:
    """What one block of an event does to its target, in a few words."""
    terrains = listed([str(TERRAINS[name]) for name in effect.get("to", []) if name in TERRAINS])
    climates = listed([str(CLIMATES[name]) for name in effect.get("to", []) if name in CLIMATES])
    by, count = effect.get("by", 1), effect.get("count", 1)
    words: dict[str, Callable[[], str]] = {
        "discard": lambda: _("is discarded"),
        "discard-neighbours": lambda: _("loses neighbours"),
        "set-terrains": lambda: _("becomes %(terrain)s") % {"terrain": terrains},
        "add-terrains": lambda: _("also %(terrain)s") % {"terrain": terrains},
        "remove-terrains": lambda: _("no more %(terrain)s") % {"terrain": terrains},
        "set-climates": lambda: _("becomes %(climate)s") % {"climate": climates},
        "add-climates": lambda: _("also %(climate)s") % {"climate": climates},
        "remove-climates": lambda: _("no more %(climate)s") % {"climate": climates},
        "shift-climate": lambda: _("warmer") if by > 0 else _("colder"),
        "freeze": lambda: _("neighbours stay put") if "which" in effect else _("stays put"),
        "take-control": lambda: _("becomes yours"),
        "change-points": lambda: (
            ngettext("%(points)s point", "%(points)s points", abs(by)) % {"points": signed(by)}
        ),
        "recover": lambda: (
            ngettext("take back a species", "take back %(count)s species", count) % {"count": count}
        ),
        "draw": lambda: ngettext("draw a card", "draw %(count)s cards", count) % {"count": count},
        "opponent-discards": lambda: (
            ngettext("they discard a card", "they discard %(count)s cards", count) % {"count": count}
        ),
        "wind": lambda: _("wind blows"),
    }
    return words.get(effect.get("do", ""), lambda: "")()


def sentence(refused: Refusal) -> str:
    """The refusal in the reader's language."""
    return in_words(refused.template, refused.fields)


def in_words(template: str, fields: Mapping[str, Any]) -> str:
    """A sentence of the engine in the reader's language."""
    words = {**TERRAINS, **CLIMATES}
    told = {
        name: listed([str(words.get(word, word)) for word in value]) if isinstance(value, tuple) else value
        for name, value in fields.items()
    }
    return _(template) % told
