"""
Store the database of a small site as this version leaves it, for the tests of later versions:

.venv/bin/python -m tests.services.run .venv/bin/python -m tests.upgrade.store 0.2.0

writes tests/upgrade/0.2.0.sqlite3.xz and 0.2.0.sql.xz (PostgreSQL). The site is filled by nothing but
addresses, so that a copy of this folder does the same in the checkout of an older version.
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
from datetime import date, timedelta
from http.client import HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import Request

import psycopg

from tests.services import processes, programs
from tests.services.processes import until
from tests.services.site import Site
from tests.services.visitor import Visitor

FOLDER = Path(__file__).parent
PASSWORD = "orca whale song"
WEEK = "days-604800"
PATIENCE = 180  # seconds for an answer or the computer's turn
SPARE = (
    "cards_taxon WHERE id > 30 + (SELECT min(id) FROM cards_taxon)",
    "cards_namekey WHERE taxon_id NOT IN (SELECT id FROM cards_taxon)",
    "cards_measurement WHERE id > 30",
    "cards_interaction WHERE id > 30",
    """cards_deck WHERE ready AND id > 2
    AND id NOT IN (SELECT deck_id FROM cards_decklike UNION SELECT deck_id FROM cards_deckcomment)""",
    "cards_deckversion WHERE deck_id NOT IN (SELECT id FROM cards_deck)",
    "cards_deckcard WHERE deck_id NOT IN (SELECT id FROM cards_deck)",
    """cards_card WHERE id NOT IN (SELECT card_id FROM cards_deckcard
    UNION SELECT card_id FROM cards_collectioncard
    UNION SELECT card_id FROM cards_proposal WHERE card_id IS NOT NULL
    UNION SELECT card_id FROM translating_proposedtext)""",
    "cards_cardrevision WHERE card_id NOT IN (SELECT id FROM cards_card)",
    "cards_cardtext WHERE card_id NOT IN (SELECT id FROM cards_card)",
    """games_puzzle WHERE shipped AND id > 5 AND id NOT IN (SELECT puzzle_id FROM games_puzzleattempt
    UNION SELECT puzzle_id FROM games_dailypuzzle)""",
    """games_rating WHERE player_id IS NULL AND bot = ''
    AND id NOT IN (SELECT rating_id FROM games_puzzle WHERE rating_id IS NOT NULL)""",
    "games_puzzletheme WHERE puzzle_id NOT IN (SELECT id FROM games_puzzle)",
)
"""Most of what comes with the code, which would make the files large and is loaded again."""


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

    def change(self, path: str, value: object) -> dict:
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        headers = {"Content-Type": "application/json", "X-CSRFToken": token or ""}
        body = json.dumps(value).encode()
        request = Request(f"{self.url}/api/v1{path}", data=body, headers=headers, method="PATCH")
        return json.load(self.opener.open(request, timeout=PATIENCE))

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
    """Rows of every slice: accounts and guests play, learn, build decks and sets, and lead tournaments."""
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

    meet(ada, ben, deck)
    puzzles(ada, over)
    tournaments(ada, ben, deck)
    school(ada, (Person(url), Person(url)), deck)
    translation(ben, some[0])
    ada.post("/ladder/new/", {"name": "Weasel", "about": "Draws what lies first.", "plays": "ecosystem"})
    brought = ada.send("/data/imports/", json.load(ada.get("/account/data/")))["api"]
    until(lambda: json.load(ada.get(urlsplit(brought).path))["status"] == "done")
    screen = Person(url)
    screen.post("/kiosk/", {})
    screen.get("/kiosk/all/lessons/").read()
    screen.send("/lessons/first-card/actions/", {"action": {"do": "pass"}, "version": 0, "key": "one"})


def meet(ada: Person, ben: Person, deck: str) -> None:
    """Friends, a mute, a rated match, a hint, an analysis and a record."""
    ada.send("/friends/", {"name": "Ben"})
    ben.send("/friends/", {"name": "Ada"})
    Person(ben.url, "Cem").ask("/matches/")
    ben.send("/blocks/", {"name": "Cem"})
    terms = {"deck": deck, "clock": WEEK, "rated": True, "key": "rated"}
    code = ada.send("/challenges/", {"to": "Ben", **terms})["challenge"]
    match = ben.send(f"/challenges/{code}/accept/", {"deck": deck})["match"]
    first = ada if ada.ask(f"/matches/{match}/view/")["legal"] else ben
    seen = first.turn(match)
    first.send(
        f"/matches/{match}/actions/", {"action": {"do": "pass"}, "version": seen["version"], "key": "one"}
    )
    ben.send(f"/matches/{match}/resign/", {})
    ben.send(f"/matches/{match}/analysis/", {})
    alone = ada.send("/matches/", {"deck": deck, "level": "random"})["match"]
    at = {"version": ada.turn(alone)["version"]}
    until(lambda: ada.send(f"/matches/{alone}/hint/", at)["ready"])
    record = json.load(ada.get(f"/api/v1/matches/{match}/record/"))
    ben.post_json("/replays/import/", record)


def puzzles(ada: Person, match: str) -> None:
    """The puzzle of the day, a run, and one made of a match."""
    ada.get("/puzzles/daily/").read()
    ada.send("/puzzles/runs/", {"key": "one"})
    ada.post(f"/matches/{match}/puzzle/", {"version": "0"})


def tournaments(ada: Person, ben: Person, deck: str) -> None:
    """One that is played, with a corrected result, and one that is open."""
    terms = {"kind": "swiss", "rules": "phylo-1.4a", "clock": WEEK, "rounds": 2}
    code = ada.send("/tournaments/", {"name": "Cup", "key": "one", **terms})["tournament"]
    for person in (ada, ben):
        person.send(f"/tournaments/{code}/entries/", {"deck": deck})
    ada.send(f"/tournaments/{code}/begin/", {})
    [game] = ada.ask(f"/tournaments/{code}/games/")["results"]
    ada.change(f"/tournaments/{code}/games/{game['game']}/", {"points": [1, 0], "reason": "Agreed."})
    ada.send("/tournaments/", {"name": "Open cup", "key": "two", **terms})


def school(teacher: Person, pupils: tuple[Person, Person], deck: str) -> None:
    """A class with two pupils who play."""
    made = teacher.post("/sets/new/", {"name": "Class 4b", "licence": "CC-BY-4.0", "key": "class"}).url
    slug = made.split("/sets/")[1].split("/")[0]
    version = teacher.ask(f"/collections/{slug}/")["version"]
    teacher.change(f"/collections/{slug}/", {"version": version, "class_set": True})
    ends = (date.today() + timedelta(days=90)).isoformat()
    teacher.send(f"/collections/{slug}/class/", {"ends_on": ends})
    code = teacher.change(f"/collections/{slug}/class/", {"open": True})["code"]
    for pupil, name in zip(pupils, ("Mia", "Tom"), strict=True):
        pupil.get(f"/class/{code}/").read()
        pupil.post(f"/class/{code}/", {"first_name": name, "animal": "fox", "key": name})
    found = [each["pupil"] for each in teacher.ask(f"/collections/{slug}/class/pupils/")["results"]]
    teacher.send(f"/collections/{slug}/class/games/", {"pupils": found, "deck": deck, "key": "one"})
    teacher.send(f"/collections/{slug}/class/archive/", {})


def translation(ben: Person, card: str) -> None:
    """One that is proposed, of a card's German name and sentence."""
    page = f"/translations/de/?card={card}"
    found = re.search(r'name="base" value="(\d+)"', ben.get(page).read().decode())
    assert found is not None
    shown = ben.ask(f"/cards/{card}/")
    of = {"base": found[1], "of_name": shown["name"], "of_fact": shown["fact"]}
    ben.post(page, of | {"name": "Alter Baum", "gender": "m", "fact": "Er ist alt."})


def spare(database: sqlite3.Connection | psycopg.Connection) -> None:
    for rows in SPARE:
        database.execute(f"DELETE FROM {rows}")


def sqlite(folder: Path) -> bytes:
    with Site(folder) as site:
        fill(site.url)
    with closing(sqlite3.connect(folder / "phylo.sqlite3")) as database:
        with database:
            spare(database)
        database.execute("VACUUM INTO ?", [str(folder / "stored")])
    return (folder / "stored").read_bytes()


def postgresql(folder: Path) -> bytes:
    server = urlsplit(os.environ["DATABASE_URL"])
    processes.create_database(server._replace(path="/postgres").geturl(), "upgrade")
    url = server._replace(path="/upgrade").geturl()
    with Site(folder, env={"DATABASE_URL": url}) as site:
        fill(site.url)
    with psycopg.connect(url) as database:
        spare(database)
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
