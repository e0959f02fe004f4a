"""Sources of values in words."""

from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from cards.evidence.data_sets import title_of
from cards.evidence.rules import RULES
from cards.models import Climate, Diet, Terrain
from cards.models.value_source import How, ValueSource

LABELS = dict([*Diet.choices, *Terrain.choices, *Climate.choices])


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
