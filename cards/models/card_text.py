"""Names and sentences of cards in other languages than English."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from cards.models.card import Card

LONGEST_NAME = 80
LONGEST_FACT = 160
"""More than in English: other languages need a fifth more room."""


class TextState(models.TextChoices):
    SURE = "sure", _("in use")
    UNSURE = "unsure", _("not sure")
    LATIN = "latin", _("no name in use")
    CHECKED = "checked", _("checked by people")


class Gender(models.TextChoices):
    """Of the name; with `p` it is a plural."""

    M = "m", "m"
    F = "f", "f"
    N = "n", "n"
    MP = "mp", "mp"
    FP = "fp", "fp"
    NP = "np", "np"


class Translation(models.Model):
    """What a card is called and says in one language; `of_name` and `of_fact` are the English texts of it."""

    language = models.CharField(max_length=8)
    name = models.CharField(max_length=LONGEST_NAME)
    gender = models.CharField(max_length=2, choices=Gender)
    fact = models.CharField(max_length=LONGEST_FACT, blank=True)
    of_name = models.CharField(max_length=80)
    of_fact = models.CharField(max_length=110, blank=True)

    class Meta:
        abstract = True


class CardText(Translation):
    """The translation in use; out of date, and not shown, where the card has other English texts by now."""

    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="texts")
    state = models.CharField(max_length=8, choices=TextState)
    version = models.PositiveIntegerField(default=1)
    """Counts its changes."""
    said = models.CharField(max_length=64, blank=True)
    """Digest of what the site's file said of it last."""
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        ordering = ["card_id", "language"]
        constraints = [
            models.UniqueConstraint(name="card_text_once_a_language", fields=["card", "language"]),
            models.CheckConstraint(
                name="card_text_state_is_known",
                condition=models.Q(state__in=["sure", "unsure", "latin", "checked"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.card_id} {self.language}"
