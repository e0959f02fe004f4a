"""Where the values of the card file come from, as far as evidence and rules tell: rows of `sources.csv`."""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

from cards.evidence.data_sets import read_data_sets
from cards.evidence.findings import Evidence, Finding, findings
from cards.evidence.loading.shipped import MEASUREMENTS_PATH, read_measurements
from cards.exchange.site_files import SOURCE_COLUMNS, SOURCES, give_sources, read_cards
from cards.models import Card, Kind
from cards.models.value_source import How, ValueSource
from cards.points import suggested
from cards.services.card_file import COLUMNS, read_sets
from engine.sets import CARDS_PATH, SETS_PATH

BY = "Phylo Online"
"""Who derived values, and read those that are printed."""
RULED = (How.MEASURED, How.DERIVED)


def shipped_cards(cards_path: Path = CARDS_PATH) -> list[Card]:
    """The unsaved cards of the card file, with the sources of their values."""
    cards = read_cards(cards_path, [each.key for each in read_sets(SETS_PATH)])
    give_sources(cards, cards_path.with_name(SOURCES))
    return cards


def shipped_findings(cards: Iterable[Card]) -> Iterator[tuple[Card, dict[str, Finding]]]:
    """What the rules say of each species by the evidence that ships with the project."""
    measured = defaultdict(list)
    for each in read_measurements(MEASUREMENTS_PATH, read_data_sets()):
        measured[each.latin_name].append(each)
    for card in cards:
        if card.kind == Kind.SPECIES:
            yield card, findings(card, Evidence(measured[card.latin_name]))


def sources_file(cards: Iterable[Card], today: date) -> str:
    """
    The text of `sources.csv`: what people have written stays, what follows from rules is derived again. A row
    that says the same as before keeps its date.
    """
    cards = list(cards)
    found = {card.key: each for card, each in shipped_findings(cards)}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(SOURCE_COLUMNS)
    for card in cards:
        for column, source in _sources(card, found.get(card.key, {}), today):
            data = source.data()
            writer.writerow([card.key, column, *(data.get(name, "") for name in SOURCE_COLUMNS[2:])])
    return text.getvalue()


def _sources(card: Card, found: dict[str, Finding], today: date) -> Iterator[tuple[str, ValueSource]]:
    for column in COLUMNS:
        before = card.source_of(column) if column in card.sources else None
        finding = found.get(column)
        if before is None or (before.how in RULED and before.by == BY) or before.how == How.ESTIMATED:
            source = _derived(card, column, finding) or (before if _is_own(before) else None)
        elif before.how == How.PRINTED:
            source = _beside_nature(before, finding)
        else:
            source = before
        if source is None:
            continue
        if before is not None and replace(source, date=before.date, by=before.by) == before:
            yield column, before
        elif source.how in RULED:
            yield column, replace(source, date=today.isoformat(), by=BY)
        else:
            yield column, source


def _is_own(source: ValueSource | None) -> bool:
    """Whether somebody has written the row, and no rule."""
    return source is not None and source.how not in RULED


def _derived(card: Card, column: str, finding: Finding | None) -> ValueSource | None:
    if finding is not None:
        return finding.source if finding.fits else None
    if column == "points" and card.kind in (Kind.SPECIES, Kind.HABITAT):
        points = suggested(card.as_record()).points
        return ValueSource(How.DERIVED, rule="points") if points == card.points else None
    return None


def _beside_nature(printed: ValueSource, finding: Finding | None) -> ValueSource:
    """A printed value stays; beside it stands what follows from evidence, if a rule says otherwise."""
    plain = replace(printed, data_set="", value="", rule="", differs="") if printed.rule else printed
    if finding is None or finding.fits:
        return plain
    instead = finding.fitting if finding.instead is None else finding.instead
    if not instead:
        return plain
    said, differs = finding.source, ", ".join(str(each) for each in instead)
    return replace(plain, data_set=said.data_set, value=said.value, rule=said.rule, differs=differs)
