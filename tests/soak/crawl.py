"""
Hidden hands: everything that a seat, a watcher, a stranger or a program can fetch of matches that are being
played, and every line of the logs, is searched for cards which only somebody else, or nobody, can know of.

The addresses are those of the site itself: all that belong to a match, found in its URL table, the streams,
which are open as long as the match is played, and what the pages link to. After every few moves another one
looks: at most of what shows something, at a share by chance of the rest; in every tenth match all look at
all. Every third match is a drafting game (tests/soak/drafts.py).

python -m tests.services.run python -m tests.soak.crawl --matches 200
"""

import argparse
import random
import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.drafting.draft import FLIP
from tests.soak import drafts, hidden
from tests.soak.cluster import PATIENCE, Browser, session_of, standing
from tests.soak.looks import LARGE, Ask, Leak, Look

SITE = {"LOG_LEVEL": "DEBUG", "LOG_FORMAT": "json", "TRUSTED_PROXIES": "127.0.0.1"}
AT_ONCE = 6  # matches
MOST_MOVES = 60
SHARE = 0.03  # of the addresses that showed nothing, at each look
LISTENS = 0.3  # of the streams
EVERYWHERE = 10  # every so many matches all look at all, also at the pages that are the same for everybody
SELDOM = 8  # so many times as many moves there from one look to the next
TABLES = 2  # every so many looks at a drafting table are at two that only differ in what is hidden
AT_TABLES = 0.1  # SHARE there
TRIES = 3
SAID = 20  # matches
LISTED = re.compile(r"</?(?:li|tr|article)\b")
"""Divides what a page says of one match of several from the rest."""


@dataclass
class Crawl:
    ports: list[int]
    every: int
    """Moves from one look to the next."""
    links: int
    """Pages that each follows from the home page, in every tenth match; in the others a fifth by one."""
    secrets: hidden.Secrets = field(default_factory=hidden.Secrets)

    def through(self, first: int, matches: int) -> Counter[str]:
        """So many matches from that number on. Raises Leak."""
        began, counted = time.monotonic(), Counter[str]()
        with ThreadPoolExecutor(AT_ONCE) as pool:
            played = [pool.submit(self.one, number) for number in range(first, first + matches)]
            try:
                for done, one in enumerate(as_completed(played), 1):
                    counted += one.result()
                    if done % SAID == 0:
                        print(f"{done} matches in {time.monotonic() - began:.0f} s", flush=True)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        return counted

    def one(self, number: int) -> Counter[str]:
        """One match from the deal to its end; how much was looked at. Raises Leak."""
        from django.db import connection

        try:
            return Watched(self, number).play()
        finally:
            # Back to the pool, for the next thread.
            connection.close()


class Watched:
    """A match, public or not, of people or with computers, and who looks at it."""

    def __init__(self, crawl: Crawl, number: int) -> None:
        from games.matches.models import Player
        from phylo.accounts import tokens
        from phylo.accounts.models import User

        self.crawl, self.number, self.rng = crawl, number, random.Random(number)
        self.draft = number % 3 == 2
        self.all = number % EVERYWHERE == 0
        self.counted: Counter[str] = Counter()
        user = User.objects.create_user(f"ada-{number}")
        ada = Player.objects.create(user=user)
        ben, carl = (Player.objects.create(name=name) for name in ("Ben", "Carl"))
        self.public = number % 2 == 0
        if self.draft:
            self.match = drafts.deal(number // 3, [ada, ben], public=self.public)
        else:
            self.match = hidden.deal(number, ada, None if number % 4 in (0, 3) else ben, public=self.public)
        crawl.secrets.add(self.match)
        self.looks: list[Look] = []
        self._look("Ada", 0, session_of(ada))
        token = tokens.create_token(user=user, name="bot")
        self._look("a program of hers", 0, program=True, Authorization=f"Bearer {token}")
        if self.match.seats.filter(player=ben).exists():
            self._look("Ben", 1, session_of(ben))
        self._look("Carl", None, session_of(carl))
        self._look("a stranger", None)
        self.seeing = [look for look in self.looks if look.may_watch]
        self.movers = {
            look.seat: look.browser for look in self.looks if look.seat is not None and not look.program
        }

    def _look(
        self, who: str, seat: int | None, session: str = "", *, program: bool = False, **headers: str
    ) -> None:
        """From an address of one's own, so that nobody is refused for asking often."""
        look = Look(
            who=who,
            seat=seat,
            browser=Browser(self._port(0), session),
            secrets=self.crawl.secrets,
            may_watch=seat is not None or self.public,
            program=program,
            draft=self.draft,
        )
        address = f"10.{self.number >> 8}.{self.number & 255}.{len(self.looks) + 1}"
        look.browser.headers |= headers | {"X-Forwarded-For": address}
        self.looks.append(look)

    def _port(self, which: int) -> int:
        return self.crawl.ports[(self.number + which) % len(self.crawl.ports)]

    def play(self) -> Counter[str]:
        match, rng = self.match, self.rng
        for look in self.looks:
            # At another process than the one where is played.
            look.listen(match, rng, self._port(1), share=1 if self.all else LISTENS)
        look_at, follow_at = 0, rng.randrange(5, 30)
        while not match.finished and (self.draft or match.version < MOST_MOVES):
            able = [int(seat) for seat in match.to_act if int(seat) in self.movers]
            if match.bot_to_act and (self.draft or not able):
                wait_for_computer(match)
                match.refresh_from_db()
                continue
            if match.version >= look_at or self._turning_over:
                self._at()
                look_at = match.version + self._until_next()
            if match.version >= follow_at:
                self._follow(self.looks if self.all else [rng.choice(self.looks)])
                follow_at = MOST_MOVES**2
            self._move(rng.choice(able))
            match.refresh_from_db()
        # Once more, after the end or late: whoever may not watch learns nothing then either.
        self._follow([look for look in self.looks if not look.may_watch])
        for look in self.looks:
            look.hear(match, to_the_end=True)
            look.close()
            self.counted["answers"] += look.searched
            self.counted["streams"] += len(look.held)
        self.counted["moves"] = match.version
        return self.counted

    def _until_next(self) -> int:
        """By chance, so that in the long run it is looked at every moment of a turn."""
        mean = self.crawl.every * (SELDOM if self.all else TABLES if self.draft else 1)
        return self.rng.randint(1, 2 * mean - 1)

    @property
    def _turning_over(self) -> bool:
        return self.draft and self.match.snapshot["phase"] == FLIP

    def _move(self, seat: int) -> None:
        from games.matches.services.positions import legal_at

        match = self.match
        legal = legal_at(match, seat)
        action = self.rng.choice([each for each in legal if each["do"] != "discard"] or legal)
        order = {"action": action, "version": match.version, "key": f"k{match.version}"}
        status, text = self.movers[seat].ask(f"/api/v1/matches/{match.pk}/actions/", order)
        if status not in (200, 409):
            raise Leak(f"{match.pk}: {action} was answered by {text}")

    def _at(self) -> None:
        turn = self.counted["looks"]
        self.counted["looks"] += 1
        for look in self.looks:
            look.hear(self.match)
        if self.draft and (self._turning_over or self.rng.randrange(TABLES) == 0):
            self._compare(self.rng.choice(self.seeing))
        else:
            for look in self.looks if self.all else [self.looks[turn % len(self.looks)]]:
                look.at(self.match, self.rng, share=1 if self.all else SHARE)

    def _compare(self, look: Look) -> None:
        """Who looks from there is answered the same at both tables, another player is not. Raises Leak."""
        match, rng = self.match, self.rng
        asks = look.asks(match, rng, share=1 if self.all else AT_TABLES)
        pages = ["/", "/watch/"] if rng.random() < LARGE else []
        others = [each for each in self.seeing if each.seat not in (None, look.seat) and not each.program]
        for _try in range(TRIES):
            one, hands = answers(look, match, asks, pages), [own_hand(each, match) for each in others]
            with drafts.in_its_place(match, look.seat, rng) as twin:
                two, dealt = answers(look, twin, asks, pages), [own_hand(each, twin) for each in others]
            self.counted["tables"] += 1
            for each, before, after in zip(others, hands, dealt, strict=True):
                held = [sorted(table.snapshot["hands"][each.seat]) for table in (match, twin)]
                if held[0] != held[1] and before == after:
                    raise Leak(f"{match.pk}: nobody looked at the second table")
            if one == two:
                return
            # Who is there, and so on, may have changed meanwhile.
            if one == answers(look, match, asks, pages):
                break
        for (ask, first), (_same, second) in zip(one, two, strict=True):
            if first != second:
                told = first_difference(first, second)
                raise Leak(f"{look.who} at {ask}, version {match.version} of {match.pk}: {told}")

    def _follow(self, looks: list[Look]) -> None:
        for look in looks:
            if not look.program:
                most = self.crawl.links if self.all else self.crawl.links // 5
                look.follow_links(self.match, self.rng, most, everywhere=self.all)


EACH_TIME = re.compile(r'(csrfmiddlewaretoken" value|data-csrf|nonce)="[^"]+"|\d{4}-\d\d-\d\dT[0-9:.+Z]+')


def answers(look: Look, match: Any, asks: list[Ask], pages: list[str]) -> list[tuple[Ask, str]]:
    """What is answered, without what is different at each look; of lists what they say of the match."""
    found: list[tuple[Ask, str]] = []
    for ask in asks:
        status, text = look.search(match, ask)
        found.append((ask, f"{status} {plain(match, text)}"))
    for page in pages if not look.program else []:
        _status, text = look.browser.ask(page)
        look.found(match, page, text)
        told = [piece for piece in LISTED.split(text) if str(match.pk) in piece]
        found.append((Ask(page), plain(match, "".join(told))))
    return found


def plain(match: Any, text: str) -> str:
    return EACH_TIME.sub("", text).replace(str(match.pk), "{}")


def own_hand(look: Look, match: Any) -> str:
    return look.search(match, Ask("/api/v1/matches/{}/view/"))[1].replace(str(match.pk), "{}")


def first_difference(one: str, two: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return f"{one[max(0, at - 100) : at + 100]!r} or {two[max(0, at - 100) : at + 100]!r}"


def wait_for_computer(match: Any) -> None:
    from games.matches.models import Match

    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not Match.objects.playing().filter(pk=match.pk, version=match.version, bot_to_act=True).exists():
            return
        time.sleep(0.1)
    raise Leak(f"{match.pk}: the computer does not play")


def search_logs(logs: list[Path]) -> int:
    """No line names a card, whoever's it is. Raises Leak."""
    lines = 0
    for log in logs:
        with log.open(errors="replace") as text:
            for line in text:
                lines += 1
                if hidden.ANYTHING_HIDDEN.search(line) or drafts.ANY_KIND.search(line):
                    raise Leak(f"{log.name}: {line}")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--every", type=int, default=2, help="moves from one look to the next")
    parser.add_argument("--links", type=int, default=60, help="pages that each follows from the home page")
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    arguments = parser.parse_args()
    with standing(**SITE) as cluster:
        began = time.monotonic()
        crawl = Crawl(cluster.ports, arguments.every, arguments.links)
        counted = crawl.through(arguments.first, arguments.matches)
        took = time.monotonic() - began
        lines = search_logs(cluster.logs)
    told = ", ".join(f"{number} {what}" for what, number in counted.items())
    print(f"{arguments.matches} matches in {took:.0f} s: {told}, {lines} lines of logs; no hidden card")


if __name__ == "__main__":
    main()
