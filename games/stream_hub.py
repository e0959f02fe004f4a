"""
What open streams ask of the database and the cache. Questions that arrive while others are being answered
wait and are answered together, so that hundreds of streams cost one query and one thread, not hundreds of
each.
"""

import asyncio
import logging
import re
import uuid
from collections.abc import Mapping, Sequence
from contextvars import Context
from dataclasses import dataclass
from typing import NamedTuple, Self
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.db import DatabaseError, connection

from games.models import Match
from games.presence import Presence, at_tables, note_together

logger = logging.getLogger(__name__)

POINT = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)


@dataclass(frozen=True)
class Point:
    """How far a match has come: its moves, and what is counted beside them (Match.talk)."""

    version: int
    talk: int = 0

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Of what was sent as an event's id; None for anything else."""
        if not POINT.fullmatch(text):
            return None
        version, _dot, talk = text.partition(".")
        return cls(int(version), int(talk or 0))

    def __str__(self) -> str:
        return f"{self.version}.{self.talk}" if self.talk else str(self.version)


@dataclass
class Company:
    """The others at a player's table, seat -> player, and the player, who is there as long as it is asked."""

    match: uuid.UUID
    own: Presence
    others: Mapping[int, uuid.UUID]


# A stream has no thread of its own (phylo/serving/handler.py).
in_any_thread = sync_to_async(thread_sensitive=False)


class Question(NamedTuple):
    match: uuid.UUID
    company: Company | None


class Found(NamedTuple):
    """`point`: None when there is no such match. `met`: the seats of the company that are at the table."""

    point: Point | None
    met: list[int] | None


class StreamHub:
    """Answers the streams of one event loop."""

    def __init__(self) -> None:
        self._asked: list[tuple[Question, asyncio.Future[Found]]] = []
        self._answering: asyncio.Task[None] | None = None

    async def ask(self, question: Question) -> Found:
        """What is so after this call. Raises DatabaseError, which is in the logs already."""
        answer: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        self._asked.append((question, answer))
        if self._answering is None:
            # In a context of its own: its lines in the logs belong to no request.
            self._answering = asyncio.get_running_loop().create_task(self._answer_all(), context=Context())
        return await answer

    async def _answer_all(self) -> None:
        try:
            while self._asked:
                asked, self._asked = self._asked, []
                await self._answer(asked)
        finally:
            self._answering = None

    async def _answer(self, asked: Sequence[tuple[Question, asyncio.Future[Found]]]) -> None:
        try:
            found = await look([question for question, _answer in asked])
        except Exception as error:
            if isinstance(error, DatabaseError):
                logger.warning("No answer for open streams (%s): %s", len(asked), error)
            for _question, answer in asked:
                if not answer.done():
                    answer.set_exception(error)
            return
        for (_question, answer), each in zip(asked, found, strict=True):
            # Whoever asked may have left.
            if not answer.done():
                answer.set_result(each)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, StreamHub] = WeakKeyDictionary()


def stream_hub() -> StreamHub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), StreamHub())


@in_any_thread
def look(questions: Sequence[Question]) -> list[Found]:
    """Without keeping the connection: hundreds of open streams may wait on a pool of ten."""
    try:
        rows = Match.objects.filter(pk__in={question.match for question in questions}).order_by()
        points = {match: Point(*point) for match, *point in rows.values_list("pk", "version", "talk")}
    finally:
        release_connection()
    companies = [question.company for question in questions if question.company]
    note_together(company.own for company in companies)
    met = at_tables((company.match, player) for company in companies for player in company.others.values())
    return [
        Found(points.get(match), None if company is None else _met(company, met))
        for match, company in questions
    ]


def _met(company: Company, met: frozenset[tuple[uuid.UUID, uuid.UUID]]) -> list[int]:
    return [seat for seat, player in company.others.items() if (company.match, player) in met]


def release_connection() -> None:
    if not connection.in_atomic_block:
        connection.close()
