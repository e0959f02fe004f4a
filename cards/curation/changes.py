"""Differences between contents or revisions of a card, by column, and the merging of two changes."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Subquery, TextChoices

from cards.curation.models import Proposal, ProposalKind, ProposalState
from cards.evidence.words import source_words
from cards.models import Card, CardRevision, Climate, Diet, Kind, Terrain
from cards.models.value_source import undated
from cards.services.card_file import COLUMNS, cell
from cards.services.contents import ADDED, FACTS, Columns, Contents, contents_of
from cards.words import COLUMN_LABELS

PLAY = (
    "kind", "scale", "food_chain", "diet", "terrains", "climates", "points", "kingdom", "phylum", "class",
    "tags", "abilities", "target", "duration", "effects", "name",
)  # fmt: skip
"""Columns that the rules read."""
ORDER = (*COLUMNS, *ADDED)
CHOICES: dict[str, type[TextChoices]] = {"terrains": Terrain, "climates": Climate, "diet": Diet, "kind": Kind}


@dataclass(frozen=True, slots=True)
class Difference:
    """A column and its values, None where there was no card; `conflict`: somebody else changed it too."""

    column: str
    before: object
    after: object
    conflict: bool = False

    @property
    def label(self) -> str:
        return str(COLUMN_LABELS[self.column])

    @property
    def is_fact(self) -> bool:
        return self.column in FACTS

    @property
    def is_play(self) -> bool:
        return self.column in PLAY

    @property
    def before_text(self) -> str:
        return shown(self.column, self._changed(self.before, self.after))

    @property
    def after_text(self) -> str:
        return shown(self.column, self._changed(self.after, self.before))

    def _changed(self, value: object, other: object) -> object:
        """Of the sources, those that differ: a card has one for nearly every value."""
        if self.column != "sources" or not isinstance(value, dict) or not isinstance(other, dict):
            return value
        return {column: each for column, each in value.items() if other.get(column) != each}


def differences(before: Columns | None, after: Columns) -> list[Difference]:
    """In the order of the columns. Without `before`, everything that the card says."""
    found = []
    for column in ORDER:
        old, new = (before or {}).get(column), after.get(column)
        if old != new and (before is not None or shown(column, new)):
            found.append(Difference(column, old, new))
    return found


def shown(column: str, value: object) -> str:
    """A value as one line of text; "" for an empty value."""
    if value in (None, "", [], {}, False):
        return ""
    if column in CHOICES:
        labels: dict[object, object] = dict(CHOICES[column].choices)
        values = value if isinstance(value, list) else [value]
        return ", ".join(str(labels.get(each, each)) for each in values)
    if column == "sources" and isinstance(value, dict):
        return "; ".join(f"{COLUMN_LABELS[name]}: {source_words(each)}" for name, each in value.items())
    if column == "art" and isinstance(value, dict):
        return "; ".join(f"{name}: {each}" for name, each in value.items())
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ", ".join(value)
    if value is True:
        return "✓"
    return cell(column, value)


@dataclass(frozen=True, slots=True)
class Rebased:
    contents: Contents
    conflicts: list[Difference]
    """
    Columns that both sides changed, in different ways; the contents have the author's value. `before` is the
    present value, `after` the author's.
    """


def rebased(base: Columns, mine: Columns, current: Columns, *, theirs: Collection[str] = ()) -> Rebased:
    """
    Apply the change from `base` to `mine` to `current`; all other columns keep their present value. Sources
    of values are merged one by one, each with its value.

    `theirs`: columns that keep their present value; for `sources`, where both sides changed the same one.
    """
    contents, conflicts = dict(current), []
    for column in ORDER:
        before, wanted, now = base.get(column), mine.get(column), current.get(column)
        if column == "sources" or wanted in (before, now):
            continue
        if now != before:
            conflicts.append(Difference(column, now, wanted, conflict=True))
        if column not in theirs:
            contents[column] = wanted
    sources, disputed = _rebased_sources(base, mine, current, contents)
    if disputed:
        present = {column: sources.get(column) for column in disputed}
        conflicts.append(Difference("sources", present, disputed, conflict=True))
    if "sources" not in theirs:
        sources |= disputed
    contents["sources"] = {column: source for column, source in sources.items() if source}
    return Rebased(contents, conflicts)


def _rebased_sources(
    base: Columns, mine: Columns, current: Columns, contents: Columns
) -> tuple[Contents, Contents]:
    """The sources that go with the values in `contents`; and the author's, where both sides changed one."""
    before, wanted, now = ((each.get("sources") or {}) for each in (base, mine, current))
    found: Contents = dict(now)
    disputed: Contents = {}
    for column in {**now, **wanted}:
        if contents.get(column) != current.get(column):
            found[column] = wanted.get(column)
        elif contents.get(column) == mine.get(column):
            earlier, own, present = (undated(each.get(column)) for each in (before, wanted, now))
            if own in (earlier, present):
                continue
            (found if present == earlier else disputed)[column] = wanted.get(column)
    return found, disputed


def overtaken(proposal: Proposal) -> list[Difference]:
    """Of a stale edit, the columns that both its author and others have changed, as `Rebased.conflicts`."""
    if proposal.state != ProposalState.STALE or proposal.kind != ProposalKind.EDIT or proposal.card is None:
        return []
    return rebased(proposal.base_contents or {}, proposal.contents, contents_of(proposal.card)).conflicts


PAGE = 50


@dataclass(frozen=True, slots=True)
class Entry:
    """A revision, with author and name of its proposal loaded, and its `changes` against the one before."""

    revision: CardRevision
    changes: list[Difference]
    newest: bool


@dataclass(frozen=True, slots=True)
class History:
    """One page of the history, newest first; `count` is the number of all revisions."""

    entries: list[Entry]
    count: int
    page: int
    pages: int


def history(card: Card, page: int = 1) -> History:
    """Takes two queries. Pages count from 1; a page out of range becomes the nearest."""
    count = CardRevision.objects.filter(card=card).aggregate(count=Count("pk"))["count"]
    pages = max(1, -(-count // PAGE))
    page = min(max(1, page), pages)
    first = (page - 1) * PAGE
    name = Subquery(Proposal.objects.filter(pk=OuterRef("proposal_id")).values("name"))
    rows = CardRevision.objects.filter(card=card).select_related("author").annotate(proposal_name=name)
    # One more than is shown, to compare the last one on the page with.
    read = list(rows.order_by("-number").defer("said")[first : first + PAGE + 1])
    entries = []
    for place, revision in enumerate(read[:PAGE]):
        earlier = read[place + 1].contents if place + 1 < len(read) else None
        entries.append(Entry(revision, differences(earlier, revision.contents), first + place == 0))
    return History(entries, count, page, pages)


def compared(card: Card, one: int, other: int) -> list[Difference]:
    """The differences from one revision to another; raises CardRevision.DoesNotExist."""
    found = dict(
        CardRevision.objects.filter(card=card, number__in=[one, other]).values_list("number", "contents")
    )
    if not {one, other} <= found.keys():
        raise CardRevision.DoesNotExist
    return differences(found[one], found[other])
