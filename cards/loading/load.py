"""Loads the site's cards and ready decks from their files."""

import csv
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from cards.art.subject import figure_fault
from cards.curation.services.steps import publish_cards
from cards.decks.services.building import store_contents
from cards.decks.services.deck_files import DeckSheet, read_decks
from cards.errors import BadValue
from cards.evidence.loading.shipped import load_evidence
from cards.exchange import Entry, ExchangeError, complaint, csv_rows, read_rows
from cards.models import Card, Deck
from cards.models.card import FIRST_OF_ELSEWHERE, lock_cards
from cards.models.value_source import FIELDS as SOURCE_FIELDS
from cards.services.card_file import (
    COLUMNS,
    EXPORT_COLUMNS,
    FILE_COLUMNS,
    NUMBER,
    CardSetError,
    card_of,
    read_sets,
)
from cards.services.contents import checked_sources
from cards.services.publishing import Origin, Publishing, Tally, check_numbers

DATA = Path(__file__).resolve().parent.parent / "data"
CARDS_PATH = DATA / "cards.csv"
DECKS_PATH = DATA / "decks"
SETS_PATH = DATA / "sets.toml"
SOURCES = "sources.csv"
"""Beside the card file: where the values of its cards come from."""
SOURCE_COLUMNS = ["key", "column", *SOURCE_FIELDS]


@dataclass(frozen=True)
class LoadResult:
    cards: Tally
    decks: Tally


def load_card_set(*, cards_path: Path = CARDS_PATH, decks_path: Path = DECKS_PATH) -> LoadResult:
    """
    Bring cards and ready decks up to date with the files: all or nothing. Raises CardSetError.

    Cards that the file no longer lists stay, because stored decks may hold them; ready decks without a file
    are no longer offered. Matches keep the definitions with which they began. What curation or an import has
    published since stays, except for columns that the file has changed.
    """
    sets = read_sets(SETS_PATH)
    cards = read_cards(cards_path, [each.key for each in sets])
    give_sources(cards, cards_path.with_name(SOURCES))
    sheets = read_decks(decks_path, cards)
    with transaction.atomic():
        lock_cards(alone=True)
        for each in sets:
            each.save()
        check_numbers(cards, cards_path.name)
        load_evidence()
        return LoadResult(cards=publish_cards(cards, Publishing(Origin.FILE)), decks=_store_decks(sheets))


def read_card_set() -> tuple[list[Card], list[DeckSheet]]:
    """The unsaved cards and ready decks of the site's files, without a database. Raises CardSetError."""
    cards = read_cards(CARDS_PATH, [each.key for each in read_sets(SETS_PATH)])
    return cards, read_decks(DECKS_PATH, cards)


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


def _store_decks(sheets: Sequence[DeckSheet]) -> Tally:
    tally = Tally()
    stored = {deck.slug: deck for deck in Deck.objects.select_for_update().filter(owner=None, guest=None)}
    for sheet in sheets:
        deck = stored.get(sheet.deck.slug)
        if deck is None:
            tally.created += 1
            deck = sheet.deck
        elif deck.version and _texts(deck) == _texts(sheet.deck) and deck.contents == sheet.contents:
            tally.unchanged += 1
            continue
        else:
            tally.changed += 1
            for field, value in _texts(sheet.deck).items():
                setattr(deck, field, value)
        store_contents(deck, sheet.contents)
    gone = Deck.objects.ready().exclude(slug__in=[sheet.deck.slug for sheet in sheets])
    gone.update(ready=False, changed_at=timezone.now())
    return tally


def _texts(deck: Deck) -> dict[str, object]:
    return {field: getattr(deck, field) for field in ("name", "place", "theme", "climate", "ready")}
