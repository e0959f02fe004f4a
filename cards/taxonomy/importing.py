"""Importing a published list of names: prepared beside the one in use, published whole or not at all."""

import csv
import fcntl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from cards.taxonomy.archive import Archive, ArchiveRefused, opened
from cards.taxonomy.editions import delete_past, prepared, publish, store_keys, store_taxa
from cards.taxonomy.models import NameEdition
from cards.taxonomy.name_lists import list_of
from cards.taxonomy.reading import listing_of, read_all, resolve
from cards.taxonomy.records import Listing
from cards.taxonomy.scratch import MOST_TOLD, Scratch

DIGITS = 16
"""Of the digest of an archive, in the name of its scratch file."""
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Imported:
    """`rejected` is the file that names the spoiled lines, if any; `known`: it was published before."""

    edition: NameEdition
    rejected: Path | None = None
    known: bool = False


def import_names(*, path: Path, data_set: str = "", say: Say) -> Imported:
    """
    Import a ColDP or Darwin Core archive. One that was broken off goes on where it was. Raises ArchiveRefused
    or OSError; then what is published has not changed.
    """
    folder = settings.VAR_DIR / "names"
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        archive = stack.enter_context(opened(path))
        listing = listing_of(archive)
        known = list_of(listing.metadata.title, data_set)
        stack.enter_context(_alone(folder / f"{known.slug}.lock"))
        current = NameEdition.objects.filter(
            data_set=known.slug, archive=archive.digest, state=NameEdition.State.CURRENT
        ).first()
        name = f"{archive.digest[:DIGITS]}-{known.slug}.sqlite3"
        for each in folder.glob(f"{'?' * DIGITS}-{known.slug}.sqlite3*"):
            # Of an import that was given up for this one.
            if not each.name.startswith(name):
                each.unlink()
        scratch = Scratch(folder / name)
        if current is not None:
            # What may be left of an import that was killed after it had published.
            scratch.delete()
            delete_past(say)
            return Imported(current, known=True)
        try:
            rejected = _read(archive, listing, scratch, folder / f"{known.slug}-rejected.csv", say)
            edition = prepared(
                metadata=listing.metadata, data_set=known, digest=archive.digest, scratch=scratch
            )
            store_taxa(edition, known, scratch, say)
            store_keys(edition, scratch, say)
            publish(edition, scratch)
        except ArchiveRefused:
            scratch.delete()
            raise
        except BaseException:
            scratch.close()
            raise
        scratch.delete()
    delete_past(say)
    return Imported(edition, rejected)


def _read(archive: Archive, listing: Listing, scratch: Scratch, rejected: Path, say: Say) -> Path | None:
    read_all(archive, listing, scratch, say)
    resolve(listing, scratch, say)
    if not scratch.db.execute("SELECT 1 FROM usage WHERE accepted_n IS NULL LIMIT 1").fetchone():
        raise ArchiveRefused("holds no accepted name")
    if not scratch.fact("spoiled"):
        rejected.unlink(missing_ok=True)
        return None
    part = rejected.with_suffix(".part")
    with part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["file", "line", "column", "name", "mistake"])
        for place, line, position, name, says in scratch.spoiled_lines():
            writer.writerow([listing.tables[place].member, line, position or "", name, says])
        if scratch.fact("spoiled") > MOST_TOLD:
            writer.writerow(["", "", "", "", f"{scratch.fact('spoiled') - MOST_TOLD} more are left out"])
    part.replace(rejected)
    return rejected


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One import of a list at a time on this machine."""
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ArchiveRefused("is not imported: another import of this list is under way") from None
        yield
