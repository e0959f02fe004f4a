"""Making and changing decks: the one write path of a deck's list, name and rules."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from cards.deck_contents import Contents, is_complete
from cards.decks.errors import BadChange, KeyReused, StaleEdition, TooManyDecks
from cards.decks.services.words import check_key, checked_name, checked_note, checked_notes
from cards.models import Builder, Card, Deck, DeckCard, DeckVersion, Kind, Visibility
from cards.services.turns import hold_cards
from phylo.accounts.models import User

MOST_DECKS = 500
"""Decks that a builder may have."""
MOST_COPIES = 99
MOST_CARDS = 100
"""Cards of a deck: enough to choose from while building, few enough to be worked out at every click."""
LONGEST_CHAIN = 20
"""Merges of merged cards that are followed."""
SLUG_BYTES = 9
GUEST_LOCK = 0x6465636B
"""With a number of the guest's, the lock under which a guest makes decks one after the other."""
UNNAMED = gettext_lazy("Untitled deck")
"""What a deck is called that was given no name."""


@dataclass(frozen=True)
class Change:
    """What to change; None leaves a thing as it is. `copies` maps card keys to copies, 0 for none."""

    copies: Mapping[str, int] | None = None
    contents: Contents | None = None
    rules: str | None = None
    starter: str | None = None
    opening_hand: tuple[str, ...] | None = None
    name: str | None = None
    notes: str | None = None
    visibility: str | None = None

    def on(self, before: Contents) -> Contents:
        """What the deck holds after it."""
        after = self.contents or before
        for key, copies in (self.copies or {}).items():
            after = after.with_copies(key, copies)
        return Contents.of(
            after.cards,
            after.rules if self.rules is None else self.rules,
            after.starter if self.starter is None else self.starter,
            after.opening_hand if self.opening_hand is None else self.opening_hand,
        )


def create_deck(
    *,
    builder: Builder,
    name: str,
    contents: Contents,
    notes: str = "",
    origin: Deck | None = None,
    origin_version: int | None = None,
    origin_credit: str = "",
    key: str = "",
) -> Deck:
    """
    A private deck of the builder's; the same key again answers with the deck it made.

    Raises BadChange or TooManyDecks.
    """
    if not builder.known:
        raise ValueError("nobody")
    check_key(key)
    with transaction.atomic():
        hold_cards(alone=False)
        # One after the other, so that nobody passes the limit and a key makes one deck.
        take_turns(builder)
        made = DeckVersion.objects.filter(deck__in=Deck.objects.of(builder), number=1, key=key)
        if key and (first := made.select_related("deck").first()):
            return first.deck
        if Deck.objects.of(builder).count() >= MOST_DECKS:
            raise TooManyDecks
        deck = Deck(
            slug=secrets.token_urlsafe(SLUG_BYTES),
            name=checked_name(name),
            notes=checked_notes(notes),
            owner=builder.user,
            guest=None if builder.user is not None else builder.guest,
            origin=origin,
            origin_version=origin_version,
            origin_credit=origin_credit,
        )
        store_contents(deck, contents, key=key)
    return deck


def change_deck(*, deck_id: int, edition: int, change: Change, key: str = "", note: str = "") -> Deck:
    """
    Change a deck that was read at that edition. A changed list makes a version.

    What is in place already changes nothing, whatever the edition. The same key again answers with the deck
    as it is. Raises BadChange, StaleEdition, KeyReused or Deck.DoesNotExist; then nothing has changed.
    """
    check_key(key)
    note = checked_note(note)
    with transaction.atomic():
        hold_cards(alone=False)
        deck = Deck.objects.select_for_update().prefetch_related("entries__card").get(pk=deck_id)
        before = deck.contents
        earlier = deck.versions.filter(key=key).first() if key else None
        if earlier is not None:
            if followed(change.on(earlier.contents)) != earlier.contents:
                raise KeyReused(key)
            return deck
        after = change.on(before)
        described = _describe(deck, change)
        if after == before and not described:
            return deck
        if edition != deck.edition:
            raise StaleEdition(deck.edition)
        if after == before:
            deck.edition += 1
            deck.save()
        else:
            store_contents(deck, after, key=key, note=note)
    return deck


def store_contents(
    deck: Deck, contents: Contents, *, key: str = "", note: str = "", newest: bool = False
) -> None:
    """
    Store the deck with these contents as its next version; the caller holds the deck's row. Cards that were
    merged into others give way to these. A card that the deck holds already stays at the revision that it
    was taken at, unless the `newest` are wanted.

    Raises BadChange.
    """
    cards = known_cards(contents)
    if any(card.merged_into_id is not None for card in cards.values()):
        contents = followed(contents)
        cards = known_cards(contents)
    deck.rules, deck.starter = contents.rules, contents.starter
    deck.opening_hand = list(contents.opening_hand)
    deck.size = contents.size
    deck.points = sum((cards[card].points or 0) * copies for card, copies in contents.cards.items())
    deck.complete = is_complete(contents, {card: row.as_record() for card, row in cards.items()})
    before = [] if newest or not deck.version else deck.entries.all()
    taken = {entry.card_id: entry.revision for entry in before}
    deck.version += 1
    deck.edition += 1
    deck.save()
    rows = {cards[card].pk: copies for card, copies in contents.cards.items()}
    pinned = {card: taken.get(row.pk, row.revision) for card, row in cards.items()}
    deck.entries.exclude(card__in=rows).delete()
    DeckCard.objects.bulk_create(
        [
            DeckCard(deck=deck, card=cards[card], count=copies, revision=pinned[card])
            for card, copies in contents.cards.items()
        ],
        update_conflicts=True,
        unique_fields=["deck", "card"],
        update_fields=["count", "revision"],
    )
    DeckVersion.objects.create(
        deck=deck,
        number=deck.version,
        contents_json=contents.as_json(),
        revisions=pinned,
        key=key,
        note=note,
    )
    # Entries that were read before are none of the deck any more.
    deck._prefetched_objects_cache = {}  # type: ignore[attr-defined]


def delete_deck(*, deck_id: int) -> None:
    """With all its versions. Decks that were made from it keep their credit."""
    with transaction.atomic():
        # The deck before its rows, as where it is saved, so that neither waits for the other.
        if Deck.objects.select_for_update().filter(pk=deck_id, ready=False).first():
            Deck.objects.filter(pk=deck_id).delete()


def delete_decks(*, user: User) -> None:
    """All of an account, which is about to go; the caller holds its row."""
    with transaction.atomic():
        held = list(Deck.objects.select_for_update().filter(owner=user).order_by("pk"))
        Deck.objects.filter(pk__in=[deck.pk for deck in held]).delete()


def adopt_decks(*, guest: Any, user: User) -> int:
    """Give the account the guest's decks; returns how many there were."""
    return Deck.objects.filter(guest=guest).update(owner=user, guest=None)


def followed(contents: Contents) -> Contents:
    """The same with the cards that have taken the place of merged ones; copies come together."""
    for _step in range(LONGEST_CHAIN):
        named = {*contents.cards, contents.starter} - {""}
        merged = Card.objects.filter(key__in=[key for key in named if key.isprintable()])
        place_of = dict(merged.exclude(merged_into=None).values_list("key", "merged_into__key"))
        if not place_of:
            break
        contents = _replaced(contents, place_of)
    return contents


def _replaced(contents: Contents, place_of: Mapping[str, str]) -> Contents:
    cards: dict[str, int] = {}
    for key, copies in contents.cards.items():
        key = place_of.get(key, key)
        cards[key] = min(cards.get(key, 0) + copies, MOST_COPIES)
    hand = [place_of.get(key, key) for key in contents.opening_hand]
    return Contents.of(cards, contents.rules, place_of.get(contents.starter, contents.starter), hand)


def known_cards(contents: Contents) -> dict[str, Card]:
    """Key -> card of all that the contents name but HOME. Raises BadChange for what cannot be in a deck."""
    if contents.rules not in engine.RULES:
        raise BadChange("rules", _("There are no rules of that name."))
    named = {*contents.cards, *contents.opening_hand} | ({contents.starter} - {""})
    # What no database takes as a text is the key of no card.
    known = Card.objects.filter(key__in=[key for key in named if key.isprintable()])
    cards = {card.key: card for card in known}
    for key, copies in contents.cards.items():
        if key not in cards:
            raise BadChange("cards", _("There is no card “%(key)s”.") % {"key": key})
        if cards[key].kind == Kind.HOME:
            raise BadChange("cards", _("HOME is where a game starts, and in no deck."))
        if copies > MOST_COPIES:
            raise BadChange("cards", _("At most %(most)s copies of a card.") % {"most": MOST_COPIES})
    if contents.size > MOST_CARDS:
        raise BadChange("cards", _("At most %(most)s cards.") % {"most": MOST_CARDS})
    if contents.starter and (contents.starter not in cards or cards[contents.starter].kind != Kind.HABITAT):
        raise BadChange("starter", _("A deck starts from HOME or from a habitat."))
    _check_hand(contents)
    return cards


def take_turns(builder: Builder) -> None:
    """Wait until nobody else makes a deck for this builder; SQLite has one writer at any time."""
    if builder.user is not None:
        User.objects.select_for_update().get(pk=builder.user.pk)
    elif builder.guest is not None and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            mine = builder.guest.int & 0x7FFFFFFF
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [GUEST_LOCK, mine])


def _check_hand(contents: Contents) -> None:
    if len(contents.opening_hand) > engine.RULES[contents.rules].hand:
        most = engine.RULES[contents.rules].hand
        raise BadChange("opening_hand", _("An opening hand has %(most)s cards.") % {"most": most})
    for key in set(contents.opening_hand):
        if contents.opening_hand.count(key) > contents.cards.get(key, 0):
            raise BadChange("opening_hand", _("The opening hand is out of the deck."))


def _describe(deck: Deck, change: Change) -> bool:
    """Set name, notes and visibility of the unsaved deck; whether one of them is another now."""
    wanted = {}
    if change.name is not None:
        wanted["name"] = checked_name(change.name)
    if change.notes is not None:
        wanted["notes"] = checked_notes(change.notes)
    if change.visibility is not None:
        if change.visibility not in Visibility.values:
            raise BadChange("visibility", _("A deck is private, unlisted or public."))
        wanted["visibility"] = change.visibility
    news = {field: value for field, value in wanted.items() if getattr(deck, field) != value}
    for field, value in news.items():
        setattr(deck, field, value)
    if deck.visibility == Visibility.PUBLIC and news.keys() & {"visibility", "name"}:
        _check_public(deck)
    return bool(news)


def _check_public(deck: Deck) -> None:
    """What stands in lists has somebody who answers for it, and a name to find it by."""
    if deck.owner_id is None:
        raise BadChange("visibility", _("Only decks of an account can be public. Sign in to keep yours."))
    if deck.name == UNNAMED:
        raise BadChange("name", _("Give the deck a name before it is public."))
