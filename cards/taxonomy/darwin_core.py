"""
Darwin Core archives of names, as GBIF, iNaturalist and WCVP give them: https://dwc.tdwg.org/text/

`meta.xml` says which file holds the taxa, which hold common names and regions, and what their columns are.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError

from defusedxml import ElementTree
from defusedxml.common import DefusedXmlException

from cards.taxonomy.archive import Archive, ArchiveRefused
from cards.taxonomy.coldp import NOT_NATIVE
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
    Read,
    Record,
    Table,
    Usage,
    checked_id,
    checked_name,
    five,
    shortened,
)
from cards.taxonomy.tables import ENCODINGS, Columns, Dialect, Spoiled

TEXT = "{http://rs.tdwg.org/dwc/text/}"
KEY = "id"
"""Our name of the column by which the tables refer to each other."""
NOT_ACCEPTED = {
    "unplaced",
    "invalid",
    "illegitimate",
    "orthographic",
    "bare name",
    "unchecked",
    "local biotype",
}
"""States of names that are of no taxon, unless they lead to an accepted one."""
DELIMITERS = {"\\t": "\t", "\\n": "\n", "\\r\\n": "\n", "&quot;": '"'}


@dataclass(frozen=True, slots=True)
class Form:
    kind: type[Record]
    required: tuple[str, ...]
    reader: Callable[[Columns], Callable[[list[str]], Read]]


@dataclass(frozen=True, slots=True)
class Described:
    """A table as `meta.xml` describes it. `row_type` and the names of columns are terms in small letters."""

    row_type: str
    member: str
    dialect: Dialect
    columns: Columns


def darwin_core(archive: Archive) -> Listing | None:
    """None if it is another format. Raises ArchiveRefused."""
    found = described(archive, FORMS)
    if found is None:
        return None
    metadata, parts = found
    tables = []
    for part in parts:
        form = FORMS[part.row_type]
        part.columns.require(KEY, *form.required)
        tables.append(Table(part.member, form.kind, part.dialect, part.columns, form.reader(part.columns)))
    return Listing(metadata, tables)


def described(archive: Archive, row_types: Collection[str]) -> tuple[Metadata, list[Described]] | None:
    """
    The tables of these types in an archive of taxa, these first; None if it is another format. Raises
    ArchiveRefused.
    """
    member = archive.named("meta.xml")
    if member is None:
        return None
    try:
        root = ElementTree.fromstring(archive.text(member))
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise ArchiveRefused(f"{member} is no XML: {error}") from error
    core = root.find(f"{TEXT}core")
    if core is None or _word(core.get("rowType", "")) != "taxon":
        raise ArchiveRefused(f"{member} names no table of taxa")
    parts = (core, *root.findall(f"{TEXT}extension"))
    tables = [table for part in parts if _type(part) in row_types for table in _tables(part)]
    return _metadata(archive, root.get("metadata", "eml.xml")), tables


def _type(part: Element) -> str:
    return _word(part.get("rowType", ""))


def _tables(part: Element) -> Iterator[Described]:
    names: dict[int, str] = {}
    defaults: dict[str, str] = {}
    key = part.find(f"{TEXT}id")
    if key is None:
        key = part.find(f"{TEXT}coreid")
    for each in part.findall(f"{TEXT}field"):
        term = _word(each.get("term", ""))
        if each.get("index") is not None:
            names.setdefault(_number(each), term)
        if each.get("default"):
            defaults[term] = each.get("default", "")
    places = {names[place]: place for place in sorted(names, reverse=True)}
    if key is not None:
        # The column may be a term as well.
        places[KEY] = _number(key)
    elif "taxonid" in places:
        places[KEY] = places["taxonid"]
    width = 1 + max((*names, *places.values()), default=0)
    dialect = Dialect(
        _sign(part.get("fieldsTerminatedBy", ",")),
        _sign(part.get("fieldsEnclosedBy", '"')),
        _encoding(part.get("encoding", "")),
        _count(part.get("ignoreHeaderLines", "0")),
    )
    for location in part.findall(f"{TEXT}files/{TEXT}location"):
        member = (location.text or "").strip()
        columns = Columns(member, [names.get(place, "") for place in range(width)], defaults, places)
        yield Described(_type(part), member, dialect, columns)


def _number(field: Element) -> int:
    return _count(field.get("index", ""))


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise ArchiveRefused(f"meta.xml holds {text!r:.40} in place of a number")
    return int(text)


def _sign(text: str) -> str:
    sign = DELIMITERS.get(text, text)
    if len(sign) > 1:
        raise ArchiveRefused(f"meta.xml separates cells by {text!r:.40}, not by one sign")
    return sign


def _encoding(text: str) -> str:
    known = ENCODINGS.get(text.lower())
    if known is None:
        raise ArchiveRefused(f"meta.xml names the encoding {text!r:.40}; UTF-8 and ISO-8859-1 can be read")
    return known


def _word(term: str) -> str:
    """The last word of a term's address, in small letters."""
    return term.rstrip("/").rpartition("/")[2].lower()


def _metadata(archive: Archive, name: str) -> Metadata:
    member = archive.named(name)
    if member is None:
        return Metadata("")
    try:
        root = ElementTree.fromstring(archive.text(member))
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise ArchiveRefused(f"{member} is no XML: {error}") from error
    found = {
        name: " ".join("".join(each.itertext()).split()) if each is not None else ""
        for name, each in {
            name: root.find(f".//{name}")
            for name in ("title", "pubDate", "intellectualRights", "licenseName", "citation")
        }.items()
    }
    licence = found["licenseName"] or found["intellectualRights"]
    return Metadata(found["title"][:300], found["pubDate"][:80], licence[:200], found["citation"][:2000])


def _short(id_: str) -> str:
    """iNaturalist writes addresses where others write identifiers."""
    return id_.rstrip("/").rpartition("/")[2] if id_.startswith("http") else id_


def _usages(columns: Columns) -> Callable[[list[str]], Read]:
    get = columns.getter((
        KEY, "parentnameusageid", "acceptednameusageid", "taxonomicstatus", "taxonrank", "scientificname",
        "canonicalname", "scientificnameauthorship", *RANKS,
    ))  # fmt: skip

    def read(cells: list[str]) -> Read:
        id_, parent, accepted, status, rank, name, canonical, authors, *groups = get(cells)
        id_, parent, accepted = _short(id_), _short(parent), _short(accepted)
        if wrong := checked_id(columns, KEY, id_):
            return wrong
        if accepted == id_:
            accepted = ""
        status = status.lower()
        if status == "misapplied" or (status in NOT_ACCEPTED and not accepted):
            return None
        if "synonym" in status and not accepted:
            return columns.spoiled("acceptednameusageid", "a synonym names no accepted name")
        named = canonical or (name.removesuffix(authors).rstrip() if authors else name)
        checked = checked_name(columns, "scientificname", named)
        if isinstance(checked, Spoiled):
            return checked
        return Usage(
            id_, "" if accepted else parent, accepted, "", shortened(rank.lower(), LONGEST_RANK), checked,
            shortened(authors, LONGEST_AUTHORS), *five(groups), "", "",
        )  # fmt: skip

    return read


def _commons(columns: Columns) -> Callable[[list[str]], Read]:
    get = columns.getter((KEY, "vernacularname", "language", "ispreferredname"))

    def read(cells: list[str]) -> Read:
        taxon, name, language, preferred = get(cells)
        taxon = _short(taxon)
        if wrong := checked_id(columns, KEY, taxon):
            return wrong
        checked = checked_name(columns, "vernacularname", name)
        if isinstance(checked, Spoiled):
            return checked
        return Common(taxon, language_code(language), checked, int(preferred.lower() not in ("1", "true")))

    return read


def _areas(columns: Columns) -> Callable[[list[str]], Read]:
    get = columns.getter(
        (KEY, "locality", "countrycode", "locationid", "establishmentmeans", "occurrencestatus")
    )

    def read(cells: list[str]) -> Read:
        taxon, locality, country, location, means, present = get(cells)
        taxon = _short(taxon)
        if wrong := checked_id(columns, KEY, taxon):
            return wrong
        area = shortened(locality or country or location, LONGEST_GROUP)
        if not area or means.lower() in NOT_NATIVE or present.lower() in ("absent", "extinct"):
            return None
        return Area(taxon, area)

    return read


FORMS = {
    "taxon": Form(Usage, ("scientificname",), _usages),
    "vernacularname": Form(Common, ("vernacularname",), _commons),
    "distribution": Form(Area, (), _areas),
}
