"""
A site on SQLite, with or without compiled packages: python -m tests.services.without_compiled [plain]

It is set up, cards are searched, pages are read and a game against the computer is played. Prints what was
found as JSON, which must not depend on the packages.
"""

import json
import os
import sys
from collections.abc import Collection
from importlib.abc import MetaPathFinder
from importlib.machinery import (
    BYTECODE_SUFFIXES,
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
    SourcelessFileLoader,
)
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test import Client

SEARCHES = (
    "", "wolf", "wlof", "pied hornbil", "name:sea*", "sea*er", "/sea.?otter/", r"name:/^\w{4} \w+$/",
    "-/[aeiou]{2}/", "fact:/[0-9]+ (km|m)\\b/", "kingdom:/^anim/", "kingdom:anmalia", "class:mam*",
    "terrain:forest sort:points", 'eats:"indian plum"', "eatenby:wolf", "eats:/fox/", "beside:lichen",
    "deck:uluru", "fits:uluru", "has:flight -scale>3", "points>scale sort:-latin",
    "is:event duration>1 or kind:habitat", "tag:x", "artist:/./", "/(/", "/a{2000}/", "/(?=a)/",
    "/[[:nothing:]]/", "/\\pL{3}\\b/", "terrain:forrest", "eats:wlof",
)  # fmt: skip
NAMES = (
    "Wolf",
    "Gray Wlof",
    "sea oter",
    "Indian",
    "plum indian",
    "Xyzzy",
    "Canis lupis",
    "Poler Bear",
    "frog",
)
WORDS = ("bird", "fishh", "red flower", "beatle", "mushroms", "sharkk")
NOT_IN_BROWSERS = {"resource", "pwd", "grp"}
"""Of Python itself."""
PAGES = (
    "/", "/play/", "/play/computer/", "/cards/", "/cards/?q=wolf", "/cards/?q=sea*er",
    "/cards/?q=wlof", "/cards/help/", "/cards/print/", "/decks/", "/decks/strength/", "/decks/new/",
    "/lobby/", "/watch/", "/learn/lessons/", "/puzzles/", "/rules/", "/rules/phylo-1.4a/", "/tournaments/",
    "/ladder/", "/sets/", "/privacy/", "/api/", "/api/v1/cards/", "/api/v1/decks/",
    "/status/", "/healthz",
)  # fmt: skip


class Missing(MetaPathFinder):
    def __init__(self, names: Collection[str]) -> None:
        self.names = names

    def find_spec(
        self, name: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def leave_out_compiled() -> None:
    """As where no extension module can be loaded but those of Python itself."""
    from phylo.compiled import OWN, PACKAGES

    plain = FileFinder.path_hook(
        (SourceFileLoader, SOURCE_SUFFIXES), (SourcelessFileLoader, BYTECODE_SUFFIXES)
    )

    def hook(path: str) -> object:
        if "site-packages" not in path:
            raise ImportError
        return plain(path)

    for name in [name for name in sys.modules if name.partition(".")[0] in PACKAGES.keys() | NOT_IN_BROWSERS]:
        del sys.modules[name]
    sys.path_hooks.insert(0, hook)
    sys.path_importer_cache.clear()
    missing = {name for name, each in PACKAGES.items() if each.instead != OWN}
    sys.meta_path.insert(0, Missing(missing | NOT_IN_BROWSERS))


def set_up() -> None:
    import django
    from django.core.management import call_command

    from tests import migrating

    django.setup()
    call_command("check", stdout=sys.stderr)
    with migrating.quickly():
        call_command("migrate", verbosity=0)
    call_command("load_cards", verbosity=0)


def searched(text: str) -> object:
    from cards.search.services.search import CardSearch, QueryError

    try:
        search = CardSearch(text)
    except QueryError as error:
        return [error.message, error.suggestion]
    return [
        [card.key for card in search.cards()],
        "".join(part.text for part in search.sentence),
        [[each.word, each.taken] for each in search.corrections],
    ]


def searches() -> dict[str, object]:
    """As the database answers, and then as the index does."""
    from cards.search import current
    from cards.search.indexed import IndexedVocabulary

    found: dict[str, object] = {text: searched(text) for text in SEARCHES}
    version = current.vocabulary().version
    current._newest[current._database()] = IndexedVocabulary.build(version)
    found |= {f"index: {text}": searched(text) for text in SEARCHES}
    assert isinstance(current.vocabulary(), IndexedVocabulary)
    return found


def guesses() -> dict[str, object]:
    from cards.decks.exchange.names import Names
    from cards.editor.drawings import found_drawings

    named = {text: [repr(each.cards), each.sure] for text, each in Names().guess(NAMES).items()}
    return named | {word: [each.value for each in found_drawings(word)] for word in WORDS}


def read(client: "Client") -> dict[str, int]:
    from cards.decks.models import Deck

    slug = Deck.objects.ready().order_by("slug").values_list("slug", flat=True)[0]
    builder = client.post(f"/decks/{slug}/copy/")["Location"]
    pages = (*PAGES, "/cards/gray-wolf/", f"/decks/{slug}/", builder, lesson())
    return {page.replace(builder, "builder"): client.get(page).status_code for page in pages}


def lesson() -> str:
    from games.lessons.shipped import course

    return f"/learn/{next(iter(course().lessons))}/"


def refused(client: "Client") -> dict[str, object]:
    """What needs the packages: status and words of a page, and of a problem."""
    from cards.art import back_version

    pages = (
        f"/cards/back/{back_version()}.png",
        "/cards/print.pdf?q=wolf",
        "/tournaments/calendar.ics",
        "/sign-in/",
        "/sign-up/",
        "/account/factors/",
    )
    found: dict[str, object] = {}
    for page in pages:
        shown, told = client.get(page, headers={"Accept": "text/html"}), client.get(page)
        found[page] = [shown.status_code, "needs-server-title" in shown.content.decode(), told.json()]
    return found


def played(client: "Client") -> bool:
    """Whether a game against the computer comes to its end."""
    from cards.decks.models import Deck
    from games.matches.models import Match
    from games.matches.services.play import play_bot_turn
    from games.matches.services.positions import legal_at

    deck = Deck.objects.ready().filter(rules="phylo-1.4a").order_by("slug")[0]
    begun = client.post("/matches/", {"deck": deck.slug, "level": "mouse"})
    assert begun.status_code == 302, begun.content.decode()
    match, rng = Match.objects.get(), Random(1)
    while not match.finished:
        if match.bot_to_act:
            assert play_bot_turn(match_id=match.pk, version=match.version)
        else:
            assert client.get(begun["Location"]).status_code == 200
            action = rng.choice(legal_at(match, 0))
            sent = {"action": action, "version": match.version, "key": f"k{match.version}"}
            answer = client.post(
                f"/api/v1/matches/{match.pk}/actions/", sent, content_type="application/json"
            )
            assert answer.status_code == 200, answer.content.decode()
        match.refresh_from_db()
    return match.finished


def main() -> None:
    plain = sys.argv[1:] == ["plain"]
    if plain:
        leave_out_compiled()
    before = {*sys.modules}
    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "OWN_DEVICE": "1"}
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    set_up()
    from tests.members import guest

    _player, client = guest()
    found = {"searches": searches(), "guesses": guesses()}
    if plain:
        found |= {"pages": read(client), "finished": played(client), "refused": refused(client)}
        found["compiled"] = [
            name for name, each in sys.modules.items() if is_compiled(each) and name not in before
        ]
    print(json.dumps(found))


def is_compiled(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None) or ""
    return "site-packages" in file and file.endswith(tuple(EXTENSION_SUFFIXES))


if __name__ == "__main__":
    main()
