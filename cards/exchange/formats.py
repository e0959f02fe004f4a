"""Which reader a file is for."""

from collections.abc import Callable, Iterator, Mapping

from django.utils.translation import gettext as _

from cards.exchange import original_site
from cards.exchange.card_objects import read_lines, read_objects, read_record
from cards.exchange.entry import Entry, ExchangeError
from cards.exchange.json_text import loads
from cards.exchange.rows import read_rows

FORMATS = ("auto", "csv", "jsonl", "record", "phylogame")


def read(content: bytes, form: str = "auto") -> Iterator[Entry]:
    """The entries of a file in one of FORMATS; raises ExchangeError when it cannot be read as that."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ExchangeError(_("The file is not UTF-8: byte %(at)d.") % {"at": error.start + 1}) from error
    if "\0" in text:
        raise ExchangeError(_("The file holds a NUL character; it is no text."))
    if not text.strip():
        raise ExchangeError(_("The file is empty."))
    return READERS[form](text)


def _record(text: str) -> Iterator[Entry]:
    return read_record(loads(text))


def _phylogame(text: str) -> Iterator[Entry]:
    return original_site.read(loads(original_site.unwrapped(text)))


def _guessed(text: str) -> Iterator[Entry]:
    """The reader by what the file begins with."""
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
