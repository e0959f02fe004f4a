from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.fields.json import KeyTransform
from django.utils import timezone

from cards.art.uploads import LICENCES as ART_LICENCES
from cards.curation.models.proposal import Proposal
from cards.models.artwork import picture_in
from cards.models.builder import Builder, Visibility
from cards.models.card import Card

LONGEST_NAME = 80
LONGEST_DESCRIPTION = 2000
LONGEST_CALLED = 40
LONGEST_REASON = 300
LICENCES = {
    code: ART_LICENCES[code]
    for code in ("CC-BY-4.0", "CC-BY-SA-4.0", "CC-BY-NC-4.0", "CC-BY-NC-SA-4.0", "CC0-1.0")
}
"""Only licences that allow a set to be changed."""


class CollectionQuerySet(models.QuerySet["Collection"]):
    def of(self, builder: Builder) -> Self:
        """The sets that the builder owns, edits or has joined."""
        owned = Q(owner=builder.user) if builder.user is not None else Q(pk__in=())
        return self.filter(owned | _joined(builder))

    def inside(self, builder: Builder) -> Self:
        """The sets in which the builder is and which they may see: its people watch its matches."""
        hidden = Q(hidden=False)
        if builder.user is not None:
            hidden |= Q(owner=builder.user) | _joined(builder, editor=True)
        return self.of(builder).filter(hidden)

    def listed(self) -> Self:
        """The sets that lists and searches may show to everybody."""
        return self.filter(visibility=Visibility.PUBLIC, hidden=False)

    def open_to(self, builder: Builder, *, moderates: bool = False) -> Self:
        """The sets that the builder may see at their address; `moderates`: including hidden ones."""
        seen = Q(visibility__in=[Visibility.UNLISTED, Visibility.PUBLIC])
        if not moderates:
            seen &= Q(hidden=False)
        if builder.user is not None:
            seen |= Q(owner=builder.user) | _joined(builder, editor=True)
        if builder.known:
            seen |= _joined(builder) & Q(hidden=False)
        return self.filter(seen)


def _joined(builder: Builder, **where: object) -> Q:
    joined = CollectionPerson.objects.filter(builder.rows(), **where)
    return Q(pk__in=joined.values("collection_id"))


class Collection(models.Model):
    """
    A set that people put together from published cards and from `own` cards that exist only in it. Its slug
    is random enough that nobody can guess it.

    Not to be confused with `CardSet`, the group that a published card came with.
    """

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=LONGEST_NAME)
    description = models.TextField(max_length=LONGEST_DESCRIPTION, blank=True)
    licence = models.CharField(max_length=20)
    """One of LICENCES, for the selection and for the texts of the set's own cards."""
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.PRIVATE)
    class_set = models.BooleanField(default=False, db_default=False)
    """Whether pupils make its cards: then editors alone read who made which."""
    consent_at = models.DateTimeField(null=True, blank=True)
    """When the owner confirmed that those who decide for the pupils agree to show the set to others."""
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="collections")
    # Whoever has a code can join with it; None if nobody can.
    editor_code = models.CharField(max_length=32, unique=True, null=True, blank=True)
    member_code = models.CharField(max_length=32, unique=True, null=True, blank=True)
    hidden = models.BooleanField(default=False)
    """Hidden by reviewers: only the owner and the editors still see it."""
    hidden_reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    version = models.PositiveIntegerField(default=1)
    """Counts changes of name, description, licence and visibility; needed to change them."""
    key = models.CharField(max_length=64, blank=True)
    asked = models.CharField(max_length=32, blank=True, default="", db_default="")
    """What made it asked for (phylo/http/keys.py)."""
    """Chosen by the creator, so that a repeated request makes one set."""
    cards = models.ManyToManyField(Card, through="CollectionCard", related_name="collections")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    objects = CollectionQuerySet.as_manager()

    class Meta:
        db_table = "cards_collection"
        ordering = ["name", "slug"]
        constraints = [
            models.CheckConstraint(
                name="collection_visibility_is_known", condition=Q(visibility__in=Visibility.values)
            ),
            models.CheckConstraint(
                name="collection_of_a_class_is_shown_with_consent",
                condition=Q(class_set=False) | Q(visibility=Visibility.PRIVATE) | Q(consent_at__isnull=False),
            ),
            models.UniqueConstraint(
                name="collection_key_once", fields=["owner", "key"], condition=~Q(key="")
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def consent(self) -> bool:
        return self.consent_at is not None

    @consent.setter
    def consent(self, given: bool) -> None:
        self.consent_at = timezone.now() if given else None


class CollectionPerson(models.Model):
    """Somebody who joined by a link: an account as editor or member, or a guest as member."""

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="people")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="joined_collections"
    )
    guest = models.ForeignKey(
        "accounts.Guest", null=True, on_delete=models.PROTECT, related_name="joined_collections"
    )
    called = models.CharField(max_length=LONGEST_CALLED, blank=True)
    """
    A guest's display name in this set, which only editors see; in the set of a class an account's too.
    """
    editor = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "cards_collectionperson"
        ordering = ["joined_at", "pk"]
        constraints = [
            models.CheckConstraint(
                name="collection_person_is_one",
                condition=Q(user__isnull=True, guest__isnull=False)
                | Q(user__isnull=False, guest__isnull=True),
            ),
            models.CheckConstraint(
                name="collection_guest_edits_nothing", condition=Q(editor=False) | Q(guest__isnull=True)
            ),
            models.UniqueConstraint(name="collection_has_an_account_once", fields=["collection", "user"]),
            models.UniqueConstraint(name="collection_has_a_guest_once", fields=["collection", "guest"]),
        ]

    def __str__(self) -> str:
        return f"{self.name} in {self.collection_id}"

    @property
    def name(self) -> str:
        return self.called or (self.user.public_name if self.user is not None else "")


class CollectionCard(models.Model):
    """A published card in a set."""

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="entries")
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="collection_entries")
    place = models.PositiveIntegerField()

    class Meta:
        db_table = "cards_collectioncard"
        ordering = ["place", "pk"]
        constraints = [
            models.UniqueConstraint(name="collection_holds_a_card_once", fields=["collection", "card"]),
        ]

    def __str__(self) -> str:
        return f"{self.card_id} in {self.collection_id}"


class SetCardQuerySet(models.QuerySet["SetCard"]):
    def shown(self) -> Self:
        """Those that all people of their set see, and may play with."""
        return self.filter(shown=True, collection__hidden=False).exclude(contents={})


class SetCard(models.Model):
    """A card that exists in one set only, its decks and its matches, until it is proposed to everybody."""

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="own_cards")
    contents = models.JSONField()
    """Complete and checked, like those of a revision (cards/services/contents.py); empty until saved."""
    draft = models.JSONField(null=True, blank=True)
    """What was typed since it was saved, possibly incomplete, like the contents of a proposal's draft."""
    picture = picture_in(KeyTransform("art", "contents"))
    name = models.CharField(max_length=80)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="set_cards"
    )
    guest = models.ForeignKey("accounts.Guest", null=True, on_delete=models.PROTECT, related_name="set_cards")
    shown = models.BooleanField(default=False)
    """Whether an editor has approved it; until then, only its author and the editors see it."""
    version = models.PositiveIntegerField(default=1)
    """Counts what was saved and what was typed."""
    key = models.CharField(max_length=64, blank=True)
    asked = models.CharField(max_length=32, blank=True, default="", db_default="")
    """What made it asked for (phylo/http/keys.py)."""
    proposal = models.ForeignKey(
        Proposal, null=True, blank=True, on_delete=models.SET_NULL, related_name="set_cards"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    objects = SetCardQuerySet.as_manager()

    class Meta:
        db_table = "cards_setcard"
        ordering = ["created_at", "pk"]
        indexes = [
            models.Index(name="set_card_picture", fields=["picture"], condition=Q(picture__isnull=False))
        ]
        constraints = [
            models.CheckConstraint(
                name="set_card_has_one_author_at_most",
                condition=Q(author__isnull=True) | Q(guest__isnull=True),
            ),
            models.UniqueConstraint(
                name="set_card_key_once_an_account",
                fields=["collection", "author", "key"],
                condition=~Q(key=""),
            ),
            models.UniqueConstraint(
                name="set_card_key_once_a_guest",
                fields=["collection", "guest", "key"],
                condition=~Q(key=""),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def finished(self) -> bool:
        """Whether it has been saved: until then it is a draft alone."""
        return bool(self.contents)

    def is_of(self, builder: Builder) -> bool:
        return builder.owns(self.author_id, self.guest_id)
