from django.db import models


class CardSet(models.Model):
    """A group of cards that came together. Its key is for ever, as a card's is."""

    key = models.SlugField(primary_key=True, max_length=40)
    name = models.CharField(max_length=80)
    description = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["name", "key"]

    def __str__(self) -> str:
        return self.name
