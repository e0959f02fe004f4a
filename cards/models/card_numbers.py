from django.db import models, transaction

FIRST_OF_ELSEWHERE = 32_768
"""Numbers below are those of the card file; cards from elsewhere have this one and those above."""


class CardNumbers(models.Model):
    """One row: the last number that was given to a card from elsewhere. None is ever given twice."""

    last = models.PositiveIntegerField(default=FIRST_OF_ELSEWHERE - 1)

    def __str__(self) -> str:
        return str(self.last)

    @classmethod
    def take(cls, count: int) -> range:
        """The next numbers, so many; whoever takes at the same time gets others."""
        with transaction.atomic():
            row, _new = cls.objects.select_for_update().get_or_create(pk=1)
            first = row.last + 1
            row.last += count
            row.save()
        return range(first, first + count)
