"""
The scratch file of an import: what was read so far, as a SQLite database beside the site's.

Tables of a list refer to each other in any order, and two million rows are too many to hold in memory. The
lines that are read and how far it has come are stored together, so that an import that was killed goes on
from there. Rows are numbered in the order of reading: `n`.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

MOST_TOLD = 250_000
"""The most spoiled lines whose places are kept; of others only the number."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS usage (
    n INTEGER PRIMARY KEY, place INTEGER, line INTEGER, id TEXT, parent TEXT, accepted TEXT, name_id TEXT,
    rank TEXT, name TEXT, authorship TEXT, kingdom TEXT, phylum TEXT, class_name TEXT, order_name TEXT,
    family TEXT, extinct TEXT, identifiers TEXT, accepted_n INTEGER, parent_n INTEGER);
CREATE TABLE IF NOT EXISTS name (
    n INTEGER PRIMARY KEY, place INTEGER, line INTEGER, id TEXT, rank TEXT, name TEXT, authorship TEXT);
CREATE TABLE IF NOT EXISTS common (
    n INTEGER PRIMARY KEY, place INTEGER, line INTEGER, taxon TEXT, language TEXT, name TEXT,
    preferred INTEGER, taxon_n INTEGER);
CREATE TABLE IF NOT EXISTS area (
    n INTEGER PRIMARY KEY, place INTEGER, line INTEGER, taxon TEXT, area TEXT, taxon_n INTEGER);
CREATE TABLE IF NOT EXISTS key (key BLOB, weight INTEGER, taxon_n INTEGER);
CREATE TABLE IF NOT EXISTS spoiled (place INTEGER, line INTEGER, position INTEGER, name TEXT, says TEXT);
CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID;
"""


class Scratch:
    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.db = sqlite3.connect(path, isolation_level=None)
        # Whoever is killed loses nothing; after a power cut the import begins again.
        self.db.executescript(
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
            " PRAGMA cache_size=-65536; PRAGMA temp_store=FILE;"
        )
        self.db.executescript(SCHEMA)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")

    def fact(self, name: str) -> int:
        """How far something has come; 0 if it has not begun."""
        found = self.db.execute("SELECT value FROM fact WHERE name = ?", [name]).fetchone()
        return int(found[0]) if found else 0

    def set_fact(self, name: str, value: int) -> None:
        self.db.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", [name, value])

    def add(self, name: str, more: int) -> None:
        self.set_fact(name, self.fact(name) + more)

    @contextmanager
    def once(self, step: str) -> Iterator[bool]:
        """Yield whether the step is still to be done; it is done when the block ends, or not at all."""
        if self.fact(step):
            yield False
            return
        with self.transaction():
            yield True
            self.set_fact(step, 1)

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        marks = ", ".join("?" * len(columns))
        self.db.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)

    def tell(self, spoiled: Sequence[tuple[int, int, int, str, str]]) -> None:
        """Keep `place, line, position, name, says` of spoiled lines, as many as fit."""
        if not spoiled:
            return
        left = max(0, MOST_TOLD - self.fact("told"))
        self.insert("spoiled", ("place", "line", "position", "name", "says"), spoiled[:left])
        self.add("told", len(spoiled[:left]))
        self.add("spoiled", len(spoiled))

    def spoiled_lines(self) -> Iterator[tuple[int, int, int, str, str]]:
        """In the order of the tables and lines."""
        yield from self.db.execute("SELECT * FROM spoiled ORDER BY place, line")

    def close(self) -> None:
        self.db.close()

    def delete(self) -> None:
        self.close()
        for each in self.path.parent.glob(f"{self.path.name}*"):
            each.unlink()
