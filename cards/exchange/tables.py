"""What spreadsheets save: text in several encodings, CSV, and XLSX workbooks, as rows of cells."""

import codecs
import csv
import io
import struct
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _

from cards.exchange.entry import ExchangeError

Row = tuple[str, list[str]]
"""Where it stands, for people, and its cells."""
DELIMITERS = ",;\t"
UTF8, UTF16, WINDOWS = "utf-8-sig", "utf-16", "cp1252"
ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
MOST_COLUMNS = 100
# What zipfile and openpyxl raise for files that are damaged or made to harm.
BROKEN = (
    *(zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError),
    *(SyntaxError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError),
    struct.error,
)
BLOCK = 64 * 1024

csv.field_size_limit(131_072)
# About parts of a workbook that do not matter here, such as its styles.
warnings.filterwarnings("ignore", module="openpyxl")


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a workbook may hold: bytes when unpacked, signs "<" in its XML, and rows."""

    unpacked: int
    tags: int
    rows: int


STAFF = Limits(unpacked=192 * 1024**2, tags=16_000_000, rows=100_001)
ANYBODY = Limits(unpacked=1024**2, tags=25_000, rows=1000)


def decoded(content: bytes) -> tuple[str, str]:
    """
    The text of a file, and its encoding: UTF8, UTF16 or WINDOWS. Raises ExchangeError for what is no text,
    with what to do about it.
    """
    if content.startswith((ZIP, OLE)):
        says = _("The file is %(what)s, which cannot be read here. Save it as XLSX, or as CSV in UTF-8.")
        raise ExchangeError(says % {"what": _kind(content)})
    marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in (UTF16,) if marked else (UTF8, WINDOWS):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            raise ExchangeError(_("The file holds a NUL character; it is no text. Save it as CSV in UTF-8."))
        return text, encoding
    raise ExchangeError(_("The file is no text in UTF-8, UTF-16 or Windows-1252. Save it as CSV in UTF-8."))


def _kind(content: bytes) -> str:
    if content.startswith(OLE):
        return _("an Excel file of the old kind, or one with a password")
    if b"application/vnd.oasis.opendocument" in content[:200]:
        return _("an OpenDocument file")
    return _("a ZIP archive or another kind of document")


def about_encoding(content: bytes) -> str:
    """What to tell people about the encoding of a file that can be read; usually nothing."""
    if is_workbook(content) or decoded(content)[1] != WINDOWS:
        return ""
    return _("The file is not UTF-8, so it was read as Windows-1252. Check letters with accents.")


def csv_rows(text: str) -> Iterator[Row]:
    """The rows of CSV with commas, semicolons or tabs. Raises ExchangeError, also while they are read."""
    delimiter = max(DELIMITERS, key=text.lstrip().partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    end = 0
    try:
        for cells in reader:
            place, end = _("line %(line)d") % {"line": end + 1}, reader.line_num
            yield place, cells
    except csv.Error as error:
        raise ExchangeError(_("Line %(line)d: %(says)s.") % {"line": end + 1, "says": error}) from error


def is_workbook(content: bytes) -> bool:
    """Whether the file is an XLSX workbook; it may still be damaged."""
    if not content.startswith(ZIP):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except BROKEN:
        return False


def workbook_rows(content: bytes, limits: Limits = STAFF) -> Iterator[Row]:
    """The rows of an XLSX workbook's first sheet. Raises ExchangeError, also while they are read."""
    # Imported here because it takes 12 MB, and most processes read no workbooks.
    import openpyxl

    try:
        _check_size(content, limits)
        # Of formulas, the values that the spreadsheet has stored. defusedxml refuses entities.
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        sheet = book.worksheets[0]
        # A sheet may claim to be larger than it is, and all its rows would be filled up.
        sheet.reset_dimensions()
        rows = sheet.iter_rows(max_row=limits.rows + 1, max_col=MOST_COLUMNS + 1, values_only=True)
        width = 0
        for number, values in enumerate(rows, start=1):
            if number > limits.rows:
                raise ExchangeError(
                    _("The sheet has more than %(most)s rows.") % {"most": floatformat(limits.rows, "0g")}
                )
            cells = [_cell(value) for value in values]
            while len(cells) > width and not cells[-1]:
                cells.pop()
            if len(cells) > MOST_COLUMNS:
                raise ExchangeError(_("The sheet has more than %(most)s columns.") % {"most": MOST_COLUMNS})
            width = width or len(cells)
            cells += [""] * (width - len(cells))
            yield _("row %(row)d") % {"row": number}, cells
    except ExchangeError:
        raise
    except BROKEN as error:
        raise ExchangeError(
            _("The workbook is damaged. Save it again as XLSX, or as CSV in UTF-8.")
        ) from error


def _check_size(content: bytes, limits: Limits) -> None:
    """Unpacks the file piece by piece before anything is made of it. Raises ExchangeError."""
    unpacked = tags = 0
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for part in archive.infolist():
            with archive.open(part) as opened:
                while block := opened.read(BLOCK):
                    unpacked += len(block)
                    tags += block.count(b"<")
                    if unpacked > limits.unpacked or tags > limits.tags:
                        raise ExchangeError(_("The workbook holds too much. Save the table alone, as CSV."))


def _cell(value: object) -> str:
    """A cell as CSV would hold it."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
