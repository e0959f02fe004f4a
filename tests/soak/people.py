"""People who use the site as in `mixed`: each function is something that one of them does once."""

import json
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from tests.soak import hangs
from tests.soak.cluster import Browser, session_of
from tests.soak.streams import Held

LONGEST_MATCH = 300.0  # seconds; then it is left, as people do
PAGES = (
    "/", "/lobby/", "/watch/", "/leaders/", "/rules/", "/decks/", "/cards/", "/sets/", "/status/", "/healthz",
    "/api/v1/cards/?q=bird", "/api/v1/decks/",
)  # fmt: skip
WORDS = (
    "wolf",
    "oak",
    "terrain:forest",
    "climate:cold",
    "eats:plant",
    "beside:wolf",
    "points>5",
    "fact:a",
    "frgo",
)
FACE = re.compile(r'"(/cards/[\w-]+/(?:face|preview|art)/[^"]+)"')


class Failed(AssertionError):
    """An answer that should not be."""


@dataclass
class Person:
    """`number` gives an address of one's own, so that nobody is refused for asking often."""

    ports: list[int]
    number: int
    rng: random.Random
    done: threading.Event
    counted: Counter[str]
    seen: dict[str, Any] = field(default_factory=dict)
    """What this person keeps, such as an account, a deck."""

    def browser(self, session: str = "") -> Browser:
        browser = Browser(self.rng.choice(self.ports), session)
        # Another one each hour: a person, not a program that hammers.
        browser.headers |= {"X-Forwarded-For": f"10.{int(time.time() // 3600) % 250}.0.{self.number + 1}"}
        return browser

    def ask(self, browser: Browser, path: str, body: Any = None, *, fine: tuple[int, ...] = (200,)) -> str:
        try:
            status, text = browser.ask(path, body)
        except OSError:
            if body is not None:
                raise
            # The site may hang up on a silent connection just then; browsers ask once more, too.
            status, text = browser.ask(path)
        self.counted["answers"] += 1
        if status not in fine:
            raise Failed(f"{path}: {status} {text[:300]}")
        return text

    def wait(self, least: float, most: float) -> None:
        self.done.wait(self.rng.uniform(least, most))

    def account(self) -> str:
        """The session of an account that is made the first time."""
        if "session" not in self.seen:
            from games.matches.models import Player
            from phylo.accounts.models import User

            user = User.objects.create_user(f"person-{self.number}-{uuid4().hex[:6]}")
            self.seen["session"] = session_of(Player.objects.create(user=user))
        session: str = self.seen["session"]
        return session


def read(person: Person) -> None:
    with closing(person.browser()) as browser:
        for _ in range(10):
            person.ask(browser, person.rng.choice(PAGES))
            person.wait(0.2, 1)


def search(person: Person) -> None:
    from cards.models import Card

    keys = person.seen.setdefault("keys", list(Card.objects.values_list("key", flat=True)))
    with closing(person.browser()) as browser:
        for _ in range(5):
            words = " ".join(person.rng.sample(WORDS, person.rng.randint(1, 2)))
            person.ask(browser, f"/cards/?q={words.replace(' ', '+')}")
            page = person.ask(browser, f"/cards/{person.rng.choice(keys)}/")
            for picture in FACE.findall(page)[:2]:
                person.ask(browser, picture)
            person.wait(0.2, 1)


def play_computer(person: Person) -> None:
    from cards.decks.models import Deck
    from games.matches.models import Player
    from games.matches.services.matches import start_against_bot

    player = Player.objects.create(name="Ada")
    deck = person.rng.choice(list(Deck.objects.ready()))
    level = person.rng.choice(["random", "greedy"])
    match = start_against_bot(player=player, deck=deck, opponent_deck=None, level=level)
    play(person, match.pk, [session_of(player)])


def play_each_other(person: Person) -> None:
    match, players = hangs.two_people()
    play(person, match.pk, [session_of(player) for player in players], chat=True)


def draft(person: Person) -> None:
    from games.matches.models import Player
    from tests.soak import drafts

    players = [Player.objects.create(name=name) for name in ("Ada", "Ben")]
    match = drafts.deal(person.rng.randrange(1000), players, public=True)
    sat = [player for player in players if match.seats.filter(player=player).exists()]
    play(person, match.pk, [session_of(player) for player in sat])


def play(person: Person, match: Any, sessions: list[str], *, chat: bool = False) -> None:
    """Each of them has the page open and follows the stream, until the match is over or they leave."""
    browsers = [person.browser(session) for session in sessions]
    path, end = f"/api/v1/matches/{match}/", time.monotonic() + LONGEST_MATCH
    streams = [Held(each.connection.port, each.headers, f"{path}stream/") for each in browsers]
    try:
        while time.monotonic() < end and not person.done.is_set():
            for seat, browser in enumerate(browsers):
                game = json.loads(person.ask(browser, f"{path}view/"))
                if game["view"]["over"]:
                    return
                if game["legal"]:
                    order = {
                        "action": person.rng.choice(game["legal"]),
                        "version": game["version"],
                        "key": uuid4().hex,
                    }
                    # The clock or the other one may have been faster.
                    person.ask(browser, f"{path}actions/", order, fine=(200, 409))
                    person.counted["moves"] += 1
                    person.ask(browser, f"/matches/{match}/table/")
                if chat and person.rng.random() < 0.1:
                    said = {"text": f"Well played, {seat}.", "key": uuid4().hex}
                    person.ask(browser, f"{path}chat/", said, fine=(200, 201, 429))
                streams[seat].more()
                person.wait(0.1, 0.5)
    finally:
        for each in (*browsers, *streams):
            each.close()


def come_and_go(person: Person) -> None:
    """Streams of public matches and of all that waits for a visitor; most are just cut off."""
    from games.matches.models import Match

    public = list(Match.objects.filter(public=True, status="playing").values_list("pk", flat=True)[:20])
    paths = [f"/api/v1/matches/{each}/stream/" for each in public]
    held = []
    try:
        for _ in range(person.rng.randint(1, 20)):
            browser = person.browser(person.account())
            path = person.rng.choice(["/api/v1/stream/", *paths])
            held.append(Held(browser.connection.port, browser.headers, path))
            person.counted["streams"] += 1
        person.wait(1, 10)
        for each in held:
            each.more()
    finally:
        for each in held:
            each.close()


def ask_for_a_password(person: Person) -> None:
    from phylo.accounts.models import User

    email = f"{uuid4().hex[:12]}@example.org"
    User.objects.create_user(email.partition("@")[0], email=email, password="x").emailaddress_set.update(
        verified=True
    )
    hangs.ask_for_a_password(person.rng.choice(person.ports), email)
    person.wait(2, 5)


def save_decks(person: Person) -> None:
    with closing(person.browser(person.account())) as browser:
        if "deck" not in person.seen:
            made = {"name": "Wood", "cards": {"valley-oak": 2}, "key": uuid4().hex}
            deck = json.loads(person.ask(browser, "/api/v1/decks/", made, fine=(200, 201)))
            person.seen["deck"] = deck["slug"]
        slug = person.seen["deck"]
        for _ in range(5):
            state = json.loads(person.ask(browser, f"/decks/{slug}/state/"))
            change = {"copies": {"valley-oak": person.rng.randint(1, 4)}}
            order = {"version": state["version"], "key": uuid4().hex, "change": change}
            person.ask(browser, f"/decks/{slug}/save/", order)
            person.wait(0.5, 2)
        person.ask(browser, f"/decks/{slug}/build/")
        person.ask(browser, f"/decks/{slug}/insight/")
        person.ask(browser, f"/decks/{slug}/history/")


def print_cards(person: Person) -> None:
    from cards.decks.models import Deck

    slug = person.rng.choice(list(Deck.objects.ready().values_list("slug", flat=True)))
    with closing(person.browser()) as browser:
        # Others may be printing.
        person.ask(browser, f"/decks/{slug}/deck.pdf?x={person.rng.random()}", fine=(200, 503))
    person.wait(5, 15)


PEOPLE: tuple[tuple[str, Callable[[Person], None]], ...] = (
    ("readings", read),
    ("readings", read),
    ("searches", search),
    ("computer", play_computer),
    ("computer", play_computer),
    ("matches", play_each_other),
    ("drafts", draft),
    ("drafts", draft),
    ("streams", come_and_go),
    ("streams", come_and_go),
    ("mails", ask_for_a_password),
    ("decks", save_decks),
    ("prints", print_cards),
)
