"""Where the values of a card come from, for its page; and the page of the data sets."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from cards.evidence.data_sets import title_of
from cards.evidence.models import DataSet
from cards.evidence.rules import RULES, Rule
from cards.evidence.words import differing, place_of, rule_of
from cards.models import Card
from cards.models.value_source import PLAYED, How, ValueSource
from cards.services.version import Version
from cards.words import COLUMN_LABELS

TOLD_ELSEWHERE = "fact"
"""Its source stands beside the sentence."""


@dataclass(frozen=True, slots=True)
class ValueLine:
    """
    The source of a value in words: how it came about, the place with its address, what is said there, the
    rule in a sentence, and what follows in place of a printed value, where that differs.
    """

    label: str
    source: ValueSource
    place: str
    url: str

    @property
    def how(self) -> str:
        return str(self.source.how.label)

    @property
    def differing(self) -> str:
        return differing(self.source)

    @property
    def evidence(self) -> str:
        """What speaks against a printed value; empty if it is commonly known."""
        if not self.source.data_set:
            return self.rule
        return f"{title_of(self.source.data_set)}: {self.source.value}"

    @property
    def rule(self) -> str:
        return rule_of(self.source)


@dataclass(frozen=True, slots=True)
class CardSources:
    """`lines` of the values that have a source; `estimates` names the others; `fact`: of the sentence."""

    lines: list[ValueLine]
    estimates: str
    fact: ValueLine | None

    @property
    def differing(self) -> list[ValueLine]:
        """Lines of printed values that evidence contradicts."""
        return [line for line in self.lines if line.source.differs]


def sources_of(card: Card) -> CardSources:
    columns = [column for column in (*PLAYED[card.kind], *card.sources) if column != TOLD_ELSEWHERE]
    lines = [line for column in dict.fromkeys(columns) if (line := _line(card, column)) is not None]
    estimates = [str(COLUMN_LABELS[column]) for column in card.estimated]
    fact = _line(card, TOLD_ELSEWHERE) if TOLD_ELSEWHERE in card.sources else None
    return CardSources(lines, ", ".join(estimates), fact)


def _line(card: Card, column: str) -> ValueLine | None:
    source = card.source_of(column)
    if (source.how == How.ESTIMATED and not source.value) or (
        column in PLAYED[card.kind] and not getattr(card, column)
    ):
        return None
    url = source.address
    if source.data_set and source.how != How.PRINTED:
        url = f"{reverse('data-sets')}#{source.data_set}"
    plain = replace(source, data_set="") if source.how == How.PRINTED else source
    # The page of the printed card is named once, above all lines.
    place = "" if url == card.source else place_of(plain)
    return ValueLine(str(COLUMN_LABELS[column]), source, place, url)


@dataclass(frozen=True, slots=True)
class Supported:
    """A data set with what it supports: how many values of cards by column."""

    data_set: DataSet
    measurements: int
    interactions: int
    values: list[tuple[str, int]]

    @property
    def values_text(self) -> str:
        return ", ".join(f"{label} {count}" for label, count in self.values)


@cache_control(max_age=60)
@conditional_page
@require_safe
def data_sets(request: HttpRequest) -> HttpResponse:
    """Every data set with its citation and licence, and the rules by which values follow from them."""
    measured = dict(DataSet.objects.annotate(n=Count("measurements")).values_list("key", "n"))
    reported = dict(DataSet.objects.annotate(n=Count("interactions")).values_list("key", "n"))
    used = _used(Version.now())
    found = [
        Supported(
            each, measured[each.key], reported[each.key],
            [(str(COLUMN_LABELS[column]), n) for (key, column), n in used.items() if key == each.key],
        )
        for each in DataSet.objects.all()
    ]  # fmt: skip
    rules: list[tuple[str, Rule, str]] = [
        (key, rule, ", ".join(str(COLUMN_LABELS[column]) for column in rule.columns))
        for key, rule in RULES.items()
    ]
    return render(request, "evidence/data_sets.html", {"found": found, "rules": rules})


@lru_cache(maxsize=1)
def _used(_version: Version) -> Mapping[tuple[str, str], int]:
    """How many published values of a column have a data set for their source; the most frequent first."""
    found = Counter(
        (source.data_set, column)
        for sources in Card.objects.offered().values_list("sources", flat=True).iterator()
        for column, source in ((column, ValueSource.read(stored)) for column, stored in sources.items())
        if source.data_set and source.how != How.PRINTED
    )
    return dict(found.most_common())
