"""What published data sets say about living things: measured values, and who eats whom (docs/evidence.md)."""

from django.db import models
from django.db.models import Q

LONGEST_NAME = 120
"""Letters of a name of a living thing."""


class DataSet(models.Model):
    """A published data set in one version. Evidence names it, and whoever uses a value cites it."""

    key = models.SlugField(primary_key=True, max_length=60)
    title = models.CharField(max_length=200)
    version = models.CharField(max_length=60, blank=True)
    citation = models.CharField(max_length=1000)
    licence = models.CharField(max_length=60)
    """An SPDX identifier, such as CC0-1.0, or the words of those who published it."""
    address = models.CharField(max_length=300)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "cards_dataset"
        ordering = ["title", "version"]

    def __str__(self) -> str:
        return f"{self.title} {self.version}".strip()


class Measurement(models.Model):
    """
    A value of one trait of a living thing: a number in the trait's unit (`cards.evidence.traits`), or a word.

    The same name and trait may have several words, such as habitats, and one number. Importing a line again
    replaces its row: write with `bulk_create(update_conflicts=True, unique_fields=MEASURED_ONCE)`.
    """

    data_set = models.ForeignKey(
        DataSet, on_delete=models.CASCADE, related_name="measurements", db_index=False
    )
    latin_name = models.CharField(max_length=LONGEST_NAME)
    """The name that our cards use, if the data set's name is a synonym of it."""
    named = models.CharField(max_length=LONGEST_NAME, blank=True)
    """The name in the data set, if it is another."""
    trait = models.CharField(max_length=40)
    number = models.FloatField(null=True)
    word = models.CharField(max_length=120, blank=True)
    certainty = models.CharField(max_length=20, blank=True)
    """How sure the data set is, in its own words."""
    line = models.PositiveIntegerField(null=True)
    """The line of the file that was imported; null for what ships with the project."""

    class Meta:
        db_table = "cards_measurement"
        ordering = ["latin_name", "trait", "data_set_id"]
        constraints = [
            models.UniqueConstraint(
                name="measurement_once", fields=["latin_name", "trait", "data_set", "word"]
            ),
            models.CheckConstraint(
                name="measurement_is_number_or_word",
                condition=Q(number__isnull=False, word="") | (Q(number__isnull=True) & ~Q(word="")),
            ),
        ]
        indexes = [models.Index(name="measurement_data_set", fields=["data_set"])]

    def __str__(self) -> str:
        return f"{self.latin_name}, {self.trait}: {self.word or self.number}"


class Interaction(models.Model):
    """
    A living thing that feeds on another, as a data set reports it. Importing a line again stores nothing new:
    write with `bulk_create(ignore_conflicts=True)`.
    """

    data_set = models.ForeignKey(
        DataSet, on_delete=models.CASCADE, related_name="interactions", db_index=False
    )
    eater = models.CharField(max_length=LONGEST_NAME)
    eaten = models.CharField(max_length=LONGEST_NAME)
    """Names of species or larger groups; those of our cards, where the data set has a synonym of one."""
    kind = models.CharField(max_length=40, default="eats")
    """The relation in the words of the Relation Ontology: eats, preysOn, parasiteOf, visitsFlowersOf …"""
    place = models.CharField(max_length=120, blank=True)
    line = models.PositiveIntegerField(null=True)
    """As in Measurement."""

    class Meta:
        db_table = "cards_interaction"
        ordering = ["eater", "eaten", "data_set_id"]
        constraints = [
            models.UniqueConstraint(
                name="interaction_once", fields=["eater", "eaten", "data_set", "kind", "place"]
            )
        ]
        indexes = [
            models.Index(name="interaction_eaten", fields=["eaten"]),
            models.Index(name="interaction_data_set", fields=["data_set"]),
        ]

    def __str__(self) -> str:
        return f"{self.eater} {self.kind} {self.eaten}"


MEASURED_ONCE = ["latin_name", "trait", "data_set", "word"]
"""The columns by which a measurement is known."""
FED_ONCE = ["eater", "eaten", "data_set", "kind", "place"]
"""The columns by which an interaction is known."""
