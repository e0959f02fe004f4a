"""Somebody who looks at what the site shows of a match, and at what its pages lead to."""

import json
import random
import re
import zlib
from base64 import b64decode
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import quote

from tests.soak.cluster import Browser
from tests.soak.drafts import ANY_KIND, KINDS
from tests.soak.hidden import ANYTHING_HIDDEN, Secrets, marks_in
from tests.soak.streams import Held

LINK = re.compile(r'(?:href|src|hx-get|action|data-[a-z-]+)="(/[^"#]*)')
ELSEWHERE = ("/static/", "/cards/", "/decks/", "/api/v1/cards", "/sign-out/", "/draft-cards/")
FOR_EVERYBODY = ("/rules/", "/api/", "/sign-in/", "/sign-up/", "/replays/")
"""Begin the addresses of pages that look the same whatever is played."""
MATCH_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
NUMBERED = re.compile(r"<(?:\w+:)?(\w+)>")
API = "/api/v1/"
STREAMS = ("/stream/",)
SHOWING_HANDS = ("/table/", "/view/")
VIEWS, EARLIER = "/view/", "?version="
DEAR = ("/matches/{}/", "/matches/{}/table/")
LARGE, SMALL = 0.25, 0.6
"""At so many looks one of these is looked at, which cost as much as ten others, and each of the others."""
DIGEST = re.compile(r'data-digest="([^"]+)')
CHANGE = re.compile(r'"change": {"html": "([^"]*)", "kept": "[^"]*"}')
REASONS = 2
"""So many things that are refused are tried at each look."""

refusing: defaultdict[tuple[str, bool, bool], set[str]] = defaultdict(set)
"""Who, whether it may be watched, whether it is a draft -> the routes that showed nothing the last time."""


def changes_in(told: str) -> Iterator[str]:
    """What a stream has sent of tables (games/table/open_pages.py)."""
    return (zlib.decompress(b64decode(html)).decode() for html in CHANGE.findall(told))


class Leak(AssertionError):
    """Somebody was shown what is hidden."""


class Ask(NamedTuple):
    """The address of a match, "{}" in the place of its id, and what is sent there, None for a GET."""

    route: str
    query: str = ""
    body: Any = None

    def of(self, match: Any) -> str:
        return self.route.replace("{}", str(match.pk)) + self.query


@cache
def match_routes() -> tuple[str, ...]:
    """Every address of the site that names a match and nothing else, by its URL table; streams apart."""
    from django.urls import URLPattern, get_resolver

    def walk(patterns: Any, before: str) -> Iterator[str]:
        for each in patterns:
            route = before + str(each.pattern)
            if isinstance(each, URLPattern):
                yield route
            else:
                yield from walk(each.url_patterns, route)

    routes = walk(get_resolver().url_patterns, "/")
    ours = [each for each in routes if NUMBERED.findall(each) == ["match_id"] and not each.endswith(STREAMS)]
    return tuple(each.replace("<uuid:match_id>", "{}") for each in ours)


@dataclass
class Look:
    """From a seat, or as a watcher or a stranger (None); by the pages, or as a program by its token."""

    who: str
    seat: int | None
    browser: Browser
    secrets: Secrets
    may_watch: bool = True
    program: bool = False
    draft: bool = False
    searched: int = 0
    held: list[Held] = field(default_factory=list)
    shown: str = ""
    """The digests of the table as it was fetched last (games/table/parts.py)."""

    @property
    def silent(self) -> set[str]:
        return refusing[self.who, self.may_watch, self.draft]

    def at(self, match: Any, rng: random.Random, *, share: float) -> None:
        """Raises Leak."""
        for ask in self.asks(match, rng, share=share):
            status, _text = self.search(match, ask)
            if not (ask.query or ask.body):
                (self.silent.discard if status < HTTPStatus.BAD_REQUEST else self.silent.add)(ask.route)

    def asks(self, match: Any, rng: random.Random, *, share: float) -> list[Ask]:
        """
        Most addresses of the match that show something to one like this; each of the others, and each as it
        was earlier, with the chance `share`.
        """
        asked: list[Ask] = []
        for route in match_routes():
            if self.program and not route.startswith(API):
                continue
            often = LARGE if route in DEAR else SMALL
            chance = share if route in self.silent else max(share, often)
            if rng.random() < chance:
                asked.append(Ask(route))
            if rng.random() < share:
                asked.append(Ask(route, f"{EARLIER}{rng.randint(0, match.version)}"))
        return asked + self._reasons(match, rng, share=share)

    def _reasons(self, match: Any, rng: random.Random, *, share: float) -> list[Ask]:
        """What is refused must not tell either: here of a card of one's own, or of any, or of none."""
        base = f"{API}matches/{{}}/"
        if self.draft:
            card, cell = rng.choice([*KINDS, "NO-SUCH-CARD"]), [rng.randint(-2, 2), rng.randint(-2, 2)]
            actions = [
                {"do": "place", "card": card, "at": cell},
                {"do": "give", "card": card},
                {"do": "flip", "whale": cell, "card": [0, 0]},
            ]
            more = [f"?seat={rng.randrange(6)}", f"?part=ways&card={card}&at={cell[0]},{cell[1]}"]
            asked = [Ask("/matches/{}/table/", query) for query in more if not self.program]
        else:
            card = rng.choice([*self._hand(match), "no-such-card"])
            actions = [
                {"do": "pass"},
                {"do": "discard", "card": card},
                {"do": "play", "card": card, "at": [0, 1]},
            ]
            asked = [Ask(f"{base}spaces/", f"?source=hand:{card}")]
        for action in actions:
            query = json.dumps(action).replace(" ", "")
            asked.append(Ask(f"{base}why/", f"?action={quote(query)}"))
        order = {"action": {"do": "fly"}, "version": match.version, "key": "no"}
        asked.append(Ask(f"{base}actions/", "", order))
        asked.append(Ask(f"{base}offers/", "", {"do": "decline", "kind": "draw"}))
        return asked if share == 1 else rng.sample(asked, REASONS)

    def _hand(self, match: Any) -> Sequence[str]:
        from games.matches.services.positions import state_at

        if self.seat is None:
            return ()
        view = state_at(match).view_for(self.seat)
        hand: Sequence[str] = view["hand"] if self.draft else view["hands"][self.seat]
        return hand

    def search(self, match: Any, ask: Ask) -> tuple[int, str]:
        """Status and text of an answer without leaks, with the own hand where it belongs. Raises Leak."""
        address = ask.of(match)
        status, text = self.browser.ask(address, ask.body)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.TOO_MANY_REQUESTS:
            raise Leak(f"{self.who} at {address}: {status}, nothing to search")
        if not self.may_watch and status < HTTPStatus.BAD_REQUEST:
            raise Leak(f"{self.who} at {address}: {status} for a match that is not public")
        self.found(match, address, text)
        if ask.route.endswith("/table/") and status == HTTPStatus.OK:
            self._see_what_changed(match, address, text)
        if self.seat is not None and address.endswith(SHOWING_HANDS) and not match.finished:
            self._see_own_hand(match, address, text)
        if ask.query.startswith(EARLIER) and ask.route.endswith(VIEWS) and status == HTTPStatus.OK:
            self._see_what_was(match, ask, json.loads(text))
        return status, text

    def found(self, match: Any, address: str, text: str) -> None:
        """Raises Leak."""
        self.searched += 1
        seats = {} if self.seat is None else {match.pk: self.seat}
        if leaks := self.secrets.leaks(text, seats):
            raise Leak(f"{self.who} at {address}, version {match.version} of {match.pk}: {leaks}")

    def _see_what_changed(self, match: Any, address: str, text: str) -> None:
        """What a page gets that shows the table as it was fetched before. Raises Leak."""
        from games.table.parts import HEADER, MOST

        if self.shown:
            _status, change = self.browser.ask(address, **{HEADER: self.shown})
            self.found(match, address, change)
        self.shown = "".join(dict.fromkeys(DIGEST.findall(text)[:MOST]))

    def _see_own_hand(self, match: Any, address: str, text: str) -> None:
        """So that the search is not one of empty pages."""
        hand = self._hand(match)
        told = hand if self.draft else marks_in(" ".join(hand))
        if not all(each in text for each in told):
            raise Leak(f"{self.who} does not see the own hand at {address}: nothing was searched")

    def _see_what_was(self, match: Any, ask: Ask, told: dict[str, Any]) -> None:
        """An earlier version is told as it was seen then: what came to be known later is not in it."""
        from games.matches.services.positions import log_at, view_at

        version = int(ask.query.removeprefix(EARLIER))
        seen = view_at(match, self.seat, version), log_at(match, self.seat, version)
        if (told["view"], told["log"]) != seen:
            raise Leak(f"{self.who} at {ask.of(match)}: not what was seen then")

    def listen(self, match: Any, rng: random.Random, port: int, *, share: float) -> None:
        """
        Keep open, each with the chance `share`, the stream of the match and that of all that waits for
        somebody; in a draft the latter always, by which the others see who is at the table.
        """
        waits = f"{API}stream/"
        # As pages do; a program asks for no table.
        events = f"{API}matches/{match.pk}/stream/{'' if self.program else '?changes=true'}"
        for path in [waits] if self.program else [waits, events]:
            if rng.random() < share or (self.draft and path == waits and self.seat is not None):
                self.held.append(Held(port, self.browser.headers, path))

    def hear(self, match: Any, *, to_the_end: bool = False) -> None:
        """What the streams have told; at last until they have told where the match stands. Raises Leak."""
        for held in self.held:
            version = "/matches/" in held.path
            expected = f'"version": {match.version}' if version else str(match.pk)
            awaited = to_the_end and (self.may_watch if version else self.seat is not None)
            text = held.wait(expected) if awaited else held.more()
            if awaited and expected not in held.told:
                raise Leak(f"{self.who} is not told of {expected} at {held.path}: {held.told[-200:]}")
            for html in changes_in(held.told):
                self.found(match, held.path, html)
            text = CHANGE.sub("", text)
            # Besides, it says how far it has come, and names no card, not even one of one's own.
            if ANYTHING_HIDDEN.search(text) or ANY_KIND.search(text):
                raise Leak(f"{self.who} at {held.path}: {text}")

    def close(self) -> None:
        for each in (*self.held, self.browser):
            each.close()

    def follow_links(self, match: Any, rng: random.Random, most: int, *, everywhere: bool) -> None:
        """Pages that the home page and the match lead to; `everywhere` also those for everybody."""
        waiting = ["/", "/lobby/", "/watch/", f"/matches/{match.pk}/"]
        met, seen = set(waiting), 0
        while waiting and seen < most:
            # First these, then any.
            address = waiting.pop(0 if seen < 4 else rng.randrange(len(waiting)))
            _status, text = self.browser.ask(address)
            self.found(match, address, text)
            seen += 1
            if str(match.pk) in text and not self.may_watch and str(match.pk) not in address:
                raise Leak(f"{self.who} is led to a match that is not public, at {address}")
            for link in LINK.findall(text):
                link = link.replace("&amp;", "&").partition("?next=")[0]
                skipped = link.startswith(ELSEWHERE if everywhere else (*ELSEWHERE, *FOR_EVERYBODY))
                # Other matches have others who look at them.
                others = set(MATCH_ID.findall(link)) - {str(match.pk)}
                if link not in met and not skipped and not others and not link.endswith(STREAMS):
                    met.add(link)
                    waiting.append(link)
