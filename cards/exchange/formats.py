"""The formats of card files: CSV, JSON Lines, card objects and game records, and the original site's JSON."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping

from django.utils.translation import gettext as _

from cards.errors import BadValue
from cards.exchange import original_site
from cards.exchange.entry import Entry, ExchangeError, Sheet, loads
from cards.models.card import IDENTIFIERS
from cards.services.card_file import ART, COLUMNS, EXPORT_COLUMNS, NUMBER, sheet_of

FORMATS = ("auto", "csv", "jsonl", "record", "phylogame")
DELIMITERS = ",;\t"
csv.field_size_limit(131_072)
# Other fields in API responses, which are ignored.
TOLD_ONLY = {ART, "images", "page", "api", "relations", "changed_at"}
KNOWN_COLUMNS = {*EXPORT_COLUMNS, NUMBER}
KNOWN = {*COLUMNS, "identifiers"} - set(IDENTIFIERS) | TOLD_ONLY


def read(content: bytes, form: str = "auto") -> Iterator[Entry]:
    """The entries of a file in one of FORMATS; raises ExchangeError if it cannot be read in that format."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ExchangeError(_("The file is not UTF-8: byte %(at)d.") % {"at": error.start + 1}) from error
    if "\0" in text:
        raise ExchangeError(_("The file holds a NUL character; it is no text."))
    if not text.strip():
        raise ExchangeError(_("The file is empty."))
    return READERS[form](text)


def read_rows(text: str) -> Iterator[Entry]:
    """CSV with the columns of the card file, in any order; missing columns stay unchanged."""
    heading = text.lstrip().partition("\n")[0]
    delimiter = max(DELIMITERS, key=heading.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        columns = [cell.strip().lower() for cell in next(reader, [])]
    except csv.Error as error:
        raise ExchangeError(_("Line %(line)d: %(says)s.") % {"line": 1, "says": error}) from error
    odd = sorted({name for name in columns if name not in KNOWN_COLUMNS or columns.count(name) > 1})
    if odd:
        fields = {"columns": ", ".join(each or _("without a name") for each in odd)}
        raise ExchangeError(_("Line 1: these columns are unknown or twice: %(columns)s.") % fields)
    if "key" not in columns:
        raise ExchangeError(_("Line 1: the column “key” is missing."))

    def entries() -> Iterator[Entry]:
        end = reader.line_num
        try:
            for cells in reader:
                place, end = _("line %(line)d") % {"line": end + 1}, reader.line_num
                if any(cell.strip() for cell in cells):
                    yield _row(place, cells, columns)
        except csv.Error as error:
            raise ExchangeError(_("Line %(line)d: %(says)s.") % {"line": end + 1, "says": error}) from error

    return entries()


def _row(place: str, cells: list[str], columns: list[str]) -> Entry:
    if len(cells) != len(columns):
        counts = {"found": len(cells), "wanted": len(columns)}
        return Entry(place, {}, problem=("", _("%(found)d fields instead of %(wanted)d") % counts))
    row = {column: cell.strip() for column, cell in zip(columns, cells, strict=True)}
    for told in (NUMBER, ART):  # assigned by the site, and uploaded
        row.pop(told, None)
    try:
        return Entry(place, sheet_of(row))
    except BadValue as error:
        return Entry(place, {"key": row["key"]}, problem=(error.field, str(error)))


def read_lines(text: str) -> Iterator[Entry]:
    """JSON Lines: one object of the API per line."""
    for number, line in enumerate(io.StringIO(text), start=1):
        if not line.strip():
            continue
        place = _("line %(line)d") % {"line": number}
        try:
            value = loads(line)
        except ExchangeError as error:
            yield Entry(place, {}, problem=("", str(error)))
            continue
        yield _object(place, value)


def read_objects(values: Iterable[object]) -> Iterator[Entry]:
    for number, value in enumerate(values, start=1):
        yield _object(_("card %(number)d") % {"number": number}, value)


def read_record(value: object) -> Iterator[Entry]:
    """Card objects by key, alone or as the `cards` of a game record."""
    cards = value.get("cards") if isinstance(value, Mapping) and "format" in value else value
    if not isinstance(cards, Mapping) or not all(isinstance(card, Mapping) for card in cards.values()):
        raise ExchangeError(_("The file is neither a game record nor an object of cards by key."))
    for key, card in cards.items():
        if "key" in card:
            yield Entry(key, {"key": key}, problem=("key", _("stands outside the card in this format")))
        else:
            yield _object(key, {"key": key, **card})


def _object(place: str, value: object) -> Entry:
    if not isinstance(value, Mapping):
        return Entry(place, {}, problem=("", _("is no object")))
    unknown = sorted(set(value) - KNOWN)
    if unknown:
        return Entry(place, {"key": value.get("key")}, problem=(unknown[0], _("no such field")))
    sheet: Sheet = {name: each for name, each in value.items() if name in COLUMNS}
    identifiers = value.get("identifiers", {})
    if not isinstance(identifiers, Mapping) or set(identifiers) - set(IDENTIFIERS):
        return Entry(place, sheet, problem=("identifiers", _("no such identifiers")))
    return Entry(place, sheet | dict(identifiers))


def _record(text: str) -> Iterator[Entry]:
    return read_record(loads(text))


def _phylogame(text: str) -> Iterator[Entry]:
    return original_site.read(loads(original_site.unwrapped(text)))


def _guessed(text: str) -> Iterator[Entry]:
    """Chooses the reader by the beginning of the file."""
    beginning = text.lstrip()[:1]
    if beginning not in "{[" and not original_site.WRAPPED.match(text.strip()):
        return read_rows(text)
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
    "csv": read_rows,
    "jsonl": read_lines,
    "record": _record,
    "phylogame": _phylogame,
}
