"""The kingdom, phylum, class, order and family of each taxon: its own columns, or its parents'."""

from dataclasses import dataclass, field

from cards.taxonomy.models import Lineage, NameEdition
from cards.taxonomy.name_lists import NameList
from cards.taxonomy.records import LONGEST_GROUP, RANKS, shortened
from cards.taxonomy.scratch import Scratch

Groups = tuple[str, str, str, str, str]
COLUMNS = ("kingdom", "phylum", "class_name", "order_name", "family")
NONE: Groups = ("", "", "", "", "")
DEEPEST = 100
"""Longer chains of parents are circles."""


@dataclass
class Lineages:
    """Numbers lineages in the order in which they are met; `fresh` are those that are not stored yet."""

    scratch: Scratch
    data_set: NameList
    known: dict[Groups, int] = field(default_factory=dict)
    fresh: list[tuple[int, Groups]] = field(default_factory=list)
    _of_parent: dict[int, Groups] = field(default_factory=dict)

    @classmethod
    def stored(cls, scratch: Scratch, data_set: NameList, edition: NameEdition) -> "Lineages":
        """Those of an edition that is being prepared."""
        first = edition.first_key
        rows = Lineage.objects.filter(pk__gt=first, pk__lt=first + (1 << 32)).values_list("pk", *COLUMNS)
        return cls(scratch, data_set, {tuple(groups): pk - first for pk, *groups in rows.iterator()})

    def number(self, rank: str, name: str, own: Groups, parent: int | None) -> int:
        """Of a taxon with these columns of its own, and the row of its parent; from 1, 0 for none."""
        groups = self._filled(rank, name, own, parent)
        kingdom, phylum = self.data_set.groups
        groups = (groups[0] or kingdom, groups[1] or phylum, *groups[2:])
        if groups == NONE:
            return 0
        number = self.known.get(groups)
        if number is None:
            number = self.known[groups] = len(self.known) + 1
            self.fresh.append((number, groups))
        return number

    def _filled(self, rank: str, name: str, own: Groups, parent: int | None) -> Groups:
        above = NONE if parent is None or all(own) else self._above(parent)
        return _groups(rank, name, own, above)

    def _above(self, n: int) -> Groups:
        """Of the taxon in that row. Only parents are kept: a list has few, beside its species."""
        chain: list[tuple[int, str, str, Groups]] = []
        step: int | None = n
        while step is not None and step not in self._of_parent and len(chain) < DEEPEST:
            found = self.scratch.db.execute(
                "SELECT parent_n, rank, name, kingdom, phylum, class_name, order_name, family FROM usage"
                " WHERE n = ?",
                [step],
            ).fetchone()
            if found is None:
                break
            parent, rank, name, *own = found
            chain.append((step, rank, name, tuple(own)))
            step = parent
        above = self._of_parent.get(step, NONE) if step is not None else NONE
        for at, rank, name, groups in reversed(chain):
            above = self._of_parent[at] = _groups(rank, name, groups, above)
        return above


def _groups(rank: str, name: str, own: Groups, above: Groups) -> Groups:
    """A taxon's own columns, filled with itself, if it is such a group, and with those above it."""
    place = RANKS.index(rank) if rank in RANKS else -1
    itself = shortened(name, LONGEST_GROUP)
    return tuple(
        each or (itself if at == place else over)
        for at, (each, over) in enumerate(zip(own, above, strict=True))
    )  # type: ignore[return-value]
