import re
from typing import TYPE_CHECKING, Any, Self, TypedDict
from urllib.parse import urlencode

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from cards.decks.models.contents import DEFAULT_RULES, Contents
from cards.models.builder import Builder, Visibility
from cards.models.card import Card
from cards.sets.models import Collection
from phylo.moderation.comments import CommentQuerySet

if TYPE_CHECKING:
    from phylo.accounts.models import User

LONGEST_NAME = 80
LONGEST_NOTES = 4000
LONGEST_COMMENT = 2000
LONGEST_NOTE = 300
# Notes of the site's own are kept in English.
RESTORED = gettext_noop("Restored from version %(number)s")
IS_RESTORED = re.compile("Restored from version ([0-9]+)")
RENEWED = gettext_noop("Newer cards taken over")


def said_note(note: str) -> str:
    """In the reader's language, where the site wrote it."""
    if restored := IS_RESTORED.fullmatch(note):
        return _(RESTORED) % {"number": restored[1]}
    return _(RENEWED) if note == RENEWED else note


class OwnEntry(TypedDict):
    """A set's own card in a deck, as the set showed it when the deck was saved."""

    copies: int
    version: int
    name: str


class DeckQuerySet(models.QuerySet["Deck"]):
    def ready(self) -> Self:
        """The decks that come with the site, for anybody to play."""
        return self.filter(ready=True)

    def for_rules(self, rules: str) -> Self:
        """The decks for the rule set with that key."""
        return self.filter(rules=rules)

    def of(self, builder: Builder) -> Self:
        """The builder's own."""
        return self.filter(builder.rows("owner"))

    def listed(self) -> Self:
        """The decks that lists may show to everybody: none that is made in a set."""
        return self.filter(Q(ready=True) | Q(visibility=Visibility.PUBLIC, collection__isnull=True))

    def offered_by(self, collection: Collection) -> Self:
        """The complete decks that owner and editors have made in the set, for all who may see it to play."""
        editors = collection.people.filter(editor=True, user__isnull=False).values("user")
        made = self.filter(collection=collection, visibility=Visibility.PUBLIC, complete=True)
        return made.filter(Q(owner=collection.owner_id) | Q(owner__in=editors))

    def open_to(self, builder: Builder) -> Self:
        """The decks that the builder may see at their address; those made in a set only inside it."""
        shown = Q(visibility__in=[Visibility.UNLISTED, Visibility.PUBLIC])
        seen = Q(ready=True) | (shown & Q(collection__isnull=True))
        if builder.known:
            seen |= shown & Q(collection__in=Collection.objects.inside(builder).order_by().values("pk"))
        return self.filter(seen | builder.rows("owner"))


def leave_the_set(collector: Any, field: Any, decks: Any, _using: str) -> None:
    """Of decks whose set is deleted: what was shown inside it is not shown to everybody now."""
    collector.add_field_update(field, None, decks)
    collector.add_field_update(Deck._meta.get_field("visibility"), Visibility.PRIVATE, decks)


class Deck(models.Model):
    """
    A deck of the site or of a builder, in its present state; `versions` holds the history.

    `version` is the number of the newest DeckVersion, `settings_version` counts changes of name, notes and
    visibility. To change either part, a caller states the version of it that was read.
    """

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=LONGEST_NAME)
    place = models.CharField(max_length=120, blank=True)
    theme = models.CharField(max_length=300, blank=True)
    climate = models.CharField(max_length=300, blank=True)
    notes = models.TextField(max_length=LONGEST_NOTES, blank=True)
    rules = models.CharField(max_length=40, default=DEFAULT_RULES)
    starter = models.SlugField(max_length=80, blank=True)
    """The key of the habitat that replaces HOME (P4); empty for HOME."""
    opening_hand = models.JSONField(default=list, blank=True)
    """The keys of the preselected cards (P7), one per copy; may be empty."""
    cards = models.ManyToManyField(Card, through="DeckCard", related_name="decks")

    collection = models.ForeignKey(
        Collection, null=True, blank=True, on_delete=leave_the_set, related_name="decks"
    )
    """The set in which it is made: it may use its own cards, and only the set's people may see it."""
    own_cards = models.JSONField(default=dict, blank=True, db_default={})
    """The set's own cards in it, as OwnEntry by key; they may have left the set since."""

    ready = models.BooleanField(default=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="decks"
    )
    guest = models.ForeignKey(
        "accounts.Guest", null=True, blank=True, on_delete=models.PROTECT, related_name="decks"
    )
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.PRIVATE)
    # Of moderators who have hidden it: then it is private, and its owner cannot change that.
    hidden_reason = models.CharField(max_length=300, blank=True, default="", db_default="")
    version = models.PositiveIntegerField(default=0)
    settings_version = models.PositiveIntegerField(default=1)
    # As of a version, but of the latest change of the settings alone.
    settings_key = models.CharField(max_length=64, blank=True, default="", db_default="")
    settings_asked = models.CharField(max_length=32, blank=True, default="", db_default="")

    # The deck it was made from. The credit stays when that deck is deleted.
    origin = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="offspring"
    )
    origin_version = models.PositiveIntegerField(null=True, blank=True)
    origin_credit = models.CharField(max_length=200, blank=True)

    # Columns for sorting and filtering lists, kept up to date by the services.
    size = models.PositiveIntegerField(default=0)
    points = models.IntegerField(default=0)
    complete = models.BooleanField(default=False)
    """Whether the deck is legal under its rules (P6)."""
    likes = models.PositiveIntegerField(default=0)

    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    objects = DeckQuerySet.as_manager()

    class Meta:
        db_table = "cards_deck"
        ordering = ["name", "slug"]
        constraints = [
            models.CheckConstraint(
                name="deck_has_one_owner_at_most", condition=Q(owner__isnull=True) | Q(guest__isnull=True)
            ),
            models.CheckConstraint(
                name="deck_of_the_site_has_no_owner",
                condition=Q(ready=False) | Q(owner__isnull=True, guest__isnull=True),
            ),
            models.CheckConstraint(
                name="deck_of_the_site_is_in_no_set",
                condition=Q(ready=False) | Q(collection__isnull=True),
            ),
            models.CheckConstraint(
                name="deck_visibility_is_known", condition=Q(visibility__in=Visibility.values)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def card_keys(self) -> list[str]:
        """One key per copy, in a stable order: the list that a match shuffles."""
        return self.contents.keys

    @property
    def contents(self) -> Contents:
        """The present contents. Takes one query, or none if `entries__card` is prefetched."""
        entries = self.entries.all()
        if "entries" not in getattr(self, "_prefetched_objects_cache", {}):
            entries = entries.select_related("card")
        cards = {entry.card.key: entry.count for entry in entries}
        cards |= {key: entry["copies"] for key, entry in self.own_cards.items()}
        return Contents.of(cards, self.rules, self.starter, self.opening_hand, self.collection_id)

    @property
    def play_address(self) -> str:
        """The page that begins a match against the computer, with the deck chosen."""
        return f"{reverse('play-computer')}?{urlencode({'rules': self.rules, 'deck': self.slug})}#decks-title"

    @property
    def maker(self) -> str:
        """The owner's display name; loads the account, so lists should select it."""
        if self.owner is not None:
            return self.owner.public_name
        return _("Guest") if self.guest_id else ""

    @property
    def listed(self) -> bool:
        """As the query `listed`."""
        return self.ready or (self.visibility == Visibility.PUBLIC and self.collection_id is None)

    @property
    def seen_by_others(self) -> bool:
        """Whether others can see it, and thus like it and comment on it."""
        return self.ready or self.visibility != Visibility.PRIVATE

    def credit_for(self, reader: Builder) -> str:
        """What it was made from; a private deck of the same owner is named to that owner alone."""
        made_from = self.origin
        secret = made_from and not made_from.seen_by_others and made_from.owner_id == self.owner_id
        return "" if secret and not self.belongs_to(reader) else self.origin_credit

    def belongs_to(self, builder: Builder) -> bool:
        return builder.owns(self.owner_id, self.guest_id)


class DeckCard(models.Model):
    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="entries")
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="deck_entries")
    count = models.PositiveSmallIntegerField(default=1)
    revision = models.PositiveIntegerField(default=0)
    """The revision of the card that the deck uses, until the builder takes over a newer one."""

    class Meta:
        db_table = "cards_deckcard"
        ordering = ["deck_id", "card_id"]
        constraints = [
            models.UniqueConstraint(name="deck_lists_a_card_once", fields=["deck", "card"]),
            models.CheckConstraint(name="deck_card_count_is_positive", condition=Q(count__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.count} × {self.card}"


class DeckVersion(models.Model):
    """The contents of a deck after one save. Only the note can be changed."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    contents_json = models.JSONField()
    """As written by `Contents.as_json`."""
    revisions = models.JSONField(default=dict)
    """Maps card keys to the revisions that it was built with."""
    # Chosen by the client, so that saving twice makes one version; empty if the site itself saved.
    key = models.CharField(max_length=64, blank=True)
    asked = models.CharField(max_length=32, blank=True, default="", db_default="")
    """What made it asked for (phylo/http/keys.py)."""
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "cards_deckversion"
        ordering = ["deck_id", "number"]
        constraints = [
            models.UniqueConstraint(name="deck_version_number_once", fields=["deck", "number"]),
            models.UniqueConstraint(
                name="deck_version_key_once", fields=["deck", "key"], condition=~Q(key="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deck_id}#{self.number}"

    @property
    def said_note(self) -> str:
        return said_note(self.note)

    @property
    def contents(self) -> Contents:
        """Loads the deck, unless it was reached from there."""
        return Contents.from_json(self.contents_json, self.deck.collection_id)

    def as_json(self) -> dict[str, object]:
        """For the download of an account's decks."""
        return {
            "number": self.number,
            "saved": self.created_at.isoformat(),
            "note": self.note,
            **self.contents_json,
        }


class DeckLike(models.Model):
    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="liked_by")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="liked_decks")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "cards_decklike"
        constraints = [models.UniqueConstraint(name="deck_liked_once", fields=["deck", "user"])]

    def __str__(self) -> str:
        return f"{self.deck_id} liked by {self.user_id}"


class DeckComment(models.Model):
    """Stays, without a name, when its author's account is deleted."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="comments")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="deck_comments"
    )
    text = models.TextField(max_length=LONGEST_COMMENT)
    # Chosen by the form, so that sending it twice makes one comment.
    key = models.CharField(max_length=64)
    hidden = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = CommentQuerySet.as_manager()

    class Meta:
        db_table = "cards_deckcomment"
        ordering = ["created_at", "pk"]
        constraints = [models.UniqueConstraint(name="deck_comment_once", fields=["deck", "user", "key"])]

    def __str__(self) -> str:
        return f"{self.deck_id}: {self.text[:40]}"

    @property
    def reported_as(self) -> str:
        """The key by which it can be reported; loads the deck."""
        return f"{self.deck.slug}:{self.pk}"

    def deletable_by(self, user: "User") -> bool:
        """Whether the user is the comment's author or the deck's owner; loads the deck."""
        return user.pk in (self.user_id, self.deck.owner_id)
