"""Which state of the card set is the present one."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Subquery

from cards import texts
from cards.models import Card, CardRevision


@dataclass(frozen=True, slots=True)
class Version:
    """
    When a card last changed, and the number of the last revision. Revisions are numbered one after the other,
    so that a change counts though the clock of the machine that made it is late. What is drawn from cards
    holds until then.
    """

    changed: datetime | None = None
    revision: int = 0

    @classmethod
    def now(cls) -> "Version":
        last = CardRevision.objects.order_by("-pk").values("pk")[:1]
        newest = Card.objects.order_by("-changed_at").annotate(last=Subquery(last))
        changed, revision = newest.values_list("changed_at", "last").first() or (None, None)
        texts.cards_changed(changed)
        return cls(changed, revision or 0)

    def is_before(self, other: "Version") -> bool:
        earlier = self.changed is None or other.changed is None or self.changed < other.changed
        return self.revision < other.revision or (self.revision == other.revision and earlier)

    def changes(self, most: int) -> list[int]:
        """The ids of cards changed since, `most` at most."""
        revised = CardRevision.objects.filter(pk__gt=self.revision).order_by().values_list("card", flat=True)
        changed = Card.objects.filter(changed_at__gt=self.changed).order_by().values_list("pk", flat=True)
        # Not one condition with `or`: PostgreSQL would read all cards.
        return list(changed.union(revised)[:most])
