"""The formats of card files: tables, JSON Lines, game records and card objects, and the original site's."""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from cards.exchange import original_site
from cards.exchange.entry import Entry, ExchangeError, Sheet, loads
from cards.exchange.tables import Row, csv_rows, decoded, is_workbook, workbook_rows
from cards.models.card import IDENTIFIERS
from cards.services.card_file import ART, COLUMNS, ESTIMATED, EXPORT_COLUMNS, NUMBER, SOURCES, sheet_of
from cards.services.contents import checked_sources, with_sources
from phylo.http.refusals import BadValue

FORMATS = ("auto", "csv", "jsonl", "record", "phylogame")
MOST_UNKNOWN = 10
"""The most unknown fields of a card that are named."""
# Other fields in API responses, which are ignored.
TOLD_ONLY = {ART, SOURCES, ESTIMATED, "images", "page", "api", "relations", "changed_at"}
KNOWN_COLUMNS = {*EXPORT_COLUMNS, NUMBER}
KNOWN = {*COLUMNS, "identifiers"} - set(IDENTIFIERS) | TOLD_ONLY


def read(content: bytes, form: str = "auto") -> Iterator[Entry]:
    """The entries of a file in one of FORMATS; raises ExchangeError if it cannot be read in that format."""
    if form in ("auto", "csv") and is_workbook(content):
        return read_rows(workbook_rows(content))
    text, _encoding = decoded(content)
    if not text.strip():
        raise ExchangeError(_("The file is empty."))
    return READERS[form](text)


def read_rows(rows: Iterator[Row]) -> Iterator[Entry]:
    """A table with the columns of the card file, in any order; missing columns stay unchanged."""
    rows = (row for row in rows if any(cell.strip() for cell in row[1]))
    _place, heading = next(rows, ("", []))
    columns = [cell.strip().lower() for cell in heading]
    odd = sorted({name for name in columns if name not in KNOWN_COLUMNS or columns.count(name) > 1})
    if odd:
        fields = {"columns": ", ".join(f"{each:.60}" or _("without a name") for each in odd)}
        raise ExchangeError(_("The first row names columns that are unknown or twice: %(columns)s.") % fields)
    if "key" not in columns:
        raise ExchangeError(_("The first row lacks the column “key”."))
    return (_row(place, cells, columns) for place, cells in rows)


def _row(place: str, cells: list[str], columns: list[str]) -> Entry:
    if len(cells) != len(columns):
        counts = {"found": len(cells), "wanted": len(columns)}
        return Entry(place, {}, mistakes={"": _("%(found)d fields instead of %(wanted)d") % counts})
    row = {column: cell.strip() for column, cell in zip(columns, cells, strict=True)}
    row.pop(ART, None)  # pictures are uploaded
    sheet, mistakes = sheet_of(row)
    return _with_sources(Entry(place, sheet, mistakes=mistakes))


def _with_sources(entry: Entry) -> Entry:
    """Take the sources of single values out of the sheet; older files have `estimated` in their place."""
    sheet, mistakes = dict(entry.sheet), dict(entry.mistakes)
    stated: Sheet = {"source": sheet.get("source", ""), SOURCES: sheet.pop(SOURCES, None) or {}}
    estimated = sheet.pop(ESTIMATED, None)
    try:
        sources = checked_sources(with_sources(stated | {ESTIMATED: estimated or []})[SOURCES])
    except BadValue as error:
        sources = {}
        mistakes |= error.mistakes
    return replace(entry, sheet=sheet, mistakes=mistakes, sources=sources)


def read_lines(text: str) -> Iterator[Entry]:
    """JSON Lines: one object of the API per line."""
    for number, line in enumerate(io.StringIO(text), start=1):
        if not line.strip():
            continue
        place = _("line %(line)d") % {"line": number}
        try:
            value = loads(line)
        except ExchangeError as error:
            yield Entry(place, {}, mistakes={"": str(error)})
            continue
        yield _object(place, value)


def read_objects(values: Iterable[object]) -> Iterator[Entry]:
    for number, value in enumerate(values, start=1):
        yield _object(_("card %(number)s") % {"number": number}, value)


def read_record(value: object) -> Iterator[Entry]:
    """Card objects by key, alone or as the `cards` of a game record."""
    cards = value.get("cards") if isinstance(value, Mapping) and "format" in value else value
    if not isinstance(cards, Mapping) or not all(isinstance(card, Mapping) for card in cards.values()):
        raise ExchangeError(_("The file is neither a game record nor an object of cards by key."))
    for key, card in cards.items():
        entry = _object(key, {**card, "key": key})
        outside = {"key": _("stands outside the card in this format")} if "key" in card else {}
        yield replace(entry, mistakes=outside | entry.mistakes)


def _object(place: str, value: object) -> Entry:
    if not isinstance(value, Mapping):
        return Entry(place, {}, mistakes={"": _("is no object")})
    mistakes = {name: _("no such field") for name in sorted(set(value) - KNOWN)[:MOST_UNKNOWN]}
    sheet: Sheet = {name: each for name, each in value.items() if name in COLUMNS}
    identifiers = value.get("identifiers", {})
    if not isinstance(identifiers, Mapping) or set(identifiers) - set(IDENTIFIERS):
        return Entry(place, sheet, mistakes=mistakes | {"identifiers": _("no such identifiers")})
    sheet |= dict(identifiers) | {name: value[name] for name in (SOURCES, ESTIMATED) if name in value}
    return _with_sources(Entry(place, sheet, mistakes=mistakes))


def _table(text: str) -> Iterator[Entry]:
    return read_rows(csv_rows(text))


def _record(text: str) -> Iterator[Entry]:
    return read_record(loads(text))


def _phylogame(text: str) -> Iterator[Entry]:
    return original_site.read(loads(original_site.unwrapped(text)))


def _guessed(text: str) -> Iterator[Entry]:
    """Chooses the reader by the beginning of the file."""
    beginning = text.lstrip()[:1]
    if beginning not in "{[" and not original_site.WRAPPED.match(text.strip()):
        return _table(text)
    lines = text.strip().splitlines()
    if beginning == "{" and len(lines) > 1 and lines[0].rstrip().endswith("}"):
        return read_lines(text)
    value = loads(original_site.unwrapped(text))
    if isinstance(value, list):
        objects = [each for each in value if isinstance(each, Mapping)]
        if any(original_site.MARKS & each.keys() for each in objects):
            return original_site.read(value)
        return read_objects(value)
    if isinstance(value, Mapping) and original_site.MARKS & value.keys():
        return original_site.read([value])
    if isinstance(value, Mapping) and isinstance(value.get("key"), str):
        return read_objects([value])
    return read_record(value)


READERS: dict[str, Callable[[str], Iterator[Entry]]] = {
    "auto": _guessed,
    "csv": _table,
    "jsonl": read_lines,
    "record": _record,
    "phylogame": _phylogame,
}
