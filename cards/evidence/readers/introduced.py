"""
Checklists of introduced species, as the Global Register of Introduced and Invasive Species gives them: a
Darwin Core archive with taxa, where each was introduced, and whether it is invasive there.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice

from django.utils.text import slugify

from cards.evidence.models import DataSet
from cards.evidence.readers.rows import (
    EvidenceRefused,
    Line,
    Measured,
    Names,
    Rejected,
    Source,
    Table,
    tidy_name,
)
from cards.taxonomy.archive import Archive
from cards.taxonomy.darwin_core import KEY, Described, described
from cards.taxonomy.tables import Row, Spoiled, rows

TAXON, PROFILE, DISTRIBUTION = "taxon", "speciesprofile", "distribution"
NATIVE = frozenset({"native", "endemic", "native: endemic", "nativeendemic"})
INVASIVE = frozenset({"invasive", "true", "yes", "1", "t", "y"})
"""What registers write in `isInvasive`; others, such as "null", say nothing."""


def introduced(archive: Archive, names: Names) -> Source | None:
    """None if it is no Darwin Core archive. Raises EvidenceRefused."""
    found = described(archive, (TAXON, PROFILE, DISTRIBUTION))
    if found is None:
        return None
    metadata, parts = found
    places = [part for part in parts if part.row_type == DISTRIBUTION]
    if not places:
        raise EvidenceRefused("holds no table of where species were introduced")
    title = metadata.title or "Introduced species"
    data_set = DataSet(
        key=f"griis-{slugify(title.rpartition(' - ')[2])[:50]}",
        title=title[:200],
        version=metadata.version[:60],
        citation=(metadata.citation or title)[:1000],
        licence=(metadata.licence or "not stated")[:60],
        address="https://www.gbif.org/publisher/cdef28b1-db4e-4c58-aa71-3c5238c2d0b5",
    )

    def lines(place: Described, after: int) -> Iterator[Line]:
        taxa = {key: name for part in parts if part.row_type == TAXON for key, name in _taxa(archive, part)}
        invasive = {key for part in parts if part.row_type == PROFILE for key in _invasive(archive, part)}
        yield from (line for line in _places(archive, place, taxa, invasive, names) if line[0] > after)

    tables = [Table(place.member, partial(lines, place)) for place in places]
    return Source("griis", data_set, tables)


def _rows(archive: Archive, part: Described) -> Iterator[tuple[Row, list[str] | Spoiled]]:
    with archive.open(part.member) as file:
        for row in islice(rows(file, part.dialect), part.dialect.header_lines, None):
            if row.cells is None or any(row.cells):
                yield row, part.columns.checked(row)


def _taxa(archive: Archive, part: Described) -> Iterator[tuple[str, str]]:
    get = part.columns.getter(
        (KEY, "genus", "specificepithet", "scientificname", "scientificnameauthorship", "acceptednameusage")
    )
    for _row, cells in _rows(archive, part):
        if not isinstance(cells, Spoiled):
            key, genus, epithet, name, authors, accepted = get(cells)
            named = f"{genus} {epithet}" if genus and epithet else name.removesuffix(authors)
            yield key, tidy_name(named) or tidy_name(accepted)


def _invasive(archive: Archive, part: Described) -> Iterator[str]:
    get = part.columns.getter((KEY, "isinvasive"))
    for _row, cells in _rows(archive, part):
        if not isinstance(cells, Spoiled) and get(cells)[1].strip().lower() in INVASIVE:
            yield get(cells)[0]


def _places(
    archive: Archive, part: Described, taxa: Mapping[str, str], invasive: set[str], names: Names
) -> Iterator[Line]:
    columns = part.columns
    get = columns.getter(
        (KEY, "countrycode", "locality", "locationid", "establishmentmeans", "occurrencestatus")
    )
    for row, cells in _rows(archive, part):
        if isinstance(cells, Spoiled):
            yield row.line, (Rejected(row.line, *cells),)
            continue
        key, country, locality, location, means, status = (each.strip() for each in get(cells))
        said, place = taxa.get(key), country or locality or location
        if not said:
            yield row.line, (Rejected(row.line, *columns.spoiled(KEY, "names no taxon of the checklist")),)
        elif not place or not place.isprintable():
            yield row.line, (Rejected(row.line, *columns.spoiled("countrycode", "names no place")),)
        elif means.lower() in NATIVE or status.lower() == "absent":
            yield row.line, ()
        else:
            name = names.get(said.lower(), said)
            sure = "invasive" if key in invasive else ""
            named = said if said != name else ""
            yield row.line, (Measured(name, "introduced_to", None, place[:120], sure, named),)
