from django.db import models
from django.db.models import Q

from cards.models.card import Card


class DeckQuerySet(models.QuerySet["Deck"]):
    def ready(self) -> "DeckQuerySet":
        """The decks that anybody can pick up and play."""
        return self.filter(ready=True)

    def for_rules(self, rules: str) -> "DeckQuerySet":
        """The decks built for the rule set of that key."""
        return self.filter(rules=rules)


class Deck(models.Model):
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=80)
    place = models.CharField(max_length=120, blank=True)
    theme = models.CharField(max_length=300, blank=True)
    climate = models.CharField(max_length=300, blank=True)
    rules = models.CharField(max_length=40, default="phylo-1.4a")
    starter = models.SlugField(max_length=80, blank=True)
    """The key of the habitat it starts with in place of HOME (P4); empty: HOME."""
    ready = models.BooleanField(default=False)
    cards = models.ManyToManyField(Card, through="DeckCard", related_name="decks")

    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    objects = DeckQuerySet.as_manager()

    class Meta:
        ordering = ["name", "slug"]

    def __str__(self) -> str:
        return self.name

    def card_keys(self) -> list[str]:
        """One key a copy, in a stable order: the list that a match shuffles."""
        entries = self.entries.select_related("card").order_by("card__key")
        return [entry.card.key for entry in entries for _copy in range(entry.count)]


class DeckCard(models.Model):
    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="entries")
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="deck_entries")
    count = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["card__name"]
        constraints = [
            models.UniqueConstraint(name="deck_lists_a_card_once", fields=["deck", "card"]),
            models.CheckConstraint(name="deck_card_count_is_positive", condition=Q(count__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.count} × {self.card}"
