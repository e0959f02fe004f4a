"""Adding a card to a deck beside 100,000 generated cards: one save as the builder sends it, on SQLite.

Measured in a process of its own: python -m tests.bench.decks CARDS, with DATABASE_URL and PHYLO_DATA for it,
prints the seconds of each save as JSON.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import uuid
from statistics import median

SAVES = 60
WANTED = "100 ms"


def measure(cards: int) -> list[float]:
    """Seconds from the request to the answer with the deck drawn anew, of a deck that fills up."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.urls import reverse

    from cards.decks.models import Deck
    from cards.decks.models.contents import Contents
    from cards.decks.services import create_deck
    from cards.loading.load import load_card_set
    from cards.services.publishing import store_cards
    from tests.cards.generated import generated_cards
    from tests.factories import a_guest, client_of_guest

    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    load_card_set()
    store_cards(list(generated_cards(cards)))
    guest = a_guest()
    ready = Deck.objects.ready().order_by("slug")[0].contents
    begun = Contents.of(dict.fromkeys(list(ready.cards)[:12], 1), ready.rules)
    deck = create_deck(builder=guest, name="Bench", contents=begun)
    client = client_of_guest(guest.guest)
    address, version, times = reverse("deck-save", args=[deck.slug]), deck.version, []
    keys = list(ready.cards)
    for number in range(SAVES):
        # Up to two copies of each card, then down again.
        wanted = 2 if number // len(keys) % 2 == 0 else 1
        change = {"copies": {keys[number % len(keys)]: wanted}}
        body = json.dumps({"version": version, "key": uuid.uuid4().hex, "change": change})
        begin = time.perf_counter()
        answer = client.post(address, body, content_type="application/json")
        times.append(time.perf_counter() - begin)
        assert answer.status_code == 200, answer.content
        version = answer.json()["version"]
    return times[1:]


def table(cards: int) -> list[str]:
    """Rows of the table of `make bench`."""
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"DATABASE_URL": f"sqlite:///{folder}/decks.sqlite3", "PHYLO_DATA": folder}
        command = [sys.executable, "-m", "tests.bench.decks", str(cards)]
        printed = subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True).stdout
    times = sorted(json.loads(printed))
    worst = times[int(len(times) * 0.95)]
    shown = f"{median(times) * 1000:.0f} ms | {worst * 1000:.0f} ms"
    return [
        f"| {SAVES - 1} saves of a deck beside {cards:,} cards | median | 95 % | wanted |",
        "| --- | ---: | ---: | ---: |",
        f"| a card added and the deck drawn anew, SQLite | {shown} | {WANTED} |",
    ]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")
    print(json.dumps(measure(int(sys.argv[1]))))
