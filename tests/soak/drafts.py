"""
What is hidden at a drafting table. Cards there are copies of a few kinds, so that no name gives one away.
Instead the table is set a second time, in the place of the first: what a seat, or a watcher, may not see is
different there, the rest is the same. Whoever looks from there must be answered the same.
"""

import contextlib
import random
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any
from uuid import uuid4

from engine.drafting.actions import KINDS
from tests.soak.hidden import FIRST_SEED

ANY_KIND = re.compile(rf"\b(?:{'|'.join(KINDS)})\b")
"""A card of these games, as records, logs and JSON name it."""
GAMES = ("ecosystem", "coral-reef")
TABLES = ((2, 0), (2, 1), (2, 0), (1, 2), (1, 0), (2, 2))
"""People and computers."""
TRIES = 20


def deal(number: int, people: Sequence[Any], *, public: bool) -> Any:
    """A table of one or two people and up to two computers."""
    from games.matches.services.matches import Side, create_match

    sitting, bots = TABLES[number // 2 % len(TABLES)]
    sides = [Side(player=player) for player in people[:sitting]]
    sides += [Side(bot="random")] * bots
    rules = GAMES[number % 2]
    return create_match(sides=sides, rules=rules, public=public, seed=f"{FIRST_SEED + number:064}")


@contextlib.contextmanager
def in_its_place(match: Any, seat: int | None, rng: random.Random) -> Iterator[Any]:
    """The second table, with what this seat (None: a watcher) may not see dealt and chosen otherwise."""
    from django.db import transaction

    from games.matches.models import Match, Move, Player, Seat

    state, choices = chosen_otherwise(match, seat, rng)
    twin = Match.objects.get(pk=match.pk)
    seats, moves = list(twin.seats.all()), list(twin.moves.all())
    twin.pk, twin.bot_to_act = uuid4(), False
    twin.snapshot = dealt_otherwise(state.snapshot(), seat, rng)
    for move in moves:
        if move.number in choices:
            move.action, move.log = choices[move.number]
    updated = twin.updated
    with transaction.atomic():
        twin.save(force_insert=True)
        Match.objects.filter(pk=twin.pk).update(created=match.created, updated=updated)
        for row in (*seats, *moves):
            row.pk, row.match = None, twin
        Seat.objects.bulk_create(seats)
        Move.objects.bulk_create(moves)
        # Nobody plays or watches the first one meanwhile.
        nobody = Player.objects.create(name="Nobody")
        players = dict(match.seats.filter(player__isnull=False).values_list("number", "player"))
        match.seats.filter(player__isnull=False).update(player=nobody)
        Match.objects.filter(pk=match.pk).update(public=False)
    try:
        yield twin
    finally:
        with transaction.atomic():
            Match.objects.filter(pk=twin.pk).delete()
            for number, player in players.items():
                match.seats.filter(number=number).update(player=player)
            Match.objects.filter(pk=match.pk).update(public=match.public)
            nobody.delete()


Choices = dict[int, tuple[dict[str, Any], list[dict[str, Any]]]]
"""Number of a move -> its action and its log."""


def chosen_otherwise(match: Any, seat: int | None, rng: random.Random) -> tuple[Any, Choices]:
    """The moment's choices that are still hidden: those of the others are others."""
    from games.matches.services.positions import state_at

    now = state_at(match)
    hidden = len(now.pending)
    made = list(match.moves.order_by("-number")[:hidden])[::-1]
    for _try in range(TRIES):
        state, choices = state_at(match, match.version - hidden), {}
        for move in made:
            legal = state.legal(move.seat)
            action = move.action if move.seat == seat or not legal else rng.choice(legal)
            if state.why_not({**action, "seat": move.seat}):
                break
            choices[move.number] = action, state.apply({**action, "seat": move.seat})
        # Whales may leave each other nothing to turn over: then the others see it.
        if (state.to_act, state.pending) == (now.to_act, now.pending):
            return state, choices
    return now, {}


def dealt_otherwise(snapshot: dict[str, Any], seat: int | None, rng: random.Random) -> dict[str, Any]:
    """All hands but that of the seat, what was held of them, and the deck: the same numbers of cards."""
    others = [number for number in range(len(snapshot["hands"])) if number != seat]
    hidden = [*snapshot["deck"], *(card for number in others for card in snapshot["hands"][number])]
    rng.shuffle(hidden)
    rest = iter(hidden)
    hands, held = list(snapshot["hands"]), list(snapshot["held"])
    for number in others:
        hands[number] = list(islice(rest, len(hands[number])))
        if number < len(held):
            held[number] = [rng.choices(hidden, k=len(hand)) for hand in held[number]]
    return snapshot | {"hands": hands, "held": held, "deck": list(rest), "chance": rng.getrandbits(64)}
