"""Importing cards from a file: first a plan that shows every change, then all of it or nothing."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from django.db import transaction
from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _

from cards.curation.changes import Difference, differences
from cards.curation.services.steps import publish_cards
from cards.exchange import Entry, ExchangeError, about_encoding, complaint, read
from cards.models import Card, CardSet, Kind
from cards.models.card import lock_cards
from cards.services.card_file import EMPTY, card_of, sheet_from
from cards.services.publishing import Origin, Publishing
from cards.services.version import Version
from phylo.accounts.models import User
from phylo.http.refusals import BadValue, Mistakes

BATCH = 2000
# The site's own card set requires more; files from elsewhere may contain less.
REQUIRED = {
    Kind.SPECIES: ["name", "scale", "food_chain", "diet", "terrains", "climates", "points"],
    Kind.EVENT: ["name", "effects"],
    Kind.HABITAT: ["name", "terrains", "climates", "points"],
    Kind.HOME: ["name"],
}
CREATED, CHANGED, UNCHANGED, REFUSED = "created", "changed", "unchanged", "refused"
ACTIONS = (CREATED, CHANGED, UNCHANGED, REFUSED)


class ImportRefused(Exception):
    """The import cannot be applied; nothing was stored."""


@dataclass(frozen=True, slots=True)
class Change:
    """What an entry of the file changes, or `mistakes`, for which it is REFUSED."""

    place: str
    key: str
    name: str
    action: str
    card: Card | None = None
    differences: tuple[Difference, ...] = ()
    notes: tuple[str, ...] = ()
    mistakes: Mistakes = field(default_factory=dict)

    @property
    def complaint(self) -> str:
        """Where and what is wrong, in one line."""
        return complaint(self.place, self.key, self.mistakes)


@dataclass(frozen=True, slots=True)
class Plan:
    """
    All changes of a file, in order; `version` is that of the stored cards when the plan was made. `note` says
    what is to be known about the file as a whole.
    """

    changes: list[Change]
    version: str
    counts: Counter[str] = field(default_factory=Counter)
    note: str = ""

    @property
    def refused(self) -> list[Change]:
        return [change for change in self.changes if change.action == REFUSED]


def plan_import(
    *,
    content: bytes,
    form: str = "auto",
    card_set: str = "core",
    most: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Plan:
    """
    What a file would change; nothing is stored. New cards without a set go into `card_set`. `progress` is
    called from time to time with the number of cards compared. Raises ExchangeError for a file that cannot be
    read in this format or holds more than `most` cards.
    """
    changes: list[Change] = []
    for change in _changes(read(content, form), card_set):
        if len(changes) == most:
            shown = floatformat(most, "0g")
            raise ExchangeError(_("The file holds more than %(most)s cards.") % {"most": shown})
        changes.append(change)
        if progress is not None and len(changes) % BATCH == 0:
            progress(len(changes))
    counts = Counter(change.action for change in changes)
    # With their number: the version does not tell that a card is gone.
    version = f"{Version.now()} {Card.objects.count()}"
    return Plan(changes, version, counts, about_encoding(content))


def apply_import(
    *,
    content: bytes,
    form: str = "auto",
    card_set: str = "core",
    version: str | None = None,
    user: User | None = None,
    good_only: bool = False,
) -> Plan:
    """
    Store all cards of a file or none; with `good_only`, those that are not refused. `version` is that of the
    plan that `user` has agreed to. Raises ExchangeError; ImportRefused if a card is refused or the cards have
    changed since the plan.
    """
    with transaction.atomic():
        lock_cards(alone=True)
        list(CardSet.objects.select_for_update())  # like everything that stores cards
        plan = plan_import(content=content, form=form, card_set=card_set)
        if plan.refused and not good_only:
            raise ImportRefused(plan.refused[0].complaint)
        if version is not None and plan.version != version:
            raise ImportRefused(_("The cards have changed since this was checked. Check again."))
        cards = [change.card for change in plan.changes if change.card is not None]
        publish_cards(cards, Publishing(Origin.IMPORT, author=user))
    return plan


def _changes(entries: Iterable[Entry], card_set: str) -> Iterator[Change]:
    sets = set(CardSet.objects.values_list("key", flat=True))
    place_of: dict[str, str] = {}
    entries = iter(entries)
    while batch := list(islice(entries, BATCH)):
        keys = {key for entry in batch for key in _possible_keys(entry)}
        stored = Card.objects.in_bulk(sorted(keys), field_name="key")
        for entry in batch:
            entry = _renamed(entry, stored)
            key = next(iter(_possible_keys(entry)), "")
            twice = place_of.get(key)
            if key:
                place_of.setdefault(key, entry.place)
            yield _change(entry, key, stored.get(key), sets, card_set, twice)


def _possible_keys(entry: Entry) -> list[str]:
    """The key of the entry, and the one it may get instead; empty if the key is not a text."""
    key = entry.sheet.get("key")
    if not isinstance(key, str) or not key.isprintable():
        return []
    return [key, _other_key(key)] if entry.named else [key]


def _other_key(key: str) -> str:
    return f"{key[:70]}-phylo"


def _renamed(entry: Entry, stored: Mapping[str, Card]) -> Entry:
    """Change a key made from the name if a card of another species has it."""
    if not entry.named:
        return entry
    before = stored.get(entry.sheet["key"])
    latin = entry.sheet.get("latin_name", "")
    if before is None or not latin or before.latin_name.lower() == latin.lower():
        return entry
    key = _other_key(entry.sheet["key"])
    note = _("Its key is %(key)s, since another species has that name.") % {"key": key}
    return Entry(entry.place, entry.sheet | {"key": key}, (*entry.notes, note))


def _change(
    entry: Entry, key: str, before: Card | None, sets: set[str], card_set: str, twice: str | None
) -> Change:
    name = entry.sheet.get("name") or (before.name if before else "")
    change = Change(entry.place, key, name if isinstance(name, str) else "", REFUSED, notes=entry.notes)
    if "" in entry.mistakes:
        return replace(change, mistakes=entry.mistakes)
    mistakes = dict(entry.mistakes)
    if twice is not None:
        mistakes["key"] = _("already used: %(place)s") % {"place": twice}
    if before is not None and entry.sheet.get("kind", before.kind) != before.kind:
        mistakes["kind"] = _("the card is of kind %(kind)s, which stays") % {"kind": before.kind}
        before = None  # the row can only be meant for a new card
    known = sheet_from(before) if before is not None else {"set": card_set}
    said = {column: value for column, value in entry.sheet.items() if column in EMPTY}
    sheet = known | {column: value for column, value in said.items() if column != "set" or value}
    if not isinstance(sheet["set"], str) or sheet["set"] not in sets:
        mistakes["set"] = _("there is no set %(set)s") % {"set": f"{sheet['set']!r:.60}"}
    try:
        card = card_of(sheet, required=REQUIRED)
    except BadValue as error:
        mistakes |= {field: says for field, says in error.mistakes.items() if field not in mistakes}
    if mistakes:
        return replace(change, mistakes=mistakes)
    card.sources = entry.sources
    if before is None:
        return replace(change, action=CREATED, card=card)
    found = differences(known, sheet_from(card))
    if not found:
        return replace(change, action=UNCHANGED)
    return replace(change, action=CHANGED, card=card, differences=tuple(found))
