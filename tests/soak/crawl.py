"""
Hidden hands: everything that a seat, a watcher, a stranger or a program can fetch of matches that are being
played, and every line of the logs, is searched for cards which only somebody else, or nobody, can know of.

The addresses are those of the site itself: all that belong to a match, found in its URL table, the streams,
and all that the pages link to. Those that show something are looked at every time, of the rest a share by
chance; in every tenth match all of them.

python -m tests.services.run python -m tests.soak.crawl --matches 200
"""

import argparse
import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.soak.cluster import PATIENCE, Browser, session_of, standing
from tests.soak.hidden import ANYTHING_HIDDEN, Secrets, deal
from tests.soak.looks import Leak, Look

AT_ONCE = 6  # matches
MOST_MOVES = 60
SHARE = 0.05  # of the addresses that showed nothing, at each look
EVERYWHERE = 10  # every so many matches all is looked at, also the pages that are the same for everybody


@dataclass
class Crawl:
    ports: list[int]
    every: int
    """Moves from one look at everything to the next."""
    links: int
    """Pages that each follows from the home page."""
    secrets: Secrets

    def one(self, number: int) -> int:
        """One match from the deal to its end; how many answers were searched. Raises Leak."""
        from django.db import connection

        try:
            return self._one(number)
        finally:
            # Back to the pool, for the next thread.
            connection.close()

    def _one(self, number: int) -> int:
        from games import services

        rng = random.Random(number)
        match, looks = self._dealt(number)
        share = 1 if number % EVERYWHERE == 0 else SHARE
        follow_at = rng.randrange(self.every, 4 * self.every)
        movers = {look.seat: look.browser for look in looks if look.seat is not None and not look.program}
        for moves in range(MOST_MOVES):
            match.refresh_from_db()
            if match.finished:
                break
            if moves % self.every == 0:
                for look in looks:
                    look.at(match, rng, share=share)
            if moves == follow_at:
                self._follow(match, looks, number)
            seat = services.state_at(match).to_act[0]
            if seat not in movers:
                wait_for_computer(match)
                continue
            legal = services.legal_at(match, seat)
            action = rng.choice([each for each in legal if each["do"] != "discard"] or legal)
            order = {"action": action, "version": match.version, "key": f"k{moves}"}
            movers[seat].ask(f"/matches/{match.pk}/actions/", order)
        # Once more, after the end or late: whoever may not watch learns nothing then either.
        match.refresh_from_db()
        self._follow(match, [look for look in looks if not look.may_watch], number)
        for look in looks:
            look.browser.close()
        return sum(look.searched for look in looks)

    def _dealt(self, number: int) -> tuple[Any, list[Look]]:
        """
        A match, public or not, against a person or the computer, and who looks at it. Each comes from an
        address of one's own, so that nobody is refused for asking often.
        """
        from games.models import Player
        from phylo.accounts import tokens
        from phylo.accounts.models import User

        public, against_bot = number % 2 == 0, number % 4 in (0, 3)
        user = User.objects.create_user(f"ada-{number}")
        ada = Player.objects.create(user=user)
        ben, carl = (Player.objects.create(name=name) for name in ("Ben", "Carl"))
        match = deal(number, ada, None if against_bot else ben, public=public)
        self.secrets.add(match)
        token = tokens.create_token(user=user, name="bot")

        looks: list[Look] = []

        def look(who: str, seat: int | None, session: str = "", **how: Any) -> None:
            browser = Browser(self.ports[number % len(self.ports)], session)
            browser.headers["X-Forwarded-For"] = f"10.{number >> 8}.{number & 255}.{len(looks) + 1}"
            looks.append(Look(who, seat, browser, self.secrets, **how))

        look("Ada", 0, session_of(ada))
        look("a program of hers", 0, program=True)
        looks[-1].browser.headers["Authorization"] = f"Bearer {token}"
        if not against_bot:
            look("Ben", 1, session_of(ben))
        look("Carl", None, session_of(carl), may_watch=public)
        look("a stranger", None, may_watch=public)
        return match, looks

    def _follow(self, match: Any, looks: list[Look], number: int) -> None:
        for look in looks:
            if not look.program:
                look.follow_links(match, self.links, everywhere=number % EVERYWHERE == 0)


def wait_for_computer(match: Any) -> None:
    from games.models import Match

    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not Match.objects.playing().filter(pk=match.pk, version=match.version, bot_to_act=True).exists():
            return
        time.sleep(0.05)
    raise Leak(f"{match.pk}: the computer does not play")


def search_logs(logs: list[Path]) -> int:
    """No line names a card, whoever's it is. Raises Leak."""
    lines = 0
    for log in logs:
        with log.open(errors="replace") as text:
            for line in text:
                lines += 1
                if ANYTHING_HIDDEN.search(line):
                    raise Leak(f"{log.name}: {line}")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--every", type=int, default=10, help="moves from one look at everything to the next")
    parser.add_argument("--links", type=int, default=60, help="pages that each follows from the home page")
    arguments = parser.parse_args()
    with standing(LOG_LEVEL="DEBUG", LOG_FORMAT="json", TRUSTED_PROXIES="127.0.0.1") as cluster:
        began = time.monotonic()
        crawl = Crawl(cluster.ports, arguments.every, arguments.links, Secrets())
        with ThreadPoolExecutor(AT_ONCE) as pool:
            answers = sum(pool.map(crawl.one, range(arguments.matches)))
        took = time.monotonic() - began
        lines = search_logs(cluster.logs)
    print(
        f"{arguments.matches} matches in {took:.0f} s: {answers} answers and {lines} lines of logs name no"
        " hidden card"
    )


if __name__ == "__main__":
    main()
