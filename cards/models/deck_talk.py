"""What others say of a deck."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models

from cards.models.deck import Deck

if TYPE_CHECKING:
    from phylo.accounts.models import User

LONGEST_COMMENT = 2000


class DeckLike(models.Model):
    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="liked_by")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="liked_decks")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(name="deck_liked_once", fields=["deck", "user"])]

    def __str__(self) -> str:
        return f"{self.deck_id} liked by {self.user_id}"


class DeckComment(models.Model):
    """It stays when its author's account is deleted, without a name."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="comments")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="deck_comments"
    )
    text = models.TextField(max_length=LONGEST_COMMENT)
    # Chosen by the form, so that sending it twice makes one comment.
    key = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [models.UniqueConstraint(name="deck_comment_once", fields=["deck", "user", "key"])]

    def __str__(self) -> str:
        return f"{self.deck_id}: {self.text[:40]}"

    def deletable_by(self, user: "User") -> bool:
        """By who wrote it, by the deck's owner, and by the site's staff; reads the deck."""
        return user.pk in (self.user_id, self.deck.owner_id) or user.is_staff
