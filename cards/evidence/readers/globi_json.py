"""Data sets for Global Biotic Interactions: folders whose `globi.json` describes CSV on the Web."""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from django.utils.text import slugify

from cards.evidence.models import DataSet
from cards.evidence.readers.feeding import NOT_STATED, Layout, feeding
from cards.evidence.readers.rows import EvidenceRefused, Line, Names, Source, Table
from cards.evidence.readers.streams import body, header_of
from cards.taxonomy.tables import Columns, Dialect
from phylo.http.input import BadJson, read_json

DESCRIPTION = "globi.json"
GLOBI = "https://www.globalbioticinteractions.org"
_ADDRESS = re.compile(r"https?://\S+")
CUSTOMARY = "interactions.tsv"
"""The table of a data set that describes none."""
CONSTANTS = ("interactionTypeName", "interactionTypeId", "localityName")
MAPPING = "interaction_types_mapping.csv"


def described_feeding(folder: Path, names: Names) -> Source:
    """Raises EvidenceRefused or OSError."""
    try:
        description = read_json((folder / DESCRIPTION).read_text(encoding="utf-8-sig"))
    except (BadJson, UnicodeDecodeError) as error:
        raise EvidenceRefused(f"{DESCRIPTION} is no JSON: {error}") from error
    if not isinstance(description, dict):
        raise EvidenceRefused(f"{DESCRIPTION} is no object")
    relations = _relations(folder / MAPPING)
    tables = [
        table for each in _descriptions(description) if (table := _table(folder, each, relations, names))
    ]
    if not tables:
        raise EvidenceRefused(f"{DESCRIPTION} describes no table of who eats whom")
    return Source(DESCRIPTION, _data_set(folder, description), tables, about_pairs=True)


def _descriptions(description: Mapping[str, object]) -> list[dict[str, object]]:
    tables = description.get("tables", [description])
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        raise EvidenceRefused(f"{DESCRIPTION}: `tables` is no list of objects")
    return tables


def _data_set(folder: Path, description: Mapping[str, object]) -> DataSet:
    one = {**description, **_descriptions(description)[0]}
    citation = _text(one, "dcterms:bibliographicCitation") or _text(one, "citation") or folder.resolve().name
    doi = _text(one, "doi").removeprefix("doi:")
    return DataSet(
        key=slugify(folder.resolve().name)[:60].strip("-") or "interactions",
        title=folder.resolve().name[:200],
        citation=" ".join(citation.split())[:1000],
        licence=(_text(one, "license") or NOT_STATED)[:60],
        address=f"https://doi.org/{doi}" if doi else _link(citation),
    )


def _link(citation: str) -> str:
    """The first address in a citation, or else that of GloBI."""
    found = _ADDRESS.search(citation)
    return found[0].rstrip(".,;)")[:300] if found else GLOBI


def _table(
    folder: Path, description: Mapping[str, object], relations: Mapping[str, str], names: Names
) -> Table | None:
    """None for a table that does not name an eater and an eaten, such as one of references."""
    url = _text(description, "url")
    if "://" in url:
        url = CUSTOMARY
    path = folder / unquote(url or CUSTOMARY)
    if not path.resolve().is_relative_to(folder.resolve()):
        raise EvidenceRefused(f"{DESCRIPTION} names {url!r:.60}, which is outside its folder")
    delimiter = description.get(
        "delimiter", "\t" if path.name.removesuffix(".gz").endswith((".tsv", ".txt")) else ","
    )
    count = description.get("headerRowCount", 1)
    if not (isinstance(delimiter, str) and len(delimiter) == 1 and count in (0, 1)):
        raise EvidenceRefused(f"{DESCRIPTION}: {path.name} has an unusual delimiter or header")
    dialect = Dialect(delimiter, "" if delimiter == "\t" else '"', header_lines=count)
    constants = {name: _text(description, name) for name in CONSTANTS if _text(description, name)}
    columns = Columns(path.name, _names(path, dialect, description), constants)
    if not (columns.has("sourceTaxonName") and columns.has("targetTaxonName")):
        return None
    nulls = description.get("null", [""])
    missing = frozenset(["", *(nulls if isinstance(nulls, list) else [nulls])])
    layout = Layout(missing=missing, relations=relations)

    def lines(after: int) -> Iterator[Line]:
        return feeding(body(path, dialect, after), columns, layout, names)

    return Table(path.name, lines)


def _names(path: Path, dialect: Dialect, description: Mapping[str, Any]) -> list[str]:
    """The names of the columns by GloBI: by the titles in the header, or else in the order of the schema."""
    header = header_of(path, dialect) if dialect.header_lines else []
    table = description.get("tableSchema")
    schema = table.get("columns", []) if isinstance(table, dict) else []
    schema = [each for each in schema if isinstance(each, dict)]
    if not schema:
        return header
    named = {_title(each): _text(each, "name") for each in schema}
    if header and named.keys() >= set(header):
        return [named[title] for title in header]
    return [_text(each, "name") for each in schema]


def _title(column: Mapping[str, object]) -> str:
    titles = column.get("titles", column.get("name", ""))
    return str(titles[0] if isinstance(titles, list) and titles else titles)


def _text(description: Mapping[str, object], name: str) -> str:
    value = description.get(name, "")
    return value if isinstance(value, str) else ""


def _relations(path: Path) -> Mapping[str, str]:
    """The data set's own words for relations and what they stand for, if it says so."""
    if not path.is_file():
        return {}
    table = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig", errors="replace")))
    return {
        row["provided_interaction_type_label"] or "": row["mapped_to_interaction_type_label"] or ""
        for row in table
        if {"provided_interaction_type_label", "mapped_to_interaction_type_label"} <= row.keys()
    }
