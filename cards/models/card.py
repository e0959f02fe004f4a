import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Self, cast

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import connection, models, transaction
from django.db.models import Q

from cards.models.artwork import picture_in
from cards.models.attributes import Climate, Diet, Kind, Terrain, mask_of, names_in
from cards.models.value_source import ESTIMATE, PLAYED, How, ValueSource
from cards.texts import local_fact, local_name, sorted_as
from engine.deck_forms.code import FIRST_OF_ELSEWHERE
from engine.record_format import CardData

IDENTIFIERS = ("catalogue_of_life", "wikidata", "gbif", "inaturalist")
"""Columns with the card's identifiers in other databases of species."""
ONE_TO_NINE = [MinValueValidator(1), MaxValueValidator(9)]

# Columns of two covering indexes, which searches only scan. Each begins with a column that is never compared;
# otherwise SQLite would look up rows in the index and then read whole cards.
COUNTED = [
    "facet_bits", "niche", "terrain_mask", "climate_mask", "keyword_mask", "card_set", "kingdom", "points",
    "kind", "diet", "food_chain", "scale", "retired",
]  # fmt: skip
SEARCHED = [
    "name_order", *COUNTED, "phylum", "class_name", "tag_text", "effect_mask", "duration", "move", "flight",
    "spread", "search_text", "id",
]  # fmt: skip


class CardSet(models.Model):
    """A group of cards that came together. Its key never changes, like a card's."""

    key = models.SlugField(primary_key=True, max_length=40)
    name = models.CharField(max_length=80)
    description = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["name", "key"]

    def __str__(self) -> str:
        return self.name


class CardQuerySet(models.QuerySet["Card"]):
    def definitions(self, keys: Iterable[str]) -> dict[str, CardData]:
        """Maps keys to record-format card objects, for the keys that exist."""
        return {card.key: card.as_record() for card in self.filter(key__in=set(keys))}

    def faces(self, keys: Iterable[str]) -> dict[str, dict[str, object]]:
        """Maps keys to what the face shows, for the keys that exist."""
        return {card.key: card.as_face() for card in self.filter(key__in=set(keys))}

    def last_change(self) -> datetime | None:
        """When any of them was last changed, by the clock of the machine that did it."""
        return self.aggregate(last=models.Max("changed_at"))["last"]

    def offered(self) -> Self:
        """Cards that are neither retired nor merged into others."""
        return self.filter(retired=False)


OWN_KEY = re.compile(r"set-card-([0-9]{1,9})-")


def own_key(card: int) -> str:
    """The key of a set's own card, by its primary key; no published card has such a key."""
    return f"set-card-{card}-"


def is_own(key: str) -> bool:
    """Whether the key is that of a set's own card."""
    return OWN_KEY.fullmatch(key) is not None


@dataclass(frozen=True)
class InSet:
    """A set's own card as it was read: its set's slug, its primary key, and its state."""

    slug: str
    card: int
    version: int
    changed_at: datetime


class Card(models.Model):
    """A card. `key` identifies it in decks, matches and records; it never changes."""

    key = models.SlugField(max_length=80, unique=True)
    # The card in deck codes; never changes. See CardNumbers.
    number = models.PositiveIntegerField(unique=True, editable=False)
    name = models.CharField(max_length=80)
    latin_name = models.CharField(max_length=120, blank=True)
    kind = models.CharField(max_length=10, choices=Kind)
    # Without an index: sets are large, and SQLite would prefer it to a better one.
    card_set = models.ForeignKey(
        CardSet, on_delete=models.PROTECT, related_name="cards", default="core", db_index=False
    )

    scale = models.PositiveSmallIntegerField(null=True, blank=True, validators=ONE_TO_NINE)
    food_chain = models.PositiveSmallIntegerField(null=True, blank=True, validators=ONE_TO_NINE)
    diet = models.CharField(max_length=20, choices=Diet, blank=True)
    terrain_mask = models.PositiveSmallIntegerField(default=0)
    climate_mask = models.PositiveSmallIntegerField(default=0)
    points = models.SmallIntegerField(null=True, blank=True)
    kingdom = models.CharField(max_length=40, blank=True)
    phylum = models.CharField(max_length=40, blank=True)
    class_name = models.CharField(max_length=40, blank=True)
    tags = models.JSONField(default=list, blank=True)
    abilities = models.JSONField(default=dict, blank=True)

    # An event's criterion; null stands for "any species", like a missing target in a record.
    target = models.JSONField(null=True, blank=True)
    duration = models.PositiveSmallIntegerField(default=0)
    effects = models.JSONField(default=list, blank=True)

    fact = models.CharField(max_length=110, blank=True)
    source = models.CharField(max_length=300, blank=True)
    subject = models.CharField(max_length=240, blank=True)

    # Identifiers in other databases of species, where known.
    catalogue_of_life = models.CharField(max_length=20, blank=True)
    wikidata = models.CharField(max_length=20, blank=True)
    gbif = models.CharField(max_length=20, blank=True)
    inaturalist = models.CharField(max_length=20, blank=True)

    # Columns added by curation (cards/services/contents.py).
    art = models.JSONField(default=dict, blank=True)
    """Uploaded art: `file`, `artist`, `source`, `licence`; empty if the art is composed."""
    picture = picture_in("art")
    sources = models.JSONField(default=dict, blank=True)
    """Maps columns of the card file to the sources of their values (ValueSource); `source` is of others."""
    retired = models.BooleanField(default=False)
    """Left out of searches and new decks; decks that hold it keep it."""
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged", db_index=False
    )
    """The card that has permanently replaced it."""
    revision = models.PositiveIntegerField(default=0, editable=False)
    """The number of the CardRevision that these columns hold."""

    # Filled by `derive`, see cards/models/derived.py.
    search_text = models.TextField(default="", editable=False)
    fact_text = models.TextField(default="", editable=False)
    tag_text = models.TextField(default="", editable=False)
    name_order = models.BinaryField(default=b"", max_length=400)
    latin_order = models.BinaryField(null=True, max_length=400)
    niche = models.BigIntegerField(default=0, editable=False)
    keyword_mask = models.PositiveIntegerField(default=0, editable=False)
    effect_mask = models.PositiveIntegerField(default=0, editable=False)
    facet_bits = models.BigIntegerField(default=0, editable=False)
    move = models.PositiveSmallIntegerField(null=True, editable=False)
    flight = models.PositiveSmallIntegerField(null=True, editable=False)
    spread = models.PositiveSmallIntegerField(null=True, editable=False)

    added_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    objects = CardQuerySet.as_manager()

    in_set: InSet | None = None
    """Of an unsaved card that stands for a set's own one: what it was made from."""

    class Meta:
        ordering = ["name", "key"]
        constraints = [
            models.CheckConstraint(
                name="card_species_is_complete",
                condition=~Q(kind=Kind.SPECIES)
                | Q(
                    scale__range=(1, 9),
                    food_chain__range=(1, 9),
                    diet__in=Diet.values,
                    terrain_mask__range=(1, 2 ** len(Terrain) - 1),
                    climate_mask__range=(1, 2 ** len(Climate) - 1),
                    scale__isnull=False,
                    food_chain__isnull=False,
                    points__isnull=False,
                ),
            ),
            models.CheckConstraint(name="card_kind_is_known", condition=Q(kind__in=Kind.values)),
            models.CheckConstraint(
                name="card_merged_is_retired", condition=Q(retired=True) | Q(merged_into__isnull=True)
            ),
        ]
        # Covering indexes for searches; the second is in the order of names.
        indexes = [
            models.Index(name="card_counts", fields=COUNTED),
            models.Index(name="card_search", fields=SEARCHED),
            models.Index(name="card_picture", fields=["picture"], condition=Q(picture__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def successor(self) -> "Card":
        """The last card in the chain of merges; itself if it was not merged."""
        card, seen = self, {self.pk}
        while card.merged_into is not None and card.merged_into.pk not in seen:
            card = card.merged_into
            seen.add(card.pk)
        return card

    @property
    def terrains(self) -> list[str]:
        return names_in(Terrain, self.terrain_mask)

    @terrains.setter
    def terrains(self, names: Iterable[str]) -> None:
        self.terrain_mask = mask_of(Terrain, names)

    @property
    def climates(self) -> list[str]:
        return names_in(Climate, self.climate_mask)

    @climates.setter
    def climates(self, names: Iterable[str]) -> None:
        self.climate_mask = mask_of(Climate, names)

    def source_of(self, column: str) -> ValueSource:
        """Where the value comes from: the column's own source, or else the card's."""
        own = self.sources.get(column)
        return ValueSource.of_text(self.source) if own is None else ValueSource.read(own)

    @property
    def estimated(self) -> list[str]:
        """The columns that decide play and whose value has no source."""
        by_default = self.source in ("", ESTIMATE)
        found = []
        for column in PLAYED.get(self.kind, ()):
            own = self.sources.get(column)
            unsourced = by_default if own is None else isinstance(own, dict) and own["how"] == How.ESTIMATED
            value = getattr(self, column)
            if unsourced and value not in (None, "", [], {}) and (value or column != "duration"):
                found.append(column)
        return found

    def as_record(self) -> CardData:
        """The card object of the record format, with only the fields of this kind of card."""
        record: dict[str, object] = {"name": self.name, "latin_name": self.latin_name, "kind": self.kind}
        if self.kind in (Kind.SPECIES, Kind.HABITAT):
            record |= {"terrains": self.terrains, "climates": self.climates, "points": self.points}
        if self.kind == Kind.SPECIES:
            record |= {
                "scale": self.scale,
                "food_chain": self.food_chain,
                "diet": self.diet,
                "kingdom": self.kingdom,
                "phylum": self.phylum,
                "class": self.class_name,
                "tags": self.tags,
                "abilities": self.abilities,
            }
        if self.kind == Kind.EVENT:
            record |= {"duration": self.duration, "effects": self.effects}
            if self.target is not None:
                record["target"] = self.target
        if not self.latin_name:
            del record["latin_name"]
        return cast(CardData, record)

    @property
    def local_name(self) -> str:
        """What it is called in the reader's language; `name` is English."""
        return local_name(self.name)

    @property
    def by_name(self) -> tuple[str, bytes]:
        """What it is sorted by where its name is shown; in English the order of `name_order`."""
        return sorted_as(self.local_name), bytes(self.name_order)

    @property
    def local_fact(self) -> str:
        return local_fact(self.fact)

    def as_face(self) -> dict[str, object]:
        """The card object together with what only the face shows, in the reader's language."""
        return self.english_face() | {"name": self.local_name, "fact": self.local_fact}

    def english_face(self) -> dict[str, object]:
        """The same in English, as it is kept."""
        face: dict[str, object] = {**self.as_record(), "fact": self.fact, "source": self.source}
        face["subject"] = self.subject
        return face | {"picture": self.art} if self.art else face


class CardNumbers(models.Model):
    """One row: the last number given to a card from elsewhere. Numbers are never reused."""

    last = models.PositiveIntegerField(default=FIRST_OF_ELSEWHERE - 1)

    def __str__(self) -> str:
        return str(self.last)

    @classmethod
    def take(cls, count: int) -> range:
        """The next `count` numbers; safe under concurrency."""
        with transaction.atomic():
            row, _new = cls.objects.select_for_update().get_or_create(pk=1)
            first = row.last + 1
            row.last += count
            row.save()
        return range(first, first + count)


CARDS_LOCK = 0x63617264
"""Shared by decks being saved; exclusive while cards are stored."""


def lock_cards(*, alone: bool) -> None:
    """
    Hold the card lock: no card changes until the end of the transaction. `alone`: no deck is saved either,
    because cards are about to change.

    Take it before any row of a deck or a card: prevents deadlock. SQLite has only one writer anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            how = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
            cursor.execute(f"SELECT {how}(%s)", [CARDS_LOCK])
