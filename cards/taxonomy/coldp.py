"""
The Catalogue of Life's format ColDP: https://github.com/CatalogueOfLife/coldp

Either NameUsage holds taxa, synonyms and their names, or Name, Taxon and Synonym do together. A column may be
called `col:scientificName`.
"""

from collections.abc import Callable
from dataclasses import dataclass

import yaml

from cards.taxonomy.archive import Archive, ArchiveRefused
from cards.taxonomy.languages import language_code
from cards.taxonomy.records import (
    LONGEST_AUTHORS,
    LONGEST_GROUP,
    LONGEST_RANK,
    RANKS,
    Area,
    Common,
    Listing,
    Metadata,
    Name,
    Read,
    Record,
    Table,
    Usage,
    checked_id,
    checked_name,
    five,
    shortened,
)
from cards.taxonomy.tables import Columns, Dialect, Spoiled, rows

ACCEPTED = {"accepted", "provisionally accepted", ""}
SYNONYM = {"synonym", "ambiguous synonym", "heterotypic synonym", "homotypic synonym"}
NOT_NATIVE = {
    "introduced",
    "invasive",
    "naturalised",
    "naturalized",
    "managed",
    "alien",
    "cultivated",
    "uncertain",
}
EXTENSIONS = {".tsv": "\t", ".txt": "\t", ".tab": "\t", ".csv": ","}

Reader = Callable[[Columns], Callable[[list[str]], Read]]


@dataclass(frozen=True, slots=True)
class Form:
    kind: type[Record]
    required: tuple[str, ...]
    reader: Reader


def coldp(archive: Archive) -> Listing | None:
    """None if it is another format. Raises ArchiveRefused."""
    tables = {name: table for name in FORMS if (table := _table(archive, name)) is not None}
    if "nameusage" not in tables and not {"name", "taxon"} <= tables.keys():
        return None
    if "nameusage" in tables:
        tables = {name: table for name, table in tables.items() if name not in ("name", "taxon", "synonym")}
    return Listing(_metadata(archive), list(tables.values()))


def _table(archive: Archive, name: str) -> Table | None:
    for extension, delimiter in EXTENSIONS.items():
        member = archive.named(name + extension)
        if member is None:
            continue
        dialect = Dialect(delimiter, quote='"' if delimiter == "," else "")
        with archive.open(member) as file:
            header = next(rows(file, dialect), None)
        if header is None or header.cells is None:
            raise ArchiveRefused(f"{member} has no header")
        names = [cell.strip().lower().removeprefix("col:") for cell in header.cells]
        columns = Columns(member, names)
        columns.require(*FORMS[name].required)
        return Table(member, FORMS[name].kind, dialect, columns, FORMS[name].reader(columns))
    return None


def _metadata(archive: Archive) -> Metadata:
    member = archive.named("metadata.yaml")
    if member is None:
        return Metadata("")
    try:
        metadata = yaml.safe_load(archive.text(member))
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        says = " ".join(str(error).split())
        raise ArchiveRefused(f"{member} is no YAML: {says:.120}") from error
    if not isinstance(metadata, dict):
        raise ArchiveRefused(f"{member} holds no metadata")
    texts = {
        key: " ".join(str(metadata.get(key) or "").split())
        for key in ("title", "version", "license", "citation")
    }
    version = texts["version"] or " ".join(str(metadata.get("issued") or "").split())
    return Metadata(texts["title"][:300], version[:80], texts["license"][:200], texts["citation"][:2000])


def _usages(columns: Columns) -> Callable[[list[str]], Read]:
    get = columns.getter(
        (
            "id",
            "parentid",
            "status",
            "rank",
            "scientificname",
            "authorship",
            *RANKS,
            "extinct",
            "alternativeid",
        )
    )

    def read(cells: list[str]) -> Read:
        id_, parent, status, rank, name, authors, *groups, extinct, others = get(cells)
        status = status.lower()
        synonym = status in SYNONYM
        if not synonym and status not in ACCEPTED:
            # A bare name, or one in a wrong use.
            return None if status in ("bare name", "misapplied") else columns.spoiled("status", "is unknown")
        if wrong := checked_id(columns, "id", id_):
            return wrong
        checked = checked_name(columns, "scientificname", name)
        if isinstance(checked, Spoiled):
            return checked
        if synonym and not parent:
            return columns.spoiled("parentid", "a synonym names no accepted name")
        return _usage(id_, "" if synonym else parent, parent if synonym else "", "", rank, checked, authors,
                      groups, extinct, others)  # fmt: skip

    return read


def _usage(
    id_: str, parent: str, accepted: str, name_id: str, rank: str, name: str, authors: str, groups: list[str],
    extinct: str, others: str,
) -> Usage:  # fmt: skip
    """With what is too long for its column shortened."""
    return Usage(
        id_, parent, accepted, name_id, shortened(rank.lower(), LONGEST_RANK), name,
        shortened(authors, LONGEST_AUTHORS), *five(groups),
        extinct.lower(), others,
    )  # fmt: skip


def _names(columns: Columns) -> Callable[[list[str]], Read]:
    get = columns.getter(("id", "rank", "scientificname", "authorship"))

    def read(cells: list[str]) -> Read:
        id_, rank, name, authors = get(cells)
        if wrong := checked_id(columns, "id", id_):
            return wrong
        checked = checked_name(columns, "scientificname", name)
        if isinstance(checked, Spoiled):
            return checked
        return Name(id_, shortened(rank.lower(), LONGEST_RANK), checked, shortened(authors, LONGEST_AUTHORS))

    return read


def _taxa(columns: Columns) -> Callable[[list[str]], Read]:
    get = columns.getter(("id", "parentid", "nameid", *RANKS, "extinct", "alternativeid"))

    def read(cells: list[str]) -> Read:
        id_, parent, name_id, *groups, extinct, others = get(cells)
        wrong = checked_id(columns, "id", id_) or checked_id(columns, "nameid", name_id)
        return wrong or _usage(id_, parent, "", name_id, "", "", "", groups, extinct, others)

    return read


def _synonyms(columns: Columns) -> Callable[[list[str]], Read]:
    get = columns.getter(("taxonid", "nameid", "status"))

    def read(cells: list[str]) -> Read:
        taxon, name_id, status = get(cells)
        if status.lower() == "misapplied":
            return None
        wrong = checked_id(columns, "taxonid", taxon) or checked_id(columns, "nameid", name_id)
        # Its own identifier, if it has one, may be that of a taxon.
        return wrong or _usage(f"{taxon} {name_id}", "", taxon, name_id, "", "", "", [""] * 5, "", "")

    return read


def _commons(columns: Columns) -> Callable[[list[str]], Read]:
    get = columns.getter(("taxonid", "name", "language", "preferred"))

    def read(cells: list[str]) -> Read:
        taxon, name, language, preferred = get(cells)
        if wrong := checked_id(columns, "taxonid", taxon):
            return wrong
        checked = checked_name(columns, "name", name)
        if isinstance(checked, Spoiled):
            return checked
        return Common(
            taxon, language_code(language), checked, int(preferred.lower() not in ("1", "true", "yes"))
        )

    return read


def _areas(columns: Columns) -> Callable[[list[str]], Read]:
    get = columns.getter(("taxonid", "area", "areaid", "establishmentmeans", "degreeofestablishment"))

    def read(cells: list[str]) -> Read:
        taxon, area, code, means, degree = get(cells)
        if wrong := checked_id(columns, "taxonid", taxon):
            return wrong
        area = shortened(area or code, LONGEST_GROUP)
        if not area or {means.lower(), degree.lower()} & NOT_NATIVE:
            return None
        return Area(taxon, area)

    return read


FORMS = {
    "nameusage": Form(Usage, ("id", "scientificname", "status"), _usages),
    "name": Form(Name, ("id", "scientificname"), _names),
    "taxon": Form(Usage, ("id", "nameid"), _taxa),
    "synonym": Form(Usage, ("taxonid", "nameid"), _synonyms),
    "vernacularname": Form(Common, ("taxonid", "name"), _commons),
    "distribution": Form(Area, ("taxonid",), _areas),
}
