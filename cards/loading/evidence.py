"""Loading the evidence that ships with the project: data sets, and the feeding among our cards."""

import csv
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from django.core.exceptions import ValidationError

from cards.evidence.data_sets import DATA_SETS_PATH, read_data_sets
from cards.evidence.traits import TRAITS
from cards.evidence.wording import KINDS
from cards.models import DataSet, Interaction, Measurement
from cards.models.evidence import MEASURED_ONCE
from cards.services.card_file import CardSetError

INTERACTIONS_PATH = DATA_SETS_PATH.with_name("interactions.csv")
MEASUREMENTS_PATH = DATA_SETS_PATH.with_name("measurements.csv")
MEASURED = ["data_set", "latin_name", "named", "trait", "value", "certainty"]
COLUMNS = ["data_set", "eater", "eaten", "kind", "place"]
BATCH = 2000


def load_evidence(*, interactions: Path = INTERACTIONS_PATH, measurements: Path = MEASUREMENTS_PATH) -> None:
    """
    Store what is new in the files; evidence that staff have imported stays. The caller begins the
    transaction. Raises CardSetError.
    """
    data_sets = _data_sets()
    stored = DataSet.objects.in_bulk(list(data_sets))
    for key, each in data_sets.items():
        if key not in stored or _texts(stored[key]) != _texts(each):
            each.save()
    rows = list(_rows(interactions, data_sets))
    Interaction.objects.bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)
    Measurement.objects.bulk_create(
        list(read_measurements(measurements, data_sets)), batch_size=BATCH, update_conflicts=True,
        unique_fields=MEASURED_ONCE, update_fields=["named", "number", "certainty", "line"],
    )  # fmt: skip


def read_measurements(path: Path, data_sets: Collection[str]) -> Iterator[Measurement]:
    """The unsaved measurements of the file; raises CardSetError at the first row with a mistake."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, strict=True)
        if next(reader, None) != MEASURED:
            raise CardSetError(f"{path.name}, line 1: the columns are not {', '.join(MEASURED)}")
        for cells in reader:
            row = dict(zip(MEASURED, cells, strict=True))
            for column, known in (("data_set", data_sets), ("trait", TRAITS)):
                if row[column] not in known:
                    raise CardSetError(
                        f"{path.name}, line {reader.line_num}, {column}: {row[column]!r} is unknown"
                    )
            is_word = TRAITS[row["trait"]].is_word
            yield Measurement(
                data_set_id=row["data_set"], latin_name=row["latin_name"], named=row["named"],
                trait=row["trait"], number=None if is_word else float(row["value"]),
                word=row["value"] if is_word else "", certainty=row["certainty"], line=reader.line_num,
            )  # fmt: skip


def _data_sets() -> dict[str, DataSet]:
    try:
        return read_data_sets()
    except (OSError, ValueError, ValidationError) as error:
        raise CardSetError(f"{DATA_SETS_PATH.name}: {error}") from error


def _texts(data_set: DataSet) -> tuple[str, ...]:
    return data_set.title, data_set.version, data_set.citation, data_set.licence, data_set.address


def _rows(path: Path, data_sets: Mapping[str, DataSet]) -> Iterator[Interaction]:
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, strict=True)
        if next(reader, None) != COLUMNS:
            raise CardSetError(f"{path.name}, line 1: the columns are not {', '.join(COLUMNS)}")
        for cells in reader:
            row = dict(zip(COLUMNS, cells, strict=True))
            for column, known in (("data_set", data_sets), ("kind", KINDS)):
                if row[column] not in known:
                    raise CardSetError(
                        f"{path.name}, line {reader.line_num}, {column}: {row[column]!r} is unknown"
                    )
            yield Interaction(
                data_set_id=row["data_set"], eater=row["eater"], eaten=row["eaten"], kind=row["kind"],
                place=row["place"], line=reader.line_num,
            )  # fmt: skip
