"""
Hidden hands: everything that a seat, a watcher or a stranger can fetch of matches that are being played, and
every line of the logs, is searched for cards which only somebody else, or nobody, can know of.

Each card is in one deck once and in no other, and none is in the card database, so that a key or a name
gives it away. The addresses are those of the site itself: all that belong to a match, found in its URL table,
and all that the pages link to.

python -m tests.services.run python -m tests.soak.crawl --matches 200
"""

import argparse
import contextlib
import json
import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import UUID

from tests.soak.cluster import Browser, session_of, standing

MOST_MOVES = 60
LINK = re.compile(r'(?:href|src|hx-get|action|data-[a-z-]+)="(/[^"#]*)')
ELSEWHERE = ("/static/", "/cards/", "/decks/", "/api/v1/cards", "/sign-out/")
NUMBERED = re.compile(r"<(?:\w+:)?(\w+)>")


MATCH_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
only_posted: set[str] = set()
"""Paths, without the match, that answer no GET: asked once."""


class Leak(AssertionError):
    """Somebody was shown what is hidden."""


@dataclass
class Look:
    """Somebody who looks: from a seat, or as a watcher or a stranger (None)."""

    who: str
    seat: int | None
    browser: Browser
    may_watch: bool = True


def secret_cards(seed: int) -> dict[str, dict[str, Any]]:
    """48 cards in two decks, as a match pins them, whose keys and names are nowhere else."""
    rng = random.Random(seed)
    cards = {}
    for number in range(48):
        key = f"hidden-{rng.getrandbits(64):016x}"
        plant = number % 24 < 14
        cards[key] = {
            "kind": "species", "name": f"Hidden {key[7:]}", "latin_name": f"Occultus {key[7:]}",
            "scale": 3 if plant else 5, "food_chain": 1 if plant else 2,
            "diet": "photosynthetic" if plant else "herbivore", "points": 2 if plant else 4,
            "terrains": sorted(TERRAINS), "climates": sorted(CLIMATES),
        }  # fmt: skip
    return cards


TERRAINS = ("forest", "grassland", "freshwater", "ocean", "tundra", "desert", "urban")
CLIMATES = ("cold", "cool", "warm", "hot")


def deal(seed: int, *, public: bool, against_bot: bool) -> tuple[Any, list[Any]]:
    """A match whose cards are in no other one, and its people."""
    from games import services
    from games.models import Player

    cards = secret_cards(seed)
    keys = list(cards)
    people = [Player.objects.create(name=name) for name in ("Ada", "Ben")]
    second = {"bot": "random"} if against_bot else {"player": people[1]}
    sides = (
        services.Side(deck_name="Meadow", deck=keys[:24], player=people[0]),
        services.Side(deck_name="Heath", deck=keys[24:], **second),
    )
    match = services.create_match(sides=sides, pinned=cards, public=public, seed=10**12 + seed)
    return match, people[:1] if against_bot else people


def match_addresses(match_id: UUID, version: int) -> list[str]:
    """Every address of the site that names a match, by its URL table."""
    from django.urls import URLPattern, get_resolver

    def walk(patterns: Any, before: str) -> Iterator[str]:
        for each in patterns:
            route = before + str(each.pattern)
            if isinstance(each, URLPattern):
                yield route
            else:
                yield from walk(each.url_patterns, route)

    found = []
    for route in walk(get_resolver().url_patterns, "/"):
        if "match_id" in NUMBERED.findall(route) and not route.endswith("/events/"):
            path = route.replace("<uuid:match_id>", str(match_id))
            if "<" not in path:
                found += [path, f"{path}?version={version // 2}"]
    return found


def known_to(match: Any, seat: int | None) -> str:
    """What a seat, or a watcher, may know at this moment."""
    from games import services

    return json.dumps([services.view_at(match, seat), services.story_at(match, seat)])


def hidden_from(match: Any, look: Look) -> list[str]:
    """The ends of the keys and names of the cards that are none of this one's business."""
    known = known_to(match, look.seat) if look.may_watch else ""
    return [key[7:] for key in match.cards if key.startswith("hidden-") and key[7:] not in known]


def search(match: Any, look: Look, fetched: list[tuple[str, str]]) -> int:
    """Raises Leak."""
    match.refresh_from_db()
    if match.finished and look.may_watch:
        return 0
    secret = [*hidden_from(match, look), *([str(match.seed)] if not match.finished else [])]
    for address, text in fetched:
        for each in secret:
            if each in text:
                raise Leak(f"{look.who} at {address}: {each} at version {match.version} of {match.pk}")
    return len(fetched)


def fetch(look: Look, match: Any, rng: random.Random) -> list[tuple[str, str]]:
    """What one gets of the match at this moment, refusals included."""
    path = f"/matches/{match.pk}/"
    fetched = [
        (address, answer(look, address))
        for address in match_addresses(match.pk, match.version)
        if address.partition("?")[0].replace(str(match.pk), "") not in only_posted
    ]
    if look.seat is not None and not shows_own_hand(match, look):
        raise Leak(f"{look.who} is not shown the own hand: nothing was searched")
    guess = rng.choice([key for key in match.cards if key.startswith("hidden-")])
    # What one sends oneself may come back, so a guess is one's own card, or none.
    own = known_to(match, look.seat) if look.may_watch else ""
    card = guess if guess in own else "no-such-card"
    for action in (
        {"do": "pass"},
        {"do": "discard", "card": card},
        {"do": "play", "card": card, "at": [0, 1]},
    ):
        query = json.dumps(action).replace(" ", "")
        fetched.append(("why", answer(look, f"{path}why/?action={quote(query)}")))
    fetched.append(("spaces", answer(look, f"{path}spaces/?source=hand:{card}")))
    order = {"action": {"do": "fly"}, "version": match.version, "key": "no"}
    fetched.append(("refused action", answer(look, f"{path}actions/", order)))
    fetched.append(("offers", answer(look, f"{path}offers/", {"do": "decline", "kind": "draw"})))
    fetched.append(("stream", beginning_of_stream(look, path)))
    return fetched


def answer(look: Look, address: str, body: Any = None) -> str:
    status, text = look.browser.ask(address, body)
    if status == HTTPStatus.METHOD_NOT_ALLOWED and MATCH_ID.search(address):
        only_posted.add(MATCH_ID.sub("", address.partition("?")[0]))
    if status >= 500:
        raise Leak(f"{look.who} at {address}: {status}, nothing to search")
    return text


def shows_own_hand(match: Any, look: Look) -> bool:
    """So that the search is not one of empty pages."""
    from games import services

    view = services.view_at(match, look.seat)
    page, state = (answer(look, f"/matches/{match.pk}/{name}") for name in ("", "state/"))
    hand = view["hands"][look.seat]
    return all(key in page and key in state for key in hand)


def beginning_of_stream(look: Look, path: str) -> str:
    browser = Browser(look.browser.connection.port)
    browser.headers = look.browser.headers
    with contextlib.closing(browser):
        stream = browser.listen(f"{path}events/")
        if stream.status != 200:
            return stream.read().decode()
        return "".join(stream.readline().decode() for _ in range(5))


def follow_links(look: Look, match: Any, most: int) -> list[tuple[str, str]]:
    """The pages that the home page and the match lead to."""
    waiting, fetched = ["/", "/lobby/", "/watch/", f"/matches/{match.pk}/"], []
    met = set(waiting)
    while waiting and len(fetched) < most:
        address = waiting.pop(0)
        text = answer(look, address)
        fetched.append((address, text))
        for link in LINK.findall(text):
            link = link.replace("&amp;", "&")
            if link not in met and not link.startswith(ELSEWHERE) and not link.endswith("/events/"):
                met.add(link)
                waiting.append(link)
    return fetched


def crawl_one(ports: list[int], seed: int, *, every: int, links: int) -> int:
    """One match from the deal to its end; how many answers were searched. Raises Leak."""
    from games import services
    from games.models import Player

    rng = random.Random(seed)
    public, against_bot = seed % 2 == 0, seed % 4 in (0, 3)
    match, people = deal(seed, public=public, against_bot=against_bot)
    port = ports[seed % len(ports)]
    carl = Player.objects.create(name="Carl")
    looks = [Look(who.name, number, Browser(port, session_of(who))) for number, who in enumerate(people)]
    looks += [Look("Carl", None, Browser(port, session_of(carl)), public)]
    looks += [Look("a stranger", None, Browser(port), public)]
    searched = 0
    for number in range(MOST_MOVES):
        match.refresh_from_db()
        if match.finished:
            break
        if number % every == 0:
            for look in looks:
                fetched = fetch(look, match, rng)
                if number == every:
                    fetched += follow_links(look, match, links)
                searched += search(match, look, fetched)
        seat = services.state_at(match).to_act[0]
        if seat >= len(people):
            time.sleep(0.05)
            continue
        legal = services.legal_at(match, seat)
        action = rng.choice([each for each in legal if each["do"] != "discard"] or legal)
        order = {"action": action, "version": match.version, "key": f"k{number}"}
        looks[seat].browser.ask(f"/matches/{match.pk}/actions/", order)
    for look in looks:
        if not look.may_watch and any(
            str(match.pk) in text for _address, text in follow_links(look, match, links)
        ):
            raise Leak(f"{look.who} is led to a match that is not public")
        look.browser.close()
    return searched


def search_logs(logs: list[Path]) -> int:
    """No line names a card, whoever's it is. Raises Leak."""
    lines = 0
    for log in logs:
        for line in log.read_text(errors="replace").splitlines():
            lines += 1
            if re.search(r"hidden.?[0-9a-f]{16}|\b10{9}\d{3}\b", line, re.IGNORECASE):
                raise Leak(f"{log.name}: {line}")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--every", type=int, default=6, help="moves from one look at everything to the next")
    parser.add_argument("--links", type=int, default=60, help="pages that each follows from the home page")
    arguments = parser.parse_args()
    with standing(LOG_LEVEL="DEBUG", LOG_FORMAT="json") as cluster:
        began = time.monotonic()
        answers = sum(
            crawl_one(cluster.ports, seed, every=arguments.every, links=arguments.links)
            for seed in range(arguments.matches)
        )
        took = time.monotonic() - began
        lines = search_logs(cluster.logs)
    print(
        f"{arguments.matches} matches in {took:.0f} s: {answers} answers and {lines} lines of logs name no"
        " hidden card"
    )


if __name__ == "__main__":
    main()
