"""Where single values come from, as the form asks for it: how one knows, and an address or a citation."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import QueryDict

from cards.evidence.models import DataSet
from cards.models.value_source import PLAYED, How, ValueSource
from cards.services.contents import FACTS, LONGEST_SOURCE, Columns, Contents, fitting_sources

ASKED = tuple(dict.fromkeys([*FACTS, *(column for columns in PLAYED.values() for column in columns)]))
"""The columns whose values can have a source of their own."""


@dataclass(frozen=True, slots=True)
class TypedSource:
    """`how` is a How or empty; `where` an address, a citation or the key of a data set."""

    how: str = ""
    where: str = ""

    @classmethod
    def of(cls, stored: object) -> "TypedSource":
        source = ValueSource.read(stored)
        return cls(source.how, source.address or source.title or source.data_set)

    def data(self, stored: object = None) -> dict[str, str]:
        """As JSON. `stored`: the present source of the same value; with a new place it says the same."""
        before = ValueSource.read(stored) if stored else ValueSource(How.ESTIMATED)
        kept = {"value": before.value, "rule": before.rule, "differs": before.differs}
        if self.how != before.how:
            kept = {}
        # Nobody can type a rule: without one, it is the place that counts.
        how = self.how if self.how != How.DERIVED or kept.get("rule") else ""
        if not how and not self.where:
            return {}
        found = ValueSource.of_text(self.where)
        if how != How.STATED and DataSet.objects.filter(pk=self.where).exists():
            found = ValueSource(How.MEASURED, data_set=self.where)
        return replace(found, how=How(how or found.how), **kept).data()


def typed_sources(stored: Mapping[str, object]) -> dict[str, TypedSource]:
    return {column: TypedSource.of(each) for column, each in stored.items() if column in ASKED}


def read_sources(post: QueryDict) -> dict[str, TypedSource]:
    found = {}
    for column in ASKED:
        how = post.get(f"how-{column}", "")
        where = post.get(f"source-{column}", "")[:LONGEST_SOURCE]
        printable = "".join(each if each.isprintable() else " " for each in where)
        typed = TypedSource(how if how in How.values else "", " ".join(printable.split()))
        if typed != TypedSource():
            found[column] = typed
    return found


def sources_in(typed: Mapping[str, TypedSource], base: Columns, said: Columns) -> Contents:
    """
    The `sources` of the contents `said`, in place of those in `base`. A source that was not touched stays as
    it is, unless it is about the earlier value.
    """
    found: dict[str, object] = {}
    for column in dict.fromkeys([*base["sources"], *typed]):
        stored, each = base["sources"].get(column), typed.get(column, TypedSource())
        untouched = column not in ASKED or (stored and each == TypedSource.of(stored))
        found[column] = stored if untouched else each.data(stored if base[column] == said[column] else None)
    return fitting_sources({**said, "sources": {name: each for name, each in found.items() if each}}, base)


def without_source(published: Columns, contents: Columns) -> list[str]:
    """The columns whose value was changed without saying where the new one is from."""
    before, now = published["sources"], contents["sources"]
    return [
        column
        for column in ASKED
        if contents[column] not in (None, "", [], {})
        and contents[column] != published[column]
        and (column not in now or now[column] == before.get(column))
    ]
