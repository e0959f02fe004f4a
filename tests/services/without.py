"""
A site on SQLite without some slices: python -m tests.services.without games.lessons games.puzzles

It is set up, a game is played to its end, and everything that can be reached is read. Fails if something is
missing, and prints the addresses that were read.
"""

import os
import re
import sys
from collections.abc import Callable
from html import unescape
from urllib.parse import urlsplit

LEFT_OUT = re.compile(r"/static/|openapi|/art/|/faces?/|stream|\.(png|svg|pdf|webp|ico|woff2)")
LINK = re.compile(r'(?:href|hx-get|action)="(/[^"#]*)')
MOST = 150
"""Addresses to be read; there are as many of some kinds as there are cards."""


def set_up() -> None:
    import django
    from django.core.management import call_command

    from tests import migrating

    django.setup()
    call_command("check", stdout=sys.stderr)
    with migrating.quickly():
        call_command("migrate", verbosity=0)


def play() -> list[str]:
    """Play a game; the addresses of its pages."""
    from games.matches.models import Player
    from tests.factories import CardFactory, DeckFactory, deal
    from tests.matches.test_records import play_out
    from tests.members import person

    CardFactory()
    DeckFactory(slug="meadow")
    ada, ben = (Player.objects.create(user=person(name)) for name in ("Ada", "Ben"))
    match = deal(ada, opponent=ben)
    begun = f"/matches/{match.pk}/"
    assert play_out(match).finished
    return [begun, f"{begun}replay/", f"/api/v1/matches/{match.pk}/"]


def crawl(
    begin: list[str], look: Callable[[str, str], None] = lambda path, told: None, **asked: object
) -> list[str]:
    """Read all that can be reached as Ada; of pages of a kind, one. `look` is given each page."""
    from phylo.accounts.models import User
    from tests.members import signed_in

    client = signed_in(User.objects.get(username="Ada"))

    def get(address: str) -> tuple[int, str]:
        answer = client.get(address, **asked)
        shown = answer.status_code == 200 and not answer.streaming
        return answer.status_code, answer.content.decode(errors="replace") if shown else ""

    return walk(begin, get, look)


def walk(
    begin: list[str],
    get: Callable[[str], tuple[int, str]],
    look: Callable[[str, str], None] = lambda path, told: None,
) -> list[str]:
    """Likewise of any site, as `get` answers: the status, and the page if it is one."""
    from django.urls import resolve

    read, kinds, waiting = [], set(), [(each, "") for each in begin]
    while waiting and len(read) < MOST:
        address, seen_on = waiting.pop(0)
        path = urlsplit(address).path
        if LEFT_OUT.search(path):
            continue
        # Raises Resolver404 for a link to what is not there.
        kind = resolve(path).url_name
        if kind in kinds or (kind and "logout" in kind):
            continue
        kinds.add(kind)
        status, told = get(address)
        assert status in {200, 302, 304, 405}, (address, status, f"seen on {seen_on}")
        read.append(path)
        if told:
            look(path, told)
            waiting += [(unescape(each), path) for each in LINK.findall(told)]
    return read


def main() -> None:
    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "PHYLO_WITHOUT": " ".join(sys.argv[1:])}
    os.environ.pop("DATABASE_URL", None)
    os.environ.pop("REDIS_URL", None)
    set_up()
    begin = ["/", "/lobby/", "/rules/", "/sets/", "/sets/new/", "/privacy/", "/account/delete/", "/api/"]
    print("\n".join(crawl([*begin, *play()])))


if __name__ == "__main__":
    main()
