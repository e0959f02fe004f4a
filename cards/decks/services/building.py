"""Creating and changing decks: the only write path of a deck's list, name and rules."""

import secrets
from collections.abc import Callable, Mapping, Set
from dataclasses import asdict, dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.decks.errors import MOST_DECKS, BadChange, StaleDeck, TooManyDecks
from cards.decks.fields import NAME, NOTES, VERSION_NOTE
from cards.decks.history import content_conflicts
from cards.decks.models import Deck, DeckCard, DeckVersion
from cards.decks.models.contents import MOST_COPIES, Contents, is_complete
from cards.decks.models.deck import OwnEntry
from cards.models import Builder, Card, Kind, Visibility
from cards.models.builder import lock_builder
from cards.models.card import is_own, lock_cards
from cards.services.choice_fields import VISIBILITY
from cards.services.known_cards import known_cards
from cards.services.text_fields import check_key
from cards.sets.models import Collection
from engine.phylo.rules import RULES
from phylo.http.keys import KeyReused, asked_for, made_before
from phylo.http.refusals import Conflict, conflicts

MOST_CARDS = 100
"""The most cards in a deck: enough to choose from while building, few enough to analyse at every click."""
LONGEST_CHAIN = 20
"""The most successive merges that are followed."""
SLUG_BYTES = 16
UNNAMED = gettext_lazy("Untitled deck")
"""The name of a deck that was given none."""


@dataclass(frozen=True)
class Change:
    """
    What to change; None leaves a value as it is. `cards` is the whole list, `copies` only what differs: both
    map card keys to copies, 0 to remove.
    """

    cards: Mapping[str, int] | None = None
    copies: Mapping[str, int] | None = None
    contents: Contents | None = None
    rules: str | None = None
    starter: str | None = None
    opening_hand: tuple[str, ...] | None = None
    name: str | None = None
    notes: str | None = None
    visibility: str | None = None

    def on(self, before: Contents) -> Contents:
        """The contents after the change."""
        after = self.contents or before
        gone = {} if self.cards is None else dict.fromkeys(after.cards, 0)
        for key, copies in {**gone, **(self.cards or {}), **(self.copies or {})}.items():
            after = after.with_copies(key, copies)
        return Contents.of(
            after.cards,
            after.rules if self.rules is None else self.rules,
            after.starter if self.starter is None else self.starter,
            after.opening_hand if self.opening_hand is None else self.opening_hand,
            before.collection,
        )

    @property
    def asked(self) -> str:
        """Equal for changes that ask for the same."""
        return asked_for({name: value for name, value in asdict(self).items() if value is not None})


def create_deck(
    *,
    builder: Builder,
    name: str,
    contents: Contents,
    notes: str = "",
    collection: Collection | None = None,
    origin: Deck | None = None,
    origin_version: int | None = None,
    origin_credit: str = "",
    key: str = "",
    asked: str = "",
) -> Deck:
    """
    Create a private deck, in the set `collection` if that is given; the same key again returns the deck that
    it made. `asked`: what the request asked for (phylo/http/keys.py), if that is not name, contents, notes
    and set. Raises BadChange, KeyReused, NotAllowed or TooManyDecks.
    """
    if not builder.known:
        raise ValueError("nobody")
    check_key(key, error=BadChange)
    with transaction.atomic():
        lock_cards(alone=False)
        # One at a time per builder, so that the limit holds and a key makes one deck.
        lock_builder(builder)
        asked = asked or asked_for(name, contents.as_json(), notes, *([collection.pk] if collection else []))
        first = DeckVersion.objects.filter(deck__in=Deck.objects.of(builder), number=1).select_related("deck")
        if (made := made_before(first, key, asked=asked)) is not None:
            return made.deck
        if Deck.objects.of(builder).count() >= MOST_DECKS:
            raise TooManyDecks(MOST_DECKS)
        if collection and not Collection.objects.inside(builder).filter(pk=collection.pk).exists():
            raise BadChange("set", _("Only the people of a set make decks in it."))
        deck = Deck(
            slug=secrets.token_urlsafe(SLUG_BYTES),
            name=NAME.checked(name, error=BadChange),
            notes=_checked_notes(notes),
            owner=builder.user,
            guest_id=None if builder.user is not None else builder.guest,
            collection=collection,
            origin=origin,
            origin_version=origin_version,
            origin_credit=origin_credit,
        )
        store_contents(deck, contents, key=key, asked=asked)
    return deck


def change_deck(
    *,
    deck_id: int,
    change: Change,
    version: int | None = None,
    settings_version: int | None = None,
    key: str = "",
    note: str = "",
    asked: str = "",
) -> Deck:
    """
    Change a deck. Changed contents make a new version and need the `version` that was read; a changed name,
    notes or visibility need the `settings_version` that was read.

    A change that is already in place has no effect, whatever version was read. The same key again returns the
    deck unchanged; of changes of the settings alone, the deck knows the last one's key. Raises BadChange,
    StaleDeck, KeyReused or Deck.DoesNotExist; then nothing has changed.
    """
    check_key(key, error=BadChange)
    note = VERSION_NOTE.checked(note, error=BadChange)
    with transaction.atomic():
        deck = locked_deck(deck_id)
        asked = asked or change.asked
        if made_before(deck.versions.all(), key, asked=asked) is not None:
            return deck
        if key and key == deck.settings_key:
            if asked != deck.settings_asked:
                raise KeyReused
            return deck
        before = deck.contents
        after = change.on(before)
        described = _describe(deck, change)
        read = {"version": version} if after != before else {}
        read |= {"settings_version": settings_version} if described else {}
        _check_read(deck, read, before, after, described)
        if described:
            deck.settings_version += 1
            deck.settings_key, deck.settings_asked = key, asked
        if after != before:
            store_contents(deck, after, key=key, asked=asked, note=note)
        elif described:
            deck.save()
    return deck


def _check_read(
    deck: Deck,
    read: Mapping[str, int | None],
    before: Contents,
    after: Contents,
    described: tuple[Conflict, ...],
) -> None:
    """Raises BadChange for a counter that is needed and not given, StaleDeck for one that has moved on."""
    for counter, number in read.items():
        if number is None:
            words = _("Say which %(counter)s of the deck you have read.") % {"counter": counter}
            raise BadChange(counter, words)
    late = {counter for counter, number in read.items() if number != getattr(deck, counter)}
    if late:
        earlier = deck.versions.filter(number=read.get("version") or 0).first()
        found = content_conflicts(after, before, earlier.contents if earlier else None)
        raise StaleDeck(deck, (*found, *(described if "settings_version" in late else ())))


def step_deck(*, deck_id: int, step: str, card: str, key: str = "") -> Deck:
    """
    Apply one of `STEPS` to a card, however the deck has changed since it was read. The same key again has no
    effect. Raises BadChange, KeyReused or Deck.DoesNotExist.
    """
    with transaction.atomic():
        deck = locked_deck(deck_id)
        change, asked = STEPS[step](deck.contents, card), asked_for(step, card)
        return change_deck(deck_id=deck_id, version=deck.version, change=change, key=key, asked=asked)


def _copies(by: int) -> Callable[[Contents, str], Change]:
    return lambda contents, card: Change(copies={card: max(0, contents.cards.get(card, 0) + by)})


def _hold(contents: Contents, card: str) -> Change:
    return Change(opening_hand=(*contents.opening_hand, card))


def _release(contents: Contents, card: str) -> Change:
    hand = list(contents.opening_hand)
    if card in hand:
        hand.remove(card)
    return Change(opening_hand=tuple(hand))


STEPS: dict[str, Callable[[Contents, str], Change]] = {
    "add": _copies(1), "take": _copies(-1), "hold": _hold, "release": _release,
}  # fmt: skip
"""One copy of a card more or fewer, in the deck or in the opening hand."""


def locked_deck(deck_id: int) -> Deck:
    """The deck, locked until the end of the transaction together with all cards; raises Deck.DoesNotExist."""
    lock_cards(alone=False)
    return Deck.objects.select_for_update().prefetch_related("entries__card").get(pk=deck_id)


def store_contents(
    deck: Deck,
    contents: Contents,
    *,
    key: str = "",
    asked: str = "",
    note: str = "",
    newest: bool = False,
) -> None:
    """
    Store these contents as the deck's next version; the caller locks the deck's row. Merged cards are
    replaced by their successors. A card already in the deck stays at the revision that the deck holds, unless
    `newest` is set. Raises BadChange.
    """
    contents = replace(contents, collection=deck.collection_id)
    cards = _known_cards(contents, {*deck.own_cards, deck.starter})
    if any(card.merged_into_id is not None for card in cards.values()):
        contents = _followed(contents)
        cards = _known_cards(contents, {*deck.own_cards, deck.starter})
    deck.rules, deck.starter = contents.rules, contents.starter
    deck.opening_hand = list(contents.opening_hand)
    deck.size = contents.size
    deck.points = sum((card.points or 0) * contents.cards.get(key, 0) for key, card in cards.items())
    deck.complete = is_complete(contents, {card: row.as_record() for card, row in cards.items()})
    deck.own_cards = _own_cards(contents, cards, deck.own_cards)
    before = [] if newest or not deck.version else deck.entries.all()
    taken = {entry.card_id: entry.revision for entry in before}
    deck.version += 1
    deck.save()
    published = {key: copies for key, copies in contents.cards.items() if not is_own(key)}
    pinned = {
        key: taken.get(card.pk, card.revision) if card.in_set is None else card.in_set.version
        for key, card in cards.items()
    }
    deck.entries.exclude(card__in=[cards[key].pk for key in published]).delete()
    DeckCard.objects.bulk_create(
        [
            DeckCard(deck=deck, card=cards[key], count=copies, revision=pinned[key])
            for key, copies in published.items()
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
        asked=asked,
        note=note,
    )
    # Prefetched entries are out of date.
    deck._prefetched_objects_cache = {}  # type: ignore[attr-defined]


def _followed(contents: Contents) -> Contents:
    """The contents with merged cards replaced by their successors; copies are added up."""
    for _step in range(LONGEST_CHAIN):
        named = {*contents.cards, contents.starter} - {""}
        merged = Card.objects.filter(key__in=[key for key in named if key.isprintable()])
        place_of = dict(merged.exclude(merged_into=None).values_list("key", "merged_into__key"))
        if not place_of:
            break
        cards: dict[str, int] = {}
        for key, copies in contents.cards.items():
            key = place_of.get(key, key)
            cards[key] = min(cards.get(key, 0) + copies, MOST_COPIES)
        starter = place_of.get(contents.starter, contents.starter)
        hand = [place_of.get(key, key) for key in contents.opening_hand]
        contents = Contents.of(cards, contents.rules, starter, hand, contents.collection)
    return contents


def _own_cards(
    contents: Contents, cards: Mapping[str, Card], before: Mapping[str, OwnEntry]
) -> dict[str, OwnEntry]:
    """The set's own cards as the deck keeps them; one that has left the set stays as it was."""
    found: dict[str, OwnEntry] = {}
    for key, copies in contents.cards.items():
        if key in cards and (own := cards[key].in_set) is not None:
            found[key] = {"copies": copies, "version": own.version, "name": cards[key].name}
        elif key not in cards:
            found[key] = {**before[key], "copies": copies}
    return found


def _known_cards(contents: Contents, held: Set[str]) -> dict[str, Card]:
    """
    The cards by key, without HOME. A set's own card that is `held` may have left the set: then it is missing.
    Raises BadChange for what cannot be in a deck.
    """
    if contents.rules not in RULES:
        raise BadChange("rules", _("There are no rules of that name."))
    cards = known_cards(contents.named, contents.collection)
    for key, copies in contents.cards.items():
        if key not in cards and not (is_own(key) and key in held):
            raise BadChange("cards", _("There is no card “%(name)s”.") % {"name": key})
        if key in cards and cards[key].kind == Kind.HOME:
            raise BadChange("cards", _("HOME is where a game starts, and cannot be in a deck."))
        if copies > MOST_COPIES:
            raise BadChange("cards", _("At most %(most)s copies of a card.") % {"most": MOST_COPIES})
    if contents.size > MOST_CARDS:
        raise BadChange("cards", _("At most %(most)s cards.") % {"most": MOST_CARDS})
    starter = cards.get(contents.starter)
    gone = starter is None and is_own(contents.starter) and contents.starter in held
    if contents.starter and not gone and (starter is None or starter.kind != Kind.HABITAT):
        raise BadChange("starter", _("A deck starts from HOME or from a habitat."))
    most = RULES[contents.rules].hand
    if len(contents.opening_hand) > most:
        raise BadChange("opening_hand", _("An opening hand has %(most)s cards.") % {"most": most})
    for key in set(contents.opening_hand):
        if contents.opening_hand.count(key) > contents.cards.get(key, 0):
            raise BadChange("opening_hand", _("The opening hand must be taken from the deck."))
    return cards


def _describe(deck: Deck, change: Change) -> tuple[Conflict, ...]:
    """Set name, notes and visibility of the unsaved deck; returns what that changes."""
    wanted = {}
    if change.name is not None:
        wanted["name"] = NAME.checked(change.name, error=BadChange)
    if change.notes is not None:
        wanted["notes"] = _checked_notes(change.notes)
    if change.visibility is not None:
        VISIBILITY.checked(change.visibility, name="visibility", error=BadChange)
        if deck.hidden_reason and change.visibility != Visibility.PRIVATE:
            words = _("Moderators have hidden this deck, so it stays private: %(why)s")
            raise BadChange("visibility", words % {"why": deck.hidden_reason})
        wanted["visibility"] = change.visibility
    news = conflicts(wanted, {field: getattr(deck, field) for field in wanted})
    for each in news:
        setattr(deck, each.column, each.yours)
    if deck.visibility == Visibility.PUBLIC and {each.column for each in news} & {"visibility", "name"}:
        # A listed deck needs an account that answers for it, and a name to find it by.
        if deck.owner_id is None:
            raise BadChange(
                "visibility", _("Only decks that belong to an account can be public. Sign in to keep yours.")
            )
        if deck.name == UNNAMED:
            raise BadChange("name", _("Give the deck a name before you make it public."))
    return news


def _checked_notes(notes: str) -> str:
    # Some databases refuse NUL and unpaired surrogates.
    if "\0" in notes or any("\ud800" <= sign <= "\udfff" for sign in notes):
        raise BadChange("notes", _("Notes may contain letters, digits and signs only."))
    return NOTES.checked(notes, error=BadChange)
