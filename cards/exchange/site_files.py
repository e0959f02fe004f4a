"""The site's own card file, and the file of the sources of its values."""

import csv
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from cards.art.subject import figure_fault
from cards.exchange.entry import Entry, ExchangeError, complaint
from cards.exchange.formats import read_rows
from cards.exchange.tables import csv_rows
from cards.models import Card
from cards.models.value_source import FIELDS as SOURCE_FIELDS
from cards.services.card_file import (
    COLUMNS,
    EXPORT_COLUMNS,
    FILE_COLUMNS,
    NUMBER,
    CardSetError,
    card_of,
)
from cards.services.contents import checked_sources
from engine.deck_forms.code import FIRST_OF_ELSEWHERE
from engine.sets import SOURCES_PATH
from phylo.http.refusals import BadValue

SOURCES = SOURCES_PATH.name
"""Beside the card file: where the values of its cards come from."""
SOURCE_COLUMNS = ["key", "column", *SOURCE_FIELDS]


def read_cards(path: Path, sets: Collection[str]) -> list[Card]:
    """The unsaved cards of the card file, in order; raises CardSetError at the first row with a mistake."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            text = file.read()
        _place, header = next(csv_rows(text), ("", []))
        # The site's own exports have no numbers.
        if header not in (FILE_COLUMNS, EXPORT_COLUMNS, COLUMNS):
            odd = sorted(set(header) ^ set(FILE_COLUMNS)) or ["their order"]
            raise ExchangeError(f"line 1: the columns differ from what is expected: {', '.join(odd)}")
        return list(_cards(read_rows(csv_rows(text)), sets))
    except OSError as error:
        raise CardSetError(f"{path}: {error.strerror}") from error
    except (UnicodeDecodeError, ExchangeError) as error:
        raise CardSetError(f"{path.name}, {error}") from error


def _cards(entries: Iterable[Entry], sets: Collection[str]) -> Iterator[Card]:
    place_of: dict[tuple[str, str], str] = {}
    for entry in entries:
        sheet, mistakes = dict(entry.sheet), dict(entry.mistakes)
        key, number = sheet.get("key", ""), sheet.pop(NUMBER, "")
        if "" not in mistakes:
            if sheet["set"] and sheet["set"] not in sets:
                mistakes["set"] = f"{sheet['set']!r} is none of {', '.join(sorted(sets))}"
            if number and not (number.isdecimal() and 0 < int(number) < FIRST_OF_ELSEWHERE):
                mistakes[NUMBER] = f"{number!r:.60} is not between 1 and {FIRST_OF_ELSEWHERE - 1}"
            for name, value in (("key", key), (NUMBER, number)):
                if value and place_of.setdefault((name, value), entry.place) != entry.place:
                    mistakes[name] = f"already used in {place_of[name, value]}"
            if fault := figure_fault(sheet.get("subject") or ""):
                mistakes["subject"] = fault
            try:
                card = card_of(sheet)
            except BadValue as error:
                mistakes |= {field: says for field, says in error.mistakes.items() if field not in mistakes}
        if mistakes:
            raise ExchangeError(complaint(entry.place, key, mistakes))
        card.number = int(number) if number else card.number
        card.sources = entry.sources
        yield card


def give_sources(cards: Iterable[Card], path: Path) -> None:
    """
    Fill in `sources` of cards from the file, if there is one: a row for each value, with the fields of a
    ValueSource. Raises CardSetError at the first row with a mistake.
    """
    card_of_key = {card.key: card for card in cards}
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.reader(file, strict=True)
            if next(rows, []) != SOURCE_COLUMNS:
                raise CardSetError(f"{path.name}, line 1: the columns are not {', '.join(SOURCE_COLUMNS)}")
            for key, column, *said in rows:
                place = f"{path.name}, line {rows.line_num} ({key}), {column}"
                if key not in card_of_key or column in card_of_key[key].sources:
                    why = "twice" if key in card_of_key else "there is no such card"
                    raise CardSetError(f"{place}: {why}")
                source = dict(zip(SOURCE_FIELDS, said, strict=True))
                try:
                    card_of_key[key].sources |= checked_sources({column: source})
                except BadValue as error:
                    raise CardSetError(f"{place}: {error}") from error
    except FileNotFoundError:
        return
    except (OSError, ValueError, csv.Error) as error:
        raise CardSetError(f"{path.name}: not readable: {error}") from error
