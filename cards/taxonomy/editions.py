"""From the scratch file into the site's database: an edition beside the present one, then in its place."""

import json
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from django.db import connection, transaction
from django.utils import timezone

from cards.taxonomy.keys import head_of
from cards.taxonomy.lineages import COLUMNS, Lineages
from cards.taxonomy.models import Lineage, NameEdition, NameKey, Taxon
from cards.taxonomy.name_lists import NameList, identifiers_in
from cards.taxonomy.reading import Say
from cards.taxonomy.records import LONGEST_NAME, Metadata
from cards.taxonomy.rows import delete_between, insert
from cards.taxonomy.scratch import Scratch

BATCH = 10_000
"""Rows stored in one transaction: a tenth of a second, for which others may have to wait."""
STATE = NameEdition.State
MOST_COMMON = 5
"""Common names kept of a taxon in one language."""
TAXON_COLUMNS = (
    "id", "edition_id", "source_id", "rank", "latin_name", "authorship", "accepted_id", "lineage_id",
    "region", "extinct", "identifiers", "common_names",
)  # fmt: skip
KEY_COLUMNS = ("id", "edition_id", "head", "key", "weight", "taxon_id")
EXTINCT = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


def prepared(*, metadata: Metadata, data_set: NameList, digest: str, scratch: Scratch) -> NameEdition:
    """The edition that the scratch file belongs to: as far as it is prepared, or a new one."""
    with transaction.atomic():
        unfinished = NameEdition.objects.select_for_update().filter(
            data_set=data_set.slug, state=STATE.PREPARED
        )
        begun = unfinished.filter(pk=scratch.fact("edition"), archive=digest).first()
        if begun is not None:
            return begun
        unfinished.update(state=STATE.PAST)
        edition = NameEdition.objects.create(
            data_set=data_set.slug,
            title=metadata.title or data_set.slug,
            version=metadata.version,
            licence=metadata.licence,
            citation=metadata.citation,
            archive=digest,
        )
    scratch.set_fact("edition", edition.pk)
    return edition


def store_taxa(edition: NameEdition, data_set: NameList, scratch: Scratch, say: Say) -> None:
    """Go on with the rows after the last that is stored."""
    lineages = Lineages.stored(scratch, data_set, edition)
    last = scratch.db.execute("SELECT coalesce(max(n), 0) FROM usage").fetchone()[0]
    first = edition.first_key
    while edition.taxa < last:
        until = min(edition.taxa + BATCH, last)
        rows = list(_taxa(edition, lineages, edition.taxa + 1, until))
        with transaction.atomic():
            insert(
                Lineage,
                ("id", *COLUMNS),
                [(first + number, *groups) for number, groups in lineages.fresh],
            )
            insert(Taxon, TAXON_COLUMNS, rows)
            _progress(edition, taxa=until)
        lineages.fresh.clear()
        say(f"storing names: {until:,} of {last:,}")


def _taxa(edition: NameEdition, lineages: Lineages, since: int, until: int) -> Iterator[tuple[object, ...]]:
    scratch, base = lineages.scratch, edition.first_key
    commons = _commons(scratch, since, until)
    regions = _regions(scratch, since, until)
    rows = scratch.db.execute(
        "SELECT n, id, rank, name, authorship, accepted_n, parent_n, extinct, identifiers,"
        " kingdom, phylum, class_name, order_name, family FROM usage WHERE n BETWEEN ? AND ?",
        [since, until],
    )
    for n, id_, rank, name, authors, accepted, parent, extinct, others, *own in rows:
        lineage = 0 if accepted else lineages.number(rank, name, tuple(own), parent)
        yield (
            base + n,
            edition.pk,
            id_,
            rank,
            name,
            authors,
            base + accepted if accepted else None,
            base + lineage if lineage else None,
            regions.get(n, ""),
            EXTINCT.get(extinct),
            json.dumps(identifiers_in(others)) if others else "{}",
            json.dumps(commons[n], ensure_ascii=False) if n in commons else "{}",
        )


def _commons(scratch: Scratch, since: int, until: int) -> dict[int, dict[str, list[str]]]:
    rows = scratch.db.execute(
        "SELECT taxon_n, language, name FROM common WHERE taxon_n BETWEEN ? AND ?"
        " ORDER BY taxon_n, preferred, n",
        [since, until],
    )
    found: dict[int, dict[str, list[str]]] = {}
    for n, language, name in rows:
        names = found.setdefault(n, {}).setdefault(language, [])
        if len(names) < MOST_COMMON and name not in names:
            names.append(name)
    return found


def _regions(scratch: Scratch, since: int, until: int) -> dict[int, str]:
    rows = scratch.db.execute(
        "SELECT taxon_n, area FROM area WHERE taxon_n BETWEEN ? AND ? ORDER BY taxon_n, n", [since, until]
    )
    return {
        n: _within(list(dict.fromkeys(area for _n, area in areas)))
        for n, areas in groupby(rows, key=itemgetter(0))
    }


def _within(areas: list[str]) -> str:
    """As many as fit."""
    text = ", ".join(areas)
    while len(text) > LONGEST_NAME:
        areas.pop()
        text = f"{', '.join(areas)} …"
    return text


def store_keys(edition: NameEdition, scratch: Scratch, say: Say) -> None:
    """Go on with the sorted names in search form."""
    last = scratch.db.execute("SELECT coalesce(max(rowid), 0) FROM sorted_key").fetchone()[0]
    base = edition.first_key
    while edition.keys < last:
        until = min(edition.keys + 2 * BATCH, last)
        rows = scratch.db.execute(
            "SELECT rowid, key, weight, taxon_n FROM sorted_key WHERE rowid BETWEEN ? AND ?",
            [edition.keys + 1, until],
        )
        with transaction.atomic():
            insert(
                NameKey,
                KEY_COLUMNS,
                (
                    (base + number, edition.pk, head_of(key), key, weight, base + n)
                    for number, key, weight, n in rows
                ),
            )
            _progress(edition, keys=until)
        say(f"storing search keys: {until:,} of {last:,}")


def _progress(edition: NameEdition, **done: int) -> None:
    for name, value in done.items():
        setattr(edition, name, value)
    edition.save(update_fields=list(done))


def publish(edition: NameEdition, scratch: Scratch) -> None:
    """Put the edition in the place of the present one, in one transaction."""
    counts = {
        "accepted": "SELECT count(*) FROM usage WHERE accepted_n IS NULL",
        "common_names": "SELECT count(*) FROM common",
    }
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for model in (Taxon, NameKey, Lineage):
                cursor.execute(f"ANALYZE {connection.ops.quote_name(model._meta.db_table)}")
    with transaction.atomic():
        NameEdition.objects.filter(data_set=edition.data_set, state=STATE.CURRENT).update(state=STATE.PAST)
        edition.state = STATE.CURRENT
        edition.published_at = timezone.now()
        edition.rejected = scratch.fact("spoiled")
        for column, query in counts.items():
            setattr(edition, column, scratch.db.execute(query).fetchone()[0])
        edition.save()


def delete_past(say: Say) -> None:
    """Delete what nobody can see any more, a part at a time."""
    for edition in NameEdition.objects.filter(state=STATE.PAST).order_by("pk"):
        base = edition.first_key
        for model in (NameKey, Taxon, Lineage):
            rows = model._base_manager.filter(pk__gt=base, pk__lt=base + (1 << 32)).order_by("pk")
            while (first := rows.values_list("pk", flat=True).first()) is not None:
                delete_between(model, first, first + BATCH - 1)
                say(f"deleting what {edition} held")
        edition.delete()
