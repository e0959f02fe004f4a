"""
Names of everything that lives, as published lists have them: millions of rows, written by importers alone.

Each list is imported as an edition. Its rows are prepared while an earlier one is still in use, and keys are
given out by the importer, in a range of its own for each edition, so that a part that is done twice has the
same keys. For speed the database does not check references between these tables; the importer resolves them.
"""

from django.db import models
from django.db.models import Q

EDITION_BITS = 32
"""The key of a row is its edition's key, shifted by so many bits, and its place in the edition."""


class NameEdition(models.Model):
    """An edition of a list of names, such as that of a month of the Catalogue of Life."""

    in_backups = False

    class State(models.TextChoices):
        PREPARED = "prepared"
        """Being imported; nobody sees it."""
        CURRENT = "current"
        PAST = "past"
        """Replaced or given up; its rows are about to be deleted."""

    data_set = models.SlugField(max_length=60, db_index=False)
    """The list; see cards/taxonomy/name_lists.py."""
    title = models.CharField(max_length=300)
    version = models.CharField(max_length=80, blank=True)
    licence = models.CharField(max_length=200, blank=True)
    citation = models.TextField(blank=True)
    archive = models.CharField(max_length=64)
    """SHA-256 of what was imported, and of the form of the rows (cards/taxonomy/archive.py)."""
    state = models.CharField(max_length=10, choices=State, default=State.PREPARED)
    taxa = models.PositiveIntegerField(default=0)
    """How many rows of Taxon are stored; grows while it is prepared, likewise `keys`."""
    keys = models.PositiveIntegerField(default=0)
    accepted = models.PositiveIntegerField(default=0)
    common_names = models.PositiveIntegerField(default=0)
    rejected = models.PositiveIntegerField(default=0)
    """Lines of the archive that were left out because they were spoiled."""
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "cards_nameedition"
        ordering = ["data_set", "-pk"]
        constraints = [
            models.UniqueConstraint(
                name="name_edition_is_alone", fields=["data_set", "state"], condition=~Q(state="past")
            ),
            models.CheckConstraint(
                name="name_edition_state_is_known", condition=Q(state__in=["prepared", "current", "past"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.version}".strip()

    @property
    def first_key(self) -> int:
        """Below the keys of all its rows."""
        return int(self.pk) << EDITION_BITS


class Lineage(models.Model):
    """The larger groups that taxa of an edition have in common; empty where the list names none."""

    in_backups = False

    kingdom = models.CharField(max_length=80, blank=True)
    phylum = models.CharField(max_length=80, blank=True)
    class_name = models.CharField(max_length=80, blank=True)
    order_name = models.CharField(max_length=80, blank=True)
    family = models.CharField(max_length=80, blank=True)

    class Meta:
        db_table = "cards_lineage"

    def __str__(self) -> str:
        return " > ".join(filter(None, (self.kingdom, self.phylum, self.class_name, self.family)))


class Taxon(models.Model):
    """A scientific name: of a taxon, or a synonym that leads to the accepted one."""

    in_backups = False

    edition = models.ForeignKey(
        NameEdition, on_delete=models.DO_NOTHING, db_index=False, db_constraint=False, related_name="+"
    )
    source_id = models.CharField(max_length=100)
    """What the list calls it."""
    rank = models.CharField(max_length=30, blank=True)
    latin_name = models.CharField(max_length=200)
    authorship = models.CharField(max_length=200, blank=True)
    accepted = models.ForeignKey(
        "self", null=True, on_delete=models.DO_NOTHING, db_index=False, db_constraint=False,
        related_name="synonyms",
    )  # fmt: skip
    """Null: this name is the accepted one."""
    lineage = models.ForeignKey(
        Lineage, null=True, on_delete=models.DO_NOTHING, db_index=False, db_constraint=False,
        related_name="+",
    )  # fmt: skip
    region = models.CharField(max_length=200, blank=True)
    """Where it is native, in the words of the list."""
    extinct = models.BooleanField(null=True)
    identifiers = models.JSONField(default=dict)
    """What other lists call it, by the columns of a card: `{"gbif": "2435240"}`."""
    common_names = models.JSONField(default=dict)
    """By language, the preferred one first: `{"en": ["Eurasian lynx"]}`."""

    class Meta:
        db_table = "cards_taxon"
        indexes = [
            models.Index(name="taxon_source", fields=["edition", "source_id"]),
            models.Index(name="taxon_accepted", fields=["accepted"], condition=Q(accepted__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.latin_name


class NameKey(models.Model):
    """
    A name in search form. Its two indexes hold all that a search reads: by name, and by how well known a
    taxon is for the three bytes that its name begins with.
    """

    in_backups = False

    edition = models.ForeignKey(
        NameEdition, on_delete=models.DO_NOTHING, db_index=False, db_constraint=False, related_name="+"
    )
    head = models.PositiveIntegerField()
    """The first three bytes of `key` as a number."""
    key = models.BinaryField(max_length=64)
    """The name in plain letters, as UTF-8: databases sort bytes alike, but not text."""
    weight = models.PositiveSmallIntegerField()
    """The number of languages in which the taxon has a common name."""
    taxon = models.ForeignKey(
        Taxon, on_delete=models.DO_NOTHING, db_index=False, db_constraint=False, related_name="+"
    )

    class Meta:
        db_table = "cards_namekey"
        indexes = [
            models.Index(name="name_key", fields=["edition", "key", "weight", "taxon"]),
            models.Index(
                name="name_known",
                fields=["edition", "head", "-weight", "key", "taxon"],
                condition=Q(weight__gt=0),
            ),
        ]

    def __str__(self) -> str:
        return bytes(self.key).decode(errors="replace")
