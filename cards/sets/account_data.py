"""The account data of sets: taken over from a guest, downloaded, released."""

from collections.abc import Callable

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from cards.models.card import own_key
from cards.sets.models import Collection, CollectionPerson, SetCard
from cards.sets.services import adopt_sets, release_sets
from phylo.accounts.account_data import AccountData
from phylo.accounts.kept import PLAYERS, Kept
from phylo.accounts.models import Guest, User

KEPT = (
    Kept(
        what=_("Sets, who has joined them, by which name and when, and the cards that people made for them"),
        whose=PLAYERS,
        why=_(
            "To make sets together: a class, a region. Only the set’s editors see the names of guests, and "
            "in the set of a class those of all pupils. Others see such a set only once its owner has "
            "confirmed, with the day, that those who decide for the pupils agree."
        ),
        how_long=_("Until the set is deleted, or somebody leaves it."),
        stays=_(
            "A set passes to one of its editors, if there is one, and is deleted otherwise. Your cards in "
            "the sets of others stay there, without your name."
        ),
        held={
            "sets.Collection.owner": "sets",
            "sets.CollectionPerson.user": "sets_joined",
            "sets.CollectionPerson.guest": "sets_joined",
            "sets.SetCard.author": "set_cards",
            "sets.SetCard.guest": "set_cards",
        },
        tables=("sets.CollectionCard",),
    ),
)


class Sets(AccountData):
    """An account's sets pass to an editor or are deleted; its cards in other sets stay, without a name."""

    kept = KEPT

    def adopt(self, *, guest: Guest, user: User) -> bool:
        return adopt_sets(guest=guest, user=user) > 0

    def erase(self, *, guest: Guest) -> None:
        SetCard.objects.filter(guest=guest).delete()
        CollectionPerson.objects.filter(guest=guest).delete()

    def release(self, *, user: User) -> None:
        release_sets(user=user)

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, object]:
        """`sets` with the keys of their cards, `sets_joined`, and `set_cards` in any set."""
        own = Collection.objects.filter(owner=user).prefetch_related("entries__card")
        joined = CollectionPerson.objects.filter(user=user).select_related("collection")
        cards = SetCard.objects.filter(author=user).select_related("collection")
        return {
            "sets": [
                {
                    "set": absolute(reverse("set", args=[each.slug])),
                    "slug": each.slug,
                    "name": each.name,
                    "description": each.description,
                    "licence": each.licence,
                    "visibility": each.visibility,
                    "class_set": each.class_set,
                    "consent": each.consent_at.isoformat() if each.consent_at else None,
                    "begun": each.created_at.isoformat(),
                    "cards": [entry.card.key for entry in each.entries.all()],
                }
                for each in own
            ],
            "sets_joined": [
                {
                    "set": each.collection.name,
                    "called": each.called,
                    "editor": each.editor,
                    "joined": each.joined_at.isoformat(),
                }
                for each in joined
            ],
            "set_cards": [
                {
                    "set": each.collection.name,
                    "slug": each.collection.slug,
                    "key": own_key(each.pk),
                    "contents": each.contents,
                    "draft": each.draft,
                    "begun": each.created_at.isoformat(),
                }
                for each in cards
            ],
        }
