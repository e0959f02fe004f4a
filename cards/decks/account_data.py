"""The account data of decks: taken over from a guest, downloaded, released."""

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from cards.decks.models import Deck, DeckComment, DeckLike, DeckStudy
from cards.decks.services import adopt_decks, delete_decks, forget_empty_decks
from cards.decks.services.talk import withdraw_likes
from cards.decks.studies.beginning import adopt_studies
from cards.models import Builder
from phylo.accounts.account_data import AccountData
from phylo.accounts.kept import ACCOUNTS, PLAYERS, UNTIL_DELETED, Kept
from phylo.accounts.models import Guest, User

KEPT = (
    Kept(
        what=_("Decks with all their versions, and studies of them"),
        whose=PLAYERS,
        why=_("To build and to play them. You choose who sees a deck."),
        how_long=UNTIL_DELETED,
        stays=_(
            "Your decks are deleted. Copies that others have made stay, and say whose deck they were made "
            "from; so do the lists that were played in matches, and studies of other people’s decks."
        ),
        held={
            "decks.Deck.owner": "decks",
            "decks.Deck.guest": "decks",
            "decks.DeckStudy.user": "deck_studies",
            "decks.DeckStudy.guest": "deck_studies",
        },
        tables=("decks.DeckCard", "decks.DeckVersion"),
    ),
    Kept(
        what=_("Decks that you like, and your comments on decks"),
        whose=ACCOUNTS,
        why=_("For those who look at the deck."),
        how_long=UNTIL_DELETED,
        stays=_("Comments on other people’s decks stay, without your name, as others answered them."),
        held={"decks.DeckLike.user": "deck_likes", "decks.DeckComment.user": "deck_comments"},
    ),
)


class Decks(AccountData):
    """Decks are deleted with their account; comments on other people's decks stay, without a name."""

    kept = KEPT

    def adopt(self, *, guest: Guest, user: User) -> bool:
        adopt_studies(guest=guest, user=user)
        return adopt_decks(guest=guest, user=user) > 0

    def erase(self, *, guest: Guest) -> None:
        DeckStudy.objects.filter(guest=guest).delete()
        delete_decks(guest=guest)

    def release(self, *, user: User) -> None:
        withdraw_likes(user=user)
        DeckComment.objects.all().release(user)
        delete_decks(user=user)

    def forget_idle(self, *, before: datetime, at_most: int) -> None:
        forget_empty_decks(before=before, at_most=at_most)

    def download_of_guest(self, *, guest: Guest, absolute: Callable[[str], str]) -> dict[str, object]:
        return {"decks": _decks(Builder(guest=guest.pk))}

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, object]:
        """`decks` with all their versions, `deck_studies`, `deck_likes` and `deck_comments`."""
        likes = DeckLike.objects.filter(user=user).select_related("deck")
        comments = DeckComment.objects.filter(user=user).select_related("deck")
        return {
            "decks": _decks(Builder(user=user)),
            "deck_studies": [
                {
                    "deck": each.deck.slug,
                    "version": each.version,
                    "kind": each.kind,
                    "status": each.status,
                    "begun": each.created_at.isoformat(),
                    "results": each.so_far,
                }
                for each in DeckStudy.objects.begun_by(Builder(user=user)).select_related("deck")
            ],
            "deck_likes": [{"deck": each.deck.slug, "at": each.created_at.isoformat()} for each in likes],
            "deck_comments": [
                {"deck": each.deck.slug, "text": each.text, "at": each.created_at.isoformat()}
                for each in comments
            ],
        }


def _decks(builder: Builder) -> list[dict[str, object]]:
    decks = Deck.objects.of(builder).select_related("collection").prefetch_related("versions")
    return [_deck(deck) for deck in decks]


def _deck(deck: Deck) -> dict[str, object]:
    return {
        "deck": deck.slug,
        "name": deck.name,
        "notes": deck.notes,
        "set": deck.collection.slug if deck.collection else None,
        "visibility": deck.visibility,
        "hidden_because": deck.hidden_reason,
        "made_from": deck.origin_credit,
        "begun": deck.created_at.isoformat(),
        "versions": [version.as_json() for version in deck.versions.all()],
    }
