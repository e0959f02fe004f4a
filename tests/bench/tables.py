"""Live matches of two guests, with the pages of both open."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from uuid import UUID

from tests.bench.pages import BUSY, Page
from tests.soak.cluster import session_of

PATIENCE = 12.0  # seconds; below the heartbeat, at which a stream looks by itself
LONG_GAME = 3 * 60 * 60  # seconds, so that no flag falls


@dataclass
class Load:
    """
    So many actions a second in all. Times are seconds from the beginning of a POST: `answered` until it had
    its answer, if the action was done, and `refused` if the site was busy; `told` until a page of the match
    was told of the version, `shown` until it had its table. `missed`: pages that were not told within
    PATIENCE. `broken`: when a stream or another connection of a page broke. `sizes`: bytes of the answers
    with what differs in a table, as sent. `cost`: seconds that web processes have computed for each action
    that was done, pages and refusals included. Cores: how many were kept busy. `late`: when the client's own
    clock rang, in the longest of 95 %. `seconds`: how long it took; `memory`: of the largest web process
    then, bytes.
    """

    rate: float
    answered: list[float] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)
    seconds: float = 0.0
    told: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    missed: int = 0
    memory: int = 0
    faults: list[str] = field(default_factory=list)
    broken: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    cost: float = 0.0
    server_cores: float = 0.0
    client_cores: float = 0.0
    late: float = 0.0


@dataclass
class Dealt:
    """A match as the services have made it. Its state is kept here, so that acting needs no database."""

    path: str
    sessions: list[str]
    state: Any
    version: int = 0

    @property
    def acting(self) -> str:
        """The session of who is to act."""
        return self.sessions[self.state.to_act[0]]

    def play(self, seat: int, action: dict[str, Any]) -> None:
        """By the services, in this process."""
        from games.matches.services.play import play

        match_id, key = UUID(self.path.split("/")[2]), f"v{self.version}"
        play(match_id=match_id, seat=seat, action=action, version=self.version, key=key)
        self.state.apply({**action, "seat": seat})
        self.version += 1


def deal(rng: random.Random, moves: int = 0, *, rules: str = "") -> Dealt:
    """A match, by these rules or any, that has seen so many moves, or almost."""
    from games.matches.models import Player
    from games.matches.services.clock import LIVE, Pace
    from games.matches.services.matches import Side, create_match
    from games.matches.services.positions import state_at

    decks = [deck for deck in ready_decks() if rules in ("", deck[0])]
    rules, *mine = rng.choice(decks)
    theirs = rng.choice([deck for of, *deck in decks if of == rules])
    players = [Player.objects.create(name=name) for name in ("Ada", "Ben")]
    sides = [
        Side(deck_name=name, deck=keys, player=player)
        for (name, keys), player in zip((mine, theirs), players, strict=True)
    ]
    match = create_match(sides=sides, rules=rules, pace=Pace(LIVE, LONG_GAME))
    sessions = [session_of(player) for player in players]
    dealt = Dealt(f"/matches/{match.pk}/", sessions, state_at(match))
    for _move in range(moves):
        seat, action = choice(rng, dealt.state)
        ahead = dealt.state.copy()
        ahead.apply({**action, "seat": seat})
        if ahead.over:
            break
        dealt.play(seat, action)
    return dealt


@cache
def ready_decks() -> list[tuple[str, str, list[str]]]:
    """Rules, name and card keys."""
    from cards.decks.models import Deck

    return [(deck.rules, deck.name, deck.card_keys()) for deck in Deck.objects.ready().order_by("slug")]


def choice(rng: random.Random, state: Any) -> tuple[int, dict[str, Any]]:
    seat = rng.choice(state.to_act)
    return seat, rng.choice(state.legal(seat))


def steady_choice(rng: random.Random, state: Any) -> tuple[int, dict[str, Any]]:
    """Never resigns, and plays cards as long as it can: about 50 moves until a deck is empty."""
    seat = rng.choice(state.to_act)
    legal = [action for action in state.legal(seat) if action["do"] != "resign"]
    return seat, rng.choice([action for action in legal if action["do"] == "play"] or legal)


def deal_elsewhere(rng: random.Random) -> Dealt:
    """In a thread."""
    try:
        return deal(rng)
    finally:
        hang_up()


def hang_up() -> None:
    """Close this thread's connection to the database."""
    from django.db import connection

    connection.close()


class Table:
    """A match and the pages of its players; when it is over, the next one."""

    def __init__(self, dealt: Dealt, ports: Sequence[int], rng: random.Random, *, looks: bool) -> None:
        self.ports, self.rng, self.looks = ports, rng, looks
        self.busy = False
        self.sit(dealt)

    def sit(self, dealt: Dealt) -> None:
        self.match = dealt
        self.pages = [Page(self.ports, session, dealt.path, looks=self.looks) for session in dealt.sessions]

    async def opened(self) -> None:
        """The pages listen, and show where the match stands."""
        await asyncio.gather(*(page.open(self.match.version) for page in self.pages))

    async def leave(self) -> None:
        await asyncio.gather(*(page.close() for page in self.pages))

    def report(self, load: Load) -> None:
        """What the pages have fetched, and what went wrong, since the last time."""
        for page in self.pages:
            load.faults += page.faults
            load.broken += page.broken
            load.sizes += page.sizes
            for each in (page.faults, page.broken, page.sizes):
                each.clear()

    async def turn(self, load: Load) -> None:
        """An action, until all have seen it."""
        self.busy = True
        try:
            await self.act(load)
        except (OSError, RuntimeError, asyncio.IncompleteReadError) as error:
            load.faults.append(repr(error))
        finally:
            self.busy = False

    async def act(self, load: Load) -> None:
        match = self.match
        seat, action = choice(self.rng, match.state)
        order = {"action": action, "version": match.version, "key": f"v{match.version}"}
        sights = [page.expect(match.version + 1) for page in self.pages]
        began = time.perf_counter()
        status, answer = await self.pages[seat].post(order)
        if status == BUSY:
            load.refused.append(time.perf_counter() - began)
            for page, sight in zip(self.pages, sights, strict=True):
                page.sights.remove(sight)
            return
        load.answered.append(time.perf_counter() - began)
        if status != 200:
            raise RuntimeError(f"{match.path}: {status} {answer}")
        match.state.apply({**action, "seat": seat})
        match.version += 1
        awaited = [sight.shown if self.looks else sight.told for sight in sights]
        await asyncio.wait(awaited, timeout=PATIENCE)
        load.told += [sight.told.result() - began for sight in sights if sight.told.done()]
        load.shown += [sight.shown.result() - began for sight in sights if sight.shown.done()]
        load.missed += sum(not sight.told.done() for sight in sights)
        if match.state.over:
            self.report(load)
            await self.leave()
            self.sit(await asyncio.to_thread(deal_elsewhere, self.rng))
            await self.opened()
