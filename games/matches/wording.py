"""The wording of the table: why cards are lost, short names, and the engine's refusals."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy

from cards.texts import local_name
from cards.words import CLIMATES, LIVED_IN, all_of
from engine import Refusal
from engine.contract import Field

# Why a card has no support (P16 to P19): the badge on the card, and the predicate of a sentence.
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


# Why a card goes: by what became of what it lived on ("" if that is not known), and what it lacks ("" for
# anything else).
REASONS: Mapping[str, Mapping[str, Promise]] = {
    "": {
        "no-neighbour": gettext_lazy("it has no neighbour"),
        "no-terrain": gettext_lazy("no neighbour shares its terrain"),
        "no-climate": gettext_lazy("no neighbour shares its climate"),
        "no-food": gettext_lazy("it found no food"),
        "too-big": gettext_lazy("its prey is too big"),
        "not-adjacent": gettext_lazy("it has lost what it must be beside"),
        "no-host": gettext_lazy("it has no host"),
        "": gettext_lazy("it has nothing to live on"),
    },
    "gone": {
        "no-neighbour": gettext_lazy("its %(cards)s went and it has no other neighbour"),
        "no-terrain": gettext_lazy("its %(cards)s went and no other neighbour shares its terrain"),
        "no-climate": gettext_lazy("its %(cards)s went and no other neighbour shares its climate"),
        "no-food": gettext_lazy("its %(cards)s went and it found no other food"),
        "too-big": gettext_lazy("its %(cards)s went and its other prey is too big"),
        "not-adjacent": gettext_lazy("its %(cards)s went and it must be beside one"),
        "no-host": gettext_lazy("its %(cards)s went and it has no other host"),
        "": gettext_lazy("its %(cards)s went and it has nothing to live on"),
    },
    "moved": {
        "no-neighbour": gettext_lazy("its %(cards)s moved away and it has no other neighbour"),
        "no-terrain": gettext_lazy("its %(cards)s moved away and no other neighbour shares its terrain"),
        "no-climate": gettext_lazy("its %(cards)s moved away and no other neighbour shares its climate"),
        "no-food": gettext_lazy("its %(cards)s moved away and it found no other food"),
        "too-big": gettext_lazy("its %(cards)s moved away and its other prey is too big"),
        "not-adjacent": gettext_lazy("its %(cards)s moved away and it must be beside one"),
        "no-host": gettext_lazy("its %(cards)s moved away and it has no other host"),
        "": gettext_lazy("its %(cards)s moved away and it has nothing to live on"),
    },
    "covered": {
        "no-neighbour": gettext_lazy("its %(cards)s got covered and it has no other neighbour"),
        "no-terrain": gettext_lazy("its %(cards)s got covered and no other neighbour shares its terrain"),
        "no-climate": gettext_lazy("its %(cards)s got covered and no other neighbour shares its climate"),
        "no-food": gettext_lazy("its %(cards)s got covered and it found no other food"),
        "too-big": gettext_lazy("its %(cards)s got covered and its other prey is too big"),
        "not-adjacent": gettext_lazy("its %(cards)s got covered and it must be beside one"),
        "no-host": gettext_lazy("its %(cards)s got covered and it has no other host"),
        "": gettext_lazy("its %(cards)s got covered and it has nothing to live on"),
    },
}


def reason_words(lacks: str, lost: Mapping[str, list[str]], *, eats: bool) -> str:
    """
    Why a card goes: what it lacks, after the names of what it lived on by what became of that. A card that
    `eats` and is alone lacks food.
    """
    lacks = "no-food" if eats and lacks == "no-neighbour" else lacks
    how = next((each for each in REASONS if each in lost), "")
    reason = REASONS[how].get(lacks, REASONS[how][""])
    return str(reason) % {"cards": all_of(lost[how])} if how else str(reason)


NOUN_FIRST = ("fr", "es")
"""Languages in whose names it comes first what the card is: "Mésange à tête noire"."""
BEFORE_NOUNS = {"Fausse", "Grand", "Grande", "Haute", "Petit", "Petite"}
"""What comes before it there all the same."""


def short_name(name: str) -> str:
    """What the card is, such as "Honeybee" of the western one, which is enough beside the card."""
    words = name.split()
    if (get_language() or "").partition("-")[0] in NOUN_FIRST:
        return " ".join(words[: 2 if words[:1] and words[0] in BEFORE_NOUNS else 1])
    return words[-1] if words else ""


def sentence(refused: Refusal) -> str:
    """The refusal in the reader's language."""
    return in_words(refused.template, refused.fields)


def in_words(template: str, fields: Mapping[str, Field]) -> str:
    """A sentence of the engine in the reader's language."""
    return gettext(template) % {name: _said(value) for name, value in fields.items()}


def _said(value: Field) -> Field:
    if isinstance(value, tuple):
        return all_of([_named(word) for word in value])
    return local_name(value) if isinstance(value, str) else value


def _named(word: str) -> str:
    """A terrain, a climate or a card in the reader's language."""
    if word in LIVED_IN:
        return str(LIVED_IN[word])
    return gettext(CLIMATES[word]) if word in CLIMATES else local_name(word)
