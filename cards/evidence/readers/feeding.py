"""
Tables of who eats whom: `interactions.tsv` of Global Biotic Interactions, and tables that a `globi.json`
describes (https://www.globalbioticinteractions.org/contribute, https://www.w3.org/TR/tabular-data-model/).
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from django.utils.text import slugify

from cards.evidence.models import DataSet
from cards.evidence.readers.rows import EvidenceRefused, Fed, Line, Names, Rejected, Said, tidy_name
from cards.taxonomy.tables import Columns, Row, Spoiled

LONGEST_PLACE = 120
NOT_STATED = "not stated"
FEEDING: Mapping[str, tuple[str, bool]] = MappingProxyType(
    {
        "eats": ("eats", True), "eatenby": ("eats", False),
        "preyson": ("preysOn", True), "preyeduponby": ("preysOn", False),
        "parasiteof": ("parasiteOf", True), "hasparasite": ("parasiteOf", False),
        "ectoparasiteof": ("parasiteOf", True), "hasectoparasite": ("parasiteOf", False),
        "endoparasiteof": ("parasiteOf", True), "hasendoparasite": ("parasiteOf", False),
        "parasitoidof": ("parasitoidOf", True), "hasparasitoid": ("parasitoidOf", False),
        "pollinates": ("pollinates", True), "pollinatedby": ("pollinates", False),
        "visitsflowersof": ("visitsFlowersOf", True), "flowersvisitedby": ("visitsFlowersOf", False),
    }
)  # fmt: skip
"""A relation, in small letters alone -> the kind of Interaction, and whether the source is the eater."""
RELATIONS: Mapping[str, str] = MappingProxyType(
    {
        "2470": "eats", "2471": "eatenby", "2439": "preyson", "2458": "preyeduponby", "2444": "parasiteof",
        "2445": "hasparasite", "2208": "parasitoidof", "2209": "hasparasitoid", "2455": "pollinates",
        "2456": "pollinatedby", "2622": "visitsflowersof", "2623": "flowersvisitedby",
        "2632": "ectoparasiteof", "2633": "hasectoparasite", "2634": "endoparasiteof",
        "2635": "hasendoparasite",
    }
)  # fmt: skip
"""The number of a term in the Relation Ontology (RO_0002470) -> the relation."""
_TERM = re.compile(r"RO[_:]0*(\d+)$")
_NOT_LETTERS = re.compile(r"[^a-z]")
READ = (
    "sourceTaxonName", "sourceTaxonSpeciesName", "targetTaxonName", "targetTaxonSpeciesName",
    "interactionTypeName", "interactionTypeId", "localityName", "argumentTypeId", "sourceNamespace",
    "sourceCitation", "sourceDOI", "sourceArchiveURI",
)  # fmt: skip
"""The columns that are read, by the names of GloBI."""


@dataclass(frozen=True, slots=True)
class Layout:
    """
    How a table is to be read: cells that mean nothing, and what its own words for relations stand for.
    `collects`: its lines name the data sets that report them.
    """

    missing: frozenset[str] = frozenset({""})
    relations: Mapping[str, str] = field(default_factory=dict)
    collects: bool = False


def feeding(rows: Iterator[Row], columns: Columns, layout: Layout, names: Names) -> Iterator[Line]:
    """What each line says of two living things that are both in `names`."""
    reading = _Reading(columns, layout, names)
    for row in rows:
        yield row.line, reading.said(row)


def require(columns: Columns) -> None:
    """Raises EvidenceRefused for a table that cannot say who eats whom."""
    for wanted in ("sourceTaxonName", "targetTaxonName"):
        if not columns.has(wanted):
            raise EvidenceRefused(f"{columns.member} lacks the column {wanted}")
    if not (columns.has("interactionTypeName") or columns.has("interactionTypeId")):
        raise EvidenceRefused(f"{columns.member} lacks the column interactionTypeName")


class _Reading:
    def __init__(self, columns: Columns, layout: Layout, names: Names) -> None:
        require(columns)
        self.columns, self.layout, self.names = columns, layout, names
        self.cells = columns.getter(READ)
        self.own = {_plain(word): _plain(stands_for) for word, stands_for in layout.relations.items()}
        self.data_sets: dict[str, DataSet] = {}

    def said(self, row: Row) -> tuple[Said, ...]:
        cells = self.columns.checked(row)
        if isinstance(cells, Spoiled):
            return (Rejected(row.line, *cells),) if row.cells is None or any(row.cells) else ()
        source, source_species, target, target_species, kind, term, place, claim, *study = self.cells(cells)
        one, other = self._known(source, source_species), self._known(target, target_species)
        if not source.strip() or not target.strip():
            column = "targetTaxonName" if source.strip() else "sourceTaxonName"
            return (self._rejected(row, column, "is empty"),)
        if one is None or other is None or claim.endswith("refute"):
            return ()
        relation = self._relation(kind, term)
        if relation is None:
            return (self._rejected(row, "interactionTypeName", "is empty"),)
        found = FEEDING.get(relation)
        if found is None:
            return ()
        name, forward = found
        eater, eaten = (one, other) if forward else (other, one)
        where = "" if place in self.layout.missing or not place.isprintable() else place.strip()
        return (Fed(eater, eaten, name, where[:LONGEST_PLACE], self._data_set(*study)),)

    def _known(self, name: str, species: str) -> str | None:
        found = self.names.get(name.lower()) or (self.names.get(species.lower()) if species else None)
        return found or self.names.get(tidy_name(name).lower())

    def _relation(self, kind: str, term: str) -> str | None:
        """None if none is named."""
        word = _plain(kind)
        word = self.own.get(word, word)
        if word in FEEDING:
            return word
        number = _TERM.search(term)
        return (RELATIONS.get(number[1]) if number else None) or word or (term or None)

    def _data_set(self, namespace: str, citation: str, doi: str, archive: str) -> DataSet | None:
        if not self.layout.collects or not citation.strip():
            return None
        known = self.data_sets.get(namespace + citation)
        if known is None:
            title = namespace or citation
            known = self.data_sets[namespace + citation] = DataSet(
                key=_key(title),
                title=_line(title)[:200],
                citation=_line(citation)[:1000],
                licence=NOT_STATED,
                address=_address(doi, archive),
            )
        return known

    def _rejected(self, row: Row, column: str, says: str) -> Rejected:
        return Rejected(row.line, *self.columns.spoiled(column, says))


def _key(title: str) -> str:
    """Titles may begin alike, or have no letter that a key can have."""
    digest = hashlib.blake2b(title.encode(), digest_size=4).hexdigest()
    return "-".join(filter(None, ("globi", slugify(title)[:40].strip("-"), digest)))


def _address(doi: str, archive: str) -> str:
    if doi.startswith("10."):
        return f"https://doi.org/{doi}"[:300]
    links = [
        each for each in (doi, archive) if each.startswith(("https://", "http://")) and each.isprintable()
    ]
    return (links or ["https://www.globalbioticinteractions.org"])[0][:300]


def _plain(word: str) -> str:
    return _NOT_LETTERS.sub("", word.lower())


def _line(text: str) -> str:
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
