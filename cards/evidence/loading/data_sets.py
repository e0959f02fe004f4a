"""Importing a data set: its lines are read and checked first, then all that they say is stored or nothing."""

import csv
import fcntl
import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction

from cards.evidence.loading.parts import Part
from cards.evidence.models import MEASURED_ONCE, DataSet, Interaction, Measurement
from cards.evidence.readers.opening import AUTO, source_of
from cards.evidence.readers.rows import EvidenceRefused, Rejected, Source
from cards.models import Card, Kind
from cards.taxonomy.keys import key_of
from cards.taxonomy.models import NameEdition, NameKey, Taxon

Say = Callable[[str], None]
BATCH = 2000
MOST_SPOILED = 4
"""If one line of so many is spoiled, the file is not what it seems to be, unless they are FEW."""
FEW = 10
EVERY = 4096
"""Lines between two looks at the clock."""
HEAD = 64 * 1024


@dataclass(frozen=True, slots=True)
class Given:
    """What the command says of the data set in place of what the file says, where it says anything."""

    key: str = ""
    title: str = ""
    citation: str = ""
    licence: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """`stored` counts what is new or has changed; `rejected_file` is the file with what was left out."""

    form: str
    data_set: DataSet
    lines: int
    stored: int
    rejected: list[tuple[str, Rejected]] = field(default_factory=list)
    rejected_count: int = 0
    rejected_file: Path | None = None


def import_evidence(*, path: Path, form: str = AUTO, given: Given | None = None, say: Say) -> Imported:
    """
    Import one data set. If it was broken off, it goes on where it was. Of feeding, what species of our cards
    do to each other is kept, under their names or synonyms; of measurements everything. Raises
    ArchiveRefused or OSError; then nothing is stored.
    """
    folder = settings.VAR_DIR / "evidence"
    folder.mkdir(parents=True, exist_ok=True)
    names = _known_names()
    with _alone(folder), ExitStack() as stack:
        source = source_of(path, form, names, stack)
        _describe(source.data_set, given or Given())
        part = Part.resumed(folder / f"{source.data_set.key}.json", _identity(path, source, names), say)
        for place, table in enumerate(source.tables):
            if place < part.table:
                continue
            lines = table.lines(part.line if place == part.table else 0)
            while batch := list(islice(lines, EVERY)):
                part.add(place, table.member, batch)
                part.keep_sometimes(say)
        _check(part)
        rejected_file = _write_rejected(part, folder / f"{source.data_set.key}-rejected.csv")
        stored = _store_feeding(source, part) if source.about_pairs else _store_measurements(source, part)
        part.delete()
    return Imported(
        source.form, source.data_set, part.lines, stored, part.rejections, part.rejected, rejected_file
    )


def _known_names() -> dict[str, str]:
    """Maps names in small letters to those that our cards use; synonyms by the lists that were imported."""
    species = Card.objects.offered().filter(kind=Kind.SPECIES).exclude(latin_name="")
    kingdoms = dict(species.values_list("latin_name", "kingdom"))
    found: dict[str, str] = {}
    for synonym, name in _synonyms(kingdoms):
        found.setdefault(synonym.lower(), name)
    return found | {name.lower(): name for name in kingdoms}


def _synonyms(kingdoms: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The accepted name of each name, and all its synonyms, if they are of the kingdom."""
    editions = NameEdition.objects.filter(state=NameEdition.State.CURRENT).values_list("pk", flat=True)
    keys = [key_of(name) for name in kingdoms]
    hits = NameKey.objects.filter(edition__in=list(editions), key__in=keys).values_list("taxon_id", flat=True)
    if not hits:
        return
    taxa = Taxon.objects.filter(pk__in=list(hits)).select_related("lineage")
    of_taxon: defaultdict[int, list[str]] = defaultdict(list)
    for taxon in taxa:
        kingdom = taxon.lineage.kingdom if taxon.lineage is not None else ""
        if taxon.latin_name in kingdoms and kingdom in ("", kingdoms[taxon.latin_name]):
            of_taxon[taxon.accepted_id or taxon.pk].append(taxon.latin_name)
    for rows in (Taxon.objects.filter(pk__in=of_taxon), Taxon.objects.filter(accepted__in=of_taxon)):
        for pk, accepted, synonym in rows.values_list("pk", "accepted_id", "latin_name"):
            for name in of_taxon[accepted or pk]:
                yield synonym, name


def _describe(data_set: DataSet, given: Given) -> None:
    """Raises EvidenceRefused."""
    for name in ("key", "title", "citation", "licence", "address"):
        if text := getattr(given, name):
            setattr(data_set, name, text)
    try:
        data_set.clean_fields()
    except ValidationError as error:
        name, mistakes = next(iter(error.message_dict.items()))
        option = {"key": "data-set"}.get(name, name)
        says = f"the data set's {name}: {mistakes[0]} Give it with --{option}."
        raise EvidenceRefused(says) from error


def _check(part: Part) -> None:
    if not part.lines:
        raise EvidenceRefused("holds no line of data")
    if part.rejected > FEW and part.rejected * MOST_SPOILED > part.lines:
        member, first = part.rejections[0]
        raise EvidenceRefused(
            f"{part.rejected:,} of {part.lines:,} lines are spoiled: {place_words(member, first)}"
        )


def place_words(member: str, mistake: Rejected) -> str:
    """Where and what is wrong, in one line."""
    column = f", column {mistake.column} ({mistake.name})" if mistake.column else ""
    return f"{member}, line {mistake.line}{column}: {mistake.says}"


def _write_rejected(part: Part, path: Path) -> Path | None:
    if not part.rejections:
        path.unlink(missing_ok=True)
        return None
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["file", "line", "column", "name", "mistake"])
        for member, mistake in part.rejections:
            writer.writerow([member, mistake.line, mistake.column or "", mistake.name, mistake.says])
        if part.rejected > len(part.rejections):
            writer.writerow(["", "", "", "", f"{part.rejected - len(part.rejections)} more are left out"])
    return path


def _store_feeding(source: Source, part: Part) -> int:
    """In batches, so that the rows need not be in memory together."""
    rows = (
        Interaction(
            data_set_id=key or source.data_set.key, eater=fed.eater, eaten=fed.eaten, kind=fed.kind,
            place=fed.place, line=line,
        )
        for key, fed, line in part.found_feeding()
    )  # fmt: skip
    if part.says_nothing:
        return 0
    data_sets = list(part.data_sets.values()) or [source.data_set]
    with transaction.atomic():
        for data_set in data_sets:
            data_set.save()
        about = Interaction.objects.filter(data_set__in=data_sets)
        before = about.count()
        while batch := list(islice(rows, BATCH)):
            Interaction.objects.bulk_create(batch, ignore_conflicts=True)
        return about.count() - before


def _store_measurements(source: Source, part: Part) -> int:
    rows = [
        Measurement(
            data_set=source.data_set, latin_name=each.latin_name, trait=each.trait, number=each.number,
            word=each.word, certainty=each.certainty, named=each.named, line=line,
        )
        for each, line in part.found_measurements()
    ]  # fmt: skip
    with transaction.atomic():
        source.data_set.save()
        Measurement.objects.bulk_create(
            rows,
            batch_size=BATCH,
            update_conflicts=True,
            unique_fields=MEASURED_ONCE,
            update_fields=["number", "certainty", "named", "line"],
        )
    return len(rows)


def _identity(path: Path, source: Source, names: dict[str, str]) -> str:
    """The same for the same files, read in the same way with the same names."""
    digest = hashlib.blake2b(
        f"{source.form} {source.data_set.key} {sorted(names.items())}".encode(), digest_size=12
    )
    for each in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if each.is_file():
            stat = each.stat()
            digest.update(f"{each.name} {stat.st_size} {stat.st_mtime_ns}".encode())
            with each.open("rb") as file:
                digest.update(file.read(HEAD))
    return digest.hexdigest()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One import at a time on this machine."""
    with (folder / "import.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise EvidenceRefused("waits: evidence is being imported already") from None
        yield
