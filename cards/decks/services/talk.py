"""Likes and comments on decks."""

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from cards.decks.errors import BadChange, NoComments, TooManyComments
from cards.decks.fields import COMMENT
from cards.decks.models import Deck, DeckComment, DeckLike
from cards.services.text_fields import check_key, seconds_to_wait
from phylo.accounts.models import User
from phylo.http.keys import made_before

MOST_COMMENTS = 10
"""The most comments that an account may write within `WITHIN`."""
WITHIN = timedelta(minutes=10)


def like(*, deck_id: int, user: User) -> int:
    """
    Returns the number of likes; liking twice counts once. Raises NoComments for a private deck or the user's
    own, and Deck.DoesNotExist.
    """
    with transaction.atomic():
        deck = _locked(deck_id, user)
        if not deck.seen_by_others or deck.owner_id == user.pk:
            raise NoComments(_("You cannot like this deck, or comment on it."))
        DeckLike.objects.get_or_create(deck=deck, user=user)
        return _count_likes(deck)


def unlike(*, deck_id: int, user: User) -> int:
    """Returns the number of likes. Raises Deck.DoesNotExist."""
    with transaction.atomic():
        deck = _locked(deck_id, user)
        DeckLike.objects.filter(deck=deck, user=user).delete()
        return _count_likes(deck)


def withdraw_likes(*, user: User) -> None:
    """Delete all likes of an account that is about to be deleted."""
    with transaction.atomic():
        liked = DeckLike.objects.filter(user=user).values("deck_id")
        # In a fixed order: prevents deadlock.
        decks = list(Deck.objects.select_for_update().filter(pk__in=liked).order_by("pk"))
        DeckLike.objects.filter(user=user).delete()
        for deck in decks:
            _count_likes(deck)


def comment(*, deck_id: int, user: User, text: str, key: str) -> DeckComment:
    """
    Comment on a deck. The same text under the same key is stored once. Raises BadChange, KeyReused,
    TooManyComments, NoComments or Deck.DoesNotExist.
    """
    check_key(key, required=True, error=BadChange)
    text = COMMENT.checked(text, error=BadChange)
    with transaction.atomic():
        deck = _locked(deck_id, user)
        if not deck.seen_by_others:
            raise NoComments(_("You cannot like this deck, or comment on it."))
        mine = DeckComment.objects.filter(user=user)
        if (said := made_before(mine.filter(deck=deck), key, text=text)) is not None:
            return said
        if seconds := seconds_to_wait(mine, most=MOST_COMMENTS, within=WITHIN):
            raise TooManyComments(seconds)
        return DeckComment.objects.create(deck=deck, user=user, text=text, key=key)


def delete_comment(*, comment_id: int) -> None:
    """Deleting a comment twice is not an error."""
    DeckComment.objects.filter(pk=comment_id).delete()


def _locked(deck_id: int, user: User) -> Deck:
    """
    The deck, with its row and the account's locked, so that simultaneous comments cannot pass a limit. The
    account comes first, as when it is deleted.
    """
    User.objects.select_for_update().get(pk=user.pk)
    return Deck.objects.select_for_update().get(pk=deck_id)


def _count_likes(deck: Deck) -> int:
    """Store the number of likes in its column; the caller locks the deck's row."""
    count = DeckLike.objects.filter(deck=deck).count()
    # Not with `save`, which would mark the deck as changed.
    Deck.objects.filter(pk=deck.pk).update(likes=count)
    return count
