"""
Store the database of a small site as this version leaves it, for the tests of later versions:

.venv/bin/python -m tests.services.run .venv/bin/python -m tests.upgrade.store 0.2.0

writes tests/upgrade/0.2.0.sqlite3.xz and 0.2.0.sql.xz (PostgreSQL). It uses nothing but addresses, so that
a copy of this folder does the same in the checkout of an older version.
"""

import json
import lzma
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from http.client import HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import Request

from tests.services import processes, programs
from tests.services.site import Site
from tests.services.visitor import Visitor

FOLDER = Path(__file__).parent
PASSWORD = "orca whale song"
PATIENCE = 60  # seconds for an answer or the computer's turn


class Person(Visitor):
    """Somebody with a browser; with a name, with an account."""

    def __init__(self, site: str, name: str = "") -> None:
        super().__init__(site)
        if name:
            self.post(
                "/sign-up/", {"username": name, "password1": PASSWORD, "password2": PASSWORD, "email": ""}
            )

    def get(self, path: str, **headers: str) -> HTTPResponse:
        # Longer than a visitor's 10 seconds: a first page may be slow.
        return self.opener.open(Request(self.url + path, headers=headers), timeout=PATIENCE)

    def ask(self, path: str) -> dict:
        return json.load(self.get(f"/api/v1{path}"))

    def send(self, path: str, value: object) -> dict:
        return json.loads(self.post_json(f"/api/v1{path}", value).read() or b"{}")

    def act(self, match: str, times: int = 1) -> None:
        """Play the first legal action, as soon as it is one's turn; then wait until it is again."""
        for _time in range(times):
            seen = self.turn(match)
            send = {"action": seen["legal"][0], "version": seen["version"], "key": f"at-{seen['version']}"}
            self.send(f"/matches/{match}/actions/", send)
        self.turn(match)

    def turn(self, match: str) -> dict:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            seen = self.ask(f"/matches/{match}/view/")
            if seen["legal"]:
                return seen
            time.sleep(0.1)
        raise TimeoutError(f"no turn in {match}")


def fill(url: str) -> None:
    """Accounts, guests, matches, a lesson, a puzzle, decks, a proposal, a set, a token and a chat."""
    ada, ben, guest = Person(url, "Ada"), Person(url, "Ben"), Person(url)
    ready = {
        rules: guest.ask(f"/decks/?ready=true&size=1&rules={rules}")["results"][0]["slug"]
        for rules in ("phylo-1.3", "phylo-1.4a")
    }
    for deck in ready.values():
        ada.act(ada.send("/matches/", {"deck": deck, "level": "random"})["match"], times=3)
    for rules in ("ecosystem", "coral-reef"):
        begun = ada.send("/tables/start/", {"rules": rules, "seats": ["greedy"]})
        ada.act(begun["match"], times=3)
    deck = ready["phylo-1.4a"]
    guest.act(guest.post("/matches/", {"deck": deck, "level": "greedy"}).url.split("/")[-2], times=2)
    over = ada.send("/matches/", {"deck": deck, "level": "random"})["match"]
    ada.act(over)
    ada.send(f"/matches/{over}/resign/", {})

    ada.send("/lessons/first-card/actions/", {"action": {"do": "pass"}, "version": 0, "key": "one"})
    puzzle = ada.ask("/puzzles/next/")["key"]
    ada.send(f"/puzzles/{puzzle}/actions/", {"action": {"do": "pass"}, "version": 0, "key": "one"})

    code = ada.send("/challenges/", {"deck": deck, "key": "one", "to": "Ben"})["challenge"]
    match = ben.send(f"/challenges/{code}/accept/", {"deck": deck})["match"]
    first = ada if ada.ask(f"/matches/{match}/view/")["legal"] else ben
    seen = first.turn(match)
    first.send(
        f"/matches/{match}/actions/", {"action": {"do": "pass"}, "version": seen["version"], "key": "one"}
    )
    ben.send(f"/matches/{match}/chat/", {"text": "Good luck!", "key": "one"})
    ada.send("/challenges/", {"deck": deck, "key": "two"})
    ada.send("/tables/", {"rules": "ecosystem", "seats": ["person", "greedy"], "key": "three"})

    some = [each["key"] for each in ada.ask("/cards/?q=kind:species&size=3")["results"]]
    ada.send("/decks/", {"name": "Wood", "cards": {some[0]: 2}, "key": "one"})
    ben.post(f"/decks/{deck}/like/", {"on": "yes"})
    ben.post(f"/decks/{deck}/comments/", {"text": "A fine deck.", "key": "one"})
    guest.send("/decks/", {"name": "Pond", "cards": {some[2]: 1}, "key": "one"})
    edit = {
        "kind": "edit",
        "card": some[0],
        "contents": {"fact": "It is old."},
        "summary": "Older.",
        "key": "one",
    }
    proposal = ada.send("/proposals/", edit | {"submit": True})["id"]
    ben.send(f"/proposals/{proposal}/comments/", {"text": "Where from?", "key": "one"})
    made = ada.post("/sets/new/", {"name": "Our pond", "licence": "CC-BY-4.0", "key": "one"}).url
    ada.post(f"/sets/put/?card={some[1]}", {"card": some[1], "set": made.split("/sets/")[1].split("/")[0]})
    ada.post("/cards/searches/new/", {"name": "Trees", "q": "oak"})
    ada.post("/account/again/", {"password": PASSWORD})
    ada.post("/account/tokens/", {"name": "bot", "play": "on", "days": "365"})


def sqlite(folder: Path) -> bytes:
    with Site(folder) as site:
        fill(site.url)
    with closing(sqlite3.connect(folder / "phylo.sqlite3")) as database:
        database.execute("VACUUM INTO ?", [str(folder / "stored")])
    return (folder / "stored").read_bytes()


def postgresql(folder: Path) -> bytes:
    server = urlsplit(os.environ["DATABASE_URL"])
    processes.create_database(server._replace(path="/postgres").geturl(), "upgrade")
    url = server._replace(path="/upgrade").geturl()
    with Site(folder, env={"DATABASE_URL": url}) as site:
        fill(site.url)
    # INSERTs, which need no psql.
    command = [programs.postgresql() / "pg_dump", "--inserts", "--no-owner", "--no-privileges", url]
    told = subprocess.run(command, check=True, capture_output=True).stdout
    return re.sub(rb"(?m)^\\.*\n", b"", told)


def main(version: str) -> None:
    for ending, stored in (("sqlite3", sqlite), ("sql", postgresql)):
        with tempfile.TemporaryDirectory() as folder:
            packed = lzma.compress(stored(Path(folder)), preset=9 | lzma.PRESET_EXTREME)
        (FOLDER / f"{version}.{ending}.xz").write_bytes(packed)
        print(f"{version}.{ending}.xz: {len(packed):,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
