"""Traces which of our packages a request enters, in which order and with how many calls.

.venv/bin/python scripts/trace_packages.py

An action in a match, the approval of a proposal and the save of a deck are sent through Django's test client
to a site with its own database, and every call is traced. Packages are named two levels deep, such as
`cards.decks`. The table is in docs/architecture.md; tests/services/test_ways_of_data.py checks its numbers.
"""

import json
import os
import sys
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from django.db import connection

if TYPE_CHECKING:
    from django.http import HttpResponse
    from django.test import Client

ROOT = Path(__file__).resolve().parent.parent
OURS = ("engine", "phylo", "cards", "games")
MOST = 9
"""The most packages that a request may enter until its change is stored."""
MOST_TO_ANSWER = 7
"""The most others that it may enter after that. A save redraws the deck's column: faces and their texts."""

Request = Callable[[], int]
"""Sends one request and returns the status of the response."""
Execute = Callable[..., object]


def package_of(frame: FrameType) -> str | None:
    """The package of the called function, two levels deep; None if it is not ours."""
    levels = str(frame.f_globals.get("__name__")).split(".")[:2]
    # Code that runs once, when a module is loaded, does not count.
    return ".".join(levels) if levels[0] in OURS and frame.f_code.co_name != "<module>" else None


@dataclass
class Way:
    """The packages that a request enters, in this order, each with the number of calls."""

    calls: Counter[str] = field(default_factory=Counter)
    stored: int = 0
    """How many of them it had entered when the last row was written; the others make the response."""

    @property
    def to_the_rows(self) -> list[str]:
        return list(self.calls)[: self.stored]

    @property
    def to_the_answer(self) -> list[str]:
        return list(self.calls)[self.stored :]


def entered(request: Request) -> Way:
    """Trace a request, which must succeed."""
    way = Way()

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and (package := package_of(frame)) is not None:
            way.calls[package] += 1

    def note(execute: Execute, sql: str, *more: object) -> object:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")):
            way.stored = len(way.calls)
        return execute(sql, *more)

    before = sys.getprofile()
    with connection.execute_wrapper(note):
        sys.setprofile(watch)
        try:
            status = request()
        finally:
            sys.setprofile(before)
    if status >= HTTPStatus.BAD_REQUEST:
        raise AssertionError(f"the request was answered with {status}")
    return way


def ways() -> dict[str, Request]:
    """The requests to trace, for a site that has the cards and ready decks."""
    return {"action in a match": action(), "approval of a proposal": approval(), "save of a deck": save()}


def action() -> Request:
    """A person passes in a match against the computer."""
    from django.test import Client

    from phylo.accounts.models import User

    client = Client()
    client.force_login(User.objects.create_user("trace-player"))
    match = {"your_turn": False}
    while not match["your_turn"]:  # chance decides who begins
        match = sent(client, "/api/v1/matches/", {"deck": "wadden-sea", "level": "greedy"}).json()
    address = f"/api/v1/matches/{match['match']}/actions/"
    body = {"action": {"do": "pass"}, "version": match["version"], "key": uuid.uuid4().hex}
    return lambda: sent(client, address, body).status_code


def approval() -> Request:
    """A reviewer approves another person's correction of a card."""
    from django.test import Client

    from cards.curation import services
    from cards.models import Card
    from phylo.accounts.models import User

    author, reviewer = (User.objects.create_user(name) for name in ("trace-author", "trace-reviewer"))
    reviewer.is_staff = True
    reviewer.save()
    card = Card.objects.filter(kind="species").order_by("key")[0]
    proposal = services.propose(
        author=author,
        kind="edit",
        card=card,
        into=None,
        contents={"points": card.points + 1},
        summary="Seen.",
    )
    proposal = services.submit(proposal_id=proposal.pk, author=author, version=proposal.version)
    client = Client()
    client.force_login(reviewer)
    body = {"version": proposal.version, "reason": "True."}
    return lambda: client.post(f"/proposals/{proposal.pk}/approve/do/", body).status_code


def save() -> Request:
    """A person puts two copies of a card into a deck."""
    from django.test import Client

    from cards.decks.models import Deck
    from cards.models import Card
    from phylo.accounts.models import User

    client, user = Client(), User.objects.create_user("trace-builder")
    client.force_login(user)
    client.post("/decks/new/", {"name": "Traced", "rules": "phylo-1.4a", "starter": "home"})
    deck = Deck.objects.filter(owner=user).latest("pk")
    card = Card.objects.filter(kind="species").order_by("key")[0]
    state = client.get(f"/decks/{deck.slug}/state/").json()
    read = {name: state[name] for name in ("version", "settings_version")}
    body = {**read, "key": uuid.uuid4().hex, "change": {"copies": {card.key: 2}}}
    return lambda: sent(client, f"/decks/{deck.slug}/save/", body).status_code


def sent(client: "Client", url: str, body: object) -> "HttpResponse":
    """Send JSON."""
    return client.post(url, json.dumps(body), content_type="application/json")


def table(traced: dict[str, Way]) -> str:
    """The traces as a Markdown table: each package with its calls."""
    lines = [
        "| way | until it is stored | then, to tell others and draw the answer |",
        "| --- | --- | --- |",
    ]
    for name, way in traced.items():
        parts = [
            f"{len(part)}: " + " → ".join(f"`{package}` {way.calls[package]}" for package in part)
            for part in (way.to_the_rows, way.to_the_answer)
        ]
        lines.append(f"| {name} | {' | '.join(parts)} |")
    return "\n".join(lines)


def main() -> None:
    """Prepare a site with its own database and print the table."""
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    os.environ.pop("DATABASE_URL", None)
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("load_cards", verbosity=0)
    print(table({name: entered(request) for name, request in ways().items()}))


if __name__ == "__main__":
    main()
