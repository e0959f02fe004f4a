"""How a deck changed from save to save, and how its cards changed since."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext as _

from cards.curation.changes import Difference as CardDifference
from cards.curation.changes import differences
from cards.decks.models import Deck, DeckVersion
from cards.decks.models.contents import NO_STARTER, Contents
from cards.decks.models.deck import said_note
from cards.models import Card, CardRevision
from cards.models.card import OWN_KEY, is_own
from cards.services.contents import ADDED, contents_of
from cards.services.known_cards import known_cards
from cards.sets.models import SetCard
from cards.texts import local_name, sorted_as
from cards.words import rules_name
from phylo.http.refusals import Conflict, conflicts

SESSION_GAP = timedelta(minutes=10)
"""Saves closer together than this are shown as one entry."""
LONGEST_SESSION = 60
"""The most saves in one entry."""
QUIET = {"sources", *(column for column in ADDED if column not in ("art", "sources"))}
"""Columns that are shown elsewhere or not at all."""


@dataclass(frozen=True, slots=True)
class Difference:
    """`cards` maps keys to copies added or removed, never 0. The others are (before, after), or None."""

    cards: Mapping[str, int]
    rules: tuple[str, str] | None = None
    starter: tuple[str, str] | None = None
    opening_hand: tuple[tuple[str, ...], tuple[str, ...]] | None = None

    @property
    def named(self) -> set[str]:
        """The keys of all cards involved."""
        starters, hands = self.starter or (), self.opening_hand or ((), ())
        return {*self.cards, *starters, *hands[0], *hands[1]} - {""}


def difference(before: Contents, after: Contents) -> Difference:
    keys = sorted({*before.cards, *after.cards})
    more = {key: after.cards.get(key, 0) - before.cards.get(key, 0) for key in keys}

    def swapped(one: str, other: str) -> tuple[str, str] | None:
        return (one, other) if one != other else None

    hands = (before.opening_hand, after.opening_hand)
    return Difference(
        {key: copies for key, copies in more.items() if copies},
        rules=swapped(before.rules, after.rules),
        starter=swapped(before.starter, after.starter),
        opening_hand=hands if hands[0] != hands[1] else None,
    )


def content_conflicts(yours: Contents, theirs: Contents, read: Contents | None) -> tuple[Conflict, ...]:
    """As `conflicts`; `cards` maps the keys of the cards in conflict to copies."""
    sides = (yours, theirs, read or yours)
    keys = sorted({*yours.cards, *theirs.cards})
    counts = [{key: side.cards.get(key, 0) for key in keys} for side in sides]
    others = [
        {"rules": side.rules, "starter": side.starter or NO_STARTER, "opening_hand": [*side.opening_hand]}
        for side in sides
    ]
    if read is None:
        del counts[2], others[2]
    cards, plain = conflicts(*counts), conflicts(*others)
    if not cards:
        return plain
    differing = ({each.column: getattr(each, side) for each in cards} for side in ("yours", "theirs"))
    return (Conflict("cards", *differing), *plain)


@dataclass(frozen=True, slots=True)
class Step:
    """One part of a difference in words; `copies` added or removed, 0 if it is not about a card."""

    text: str
    copies: int = 0


def steps(change: Difference, names: Mapping[str, str]) -> list[Step]:
    """In words: cards added, cards removed, then the rest. `names` by key, of cards that exist."""

    def called(key: str) -> str:
        return names.get(key) or _("“%(key)s”, a card that is gone") % {"key": key}

    ordered = sorted(
        change.cards.items(), key=lambda held: (held[1] < 0, sorted_as(called(held[0])), held[0])
    )
    said = [
        Step(("+" if copies > 0 else "−") + f"{abs(copies)} {called(key)}", copies) for key, copies in ordered
    ]
    if change.rules:
        said.append(Step(_("Rules %(after)s instead of %(before)s") % _pair(change.rules)))
    if change.starter:
        start = change.starter[1]
        said.append(Step(_("Starts from %(card)s") % {"card": called(start) if start else _("HOME")}))
    if change.opening_hand:
        hand = ", ".join(called(key) for key in change.opening_hand[1])
        said.append(Step(_("Opening hand: %(cards)s") % {"cards": hand} if hand else _("No opening hand")))
    return said


def _pair(rules: tuple[str, str]) -> dict[str, str]:
    before, after = map(rules_name, rules)
    return {"before": before, "after": after}


def undo_and_redo(newest_first: Sequence[Contents]) -> tuple[list[Contents], list[Contents]]:
    """
    What undo and redo lead to from the newest of these versions, the nearest last. A version that is equal to
    one of these was made by undo or redo.
    """
    before: list[Contents] = []
    after: list[Contents] = []
    for contents in reversed(newest_first):
        if contents in before:
            while before[-1] != contents:
                after.append(before.pop())
        elif contents in after:
            while before[-1] != contents:
                before.append(after.pop())
        else:
            before.append(contents)
            after = []
    return before[:-1], after


@dataclass(frozen=True, slots=True)
class Save:
    """One version, without its contents."""

    number: int
    at: datetime
    note: str = ""

    @property
    def said_note(self) -> str:
        return said_note(self.note)


def sessions(saves: Sequence[Save]) -> list[list[Save]]:
    """
    Group saves, given in the order of their numbers; newest first, also within each group.

    Those less than SESSION_GAP apart belong together; one with a note stands alone.
    """
    found: list[list[Save]] = []
    for save in reversed(saves):
        latest = found[-1] if found else None
        together = (
            latest is not None
            and not save.note
            and not latest[-1].note
            and latest[-1].at - save.at < SESSION_GAP
            and len(latest) < LONGEST_SESSION
        )
        if together and latest is not None:
            latest.append(save)
        else:
            found.append([save])
    return found


@dataclass(frozen=True, slots=True)
class ChangedSince:
    """How the cards of a version have changed since: keys of deleted ones, names of changed ones."""

    gone: list[str]
    changed: list[str]

    def __bool__(self) -> bool:
        return bool(self.gone or self.changed)


def changed_since(version: DeckVersion) -> ChangedSince:
    contents = version.contents
    named = contents.named
    revised = CardRevision.objects.filter(card=OuterRef("pk"), created_at__gt=version.created_at)
    cards = Card.objects.filter(key__in=named).annotate(revised=Exists(revised)).order_by()
    columns = list(cards.values_list("key", "name", "revised"))
    own = known_cards({key for key in named if is_own(key)}, contents.collection)
    columns += [
        (key, card.name, card.in_set.changed_at > version.created_at)
        for key, card in own.items()
        if card.in_set
    ]
    known = {key for key, _name, _changed in columns}
    changed = sorted((local_name(name) for _key, name, new in columns if new), key=sorted_as)
    return ChangedSince(sorted(named - known), changed)


@dataclass(frozen=True, slots=True)
class MissingCard:
    """A set's own card that a deck names and that the set does not show; `says` what has become of it."""

    key: str
    says: str


def missing_cards(deck: Deck, missing: Iterable[str]) -> list[MissingCard]:
    """By key; `missing` are the keys of the cards that the deck names and that are none now."""
    numbers = {key: int(match[1]) for key in missing if (match := OWN_KEY.fullmatch(key))}
    in_set = SetCard.objects.filter(pk__in=numbers.values(), collection=deck.collection_id)
    waiting = dict(in_set.values_list("pk", "collection__hidden")) if deck.collection_id else {}
    found = []
    for key, number in sorted(numbers.items()):
        kept = deck.own_cards.get(key)
        name = {"name": kept["name"] if kept else _("The starter")}
        if waiting.get(number):
            says = _("%(name)s is in a set that is hidden for now.")
        elif number in waiting:
            says = _("%(name)s waits until an editor of the set accepts it again.")
        elif deck.collection_id:
            says = _("%(name)s has left the set.")
        else:
            says = _("%(name)s is known only in a set to which this deck no longer belongs.")
        found.append(MissingCard(key, says % name))
    return found


@dataclass(frozen=True, slots=True)
class NewerCard:
    """
    A card that the deck holds at an older revision. `into` has replaced it; a `retired` card is no longer
    offered, but the deck keeps it. `differences` say how it reads now.
    """

    card: Card
    taken: int
    differences: list[CardDifference]
    into: Card | None = None
    retired: bool = False


def newer_cards(deck: Deck) -> list[NewerCard]:
    """By name; revisions that leave the face unchanged do not count. Takes one or two queries."""
    moved = Q(revision__lt=F("card__revision"), revision__gt=0) | Q(card__merged_into__isnull=False)
    entries = sorted(
        deck.entries.filter(moved).select_related("card__merged_into"), key=lambda entry: entry.card.by_name
    )
    if not entries:
        return []
    wanted = Q(pk__in=[])
    for entry in entries:
        wanted |= Q(card=entry.card_id, number=entry.revision)
    before = dict(CardRevision.objects.filter(wanted).order_by().values_list("card_id", "contents"))
    found = []
    for entry in entries:
        card = entry.card
        said = differences(before[card.pk], contents_of(card)) if card.pk in before else []
        changed = [each for each in said if each.column not in QUIET]
        into = card.merged_into
        if changed or into is not None or card.retired:
            found.append(NewerCard(card, entry.revision, changed, into, card.retired))
    return found
