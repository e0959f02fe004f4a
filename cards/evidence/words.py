"""Sources of values in words; pairs of the food web, and why the rules do not let a card live on another."""

from urllib.parse import urlsplit

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.evidence.comparison import Lack, Verdict
from cards.evidence.data_sets import title_of
from cards.evidence.rules import RULES
from cards.models import Card, Climate, Diet, Terrain
from cards.models.value_source import How, ValueSource
from cards.words import climate_words, lived_in
from engine.phylo.support import NO_CLIMATE, NO_TERRAIN, TOO_BIG

LABELS = dict([*Diet.choices, *Terrain.choices, *Climate.choices])
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


def place_of(source: ValueSource) -> str:
    """What the source is called: a data set, the title of a page, or its address without the protocol."""
    if source.data_set:
        return title_of(source.data_set)
    if source.title:
        return source.title
    parts = urlsplit(source.address)
    return parts.netloc + parts.path.rstrip("/")


def rule_of(source: ValueSource) -> str:
    """The rule in a sentence; empty if there is none."""
    return str(RULES[source.rule].says) if source.rule in RULES else ""


def differing(source: ValueSource) -> str:
    """The values that follow in place of a printed one; empty if nothing is known to differ."""
    return ", ".join(str(LABELS.get(word, word)) for word in source.differs.split(", "))


def differs_of(source: ValueSource) -> str:
    """The same in a sentence."""
    if not source.differs:
        return ""
    words = _("By the rule: %(value)s.") if source.rule else _("Commonly known: %(value)s.")
    return words % {"value": differing(source)}


def source_words(stored: object) -> str:
    """A stored source in one line, with everything that is known of it."""
    source = ValueSource.read(stored)
    parts = [str(How(source.how).label), place_of(source), source.value, rule_of(source)]
    parts += [differs_of(source), source.date, source.by]
    return " · ".join(part for part in parts if part)


def kind_words(kind: str) -> str:
    return str(KINDS.get(kind, kind))


def lack_words(lack: Lack, eater: Card, eaten: Card) -> str:
    """Why the eater cannot live on the other card, in a sentence."""
    names = {"x": eater.local_name, "y": eaten.local_name}
    match lack:
        case Lack.TERRAIN:
            here, there = lived_in(eater.terrains), lived_in(eaten.terrains)
            return _(NO_TERRAIN) % (names | {"x_terrains": here, "y_terrains": there})
        case Lack.CLIMATE:
            here, there = climate_words(eater.climates), climate_words(eaten.climates)
            return _(NO_CLIMATE) % (names | {"x_climates": here, "y_climates": there})
        case Lack.SCALE:
            return _(TOO_BIG.sentences[0]) % (names | {"x_scale": eater.scale, "y_scale": eaten.scale})
        case Lack.NUMBER:
            numbers = names | {"its": eater.food_chain, "other": eaten.food_chain}
            return _("%(x)s has number %(its)s and does not live on number %(other)s.") % numbers
        case Lack.DIET:
            diet = names | {"diet": eater.get_diet_display(), "other": eaten.food_chain}
            return _("%(x)s (%(diet)s) does not live on number %(other)s.") % diet
        case _:
            return _("An ability of one of the two does not allow it.")
