"""Words on cards: columns, chips, criteria, and the sentence that describes a card to screen readers."""

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext, pgettext, pgettext_lazy

from cards.texts import local_name

COLUMN_LABELS = {
    "key": gettext_lazy("Key"), "name": gettext_lazy("Name"), "latin_name": gettext_lazy("Latin name"),
    "kind": gettext_lazy("Kind"), "set": gettext_lazy("Set"), "scale": gettext_lazy("Scale"),
    "food_chain": gettext_lazy("Number in the food chain"), "diet": gettext_lazy("Diet"),
    "terrains": gettext_lazy("Terrains"), "climates": gettext_lazy("Climates"),
    "points": gettext_lazy("Points"), "kingdom": gettext_lazy("Kingdom"), "phylum": gettext_lazy("Phylum"),
    "class": gettext_lazy("Class"), "tags": gettext_lazy("Tags"), "abilities": gettext_lazy("Abilities"),
    "target": gettext_lazy("Target"), "duration": gettext_lazy("Duration"),
    "effects": gettext_lazy("Effects"), "fact": gettext_lazy("Fact"), "source": gettext_lazy("Source"),
    "subject": gettext_lazy("Drawing"),
    "catalogue_of_life": gettext_lazy("Catalogue of Life"), "wikidata": gettext_lazy("Wikidata"),
    "gbif": gettext_lazy("GBIF"), "inaturalist": gettext_lazy("iNaturalist"),
    "art": gettext_lazy("Art"), "sources": gettext_lazy("Sources of single values"),
    "retired": gettext_lazy("Retired"), "merged_into": gettext_lazy("Merged into"),
}  # fmt: skip
"""The columns of the card file, and what a card has besides (cards/services/contents.py)."""

TERRAINS = {
    "desert": gettext_noop("desert"),
    "forest": gettext_noop("forest"),
    "freshwater": gettext_noop("freshwater"),
    "grassland": gettext_noop("grassland"),
    "ocean": gettext_noop("ocean"),
    "tundra": gettext_noop("tundra"),
    "urban": gettext_noop("urban"),
}
LIVED_IN = {
    "desert": pgettext_lazy("lives in", "desert"),
    "forest": pgettext_lazy("lives in", "forest"),
    "freshwater": pgettext_lazy("lives in", "freshwater"),
    "grassland": pgettext_lazy("lives in", "grassland"),
    "ocean": pgettext_lazy("lives in", "ocean"),
    "tundra": pgettext_lazy("lives in", "tundra"),
    "urban": pgettext_lazy("lives in", "urban"),
}
"""The terrains in a sentence that says where something lives; a language may need a preposition there."""
CLIMATES = {
    "cold": gettext_noop("cold"),
    "cool": gettext_noop("cool"),
    "warm": gettext_noop("warm"),
    "hot": gettext_noop("hot"),
}
DIETS = {
    "photosynthetic": gettext_noop("photosynthetic"),
    "molecular-carbon": gettext_noop("molecular carbon eater"),
    "herbivore": gettext_noop("plant eater"),
    "omnivore": gettext_noop("plant and meat eater"),
    "carnivore": gettext_noop("meat eater"),
}
GROUPS = {
    "Animalia": gettext_noop("animal"),
    "Plantae": gettext_noop("plant"),
    "Fungi": gettext_noop("fungus"),
    "Bacteria": gettext_noop("bacterium"),
    "Chromista": gettext_noop("alga"),
    "Mammalia": gettext_noop("mammal"),
    "Aves": gettext_noop("bird"),
    "Insecta": gettext_noop("insect"),
    "Actinopterygii": gettext_noop("bony fish"),
    "Chondrichthyes": gettext_noop("shark or ray"),
    "Amphibia": gettext_noop("amphibian"),
    "Reptilia": gettext_noop("reptile"),
    "Arachnida": gettext_noop("arachnid"),
    "Arthropoda": gettext_noop("arthropod"),
    "Mollusca": gettext_noop("mollusc"),
    "Gastropoda": gettext_noop("snail or slug"),
    "Bivalvia": gettext_noop("bivalve"),
    "Cephalopoda": gettext_noop("cephalopod"),
    "Chordata": gettext_noop("vertebrate"),
    "Malacostraca": gettext_noop("crustacean"),
    "Pinopsida": gettext_noop("conifer"),
    "Magnoliopsida": gettext_noop("flowering plant"),
    "Liliopsida": gettext_noop("monocot"),
    "Cnidaria": gettext_noop("cnidarian"),
    "Echinodermata": gettext_noop("echinoderm"),
}
TAGS = {
    "at-risk": gettext_noop("at risk"),
    "algae": gettext_noop("algae"),
    "bacteria": gettext_noop("bacteria"),
    "bamboo": gettext_noop("bamboo"),
    "cactus": gettext_noop("cactus"),
    "coral": gettext_noop("coral"),
    "extinct": gettext_noop("extinct"),
    "kelp": gettext_noop("kelp"),
    "lichen": gettext_noop("lichen"),
    "plankton": gettext_noop("plankton"),
    "seal": gettext_noop("seal"),
    "shellfish": gettext_noop("shellfish"),
    "shellfish-eater": gettext_noop("shellfish eater"),
    "sponge": gettext_noop("sponge"),
    "tree": gettext_noop("tree"),
    "zooplankton": gettext_noop("zooplankton"),
}
"""Those of the cards that come with the site; others are shown as they are written."""
SAME = {
    "scale": gettext_noop("same scale"),
    "food_chain": gettext_noop("same number"),
    "class": gettext_noop("same class"),
    "phylum": gettext_noop("same phylum"),
    "kingdom": gettext_noop("same kingdom"),
    "diet": gettext_noop("same diet"),
    "terrains": gettext_noop("same terrain"),
    "climates": gettext_noop("same climate"),
}


def as_list(value: object) -> list:
    return list(value) if isinstance(value, list | tuple) else [value]


TAG = re.compile(r"<[^>]*>")
LIKE_IT = {
    "y": (re.compile(r"\W*h?[ií](?![aeo])", re.IGNORECASE), "e"),
    "o": (re.compile(r"\W*(?:h?[oó]|8|11\b)", re.IGNORECASE), "u"),
}
"""What Spanish says in place of a conjunction before a word that begins with the same sound."""


def before(conjunction: str, word: str) -> str:
    """The translated conjunction as it is said before that word."""
    like, other = LIKE_IT.get(conjunction, (None, ""))
    return other if like and like.match(TAG.sub("", word)) else conjunction


def joined(words: list[str], last: str) -> str:
    """`a, b and c`, where `last` is the translated conjunction."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {before(last, words[-1])} {words[-1]}"


def set_apart(said: list[str]) -> str:
    """`a; b; c`"""
    apart = ""
    for number, each in enumerate(said):
        apart = _("%(before)s; %(after)s") % {"before": apart, "after": each} if number else each
    return apart


def any_of(words: list[str]) -> str:
    return joined(words, _("or"))


def all_of(words: list[str]) -> str:
    return joined(words, _("and"))


def scale_words(value: object) -> str:
    if not isinstance(value, dict):
        return _("scale %(number)s") % {"number": any_of([str(scale) for scale in as_list(value)])}
    low, high = value.get("min"), value.get("max")
    if low and high:
        return _("scale %(low)s to %(high)s") % {"low": low, "high": high}
    if low:
        return _("scale %(low)s or more") % {"low": low}
    return _("scale %(high)s or less") % {"high": high}


def criterion_words(criterion: object) -> str:
    """A criterion in a few words: `mammal, same scale`; `species` if any species meets it."""
    if isinstance(criterion, list):
        return any_of([criterion_words(part) for part in criterion])
    parts = []
    for name, value in criterion.items() if isinstance(criterion, dict) else ():
        if name == "same":
            parts += [_(SAME.get(field, field)) for field in as_list(value)]
        elif name == "scale":
            parts.append(scale_words(value))
        elif name == "food_chain":
            parts.append(
                _("number %(number)s") % {"number": any_of([str(number) for number in as_list(value)])}
            )
        elif name == "terrains" and len(as_list(value)) >= 5:
            rest = [_(TERRAINS[terrain]) for terrain in TERRAINS if terrain not in value]
            anywhere = pgettext("a criterion", "any terrain")
            parts.append(_("all but %(terrains)s") % {"terrains": all_of(rest)} if rest else anywhere)
        else:
            vocabularies = {"terrains": TERRAINS, "climates": CLIMATES, "diet": DIETS, "tags": TAGS}
            known = vocabularies.get(name, GROUPS)
            called = local_name if name == "name" else str
            parts.append(
                any_of([_(known[word]) if word in known else called(word) for word in as_list(value)])
            )
    return ", ".join(parts) or _("species")


def tag_words(tag: str) -> str:
    return _(TAGS[tag]) if tag in TAGS else tag


def terrain_words(names: list[str]) -> str:
    return all_of([_(TERRAINS[name]) for name in names if name in TERRAINS])


def lived_in(names: list[str]) -> str:
    """Terrains for the place of `%(terrains)s` in "lives in %(terrains)s"."""
    return all_of([str(LIVED_IN[name]) for name in names if name in LIVED_IN])


def climate_words(names: list[str]) -> str:
    return all_of([_(CLIMATES[name]) for name in names if name in CLIMATES])


def signed(points: int) -> str:
    """A change of points, with a true minus sign."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "±0"


def points_words(points: int) -> str:
    return ngettext("%(points)s point", "%(points)s points", points) % {"points": points}


def turns_words(turns: int) -> str:
    """How long an event stays, by the turns after this one."""
    if not turns:
        return _("until the end of this turn")
    return ngettext("%(turns)s more turn", "%(turns)s more turns", turns) % {"turns": turns}


def lasting_words(event: str, turns: int) -> str:
    """An event on a card, and how long it stays."""
    return "{} {}".format(_("%(words)s:") % {"words": event}, turns_words(turns))


ROUNDING = 1e-9
"""By less than this a computed share may be off."""


def percent(share: float) -> str:
    """A share from 0 to 1 in whole per cent: "12 %". Only none is "0 %", and only all "100 %"."""
    number = round(100 * share)
    if number == 0 and share > ROUNDING:
        return _("under 1 %%") % {}
    if number == 100 and share < 1 - ROUNDING:
        return _("over 99 %%") % {}
    return _("%(number)s %%") % {"number": number}


def rules_name(rules: str) -> str:
    """The short name of a rule set: "1.4a"."""
    return rules.removeprefix("phylo-")


RULES_TITLES = {
    "phylo-1.4a": gettext_lazy("Short game (V1.4a)"),
    "phylo-1.3": gettext_lazy("Habitat game (V1.3)"),
}
"""What the rule sets are called where somebody chooses one: 24 cards; or 30, habitats among them."""
