"""Decks in lists: their main facts and a fan of three cards."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.art.face import draw_face
from cards.decks.models import Deck, DeckCard
from cards.models import Builder, Card, Climate, Terrain, Visibility
from cards.models.attributes import names_in
from cards.models.card import is_own
from cards.pages.faces import Face, faces
from cards.services.known_cards import known_cards
from cards.services.version import Version
from cards.sets.models import Collection
from cards.texts import local_name
from cards.words import CLIMATES, TERRAINS, all_of, rules_name
from engine.phylo.rules import rule_set

FAN = 3
CHIEF = 3
"""The most terrains shown, those with the most cards."""
COMMON = 6
"""A climate is shown if its share of all is more than one in this many."""
MOST_OF_SET = 60
"""The most decks on the page of a set."""


class Entry(NamedTuple):
    """What a tile needs to know of a card in a deck; `card` is its primary key."""

    card: int
    copies: int
    points: int | None
    terrain_mask: int
    climate_mask: int


@dataclass(frozen=True, slots=True)
class Facts:
    """`strip` has the four climates from cold to hot; `words` names terrains and climates, to be read out."""

    terrains: list[str]
    strip: list[dict[str, object]]
    words: str
    faces: list[Face]
    starter: str
    """The name of its starter habitat; empty for HOME."""


class _List:
    """Decks that are shown together, so that what is drawn of them is queried for all at once."""

    def __init__(self, decks: Sequence[Deck]) -> None:
        self.decks = decks

    @cached_property
    def cards_as_of(self) -> Version:
        return Version.now()

    @cached_property
    def sets_as_of(self) -> dict[int, datetime]:
        """When the sets were last changed whose own cards are in these decks."""
        sets = {deck.collection_id for deck in self.decks if deck.collection_id and _names_own(deck)}
        return dict(Collection.objects.filter(pk__in=sets).values_list("pk", "changed_at")) if sets else {}

    @cached_property
    def facts(self) -> dict[int, Facts]:
        """By primary key. Takes three queries, and two for each deck with own cards of a set."""
        return _facts(self.decks)


@dataclass(frozen=True, slots=True)
class Tile:
    deck: Deck
    shown: _List

    @property
    def content(self) -> str:
        """Everything that a drawn tile depends on besides the language: what was kept under it is exact."""
        changed = self.shown.sets_as_of.get(self.deck.collection_id or 0, "")
        return f"{self.shown.cards_as_of} {changed} {row_of(self.deck)}"

    @property
    def facts(self) -> Facts:
        return self.shown.facts[self.deck.pk]

    @property
    def faces(self) -> list[Face]:
        return self.facts.faces

    @property
    def fan(self) -> list[SafeString]:
        """Its faces, rendered."""
        return [draw_face(face) for face in self.faces]

    @property
    def version(self) -> str:
        return rules_name(self.deck.rules)

    @property
    def unfinished(self) -> str:
        """Why it cannot be played yet, as far as its size tells; empty for a complete deck."""
        more = self.deck.size - rule_set(self.deck.rules).deck_size
        if self.deck.complete:
            return ""
        if more > 0:
            return ngettext("%(count)s card too many", "%(count)s cards too many", more) % {"count": more}
        return _("Its rules refuse it") if more == 0 else _("Not complete yet")


def tiles(decks: Sequence[Deck]) -> list[Tile]:
    """The tiles in the same order. What is drawn is queried when the first of them needs it."""
    shown = _List(decks)
    return [Tile(deck, shown) for deck in decks]


def tiles_of_set(collection: Collection, builder: Builder) -> list[Tile]:
    """The decks made in the set that its people show to each other, and the reader's own; newest first."""
    made = Deck.objects.filter(collection=collection)
    shown = made.filter(visibility=Visibility.PUBLIC) | made.of(builder)
    return tiles(list(shown.select_related("owner").order_by("-changed_at", "-pk")[:MOST_OF_SET]))


def row_of(deck: Deck) -> str:
    """
    A deck as it is stored, and how its owner is called. The cards follow from its version; who may see the
    deck does not, so this is for people to whom a query has given it.
    """
    owner = deck.owner and (deck.owner.username, deck.owner.public_name)
    return repr(([getattr(deck, field.attname) for field in deck._meta.concrete_fields], owner))


def _facts(decks: Sequence[Deck]) -> dict[int, Facts]:
    entries: defaultdict[int, list[Entry]] = defaultdict(list)
    rows = DeckCard.objects.filter(deck__in=decks).order_by("-card__points", "card__key")
    for deck_id, card, copies, points, terrains, climates in rows.values_list(
        "deck_id", "card_id", "count", "card__points", "card__terrain_mask", "card__climate_mask"
    ):
        entries[deck_id].append(Entry(card, copies, points, terrains, climates))
    own = {deck.pk: known_cards({*deck.own_cards, deck.starter}, deck.collection_id)
           for deck in decks if _names_own(deck)}  # fmt: skip
    for deck in decks:
        for key, kept in deck.own_cards.items():
            if row := own[deck.pk].get(key):
                masks = row.terrain_mask, row.climate_mask
                entries[deck.pk].append(Entry(row.pk, kept["copies"], row.points, *masks))
        if deck.pk in own:
            entries[deck.pk].sort(key=lambda entry: -(entry.points or 0))
    fans = {deck.pk: _fan(entries[deck.pk]) for deck in decks}
    cards = Card.objects.in_bulk({card for fan in fans.values() for card in fan})
    cards |= {row.pk: row for mine in own.values() for row in mine.values()}
    shown = dict(zip(cards, faces(cards.values()), strict=True))
    habitats = {deck.starter for deck in decks} - {""}
    starters = dict(Card.objects.filter(key__in=habitats).values_list("key", "name")) if habitats else {}
    starters = {key: local_name(name) for key, name in starters.items()}
    starters |= {row.key: row.name for mine in own.values() for row in mine.values()}
    return {
        deck.pk: _facts_of(
            entries[deck.pk], [shown[card] for card in fans[deck.pk]], starters.get(deck.starter, "")
        )
        for deck in decks
    }


def _names_own(deck: Deck) -> bool:
    return bool(deck.own_cards) or is_own(deck.starter)


def _fan(entries: Sequence[Entry]) -> list[int]:
    """The species with the most points; ties are broken by key."""
    return [entry.card for entry in entries if entry.points][:FAN]


def _facts_of(entries: Sequence[Entry], fan: list[Face], starter: str) -> Facts:
    terrains: Counter[str] = Counter()
    climates: Counter[str] = Counter()
    for entry in entries:
        terrains.update(dict.fromkeys(names_in(Terrain, entry.terrain_mask), entry.copies))
        climates.update(dict.fromkeys(names_in(Climate, entry.climate_mask), entry.copies))
    chief = [name for name, _count in terrains.most_common(CHIEF)]
    common = [name for name in Climate.values if climates[name] * COMMON > climates.total()]
    lives = [_(TERRAINS[name]) for name in chief] + [_(CLIMATES[name]) for name in common]
    return Facts(
        terrains=chief,
        strip=[{"key": each.value, "label": each.label, "on": each.value in common} for each in Climate],
        words=all_of(lives),
        faces=fan,
        starter=starter,
    )
