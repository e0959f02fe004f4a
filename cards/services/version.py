"""Which state of the card set is the present one."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Subquery

from cards.models import Card, CardRevision, CardText
from cards.texts import texts_as_of


@dataclass(frozen=True, slots=True)
class Version:
    """
    When a card last changed, the number of the last revision, and when a text in another language last
    changed. Revisions are numbered one after the other, so that a change counts though the clock of the
    machine that made it is late. What is drawn from cards holds until then.
    """

    changed: datetime | None = None
    revision: int = 0
    texts: datetime | None = None

    @classmethod
    def now(cls) -> "Version":
        last = CardRevision.objects.order_by("-pk").values("pk")[:1]
        text = CardText.objects.order_by("-changed_at").values("changed_at")[:1]
        newest = Card.objects.order_by("-changed_at").annotate(last=Subquery(last), text=Subquery(text))
        row = newest.values_list("changed_at", "last", "text").first()
        changed, revision, text_changed = row or (None, None, None)
        texts_as_of(text_changed)
        return cls(changed, revision or 0, text_changed)

    def is_before(self, other: "Version") -> bool:
        earlier = self.changed is None or other.changed is None or self.changed < other.changed
        return self.revision < other.revision or (self.revision == other.revision and earlier)

    def changes(self, most: int) -> list[int]:
        """The ids of cards changed since, `most` at most."""
        revised = CardRevision.objects.filter(pk__gt=self.revision).order_by().values_list("card", flat=True)
        changed = Card.objects.filter(changed_at__gt=self.changed).order_by().values_list("pk", flat=True)
        # Not one condition with `or`: PostgreSQL would read all cards.
        return list(changed.union(revised)[:most])
