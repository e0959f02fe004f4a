"""The facets of a search for the page: rows with bars, or histograms of nine columns."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.keywords.abilities import KEYWORDS
from cards.search.facets import Facet
from cards.search.services.search import CardSearch

ORDER = ("terrain", "climate", "diet", "scale", "keyword", "food", "kind", "kingdom", "set")
COLUMNS = ("scale", "food")


@dataclass(frozen=True, slots=True)
class Choice:
    """A value. `query` is the search after a click on it, `share` the length of its bar in per cent."""

    value: str
    label: str
    count: int
    chosen: bool
    query: str
    share: int
    mark: str


@dataclass(frozen=True, slots=True)
class Filter:
    """`columns`: drawn as a small histogram."""

    field: str
    heading: str
    columns: bool
    choices: list[Choice]

    @property
    def chosen(self) -> int:
        return sum(choice.chosen for choice in self.choices)


def filters(search: CardSearch) -> list[Filter]:
    """The filters in display order."""
    facets = {facet.field: facet for facet in search.facets()}
    shown = [_filter(facets[field]) for field in ORDER if facets[field].values]
    # Facets without any choice are left out.
    return [each for each in shown if any(choice.count or choice.chosen for choice in each.choices)]


def number_chosen(shown: Sequence[Filter]) -> int:
    """Choices in force; a run of numbers counts once."""
    return sum(bool(each.chosen) if each.columns else each.chosen for each in shown)


def _filter(facet: Facet) -> Filter:
    most = max(value.count for value in facet.values)
    choices = [
        Choice(
            value=value.value,
            label=value.label,
            count=value.count,
            chosen=value.chosen,
            query=value.query,
            # Any value that occurs is visible.
            share=max(3, round(100 * value.count / most)) if value.count else 0,
            mark=_mark(facet.field, value.value),
        )
        for value in facet.values
    ]
    return Filter(facet.field, _heading(facet), facet.field in COLUMNS, choices)


def _mark(field: str, value: str) -> str:
    if field == "keyword":
        return KEYWORDS[value].icon
    return {"terrain": f"m-{value}", "diet": f"d-{value}"}.get(field, "")


def _heading(facet: Facet) -> str:
    """The name of the field; for a histogram with the chosen numbers."""
    numbers = [int(value.value) for value in facet.values if value.chosen] if facet.field in COLUMNS else []
    if not numbers:
        return facet.label
    low, high = numbers[0], numbers[-1]
    words = {"field": facet.label, "low": low, "high": high}
    if low == high:
        return _("%(field)s, %(low)s") % words
    if high - low + 1 != len(numbers):
        return _("%(field)s, some") % words
    if low == 1:
        return _("%(field)s, %(high)s or smaller") % words
    if high == int(facet.values[-1].value):
        return _("%(field)s, %(low)s or larger") % words
    return _("%(field)s, %(low)s to %(high)s") % words
