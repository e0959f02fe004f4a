"""
The card search over 100,000 generated cards beside the real ones, or a million, on SQLite and on PostgreSQL.

Each database is filled and measured in processes of their own, with DATABASE_URL and PHYLO_DATA for it:
python -m tests.bench.search fill CARDS prints the seconds it took, measure SECONDS all times as JSON.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from uuid import uuid4

if TYPE_CHECKING:
    from cards.models import Card

QUERIES = 200
MEASURED = 20_000
"""So many cards are stored as an import does, those beyond without revisions."""
PIECE = 5000
SIZE = 60
MILLION = 1_000_000


@dataclass(frozen=True)
class Wanted:
    page: str
    other: str
    changed: str
    memory: str


WANTED = Wanted("10 ms, 30 ms", "30 ms", "60 ms", "60 MB more")
WANTED_OF_A_MILLION = Wanted("–, 100 ms", "100 ms", "150 ms", "600 MB in all")


@dataclass(frozen=True)
class Times:
    """
    Seconds: of each query's whole answer, of other ways to read its result, of the first after a card has
    changed, of storing a card. Megabytes: `memory`, that the process has more with the index and with what
    the first search loads; `process`, all that it has after all queries.
    """

    cards: int
    answers: list[float]
    others: dict[str, list[float]]
    cold: float
    stored: float
    built: float
    memory: float
    process: float


COMMON = (
    "kind:species", "-is:invasive", "a", "e or a", "scale<=7", "climate:warm", "points>=2", "sort:points",
    "sort:latin", "food:1,2", "terrain:forest", "climate>=cool sort:-new", "diet:photosynthetic",
)  # fmt: skip
RARE = (
    "kingdom:fungi terrain:tundra climate:hot points>=9", "points>99", "qxzzqjxk", "in:african-savanna",
    "tag:kelp", "effect:take-control", "is:home", "keyword=any-terrain,flight", "class:protozoa food:4",
    "kingdom:bacteria scale:1 climate:hot", "flight>=3 terrain:ocean climate:hot", "fact:thousand",
)  # fmt: skip


def queries(rng: Random) -> list[str]:
    """The mix: browsing with facets, words letter by letter, slips, relations, rare and empty results."""
    from cards.models import Card
    from tests.cards.generated import ADJECTIVES, ENDINGS
    from tests.search.plain_filter import text_of
    from tests.search.random_queries import VALUES, Questions

    cards = list(Card.objects.filter(kind="species").exclude(source="generated").order_by("key"))
    terrain, climate, diet = (VALUES[field] for field in ("terrain", "climate", "diet"))
    browsing = [f"terrain:{rng.choice(terrain)} climate:{rng.choice(climate)}" for _ in range(15)]
    browsing += [
        f"terrain:{rng.choice(terrain)} diet:{rng.choice(diet)} scale<={rng.randint(4, 9)}" for _ in range(15)
    ]
    browsing += [f"{text} sort:{rng.choice(('points', '-scale', 'food', 'new'))}" for text in browsing[:15]]
    name = rng.choice(cards).name.lower()
    words = [name[:length] for length in range(1, len(name) + 1)][:16]
    words += [rng.choice(ADJECTIVES + ENDINGS) for _ in range(14)]
    words += [rng.choice(cards).latin_name for _ in range(6)]
    slips = [_slipped(rng, rng.choice(cards).name.split()[-1]) for _ in range(20)]
    relations = [
        f'{rng.choice(("eats", "eatenby", "beside"))}:"{rng.choice(cards).name}" {more}'.strip()
        for more in ("", "", "rules:1.3", "terrain:forest", "-is:invasive", "sort:-points") * 5
    ]
    found = ["", *COMMON, *browsing, *words, *slips, *relations, *RARE]
    mixed = Questions(rng, cards, ["african-savanna", "boreal-wetland"], cards)
    found += [text_of(mixed.question()) for _ in range(QUERIES - len(found))]
    rng.shuffle(found)
    return found


def _slipped(rng: Random, word: str) -> str:
    """The word with two of its letters changed over."""
    place = rng.randrange(len(word) - 1)
    return word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def answer(text: str) -> None:
    """All that a page shows of a search but its rendering: 60 cards, counts, the search in words."""
    from cards.search.services.search import CardSearch

    search = CardSearch(text)
    search.page(1, SIZE)
    search.facets()
    assert search.sentence


def last_page(text: str) -> None:
    from cards.search.services.search import CardSearch

    search = CardSearch(text)
    search.page(search.pages(SIZE), SIZE)


def slices(text: str) -> None:
    """Two, as programs fetch them."""
    from cards.search.services.search import CardSearch

    search = CardSearch(text)
    cursor = search.slice_after(None, SIZE).next
    if cursor is not None:
        CardSearch(text).slice_after(cursor, SIZE)


def beside(text: str) -> None:
    """The cards before and after one of the first page."""
    from cards.search.services.search import CardSearch

    search = CardSearch(text)
    for card in search.page(1, SIZE)[-1:]:
        search.neighbours(card.key)


def suggested(text: str) -> None:
    """Names behind a relation, as somebody types them."""
    from cards.search.services.search import FIELDS, completions

    completions(next(field for field in FIELDS if field.name == "eats"), text[:4])


OTHERS = {
    "the last page": last_page,
    "two slices, as programs fetch them": slices,
    "the cards beside one": beside,
    "names that are suggested": suggested,
}


def fill(cards: int) -> float:
    """
    Store so many generated cards in the empty database of this process's settings; the seconds that one took.
    """
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from cards.loading.load import load_card_set
    from cards.services.publishing import store_cards
    from tests.cards.generated import generated_cards

    call_command("migrate", verbosity=0)
    load_card_set()
    made = generated_cards(cards)
    begin = time.perf_counter()
    store_cards(islice(made, MEASURED))
    stored = (time.perf_counter() - begin) / min(cards, MEASURED)
    _add(made)
    if connection.vendor == "postgresql":  # as the server does by itself a little later
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE cards_card")
    return stored


def _add(cards: "Iterator[Card]") -> None:
    """Many more cards, without the revisions that take half of the time, and that no search reads."""
    from django.db import connection

    from cards.models import Card, CardNumbers, derive

    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA cache_size = -1000000")
    while batch := list(islice(cards, PIECE)):
        for card, number in zip(batch, CardNumbers.take(len(batch)), strict=True):
            card.number = number
            derive(card)
        Card.objects.bulk_create(batch)


def measure(stored: float) -> Times:
    """On the database of this process's settings, which is filled, with the index as soon as it is built."""
    import django

    django.setup()
    from cards.models import Card

    texts = queries(Random(1))
    before, begin = _memory(), time.perf_counter()
    answer("wolf")
    for thread in threading.enumerate():
        if thread.name == "search":
            thread.join()
    built = time.perf_counter() - begin
    memory = _memory() - before
    for text in texts[:20]:
        answer(text)
    answers = [_timed(answer, text) for text in texts]
    others = {name: [_timed(way, text) for text in texts[:60]] for name, way in OTHERS.items()}
    cold = []
    for card in Card.objects.order_by("pk")[:9]:
        card.save()
        cold.append(_timed(answer, "hrose"))
    cards = Card.objects.count()
    return Times(cards, answers, others, median(cold), stored, built, memory, _memory())


def _memory() -> float:
    """Resident megabytes of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 2**20


def _timed(way: Callable[[str], None], text: str) -> float:
    begin = time.perf_counter()
    way(text)
    return time.perf_counter() - begin


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """DATABASE_URL of an empty database by its name; PostgreSQL only where there is a server."""
    from tests.services import processes, programs

    with tempfile.TemporaryDirectory() as folder:
        found = {"SQLite": f"sqlite:///{folder}/search.sqlite3"}
        try:
            server = os.environ.get("TEST_DATABASE_URL")
            started = None if server else processes.postgresql(programs.postgresql())
        except programs.NotFound as error:
            print(f"search: {error}", file=sys.stderr)
            yield found
            return
        if started is not None:
            with started as url:
                yield found | {"PostgreSQL": url}
            return
        name = f"bench_{uuid4().hex}"
        admin = urlsplit(server)._replace(path="/postgres").geturl()
        processes.create_database(admin, name)
        try:
            yield found | {"PostgreSQL": urlsplit(server)._replace(path=f"/{name}").geturl()}
        finally:
            processes.drop_database(admin, name)


def table(cards: int) -> list[str]:
    """Rows of the table of `make bench`."""
    rows = []
    with databases() as urls, tempfile.TemporaryDirectory() as folder:
        for name, url in urls.items():
            env = os.environ | {"DATABASE_URL": url, "PHYLO_DATA": folder, "MALLOC_ARENA_MAX": "2"}
            stored = _printed("fill", cards, env=env)
            measured = _printed("measure", stored, env=env | {"SEARCH_CARDS": str(2 * cards)})
            rows += _rows(name, Times(**json.loads(measured)))
    head = [
        f"| {QUERIES} card searches over {cards:,} cards | median | 95 % | wanted |",
        "| --- | ---: | ---: | ---: |",
    ]
    return head + rows


def _printed(*arguments: object, env: Mapping[str, str]) -> str:
    command = [sys.executable, "-m", "tests.bench.search", *map(str, arguments)]
    return subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True, text=True).stdout.strip()


def _rows(name: str, times: Times) -> list[str]:
    wanted = WANTED_OF_A_MILLION if times.cards >= MILLION else WANTED
    memory = f"{times.memory:.0f} MB more, {times.process:.0f} MB in all at the end"
    return [
        f"| page of {SIZE} with its counts, {name} | {_shown(times.answers)} | {wanted.page} |",
        *(f"| {way}, {name} | {_shown(found)} | {wanted.other} |" for way, found in times.others.items()),
        f"| the first after a card has changed, {name} | {times.cold * 1000:.0f} ms | – | {wanted.changed} |",
        f"| memory of the process, {name} | {memory} | – | {wanted.memory} |",
        f"| until the index is there, {name} | {times.built:.0f} s | – | – |",
        f"| storing 10,000 cards, {name} | {times.stored * 10_000:.1f} s | – | 30 s |",
    ]


def _shown(seconds: list[float]) -> str:
    worst = sorted(seconds)[int(len(seconds) * 0.95)]
    return f"{median(seconds) * 1000:.0f} ms | {worst * 1000:.0f} ms"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")
    what, number = sys.argv[1:]
    print(fill(int(number)) if what == "fill" else json.dumps(asdict(measure(float(number)))))
