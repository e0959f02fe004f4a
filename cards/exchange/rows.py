"""CSV: the columns of the card file, in any order; those that are left out stay as they are."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from cards.exchange.entry import Entry, ExchangeError
from cards.services.card_file import FILE_COLUMNS, NUMBER, FieldError, sheet_of

DELIMITERS = ",;\t"
csv.field_size_limit(131_072)


def read_rows(text: str) -> Iterator[Entry]:
    heading = text.lstrip().partition("\n")[0]
    delimiter = max(DELIMITERS, key=heading.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        columns = [cell.strip().lower() for cell in next(reader, [])]
    except csv.Error as error:
        raise ExchangeError(_("Line %(line)d: %(says)s.") % {"line": 1, "says": error}) from error
    odd = sorted({column for column in columns if column not in FILE_COLUMNS or columns.count(column) > 1})
    if odd:
        fields = {"columns": ", ".join(each or _("without a name") for each in odd)}
        raise ExchangeError(_("Line 1: these columns are unknown or twice: %(columns)s.") % fields)
    if "key" not in columns:
        raise ExchangeError(_("Line 1: the column “key” is missing."))
    return _entries(reader, columns)


def _entries(reader: Any, columns: list[str]) -> Iterator[Entry]:
    end = reader.line_num
    try:
        for cells in reader:
            place, end = _("line %(line)d") % {"line": end + 1}, reader.line_num
            if not any(cell.strip() for cell in cells):
                continue
            yield _entry(place, cells, columns)
    except csv.Error as error:
        raise ExchangeError(_("Line %(line)d: %(says)s.") % {"line": end + 1, "says": error}) from error


def _entry(place: str, cells: list[str], columns: list[str]) -> Entry:
    if len(cells) != len(columns):
        counts = {"found": len(cells), "wanted": len(columns)}
        return Entry(place, {}, problem=("", _("%(found)d fields instead of %(wanted)d") % counts))
    row = {column: cell.strip() for column, cell in zip(columns, cells, strict=True)}
    row.pop(NUMBER, None)  # which the site gives itself
    try:
        return Entry(place, sheet_of(row))
    except FieldError as error:
        return Entry(place, {"key": row["key"]}, problem=(error.field, str(error)))
