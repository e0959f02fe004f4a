"""Decks and comments on them as content that can be reported and hidden."""

from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _

from cards.decks.models import Deck, DeckComment
from cards.models import Builder, Visibility
from phylo.accounts.models import User
from phylo.http.input import number_in
from phylo.moderation.comments import CommentQuerySet
from phylo.moderation.content import Content, Kind, Person


class Decks(Kind):
    """By the slug, which is secret if a deck is unlisted. Hidden, it is private until it is shown again."""

    name = "deck"

    def find(self, key: str) -> Content | None:
        found = Deck.objects.filter(ready=False, slug=key).select_related("owner").first()
        if found is None or not (found.seen_by_others or found.hidden_reason):
            return None
        text = "\n".join(filter(None, [found.name, found.theme, found.notes]))
        address = reverse("deck", args=[found.slug])
        author = Person(user=found.owner, guest=found.guest_id)
        return Content(_("A deck"), text, address, author, bool(found.hidden_reason))

    def open_to(self, key: str, person: Person) -> bool:
        builder = Builder(user=person.user, guest=person.guest)
        return Deck.objects.open_to(builder).filter(slug=key).exists()

    def put(
        self, key: str, *, hidden: bool, by: User | None, reason: str, before: dict[str, str]
    ) -> dict[str, str]:
        deck = Deck.objects.select_for_update().filter(slug=key)
        [was] = deck.values_list("visibility", flat=True)
        shown = before.get("visibility", Visibility.UNLISTED)
        # The version too, so that a form that was open before does not make it public again.
        deck.update(
            visibility=Visibility.PRIVATE if hidden else shown,
            hidden_reason=reason if hidden else "",
            settings_version=F("settings_version") + 1,
        )
        return {"visibility": was}


class DeckComments(Kind):
    """By the deck's slug, as `Decks`, and the number: "pond-x7k:12"."""

    name = "deck-comment"

    def find(self, key: str) -> Content | None:
        found = _comments(key).select_related("deck", "user").first()
        if found is None or not found.deck.seen_by_others:
            return None
        title = _("A comment on the deck “%(name)s”") % {"name": found.deck.name}
        address = f"{reverse('deck', args=[found.deck.slug])}#comment-{found.pk}"
        return Content(title, found.text, address, Person(user=found.user), found.hidden)

    def open_to(self, key: str, person: Person) -> bool:
        decks = Deck.objects.open_to(Builder(user=person.user, guest=person.guest))
        return _comments(key).shown_to(person.user).filter(deck__in=decks).exists()

    def put(
        self, key: str, *, hidden: bool, by: User | None, reason: str, before: dict[str, str]
    ) -> dict[str, str]:
        _comments(key).update(hidden=hidden)
        return {}


def _comments(key: str) -> CommentQuerySet:
    slug, _colon, number = key.rpartition(":")
    return DeckComment.objects.filter(deck__slug=slug, pk=number_in(number))
