"""From an archive into the scratch file: reading its lines, and finding what they refer to."""

from collections.abc import Callable, Mapping
from itertools import islice

from cards.taxonomy.archive import Archive, ArchiveRefused
from cards.taxonomy.coldp import coldp
from cards.taxonomy.darwin_core import darwin_core
from cards.taxonomy.keys import key_of, keys_of
from cards.taxonomy.records import Area, Common, Listing, Name, Record, Table, Usage
from cards.taxonomy.scratch import Scratch
from cards.taxonomy.tables import Row, Spoiled, rows

BATCH = 20_000
TABLES: Mapping[type[Record], tuple[str, tuple[str, ...]]] = {
    Usage: ("usage", ("place", "line", *Usage._fields)),
    Name: ("name", ("place", "line", *Name._fields)),
    Common: ("common", ("place", "line", *Common._fields)),
    Area: ("area", ("place", "line", *Area._fields)),
}
MOST_CHAINS = 5
"""Synonyms of synonyms are followed so far."""
FEW = 4
"""If more than one line in so many is spoiled, the archive is not what it seems."""

Say = Callable[[str], None]


def listing_of(archive: Archive) -> Listing:
    """Raises ArchiveRefused for an unknown format, or one that lacks what is needed."""
    found = darwin_core(archive) or coldp(archive)
    if found is None:
        raise ArchiveRefused(
            "is neither a ColDP archive (NameUsage.tsv) nor a Darwin Core archive (meta.xml)"
        )
    return found


def read_all(archive: Archive, listing: Listing, scratch: Scratch, say: Say) -> None:
    """Go on reading where it was left. Raises ArchiveRefused."""
    for place, table in enumerate(listing.tables):
        if not scratch.fact(f"read {place}"):
            _read_table(archive, table, place, scratch, say)
    lines, spoiled = scratch.fact("lines"), scratch.fact("spoiled")
    if spoiled * FEW > lines:
        raise ArchiveRefused(f"{spoiled:,} of {lines:,} lines are spoiled: the tables are not what they seem")


def _read_table(archive: Archive, table: Table, place: int, scratch: Scratch, say: Say) -> None:
    done = scratch.fact(f"line {place}")
    with archive.open(table.member) as file:
        source = rows(file, table.dialect)
        for _header in islice(source, table.dialect.header_lines):
            pass
        fresh = (row for row in source if row.line > done) if done else source
        while batch := list(islice(fresh, BATCH)):
            with scratch.transaction():
                _store(table, place, batch, scratch)
                scratch.set_fact(f"line {place}", batch[-1].line)
                scratch.add("lines", len(batch))
            say(f"{table.member}: {batch[-1].line:,} lines")
    scratch.set_fact(f"read {place}", 1)


def _store(table: Table, place: int, batch: list[Row], scratch: Scratch) -> None:
    found: list[tuple[object, ...]] = []
    spoiled: list[tuple[int, int, int, str, str]] = []
    columns, read = table.columns, table.read
    for row in batch:
        if row.cells == [""]:
            continue  # an empty line
        cells = columns.checked(row)
        record = cells if isinstance(cells, Spoiled) else columns.unreadable(cells) or read(cells)
        if isinstance(record, Spoiled):
            spoiled.append((place, row.line, *record))
        elif record is not None:
            found.append((place, row.line, *record))
    name, names = TABLES[table.kind]
    scratch.insert(name, names, found)
    scratch.tell(spoiled)


def resolve(listing: Listing, scratch: Scratch, say: Say) -> None:
    """Find what the rows refer to; what refers to nothing is told and left out."""
    say("finding what the lines refer to")
    with scratch.once("names") as due:
        if due and any(listing.of(Name)):
            _join_names(scratch)
    with scratch.once("ids") as due:
        if due:
            _drop(scratch, "usage", "id", "is used by an earlier line", """
                SELECT place, line, n FROM usage AS later WHERE EXISTS (
                    SELECT 1 FROM usage AS earlier WHERE earlier.id = later.id AND earlier.n < later.n)
            """, index="CREATE INDEX usage_id ON usage (id)")  # fmt: skip
    with scratch.once("accepted") as due:
        if due:
            _find_accepted(scratch)
    with scratch.once("parents") as due:
        if due:
            scratch.db.execute("""
                UPDATE usage SET parent_n = (
                    SELECT coalesce(accepted_n, n) FROM usage AS other WHERE other.id = usage.parent)
                WHERE parent <> ''
            """)
    for table in ("common", "area"):
        with scratch.once(table) as due:
            if due:
                _find_taxa(scratch, table)
    with scratch.once("keys") as due:
        if due:
            say("sorting names")
            _make_keys(scratch)


def _drop(scratch: Scratch, table: str, column: str, says: str, found: str, *, index: str = "") -> None:
    """Tell and delete the rows `place, line, n` that a query finds."""
    if index:
        scratch.db.execute(index)
    # First all of them: what is deleted may be what others refer to.
    scratch.db.execute(f"CREATE TEMP TABLE dropped AS {found}")
    dropped = scratch.db.execute("SELECT place, line FROM dropped")
    while batch := dropped.fetchmany(BATCH):
        scratch.tell([(place, line, 0, column, says) for place, line in batch])
    scratch.db.execute(f"DELETE FROM {table} WHERE n IN (SELECT n FROM dropped)")
    scratch.db.execute("DROP TABLE dropped")


def _join_names(scratch: Scratch) -> None:
    scratch.db.execute("CREATE INDEX name_id ON name (id)")
    scratch.db.execute("""
        UPDATE usage SET (rank, name, authorship) = (
            SELECT rank, name, authorship FROM name WHERE name.id = usage.name_id)
    """)
    _drop(scratch, "usage", "nameid", "the archive lacks this name",
          "SELECT place, line, n FROM usage WHERE name IS NULL")  # fmt: skip


def _find_accepted(scratch: Scratch) -> None:
    scratch.db.execute("""
        UPDATE usage SET accepted_n = (SELECT n FROM usage AS other WHERE other.id = usage.accepted)
        WHERE accepted <> ''
    """)
    for _step in range(MOST_CHAINS):
        scratch.db.execute("""
            UPDATE usage SET accepted_n = (
                SELECT accepted_n FROM usage AS next WHERE next.n = usage.accepted_n)
            WHERE accepted_n IS NOT NULL
            AND (SELECT accepted FROM usage AS next WHERE next.n = usage.accepted_n) <> ''
        """)
    _drop(scratch, "usage", "accepted", "the archive has no accepted name of this identifier", """
        SELECT place, line, n FROM usage WHERE accepted <> '' AND (accepted_n IS NULL OR accepted_n = n
            OR (SELECT accepted FROM usage AS next WHERE next.n = usage.accepted_n) <> '')
    """)  # fmt: skip


def _find_taxa(scratch: Scratch, table: str) -> None:
    """What belongs to a synonym belongs to the accepted name."""
    scratch.db.execute(f"""
        UPDATE {table} SET taxon_n = (
            SELECT coalesce(accepted_n, n) FROM usage WHERE usage.id = {table}.taxon)
    """)
    _drop(scratch, table, "taxonid", "the archive has no taxon of this identifier",
          f"SELECT place, line, n FROM {table} WHERE taxon_n IS NULL")  # fmt: skip
    scratch.db.execute(f"CREATE INDEX {table}_taxon ON {table} (taxon_n)")


def _make_keys(scratch: Scratch) -> None:
    """All names in search form, sorted, so that the database adds them at the end of its indexes."""
    scratch.db.execute("CREATE TABLE weight (taxon_n INTEGER PRIMARY KEY, weight INTEGER)")
    scratch.db.execute("""
        INSERT INTO weight SELECT taxon_n, count(DISTINCT nullif(language, '')) FROM common GROUP BY taxon_n
    """)
    weights = "SELECT weight FROM weight WHERE weight.taxon_n ="
    latin = scratch.db.execute(f"SELECT n, name, coalesce(({weights} n), 0) FROM usage ORDER BY n")
    while batch := latin.fetchmany(BATCH):
        scratch.insert(
            "key", ("key", "weight", "taxon_n"), [(key_of(name), weight, n) for n, name, weight in batch]
        )
    common = scratch.db.execute(f"SELECT taxon_n, name, coalesce(({weights} taxon_n), 0) FROM common")
    while batch := common.fetchmany(BATCH):
        scratch.insert(
            "key",
            ("key", "weight", "taxon_n"),
            [(key, weight, n) for n, name, weight in batch for key in keys_of(name)],
        )
    scratch.db.execute("DELETE FROM key WHERE key = x''")
    scratch.db.execute("""
        CREATE TABLE sorted_key AS SELECT DISTINCT key, weight, taxon_n FROM key ORDER BY key, taxon_n
    """)
    scratch.db.execute("DROP TABLE key")
