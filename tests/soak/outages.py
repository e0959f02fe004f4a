"""
Many live matches with the pages of both players open, on a site of several processes, while one of them is
killed and one is added, and PostgreSQL and Redis are restarted: nothing is lost, nothing stored twice, nobody
waits longer than the outage and 5 seconds. A match that ends is followed by another one.
"""

import asyncio
import random
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from django.db import Error as DatabaseFault

from tests.bench.load import MOST_MOVES, play, watch_clock
from tests.bench.pages import Sight
from tests.bench.tables import Dealt, Load, Table, choice, deal, hang_up
from tests.soak.cluster import session_of
from tests.soak.killable import Server, Standing, until, web
from tests.soak.kills import there_again
from tests.soak.used import Used, used

MOST = {"answered": 5.0, "told": 5.0, "shown": 5.0, "computer": 15.0}
"""
Seconds besides an outage: of an action until it is answered, and until each page is told and shows it; of the
computer, which looks for lost turns every five seconds and may think for as long, until it has moved.
"""
ALL = frozenset(MOST)
STUCK = 60.0  # seconds after which nobody waits any more
ALONE = 0.1  # of the matches
LEVELS = ("mouse", "hedgehog", "fox")
SILENCE = 0.1  # of the time: nobody moves
AWAY = 2.0  # seconds until Redis is started again; PostgreSQL is at once
AFTER = 30.0  # seconds after an event that count as its own
TOGETHER = 20  # matches whose pages open at the same time
EVERY = 30.0  # seconds between two lines
PROOFS = 150.0  # seconds of the budget that are kept for the end


class Waited(NamedTuple):
    what: str
    began: float
    ended: float
    """By `time.perf_counter`."""


class Kept(NamedTuple):
    """What the site said that it has stored."""

    match: UUID
    number: int
    seat: int
    key: str
    action: dict[str, Any]


@dataclass
class Course(Load):
    """What came of the actions."""

    waits: list[Waited] = field(default_factory=list)
    vain: Counter[int] = field(default_factory=Counter)
    """Answers after which an action was sent again, by status; 0: the connection broke."""
    kept: list[Kept] = field(default_factory=list)
    dealt: dict[UUID, int] = field(default_factory=dict)
    """The matches, with their version when they were dealt."""

    def waited(self, what: str, began: float, ended: float | None = None) -> None:
        self.waits.append(Waited(what, began, ended or time.perf_counter()))


@dataclass
class Event:
    """
    `ended`: when what was stopped was there again. `back`: seconds until all streams were open again.
    `keeps`: what somebody has to wait for meanwhile, as in MOST.
    """

    name: str
    began: float
    ended: float = 0.0
    keeps: frozenset[str] = frozenset()
    back: float | None = None

    @property
    def over(self) -> float:
        """A killed web process is an outage for the pages whose streams it had, until these are open."""
        return self.ended if self.keeps == ALL else self.began + (self.back or 0.0)


class Window(NamedTuple):
    began: float
    ended: float

    def has(self, at: float) -> bool:
        return self.began <= at <= self.ended


class Seats(Table):
    """A match of two people, or of one in two windows against the computer."""

    def __init__(self, dealt: Dealt, ports: Sequence[int], rng: random.Random, course: Course) -> None:
        self.course = course
        self.moved = 0.0
        super().__init__(dealt, ports, rng, looks=True)

    def sit(self, dealt: Dealt) -> None:
        super().sit(dealt)
        self.people = len(set(dealt.sessions))
        self.id = UUID(dealt.path.split("/")[2])
        self.course.dealt[self.id] = dealt.version

    async def act(self, load: Load) -> None:
        # The computer may have begun, when nobody waited for it.
        self.moved = time.perf_counter()
        await self.computers_turn()
        match = self.match
        if not match.state.over:
            seat, action = choice(self.rng, match.state)
            order = {"action": action, "version": match.version, "key": f"v{match.version}"}
            sights, began = self.expected(), time.perf_counter()
            status, answer, vain = await self.pages[seat].insist(order)
            self.course.vain.update(vain)
            if status != 200 or answer["version"] != match.version + 1:
                raise RuntimeError(f"{match.path}: {order} made {status} {answer}")
            self.moved = time.perf_counter()
            self.course.waited("answered", began)
            self.course.kept.append(Kept(self.id, match.version + 1, seat, order["key"], action))
            match.state.apply({**action, "seat": seat})
            match.version += 1
            await self.seen(sights, began, ("told", "shown"))
            await self.computers_turn()
        if match.state.over:
            self.report(load)
            await self.leave()
            self.sit(await asyncio.to_thread(insistent, deal_one, self.rng, self.people == 1))
            await self.opened()

    def expected(self) -> list[Sight]:
        return [page.expect(self.match.version + 1) for page in self.pages]

    async def seen(self, sights: list[Sight], began: float, kinds: tuple[str, str]) -> None:
        """`kinds`: what it is called that a page was told, and that it shows the move; "" is not noted."""
        _done, late = await asyncio.wait([sight.shown for sight in sights], timeout=STUCK)
        if late:
            raise RuntimeError(f"{self.match.path}: {sights[0].version} was not shown after {STUCK:.0f} s")
        for sight in sights:
            for kind, when in zip(kinds, (sight.told, sight.shown), strict=True):
                if kind:
                    self.course.waited(kind, began, max(began, when.result()))

    async def computers_turn(self) -> None:
        match = self.match
        while self.people == 1 and not match.state.over and 0 not in match.state.to_act:
            await self.seen(self.expected(), self.moved, ("", "computer"))
            self.moved = time.perf_counter()
            for seat, action in await asyncio.to_thread(insistent, moves_after, self.id, match.version):
                match.state.apply({**action, "seat": seat})
                match.version += 1


def insistent(ask: Callable[..., Any], *arguments: Any) -> Any:
    """In a thread; again until the database answers."""
    end = time.monotonic() + STUCK
    while True:
        try:
            return ask(*arguments)
        except DatabaseFault:
            if time.monotonic() > end:
                raise
            time.sleep(0.5)
        finally:
            hang_up()


def moves_after(match: UUID, version: int) -> list[tuple[int, dict[str, Any]]]:
    from games.matches.models import Move

    found = Move.objects.filter(match=match, number__gt=version).order_by("number")
    return list(found.values_list("seat", "action"))


def deal_one(rng: random.Random, alone: bool, moves: int = 0) -> Dealt:
    if not alone:
        return deal(rng, moves)
    from cards.decks.models import Deck
    from games.matches.models import Player
    from games.matches.services.matches import start_against_bot
    from games.matches.services.positions import state_at

    deck = rng.choice(list(Deck.objects.ready().order_by("slug")))
    player = Player.objects.create(name="Ada")
    match = start_against_bot(player=player, deck=deck, opponent_deck=None, level=rng.choice(LEVELS))
    return Dealt(f"/matches/{match.pk}/", [session_of(player)] * 2, state_at(match), match.version)


class Run:
    """
    `plan`: the names of the events, in their order, at equal distances. `patience`: so many times as long as
    in MOST may be waited, on a machine that has much else to do.
    """

    def __init__(
        self,
        site: Standing,
        plan: Sequence[str],
        *,
        matches: int,
        say: Callable[[str], None] = print,
        patience: float = 1.0,
    ) -> None:
        self.patience = patience
        self.site, self.plan, self.matches, self.say = site, plan, matches, say
        self.began = time.perf_counter()
        self.course = Course(0.0)
        self.tables: list[Seats] = []
        self.events: list[Event] = []
        self.used: dict[str, Used] = {}
        self.added: list[Server] = []
        self.late: list[float] = []
        self.wrong: list[str] = []
        self.seated, self.replayed = 0.0, 0

    @property
    def listening(self) -> int:
        return sum(page.listens for table in self.tables for page in table.pages)

    async def go(self, *, minutes: float, rate: float, budget: float) -> None:
        """`budget`: minutes from the beginning until everything must be over."""
        self.course.rate = rate
        await self.note("empty")
        await self.seat()
        left = budget * 60 - PROOFS - (time.perf_counter() - self.began)
        seconds = max(10.0, min(minutes * 60, left))
        if seconds < minutes * 60:
            self.say(f"only {seconds / 60:.1f} minutes are left")
        clock = asyncio.create_task(watch_clock(self.late))
        await self.note("open")
        await asyncio.sleep(seconds * SILENCE)
        await self.note("silence")
        rest, start = seconds * (1 - SILENCE), time.perf_counter()
        lines = asyncio.create_task(self.tell())
        try:
            playing = play(self.tables, self.course, rest, random.Random(self.matches))
            await asyncio.gather(playing, self.happen(start, rest))
            await self.note("end")
            if not await self.streams_back(STUCK):
                self.wrong.append(f"{self.listening} of {2 * len(self.tables)} streams are open at the end")
        finally:
            lines.cancel(), clock.cancel()
            for table in self.tables:
                table.report(self.course)
            await asyncio.gather(*(table.leave() for table in self.tables))

    async def note(self, when: str) -> None:
        self.used[when] = await asyncio.to_thread(insistent, used, self.site, self.added)

    async def seat(self) -> None:
        """All matches, and their pages; the next ones are dealt while those before open."""
        rng, opening = random.Random(self.matches), asyncio.gather()
        for start in range(0, self.matches, TOGETHER):
            for number in range(start, min(start + TOGETHER, self.matches)):
                alone = number * ALONE % 1 >= 1 - ALONE
                moves = 0 if alone else rng.randrange(MOST_MOVES + 1)
                dealt = await asyncio.to_thread(insistent, deal_one, rng, alone, moves)
                self.tables.append(Seats(dealt, self.site.ports, rng, self.course))
            await opening
            if start == TOGETHER:
                await self.note("warm")
            opening = asyncio.gather(*(table.opened() for table in self.tables[start:]))
        await opening
        self.seated = time.perf_counter() - self.began
        self.say(f"{self.matches} matches dealt and {self.listening} streams open after {self.seated:.0f} s")

    async def happen(self, start: float, seconds: float) -> None:
        for number, name in enumerate(self.plan, 1):
            due = start + seconds * number / (len(self.plan) + 1)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if number == 1:
                await self.note("quiet")
            does, keeps = HAPPENS[name]
            event = Event(name, time.perf_counter(), keeps=keeps)
            self.events.append(event)
            await asyncio.to_thread(does, self)
            event.ended = time.perf_counter()
            if await self.streams_back(seconds / (len(self.plan) + 1)):
                event.back = time.perf_counter() - event.began
            self.say(
                f"{name}: {event.ended - event.began:.1f} s; all streams open after "
                + ("never" if event.back is None else f"{event.back:.1f} s")
            )

    async def streams_back(self, within: float) -> bool:
        end = time.perf_counter() + within
        # Until pages have noticed.
        await asyncio.sleep(1)
        while self.listening < 2 * len(self.tables) and time.perf_counter() < end:
            await asyncio.sleep(0.1)
        return self.listening == 2 * len(self.tables)

    async def tell(self) -> None:
        seen = 0
        while True:
            await asyncio.sleep(EVERY)
            new, seen = self.course.waits[seen:], len(self.course.waits)
            longest = {
                what: max((w.ended - w.began for w in new if w.what == what), default=0) for what in MOST
            }
            done = sum(each.what == "answered" for each in new)
            self.say(
                f"{(time.perf_counter() - self.began) / 60:.1f} min: {done / EVERY:.1f} a second, longest "
                + ", ".join(f"{what} {took:.1f} s" for what, took in longest.items())
                + f"; sent again {self.course.vain.total()}; {self.listening} streams open; "
                f"{len(self.course.faults)} faults {self.course.faults[-1:]}"
            )

    def server(self, name: str) -> Server:
        return next(each for each in self.site.servers if each.name == name)

    def kill_web(self) -> None:
        self.server("web0").kill()

    def start_web(self) -> None:
        """The killed one."""
        self.server("web0").start()
        until(lambda: self.server("web0").answers)

    def add_web(self) -> None:
        added = web(self.site.folder, 2, self.site.env)
        self.added.append(added)
        added.start()
        added.wait()
        assert added.port is not None
        self.site.ports.append(added.port)

    def restart_database(self) -> None:
        self.server("postgresql").stop()
        self.server("postgresql").start()
        until(there_again)
        hang_up()

    def restart_redis(self) -> None:
        self.server("redis").stop()
        time.sleep(AWAY)
        self.server("redis").start()
        until(lambda: self.server("redis").answers)

    def judge(self, end: float) -> None:
        """Adds what is wrong to `wrong`. Matches are played again from their moves until the moment."""
        self.wrong += self.course.faults[:20]
        self.wrong += [f"{len(self.course.faults)} faults"] if self.course.faults else []
        late = [each for each in self.course.waits if each.ended - each.began > self.allowed(each)]
        counted = Counter(each.what for each in late)
        for what, count in counted.items():
            worst = max((each for each in late if each.what == what), key=lambda w: w.ended - w.began)
            self.wrong.append(
                f"{what}: {count} waited too long, one {worst.ended - worst.began:.1f} s where "
                f"{self.allowed(worst):.1f} are allowed, from {worst.began - self.began:.1f} s on"
            )
        strange = [at for at in self.course.broken if not any(each.has(at) for each in self.windows())]
        if strange:
            self.wrong.append(f"{len(strange)} connections broke without an event")
        self.wrong += list(self.lost_or_twice())
        self.replay(end)

    def allowed(self, wait: Waited) -> float:
        return self.patience * MOST[wait.what] + sum(
            max(0.0, min(wait.ended, each.over) - max(wait.began, each.began))
            for each in self.events
            if wait.what in each.keeps
        )

    def windows(self) -> list[Window]:
        return [Window(each.began, each.ended + AFTER) for each in self.events]

    def lost_or_twice(self) -> Iterator[str]:
        from games.matches.models import Match, Move

        told: dict[UUID, dict[int, tuple[int, str, Any]]] = {}
        for each in self.course.kept:
            told.setdefault(each.match, {})[each.number] = (each.seat, each.key, each.action)
        stored: dict[UUID, list[tuple[int, int, str, Any]]] = {}
        found = Move.objects.filter(match__in=self.course.dealt).order_by("match", "number")
        for match, *move in found.values_list("match", "number", "seat", "key", "action"):
            stored.setdefault(match, []).append((move[0], move[1], move[2], move[3]))
        for match in Match.objects.filter(pk__in=self.course.dealt):
            moves, people = (
                stored.get(match.pk, []),
                [each.bot == "" for each in match.seats.order_by("number")],
            )
            if [number for number, *_move in moves] != list(range(1, match.version + 1)):
                yield f"{match.pk}: its moves are not those of its {match.version} versions"
            new = {number: tuple(move) for number, *move in moves if number > self.course.dealt[match.pk]}
            ours = {number: move for number, move in new.items() if people[move[0]]}
            if lost := {n: move for n, move in told.get(match.pk, {}).items() if ours.get(n) != move}:
                yield f"{match.pk} has lost {lost}"
            if more := ours.keys() - told.get(match.pk, {}).keys():
                yield f"{match.pk} has moves that nobody was told of: {more}"
            if len({(seat, key) for _number, seat, key, _action in moves}) != len(moves):
                yield f"{match.pk} has a move twice"

    def replay(self, end: float) -> None:
        from games.matches.models import Match
        from games.matches.services.records import differences

        for match in Match.objects.filter(pk__in=self.course.dealt).iterator():
            if wrong := differences(match):
                self.wrong.append(f"{match.pk}: {wrong}")
            self.replayed += 1
            if time.perf_counter() > end:
                break


HAPPENS: dict[str, tuple[Callable[[Run], None], frozenset[str]]] = {
    "a web process killed": (Run.kill_web, ALL - {"answered"}),
    "a web process added": (Run.add_web, frozenset()),
    "the web process started again": (Run.start_web, frozenset()),
    "PostgreSQL restarted": (Run.restart_database, ALL),
    "Redis restarted": (Run.restart_redis, ALL),
}
"""What is done, and what it keeps from people."""


def through(run: Run, *, minutes: float, rate: float, budget: float = 60.0) -> Run:
    """All of it; what was wrong, a fault of the run itself too, is in the answer."""
    try:
        going = run.go(minutes=minutes, rate=rate, budget=budget)
        asyncio.run(asyncio.wait_for(going, budget * 60 - PROOFS / 3))
    except Exception:
        run.wrong.append(traceback.format_exc())
    try:
        until(there_again)
        run.judge(run.began + budget * 60)
    except Exception:
        run.wrong.append(traceback.format_exc())
    return run
