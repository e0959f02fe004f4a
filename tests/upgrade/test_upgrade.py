"""
The databases of earlier versions (stored by tests/upgrade/store.py) are brought up to date by a start of the
site, and everything in them goes on.
"""

import lzma
import subprocess
import sys

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
)  # fmt: skip


@pytest.mark.parametrize("version", VERSIONS)
def test_on_sqlite(version, tmp_path, prepared):
    site = Site(tmp_path / "site", like=prepared)
    (site.folder / "phylo.sqlite3").write_bytes(stored(f"{version}.sqlite3"))
    goes_on(site)


@pytest.mark.parametrize("version", VERSIONS)
def test_on_postgresql(version, tmp_path, prepared, services_env):
    with psycopg.connect(services_env["DATABASE_URL"]) as database:
        database.execute(stored(f"{version}.sql"))
    goes_on(Site(tmp_path / "site", like=prepared, env={"DATABASE_URL": services_env["DATABASE_URL"]}))


def stored(name: str) -> bytes:
    return lzma.decompress((FOLDER / f"{name}.xz").read_bytes())


def goes_on(site: Site) -> None:
    with site:
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
    verified = [sys.executable, "manage.py", "verify_matches"]
    told = subprocess.run(verified, env=site.env, cwd=ROOT, capture_output=True, text=True)
    assert "7 matches replayed, 0 differences" in told.stdout
