"""
Who is let in when more is asked for than a process can do: what comes first in `Work`, and no more of the
rest than is done soon. Others are told at once to come back, before a thread, the session or the database
has anything to do with them.

A queue only moves the trouble: while it grows, everybody waits for what those before have given up long ago.
So whoever would wait longer than their kind has patience for is refused, and those inside stay quick.

For the thread of one event loop. Each process admits for itself: what is shared out are its own threads.
"""

import asyncio
import random
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from phylo.http.work import Work
from phylo.slices import Extension

BEHIND = Extension[Callable[[], float]]("behind")
"""Of what follows from a move outside requests: by how many seconds it is late now."""


class Terms(NamedTuple):
    """
    `below`: as many at most are computed, of whatever kind, when one of this kind begins; the rest is kept
    for what comes first. `patience`: the most seconds it waits. `again`: from when to when, in seconds, one
    that was refused may come back: when exactly is chance, so that not all come together.
    """

    below: int
    patience: float
    again: tuple[int, int]


TERMS = {
    Work.MOVE: Terms(8, 0.3, (1, 2)),
    Work.TABLE: Terms(7, 1.5, (1, 4)),
    # When a process has ended, another one opens all its streams: to refuse them again and again would take
    # longer than to open them, and a browser waits for either.
    Work.STREAM: Terms(6, 30.0, (2, 5)),
    Work.SENT: Terms(6, 4.0, (2, 5)),
    Work.PAGE: Terms(6, 3.0, (2, 6)),
    Work.WATCHED: Terms(5, 2.0, (4, 12)),
    Work.SEARCH: Terms(4, 3.0, (3, 9)),
}
MOST = max(terms.below for terms in TERMS.values())
"""Threads that compute requests at the same time."""
QUICK, STILL = 2, 0.05
"""
So many are enough while they come and go: only one at a time has the interpreter, and each more makes all of
them slower. If none has come or gone for STILL seconds, they wait for something else, and another is let in.
"""
LATE, LASTS = 0.2, 0.5
"""
Seconds by which what follows from moves may be late, and for how long all moves that come have to find it
later: a hiccup is not yet too much to do.
"""
FIRST_GUESS, LEARNS = 0.03, 0.1


class Busy(Exception):
    """There is more to do than can be done soon. `again`: seconds until it may be tried again."""

    def __init__(self, work: Work) -> None:
        super().__init__(work.name)
        self.work = work
        self.again = random.randint(*TERMS[work].again)


class Admission:
    def __init__(self) -> None:
        self.inside = 0
        self._waiting: dict[Work, deque[asyncio.Future[None]]] = {work: deque() for work in TERMS}
        # Seconds that one of each kind was inside lately, and when somebody last came in or left.
        self._takes = dict.fromkeys(TERMS, FIRST_GUESS)
        self._moved = 0.0
        self._look: asyncio.TimerHandle | None = None
        # When what is behind was first and last found late, without a break.
        self._found_late: tuple[float, float] | None = None

    def check(self, work: Work) -> None:
        """Raises Busy if one that came now would wait too long, or what follows from it."""
        if work in TERMS and (self.wait(work) > TERMS[work].patience or (work is Work.MOVE and self._late())):
            raise Busy(work)

    def wait(self, work: Work) -> float:
        """Seconds that one of this kind would wait, if it came now."""
        if self._free(work):
            return 0.0
        ahead = sum(len(queue) * self._takes[kind] for kind, queue in self._waiting.items() if kind <= work)
        # If nothing has moved for so long, nothing says that it soon will.
        return max((ahead + self._takes[work]) / QUICK, _now() - self._moved)

    async def enter(self, work: Work) -> float:
        """Wait to be let in, and return when that was. Raises Busy. Whoever is in has to `leave`."""
        self.check(work)
        if self._free(work):
            self._let_in()
        else:
            await self._turn(work)
        return _now()

    def leave(self, work: Work, since: float) -> None:
        self._takes[work] += LEARNS * (_now() - since - self._takes[work])
        self._let_go()

    async def _turn(self, work: Work) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue = self._waiting[work]
        queue.append(turn)
        self._look_soon()
        try:
            async with asyncio.timeout(TERMS[work].patience):
                await turn
        except (TimeoutError, asyncio.CancelledError) as error:
            # Its turn may have come at the same moment.
            if not turn.cancelled():
                self._let_go()
            elif turn in queue:
                queue.remove(turn)
            if isinstance(error, TimeoutError):
                raise Busy(work) from None
            raise

    def _late(self) -> bool:
        now = _now()
        if max((behind() for behind in BEHIND), default=0.0) <= LATE:
            self._found_late = None
            return False
        first, last = self._found_late or (now, now)
        self._found_late = (first if now - last <= LASTS else now), now
        return now - self._found_late[0] > LASTS

    def _free(self, work: Work) -> bool:
        still = _now() - self._moved >= STILL
        return self.inside < (TERMS[work].below if still else min(QUICK, TERMS[work].below))

    def _let_in(self) -> None:
        self.inside += 1
        self._moved = _now()

    def _let_go(self) -> None:
        self.inside -= 1
        self._moved = _now()
        self._admit()

    def _admit(self) -> None:
        for work, queue in self._waiting.items():
            while queue and self._free(work):
                turn = queue.popleft()
                # It may be leaving just now.
                if not turn.done():
                    self._let_in()
                    turn.set_result(None)

    def _look_soon(self) -> None:
        """Somebody waits: look whether those inside stand still."""
        if self._look is None:
            self._look = asyncio.get_running_loop().call_later(STILL, self._looked)

    def _looked(self) -> None:
        self._look = None
        self._admit()
        if any(self._waiting.values()):
            self._look_soon()


def _now() -> float:
    return asyncio.get_running_loop().time()
