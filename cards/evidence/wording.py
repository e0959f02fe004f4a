"""Pairs of the food web in words: kinds of feeding, and why the rules do not let a card live on another."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.evidence.comparison import Lack, Verdict
from cards.models import Card
from cards.words import climate_words, terrain_words

VERDICTS = {
    Verdict.IMPOSSIBLE: gettext_lazy("Against the rules"),
    Verdict.CONFIRMED: gettext_lazy("Confirmed"),
    Verdict.POSSIBLE: gettext_lazy("Never reported"),
}
LACKS = {
    Lack.SCALE: gettext_lazy("scale"),
    Lack.NUMBER: gettext_lazy("number"),
    Lack.DIET: gettext_lazy("diet"),
    Lack.TERRAIN: gettext_lazy("terrain"),
    Lack.CLIMATE: gettext_lazy("climate"),
    Lack.OTHER: gettext_lazy("an ability"),
}
KINDS = {
    "eats": gettext_lazy("eats"),
    "mayEat": gettext_lazy("eats, as experts suppose"),
    "preysOn": gettext_lazy("preys on"),
    "parasiteOf": gettext_lazy("lives as a parasite of"),
    "parasitoidOf": gettext_lazy("lives as a parasitoid of"),
    "pollinates": gettext_lazy("pollinates"),
    "visitsFlowersOf": gettext_lazy("visits the flowers of"),
}
"""The kinds of Interaction."""


def kind_words(kind: str) -> str:
    return str(KINDS.get(kind, kind))


def lack_words(lack: Lack, eater: Card, eaten: Card) -> str:
    """Why the eater cannot live on the other card, in a sentence."""
    names = {"eater": eater.name, "eaten": eaten.name}
    match lack:
        case Lack.TERRAIN:
            here, there = terrain_words(eater.terrains), terrain_words(eaten.terrains)
            places = names | {"here": here, "there": there}
            return _("%(eater)s lives in %(here)s, %(eaten)s in %(there)s.") % places
        case Lack.CLIMATE:
            here, there = climate_words(eater.climates), climate_words(eaten.climates)
            places = names | {"here": here, "there": there}
            return _("%(eater)s lives where it is %(here)s, %(eaten)s where it is %(there)s.") % places
        case Lack.SCALE:
            sizes = names | {"its": eater.scale, "other": eaten.scale}
            return _("%(eaten)s (scale %(other)s) is too big for %(eater)s (scale %(its)s) to catch.") % sizes
        case Lack.NUMBER:
            numbers = names | {"its": eater.food_chain, "other": eaten.food_chain}
            return _("%(eater)s has number %(its)s and does not live on number %(other)s.") % numbers
        case Lack.DIET:
            diet = names | {"diet": eater.get_diet_display().lower(), "other": eaten.food_chain}
            return _("%(eater)s, by its diet %(diet)s, does not live on number %(other)s.") % diet
        case _:
            return _("An ability of one of the two does not allow it.")
