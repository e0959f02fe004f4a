"""
What a device does with the site, through all that its web worker calls (phylo/offline/entry.py).
on_device.mjs runs it in Pyodide.
"""

import asyncio
import json
import re
import shutil
from collections.abc import Callable
from random import Random
from urllib.parse import urlencode
from uuid import UUID

from phylo.offline import entry

SITE = "http://localhost:8000"
RULES = ("phylo-1.4a", "phylo-1.3", "ecosystem", "coral-reef")
PAGES = (
    "/", "/play/", "/play/computer/", "/cards/", "/cards/?q=wolf", "/cards/?q=wlof", "/cards/gray-wolf/",
    "/cards/print/", "/decks/", "/decks/strength/", "/decks/new/", "/learn/lessons/", "/puzzles/", "/rules/",
    "/lobby/", "/watch/", "/tournaments/", "/sets/", "/privacy/", "/status/",
    "/account/data/import/",
)  # fmt: skip
REFUSED = ("/sign-in/", "/cards/print.pdf?q=wolf", "/tournaments/calendar.ics")


class Device:
    def __init__(self, note: Callable[[str], object]) -> None:
        self.note = note
        self.rng = Random(1)

    def ask(self, path: str, method: str = "GET", body: bytes = b"", **headers: str) -> entry.Answer:
        sent = [(name.replace("_", "-"), value) for name, value in headers.items()]
        found = entry.answer(method, SITE + path, sent, body)
        self.note(f"{method} {path} {found.status}")
        return found

    def page(self, path: str) -> entry.Answer:
        return self.ask(path, accept="text/html")

    def sent(self, path: str, **fields: str) -> str:
        """Send a form; where the answer leads."""
        body = urlencode({**fields, "csrfmiddlewaretoken": self.token}).encode()
        answer = self.ask(path, "POST", body, content_type="application/x-www-form-urlencoded")
        assert answer.status == 302, answer.body.decode()
        return dict(answer.headers)["Location"]

    def api(self, path: str, body: object = None) -> dict:
        if body is None:
            answer = self.ask(f"/api/v1{path}")
        else:
            content = {"content_type": "application/json", "x_csrftoken": self.token}
            answer = self.ask(f"/api/v1{path}", "POST", json.dumps(body).encode(), **content)
        assert answer.status in (200, 201), (path, answer.status, answer.body.decode())
        return json.loads(answer.body)

    @property
    def token(self) -> str:
        found = re.search(r"csrftoken=(\w+)", entry.device().jar.header(""))
        assert found
        return found[1]

    def begin(self, rules: str, **more: object) -> str:
        if not rules.startswith("phylo"):
            return self.api("/tables/start/", {"rules": rules, "seats": ["greedy"]})["match"]
        decks = self.api(f"/decks/?rules={rules}")["results"] if rules.startswith("phylo") else []
        sent = {"rules": rules, **more}
        if decks:
            sent |= {"deck": decks[0]["slug"], "opponent_deck": decks[1]["slug"]}
        return self.api("/matches/", sent)["match"]

    def act(self, match: str, seat: str = "") -> bool:
        """Do something that is legal, if it is one's turn. Whether the match goes on."""
        if self.api(f"/matches/{match}/{seat}")["status"] != "playing":
            return False
        found = self.api(f"/matches/{match}/actions/{seat}")
        if found["legal"]:
            action = self.rng.choice(found["legal"])
            action.pop("seat", None)
            order = {"action": action, "version": found["version"], "key": f"k{found['version']}"}
            self.api(f"/matches/{match}/actions/{seat}", order)
        return True


def before(note: Callable[[str], object]) -> dict[str, object]:
    """Everything that is there, and what is not."""
    device = Device(note)
    found: dict[str, object] = {"pages": {path: device.page(path).status for path in PAGES}}
    found["refused"] = {path: device.page(path).status for path in REFUSED}
    lesson = device.api("/lessons/")["results"][0]["key"]
    found["lesson"] = device.page(f"/learn/{lesson}/").status
    legal = device.api(f"/lessons/{lesson}/")
    order = {"action": legal["legal"][0], "version": legal["version"], "key": "k"}
    found["acted"] = device.api(f"/lessons/{lesson}/actions/", order)["version"]
    puzzle = device.api("/puzzles/next/")["key"]
    order = {"action": {"do": "solution"}, "version": 0, "key": "k"}
    found["puzzle"] = device.api(f"/puzzles/{puzzle}/actions/", order)["verdict"]
    slug = device.api("/decks/?rules=phylo-1.4a")["results"][0]["slug"]
    found["deck"] = device.sent(f"/decks/{slug}/copy/").split("/")[2]
    found["built"] = device.page(f"/decks/{found['deck']}/build/").status
    return found


async def played(rules: str, note: Callable[[str], object]) -> dict[str, object]:
    """A game against the computer to its end, with its table's stream open."""
    device, told = Device(note), []
    match = device.begin(rules, level="mouse")
    opened = entry.stream(f"{SITE}/api/v1/matches/{match}/stream/", [], told.append)
    assert opened.status == 200, opened.body
    for _turn in range(600):
        if not device.act(match):
            break
        while entry.work() == 0:
            note("worked")
        await asyncio.sleep(0)
    await asyncio.sleep(0.1)
    opened.cancel()
    await asyncio.sleep(0)
    found = device.api(f"/matches/{match}/")
    assert entry.changed()
    assert not entry.changed()
    return {
        "status": found["status"],
        "versions": len(told),
        "page": device.page(f"/matches/{match}/").status,
    }


def after(deck: str, note: Callable[[str], object]) -> dict[str, object]:
    """What the same person finds when the site is started again on the same folder."""
    device = Device(note)
    lesson = device.api("/lessons/")["results"][0]["key"]
    return {
        "deck": device.page(f"/decks/{deck}/build/").status,
        "matches": device.api("/matches/")["count"],
        "acted": device.api(f"/lessons/{lesson}/")["version"],
    }


def brought_up_to_date(folder: str, note: Callable[[str], object]) -> dict[str, object]:
    """The site starts on the database of an earlier version instead; pages, some with what is in it."""
    from django.core.management import call_command
    from django.db import connection

    connection.close()
    shutil.copyfile("/older.sqlite3", f"{folder}/phylo.sqlite3")
    entry.start(folder)
    note("brought up to date")
    call_command("migrate", check_unapplied=True, verbosity=0)
    device = Device(note)
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM games_match WHERE public")
        match = UUID(cursor.fetchone()[0])
    return {path: device.page(path).status for path in (*PAGES, "/people/Ada/", f"/matches/{match}/")}


async def main(folder: str, note: Callable[[str], object]) -> dict[str, object]:
    entry.start(folder)
    note("started")
    found = before(note)
    found["played"] = {rules: await played(rules, note) for rules in RULES}
    here = Device(note).begin("phylo-1.4a", here=True, key="here")
    for turn in range(4):
        assert Device(note).act(here, f"?seat={turn % 2}")
    entry.start(folder)
    found["again"] = after(str(found["deck"]), note)
    return {**found, "older": brought_up_to_date(folder, note)}
