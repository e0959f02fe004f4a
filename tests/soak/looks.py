"""Somebody who looks at everything that the site shows of a match, and at all that its pages lead to."""

import contextlib
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from tests.soak.cluster import PATIENCE, Browser
from tests.soak.hidden import Secrets, marks_in

LINK = re.compile(r'(?:href|src|hx-get|action|data-[a-z-]+)="(/[^"#]*)')
ELSEWHERE = ("/static/", "/cards/", "/decks/", "/api/v1/cards", "/sign-out/")
FOR_EVERYBODY = ("/rules/", "/api/", "/sign-in/", "/sign-up/", "/replays/")
"""Begin the addresses of pages that look the same whatever is played."""
MATCH_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
NUMBERED = re.compile(r"<(?:\w+:)?(\w+)>")
QUIET = 0.5  # seconds after which a stream has told all that it has
API = "/api/v1/"
STREAMS = ("/events/", "/stream/")
LISTENS = 0.3  # of the looks at least
SHOWING_HANDS = ("/state/", "/table/", "/view/")

refusing: defaultdict[tuple[str, bool], set[str]] = defaultdict(set)
"""Who, and whether it may be watched -> the routes that showed nothing the last time."""


class Leak(AssertionError):
    """Somebody was shown what is hidden."""


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
    searched: int = 0

    def at(self, match: Any, rng: random.Random, *, share: float) -> None:
        """
        Look at every address of the match that shows something to one like this, at each of the others, and
        at each as it was earlier, with the chance `share`. Raises Leak.
        """
        silent = refusing[self.who, self.may_watch]
        for route in match_routes():
            if self.program and not route.startswith(API):
                continue
            if route not in silent or rng.random() < share:
                status = self.search(match, route.format(match.pk))
                (silent.discard if status < HTTPStatus.BAD_REQUEST else silent.add)(route)
            if rng.random() < share:
                self.search(match, f"{route.format(match.pk)}?version={rng.randint(0, match.version)}")
        self._ask_for_reasons(match, rng, share=share)
        if rng.random() < max(share, LISTENS):
            self._listen(match)

    def search(self, match: Any, address: str, body: Any = None) -> int:
        """The status of an answer without leaks, and with the own hand where it belongs. Raises Leak."""
        status, text = self.browser.ask(address, body)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.TOO_MANY_REQUESTS:
            raise Leak(f"{self.who} at {address}: {status}, nothing to search")
        self.found(match, address, text)
        if self.seat is not None and address.endswith(SHOWING_HANDS) and not match.finished:
            self._see_own_hand(match, address, text)
        return status

    def found(self, match: Any, address: str, text: str) -> None:
        """Raises Leak."""
        self.searched += 1
        seats = {} if self.seat is None else {match.pk: self.seat}
        if leaks := self.secrets.leaks(text, seats):
            raise Leak(f"{self.who} at {address}, version {match.version} of {match.pk}: {leaks}")

    def _see_own_hand(self, match: Any, address: str, text: str) -> None:
        """So that the search is not one of empty pages."""
        from games import services

        hand = services.view_at(match, self.seat)["hands"][self.seat]
        if not marks_in(" ".join(hand)) <= marks_in(text):
            raise Leak(f"{self.who} does not see the own hand at {address}: nothing was searched")

    def _ask_for_reasons(self, match: Any, rng: random.Random, *, share: float) -> None:
        """What is refused must not tell either: here of a card of one's own, or of none."""
        from games import services

        hand = [] if self.seat is None else services.view_at(match, self.seat)["hands"][self.seat]
        card = rng.choice([*hand, "no-such-card"])
        base = f"{API}matches/{match.pk}/" if self.program else f"/matches/{match.pk}/"
        actions = [
            {"do": "pass"},
            {"do": "discard", "card": card},
            {"do": "play", "card": card, "at": [0, 1]},
        ]
        for action in actions if share == 1 else [rng.choice(actions)]:
            query = json.dumps(action).replace(" ", "")
            self.search(match, f"{base}why/?action={quote(query)}")
        if not self.program:
            self.search(match, f"{base}spaces/?source=hand:{card}")
        order = {"action": {"do": "fly"}, "version": match.version, "key": "no"}
        self.search(match, f"{base}actions/", order)
        self.search(match, f"{base}offers/", {"do": "decline", "kind": "draw"})

    def _listen(self, match: Any) -> None:
        """The beginning of the stream of the match, and of that of all that waits for somebody."""
        paths = [f"{API}stream/"] if self.program else [f"/matches/{match.pk}/events/", f"{API}stream/"]
        turn = self.seat is not None and str(self.seat) in match.to_act
        for path in paths:
            expected = turn or (path != f"{API}stream/" and self.may_watch)
            text = self._beginning_of(path, expected=expected)
            if path == f"{API}stream/" and turn and f'"{match.pk}"' not in text:
                raise Leak(f"{self.who} is not told of the own turn: {text!r}")
            self.found(match, path, text)

    def _beginning_of(self, path: str, *, expected: bool) -> str:
        """Until it says no more; where nothing is `expected`, a moment."""
        browser = Browser(self.browser.connection.port)
        browser.headers = self.browser.headers
        with contextlib.closing(browser):
            stream = browser.listen(path)
            with contextlib.closing(stream):
                if stream.status != HTTPStatus.OK:
                    return stream.read().decode()
                told = [stream.readline(), stream.readline()]
                sock = browser.connection.sock or stream.fp.raw._sock
                with contextlib.suppress(TimeoutError):
                    # The first event comes with a look into the database, the others with it.
                    sock.settimeout(PATIENCE if expected else 2 * QUIET)
                    told.append(stream.readline())
                    sock.settimeout(QUIET)
                    told += iter(stream.readline, b"")
        return b"".join(told).decode()

    def follow_links(self, match: Any, most: int, *, everywhere: bool) -> None:
        """The pages that the home page and the match lead to; `everywhere` also those for everybody."""
        waiting = ["/", "/lobby/", "/watch/", f"/matches/{match.pk}/"]
        met, seen = set(waiting), 0
        while waiting and seen < most:
            address = waiting.pop(0)
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
