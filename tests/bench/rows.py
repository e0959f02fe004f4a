"""
What a match costs: bytes of PostgreSQL's log and of its tables, time of a core for a move and for the
computer's choice (docs/scale.md). The greedy computer plays against itself, in one thread, on a server of its
own that writes whole pages after a checkpoint, as it does by default.

python -m tests.bench.rows --matches 60
"""

import argparse
import os
import secrets
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.bench.rendering import LOOP, loop
from tests.services import processes
from tests.soak.cluster import close_connections, with_django
from tests.soak.killable import made, postgresql, until

TABLES = ("games_match", "games_move", "games_seat")


def sql(query: str) -> Any:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchone()[0] if cursor.description else None


def position() -> int:
    return int(sql("SELECT pg_current_wal_insert_lsn() - '0/0'"))


def sizes() -> dict[str, int]:
    """With indexes and what is stored out of line."""
    return {table: int(sql(f"SELECT pg_total_relation_size('{table}')")) for table in TABLES}


class Core:
    """Milliseconds of a core, by what they were spent on."""

    def __init__(self) -> None:
        self.spent: dict[str, list[float]] = {}

    def timed(self, what: str, call: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        began = time.process_time()
        try:
            return call(*arguments, **named)
        finally:
            self.spent.setdefault(what, []).append((time.process_time() - began) * 1000)

    def middle(self, what: str) -> float:
        return sorted(self.spent[what])[len(self.spent[what]) // 2]


def play_out(match: Any, core: Core) -> None:
    from engine.bots.levels import LEVELS
    from games.matches.services.play import play
    from games.matches.services.positions import legal_at, state_at, view_at

    greedy = LEVELS[match.rules]["greedy"]
    while not match.finished:
        (seat, *_others) = state_at(match).to_act
        view, legal = view_at(match, seat), legal_at(match, seat)
        thought = core.timed("choice", greedy.think, view, legal, match.chance_at(match.version))
        named = {"action": dict(thought.action), "version": match.version, "key": secrets.token_urlsafe(12)}
        core.timed("move", play, match_id=match.pk, seat=seat, by_program=True, **named)
        match.refresh_from_db()


def measure(matches: int) -> None:
    from django.core.management import call_command

    from cards.decks.models import Deck
    from games.matches.models import Match, Move
    from games.matches.services.matches import Side, create_match

    call_command("migrate", verbosity=0)
    call_command("load_cards", verbosity=0)
    decks = list(Deck.objects.ready().filter(rules="phylo-1.4a").order_by("slug"))
    sides = [Side(deck_name=deck.name, deck=deck.card_keys(), bot="greedy") for deck in decks]
    core, empty = Core(), sizes()
    for number in range(matches):
        pair = (sides[number % len(sides)], sides[(number + 1) % len(sides)])
        create_match(sides=pair, rules="phylo-1.4a")
    sql("CHECKPOINT")
    written = position()
    for match in Match.objects.all():
        play_out(match, core)
    together, moves = position() - written, Move.objects.count()
    for table in TABLES:
        sql(f"VACUUM FULL {table}")
    print(f"{matches} matches of {moves / matches:.1f} moves; the loop takes {loop() * 1000:.0f} ms")
    for what in core.spent:
        print(f"{what}: {core.middle(what) * LOOP / loop():.1f} ms of a core")
    for table, size in sizes().items():
        print(f"{table}: {(size - empty[table]) / matches:,.0f} bytes for a match")
    print(f"log: {together / moves:,.0f} bytes for a move")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    arguments = parser.parse_args()
    user, port = processes.server_user(), processes.free_port()
    with processes.scratch(user) as data, tempfile.TemporaryDirectory() as folder:
        server = postgresql(data, user, port)
        server.start()
        try:
            url = f"postgresql://postgres@127.0.0.1:{port}"
            until(lambda: made(url))
            os.environ.pop("REDIS_URL", None)
            with_django(
                {
                    "DATABASE_URL": f"{url}/phylo",
                    "SECRET_KEY": "x",
                    "PHYLO_DATA": str(Path(folder)),
                    "DJANGO_SETTINGS_MODULE": "phylo.settings",
                }
            )
            measure(arguments.matches)
        finally:
            close_connections()
            server.kill()


if __name__ == "__main__":
    main()
