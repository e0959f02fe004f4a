"""
A classroom and its server, without internet: python -m tests.services.without_internet FOLDER LIKE [cut]

Every kind of page is read, moves are played, a mail is sent within the house, and each regular task is done
once. Prints what was done as JSON, and `tried`: who wanted to reach another machine. `cut` is for a network
namespace of its own, where nobody could.
"""

import fcntl
import json
import os
import re
import socket
import struct
import subprocess
import sys
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from urllib.error import HTTPError

from tests.services import without
from tests.services.processes import until
from tests.services.site import ROOT, Site
from tests.upgrade.store import Person

GUARD = Path(__file__).with_name("guard")
BEGIN = ["/", "/lobby/", "/rules/", "/sets/", "/sets/new/", "/privacy/", "/account/delete/", "/api/"]
FILES = ("/cards/print.pdf?q=wolf", "/api/v1/openapi.json", "/healthz")
FACE = re.compile(r"/cards/[\w-]+/face/[\w-]+\.svg")
REGULAR = """
import django, json; django.setup()
from phylo.celery import app
app.loader.import_default_modules()
for each in app.conf.beat_schedule.values():
    app.tasks[each["task"]]()
print(len(app.conf.beat_schedule))
"""


class Mailbox(StreamRequestHandler):
    """Takes each mail, as a mail server of the house does."""

    taken: list[str] = []

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            word = line[:4].upper().strip()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                lines = iter(self.rfile.readline, b".\r\n")
                self.taken.append(b"".join(lines).decode())
            if word == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            self.wfile.write(b"250 yes\r\n")


def raise_loopback() -> None:
    """A new network namespace has it, but not up."""
    up, set_flags = 0x1, 0x8914  # IFF_UP, SIOCSIFFLAGS of Linux
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sH14x", b"lo", up))


def got(person: Person, address: str) -> tuple[int, str]:
    try:
        with person.get(address, Accept="text/html") as answer:
            content = answer.read()
            page = answer.headers["Content-Type"].startswith("text/html")
            return answer.status, content.decode() if page else ""
    except HTTPError as error:
        return error.code, ""


def play(person: Person) -> tuple[str, int]:
    """Three moves against the computer, which thinks; where, and how far it came."""
    deck = person.ask("/decks/?ready=true&size=1&rules=phylo-1.4a")["results"][0]["slug"]
    match = person.send("/matches/", {"deck": deck, "level": "fox"})["match"]
    person.act(match, times=3)
    return match, person.ask(f"/matches/{match}/view/")["version"]


def main(folder: Path, like: Path, *, cut: bool) -> None:
    if cut:
        raise_loopback()
    with ThreadingTCPServer(("127.0.0.1", 0), Mailbox) as mailbox:
        Thread(target=mailbox.serve_forever, daemon=True).start()
        tried = folder / "tried"
        env = {
            "EMAIL_URL": f"smtp://127.0.0.1:{mailbox.server_address[1]}",
            "PYTHONPATH": str(GUARD),
            "PHYLO_TRIED": str(tried),
        }
        site = Site(folder / "site", like=like, env=env)
        # Also what mail servers are greeted by; otherwise the network is asked for the machine's name.
        site.env["SITE_URL"] = site.url
        with site:
            found = everything(site)
        mailbox.shutdown()
    found["mails"] = len(Mailbox.taken)
    found["tried"] = tried.read_text().splitlines() if tried.exists() else []
    print(json.dumps(found))


def everything(site: Site) -> dict[str, object]:
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    ada = Person(site.url)
    form = {"username": "Ada", "password1": "orca whale song", "password2": "orca whale song"}
    ada.post("/sign-up/", {**form, "email": "ada@school.example"})
    match, version = play(ada)
    pages = without.walk([*BEGIN, f"/matches/{match}/"], lambda address: got(ada, address))
    with ada.get("/cards/gray-wolf/") as page:
        face = FACE.findall(page.read().decode())[0]
    files = {address: got(ada, address)[0] for address in (*FILES, face, face.replace(".svg", ".png"))}
    until(lambda: Mailbox.taken, site.log)
    command = [sys.executable, "-c", REGULAR]
    done = subprocess.run(command, env=site.env, cwd=ROOT, capture_output=True, text=True, check=True)
    return {"version": version, "pages": pages, "files": files, "tasks": int(done.stdout)}


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), cut=sys.argv[3:] == ["cut"])
