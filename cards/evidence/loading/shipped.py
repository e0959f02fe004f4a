"""Loading the evidence that ships with the project: data sets, and the feeding among our cards."""

import csv
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from django.core.exceptions import ValidationError
from django.utils import timezone

from cards.evidence.data_sets import read_data_sets
from cards.evidence.models import FED_ONCE, MEASURED_ONCE, DataSet, Interaction, Measurement
from cards.evidence.traits import TRAITS
from cards.evidence.words import KINDS
from cards.services.card_file import CardSetError
from engine.sets import DATA_SETS_PATH

DATA = Path(__file__).parents[2] / "data"
INTERACTIONS_PATH, MEASUREMENTS_PATH = DATA / "interactions.csv", DATA / "measurements.csv"
MEASURED = ["data_set", "latin_name", "named", "trait", "value", "certainty"]
COLUMNS = ["data_set", "eater", "eaten", "kind", "place"]
BATCH = 2000


def load_evidence(*, interactions: Path = INTERACTIONS_PATH, measurements: Path = MEASUREMENTS_PATH) -> None:
    """
    Store what the files say, and delete what they no longer say; evidence that staff have imported stays. The
    caller begins the transaction. Raises CardSetError.
    """
    data_sets = _data_sets()
    stored = DataSet.objects.in_bulk(list(data_sets))
    for key, each in data_sets.items():
        if key not in stored or _texts(stored[key]) != _texts(each):
            each.save()
    rows = _rows(interactions, COLUMNS, {"data_set": data_sets, "kind": KINDS})
    fed = [
        Interaction(
            data_set_id=row["data_set"], eater=row["eater"], eaten=row["eaten"], kind=row["kind"],
            place=row["place"],
        )
        for row in rows
    ]  # fmt: skip
    _delete_others(Interaction, FED_ONCE, fed)
    Interaction.objects.bulk_create(fed, batch_size=BATCH, ignore_conflicts=True)
    measured = list(read_measurements(measurements, data_sets))
    _delete_others(Measurement, MEASURED_ONCE, measured)
    Measurement.objects.bulk_create(
        measured, batch_size=BATCH, update_conflicts=True, unique_fields=MEASURED_ONCE,
        update_fields=["named", "number", "certainty"],
    )  # fmt: skip


def _delete_others(
    model: type[Interaction | Measurement], once: Sequence[str], rows: Sequence[Interaction | Measurement]
) -> None:
    """Of what was shipped: rows that are imported have the line they come from."""
    columns = ["data_set_id" if name == "data_set" else name for name in once]
    kept = {tuple(getattr(row, column) for column in columns) for row in rows}
    stored = model._base_manager.filter(line=None).values_list("pk", "data_set", *columns)
    gone = {pk: data_set for pk, data_set, *known in stored if tuple(known) not in kept}
    model._base_manager.filter(pk__in=gone).delete()
    # Comparisons look here for whether evidence has changed.
    DataSet.objects.filter(pk__in=set(gone.values())).update(changed_at=timezone.now())


def read_measurements(path: Path, data_sets: Collection[str]) -> Iterator[Measurement]:
    """The unsaved measurements of the file; raises CardSetError at the first row with a mistake."""
    for row in _rows(path, MEASURED, {"data_set": data_sets, "trait": TRAITS}):
        is_word = TRAITS[row["trait"]].is_word
        yield Measurement(
            data_set_id=row["data_set"], latin_name=row["latin_name"], named=row["named"],
            trait=row["trait"], number=None if is_word else float(row["value"]),
            word=row["value"] if is_word else "", certainty=row["certainty"],
        )  # fmt: skip


def _rows(path: Path, columns: list[str], known: Mapping[str, Collection[str]]) -> Iterator[dict[str, str]]:
    """The rows by column; `known` are the values that a column may have. Raises CardSetError."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, strict=True)
        if next(reader, None) != columns:
            raise CardSetError(f"{path.name}, line 1: the columns are not {', '.join(columns)}")
        for cells in reader:
            row = dict(zip(columns, cells, strict=True))
            for column, values in known.items():
                if row[column] not in values:
                    place = f"{path.name}, line {reader.line_num}, {column}"
                    raise CardSetError(f"{place}: {row[column]!r} is unknown")
            yield row


def _data_sets() -> dict[str, DataSet]:
    try:
        return read_data_sets()
    except (OSError, ValueError, ValidationError) as error:
        raise CardSetError(f"{DATA_SETS_PATH.name}: {error}") from error


def _texts(data_set: DataSet) -> tuple[str, ...]:
    return data_set.title, data_set.version, data_set.citation, data_set.licence, data_set.address
