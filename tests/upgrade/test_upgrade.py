"""
The databases of earlier versions (stored by tests/upgrade/store.py) are brought up to date, keep every row,
and everything in them goes on. 0.1.0 is of the first days; 0.1.1 is the last version in which all of `games`
was one app, and all of `cards` another; 0.1.2 is of November 2026, before 1.0. What takes long to make by
addresses, as mails and votes, was added to the first two by hand, so that no table is empty.
"""

import lzma
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing

import psycopg
import pytest

from tests.services.site import ROOT, Site
from tests.upgrade.store import FOLDER, PASSWORD, Person

VERSIONS = sorted(path.name.removesuffix(".sqlite3.xz") for path in FOLDER.glob("*.sqlite3.xz"))
GAMES = {"phylo-1.3", "phylo-1.4a", "ecosystem", "coral-reef"}
PAGES = (
    "/", "/lobby/", "/watch/", "/leaders/", "/people/Ada/", "/people/Ben/", "/account/", "/account/tokens/",
    "/account/data/", "/notices/", "/cards/", "/cards/searches/", "/decks/", "/decks/mine/", "/proposals/",
    "/proposals/1/", "/sets/", "/curators/", "/learn/", "/learn/first-card/",
    "/puzzles/", "/puzzles/history/", "/tournaments/", "/friends/", "/replays/import/", "/ladder/",
    "/translations/de/", "/account/data/import/",
)  # fmt: skip


MIGRATE = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("migrate", check_unapplied=True)
"""
SQLITE = "SELECT name FROM sqlite_master WHERE type = 'table'"
POSTGRESQL = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
PUT_TOGETHER = {"cards_report", "cards_decision", "games_chatreport"}
"""Reports and acts of moderation have come into one queue since 0.1.0."""


@pytest.mark.parametrize("version", VERSIONS)
def test_on_sqlite(version, tmp_path, prepared):
    site = Site(tmp_path / "site", like=prepared)
    file = site.folder / "phylo.sqlite3"
    file.write_bytes(stored(f"{version}.sqlite3"))
    update(site, lambda: sqlite3.connect(file), goes_on=version == VERSIONS[0])


@pytest.mark.parametrize("version", VERSIONS)
def test_on_postgresql(version, tmp_path, prepared, services_env):
    url = services_env["DATABASE_URL"]
    with psycopg.connect(url) as database:
        # The tests of a module share a database.
        database.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        database.execute(stored(f"{version}.sql"))
    site = Site(tmp_path / "site", like=prepared, env={"DATABASE_URL": url})
    update(site, lambda: psycopg.connect(url), goes_on=version == VERSIONS[-1])


def stored(name: str) -> bytes:
    return lzma.decompress((FOLDER / f"{name}.xz").read_bytes())


def update(
    site: Site, connect: Callable[[], sqlite3.Connection | psycopg.Connection], *, goes_on: bool
) -> None:
    """
    Keeps every row. What the site does with them afterwards is the same on both databases, so it is seen for
    each version on one.
    """
    before = counts(connect)
    subprocess.run([sys.executable, "-c", MIGRATE], env=site.env, cwd=ROOT, check=True)
    after = counts(connect)
    assert {table: after.get(table) for table in before} == before
    if not goes_on:
        return
    with site:
        everything_goes_on(site)
    verify = [sys.executable, "manage.py", "verify_matches"]
    told = subprocess.run(verify, env=site.env, cwd=ROOT, capture_output=True, text=True)
    assert f"{counts(connect)['games_match']} matches replayed, 0 differences" in told.stdout


def counts(connect: Callable[[], sqlite3.Connection | psycopg.Connection]) -> dict[str, int]:
    """The rows of each table of cards and games."""
    with closing(connect()) as database:
        listed = SQLITE if isinstance(database, sqlite3.Connection) else POSTGRESQL
        tables = {table for (table,) in database.execute(listed)} - PUT_TOGETHER
        return {
            table: database.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0]
            for table in tables
            if table.startswith(("cards_", "games_", "ladder_", "transfer_", "translating_"))
        }


def everything_goes_on(site: Site) -> None:
    ada = Person(site.url)
    ada.post("/sign-in/", {"login": "Ada", "password": PASSWORD})
    running = ada.ask("/matches/?running=true&my_turn=true")["results"]
    assert {match["rules"] for match in running} == GAMES
    for match in running:
        ada.act(match["match"])
    over = ada.ask("/matches/?running=false")["results"]
    addresses = [f"/matches/{match['match']}/" for match in running]
    addresses += [f"/matches/{match['match']}/replay/" for match in over]
    addresses += [f"/decks/{deck['slug']}/" for deck in ada.ask("/decks/?mine=true")["results"]]
    for address in (*PAGES, *addresses):
        with ada.get(address) as page:
            assert page.read()
    # No screen for those with an account.
    assert Person(site.url).get("/kiosk/").read()
