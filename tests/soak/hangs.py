"""
Redis hangs, stopped and not killed, while two people play and others look around: moves are stored and
answered, pages too; afterwards the computer moves and the mail comes that was asked for meanwhile.

python -m tests.services.run python -m tests.soak.hangs --seconds 60
"""

import argparse
import json
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from tests.soak.cluster import CSRF, Browser, session_of
from tests.soak.killable import Standing, standing, until

PAGES = ("/", "/cards/?q=terrain:forest", "/decks/", "/watch/", "/api/v1/cards/?q=wolf")
LOOKING = 8  # people who ask for pages all the time
ADDRESS = "ada@example.org"


class Wrong(AssertionError):
    """What a Redis that hangs must not do."""


@dataclass
class Figures:
    """Seconds: of the slowest answers meanwhile, and from the return of Redis to what had to wait for it."""

    moves: int
    slowest_move: float
    pages: int
    slowest_page: float
    until_the_computer_moved: float
    until_the_mail_came: float

    def __str__(self) -> str:
        return (
            f"{self.moves} moves in at most {self.slowest_move:.2f} s, {self.pages} pages in at most"
            f" {self.slowest_page:.2f} s; then the computer moved in {self.until_the_computer_moved:.1f} s,"
            f" the mail came in {self.until_the_mail_came:.1f} s"
        )


def hang(site: Standing, seconds: float) -> Figures:
    """Raises Wrong for an answer that it should not give, and for what is lost."""
    from cards.decks.models import Deck
    from games.matches.models import Match
    from games.matches.services.matches import start_against_bot
    from phylo.accounts.models import User

    match, people = two_people()
    deck = Deck.objects.ready().order_by("slug")[0]
    alone = start_against_bot(player=people[0], deck=deck, opponent_deck=None, level="greedy")
    until(lambda: str(0) in Match.objects.get(pk=alone.pk).to_act)
    User.objects.create_user("Ada", email=ADDRESS, password="x").emailaddress_set.update(verified=True)
    sessions = [session_of(player) for player in people]
    (redis,) = (each for each in site.servers if each.name == "redis")
    mails = site.folder / "var" / "mail"
    assert redis.process is not None
    end = time.monotonic() + seconds
    os.kill(redis.process.pid, signal.SIGSTOP)
    try:
        with ThreadPoolExecutor(LOOKING) as pool:
            looks = [pool.submit(look_around, site.ports, number, end) for number in range(LOOKING)]
            ask_for_a_password(site.ports[0], ADDRESS)
            _took, version = act(site.ports[0], sessions[0], alone.pk, 0)
            moves = play_until(site.ports, sessions, match.pk, end)
            pages = [took for future in looks for took in future.result()]
    finally:
        os.kill(redis.process.pid, signal.SIGCONT)
    back = time.monotonic()
    if Match.objects.get(pk=match.pk).version != len(moves):
        raise Wrong(f"{len(moves)} moves were answered, {Match.objects.get(pk=match.pk).version} stored")
    mail = seconds_until(back, lambda: any(ADDRESS in each.read_text() for each in mails.glob("*")))
    turn = seconds_until(back, lambda: Match.objects.get(pk=alone.pk).version > version)
    return Figures(len(moves), max(moves), len(pages), max(pages), turn, mail)


def two_people() -> tuple[Any, list[Any]]:
    """A match of two people, who may be guests, and the two."""
    from cards.decks.models import Deck
    from games.matches.models import Player
    from games.matches.services.matches import Side, create_match

    deck = Deck.objects.ready().order_by("slug")[0]
    people = [Player.objects.create(name=name) for name in ("Ada", "Ben")]
    sides = [Side(deck_name=deck.name, deck=deck.card_keys(), player=player) for player in people]
    return create_match(sides=(sides[0], sides[1]), rules=deck.rules), people


def look_around(ports: list[int], number: int, end: float) -> list[float]:
    """Seconds that each page took."""
    taken = []
    browser = Browser(ports[number % len(ports)])
    while time.monotonic() < end:
        began = time.monotonic()
        status, text = browser.ask(PAGES[len(taken) % len(PAGES)])
        if status != 200:
            raise Wrong(f"{status} {text[:200]}")
        taken.append(time.monotonic() - began)
        time.sleep(0.2)
    return taken


def play_until(ports: list[int], sessions: list[str], match_id: Any, end: float) -> list[float]:
    """Seconds that each move of the two took. They pass where they can, so that the match does not end."""
    taken: list[float] = []
    # One at least, on a machine that has much else to do.
    while not taken or time.monotonic() < end:
        for seat, session in enumerate(sessions):
            took, _version = act(ports[len(taken) % len(ports)], session, match_id, seat)
            taken += [took] if took else []
        time.sleep(0.2)
    return taken


def act(port: int, session: str, match_id: Any, seat: int) -> tuple[float, int]:
    """Seconds that an action took, 0 if it is not their turn, and the version after it."""
    browser = Browser(port, session)
    path = f"/api/v1/matches/{match_id}/"
    status, text = browser.ask(f"{path}view/")
    game = json.loads(text)
    if status != 200 or not game["legal"]:
        return 0.0, game["version"]
    version = game["version"]
    action = next((each for each in game["legal"] if each["do"] == "pass"), game["legal"][0])
    began = time.monotonic()
    status, text = browser.ask(
        f"{path}actions/", {"action": action, "version": version, "key": f"k{version}"}
    )
    if status != 200:
        raise Wrong(f"{status} {text[:200]}")
    return time.monotonic() - began, version + 1


def ask_for_a_password(port: int, email: str) -> None:
    browser = Browser(port)
    sent = urlencode({"email": email, "csrfmiddlewaretoken": CSRF})
    headers = browser.headers | {"Content-Type": "application/x-www-form-urlencoded"}
    browser.connection.request("POST", "/password-reset/", sent, headers)
    answer = browser.connection.getresponse()
    if answer.status != 302:
        raise Wrong(f"{answer.status} {answer.read()[:200]!r}")


def seconds_until(back: float, condition: Callable[[], bool]) -> float:
    until(condition)
    return time.monotonic() - back


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()
    with standing() as site:
        print(hang(site, arguments.seconds))


if __name__ == "__main__":
    main()
