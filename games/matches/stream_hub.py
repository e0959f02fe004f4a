"""
Joint look-ups of open streams in the database and the cache. Questions that arrive while others are being
answered wait and are answered together, so that hundreds of streams cost one query and one thread.
"""

import asyncio
import contextlib
import logging
import re
import uuid
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from contextvars import Context
from dataclasses import dataclass
from typing import Any, NamedTuple, ParamSpec, Protocol, Self, TypedDict, TypeVar
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection
from django.db.models import CharField, DateTimeField, Q, UUIDField
from django.utils import timezone

from games.matches.models import Match, Player, Seat
from games.matches.presence import Presence, at_tables, note_together
from phylo.accounts.models import ApiToken, suspended_now
from phylo.http.prepared import PreparedAmong
from phylo.http.storage import answered_soon
from phylo.slices import Extension

logger = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

Versions = Callable[[Collection[uuid.UUID]], Iterable[tuple[uuid.UUID, int]]]
"""Of these ids, those of a slice, with the version that counts all changes of each."""

FOLLOWED = Extension[Versions]("followed")
"""What may be followed besides matches."""

POINT = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)


@dataclass(frozen=True)
class Point:
    """How far a match has come: its number of moves, and of changes besides moves (Match.talk)."""

    version: int
    talk: int = 0

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The point in an event's id; None for anything else."""
        if not POINT.fullmatch(text):
            return None
        version, _dot, talk = text.partition(".")
        return cls(int(version), int(talk or 0))

    def __str__(self) -> str:
        return f"{self.version}.{self.talk}" if self.talk else str(self.version)


@dataclass(frozen=True)
class Opener:
    """The player who opened a stream, the password then (None for a guest), and the session or token."""

    player: uuid.UUID
    password: str | None
    session: str
    token: str
    """Its digest; "" if there is none, as `session`."""
    guest: uuid.UUID | None = None
    """Who the player was in the session, if no account: a pupil who is put out is another guest since."""


@dataclass
class Company:
    """The others at a player's table, by seat, and the player's own presence, which each question renews."""

    match: uuid.UUID
    own: Presence
    others: Mapping[int, uuid.UUID]
    opener: Opener


# What a stream asks with each move.
how_far = PreparedAmong(
    lambda keys: Match.objects.filter(pk__in=keys).only("version", "talk").order_by(), UUIDField()
)
players_let_in = PreparedAmong(
    lambda players, now: (
        Player.objects.filter(pk__in=players)
        .exclude(suspended_now("user__", now) | suspended_now("guest__", now) | Q(user__is_active=False))
        .select_related("user")
        .only("guest", "user__password")
    ),
    UUIDField(),
    DateTimeField(),
)
sessions_lasting = PreparedAmong(
    lambda keys, now: Session.objects.filter(pk__in=keys, expire_date__gt=now).only("pk"),
    CharField(),
    DateTimeField(),
)
tokens_lasting = PreparedAmong(
    lambda digests, now: ApiToken.objects.filter(digest__in=digests, expires__gt=now).only("digest"),
    CharField(),
    DateTimeField(),
)


def in_any_thread(look_up: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Streams have no thread of their own (phylo/serving/handler.py), and wait no longer than requests."""
    return sync_to_async(answered_soon()(look_up), thread_sensitive=False)


Seated = dict[uuid.UUID, Sequence[Seat]]


class News(TypedDict):
    """What a page is sent with a version (games/table/open_pages.py); it has to fetch what is None."""

    change: Mapping[str, str] | None
    beside: Mapping[str, object] | None


class Follower(Protocol):
    """A page that is sent what changes with a version, and not only told of it."""

    @property
    def opener(self) -> Opener | None:
        """None for a watcher."""

    def news(self, version: int, seated: Seated) -> News | None:
        """
        None if the page has to fetch it. `seated` has the seats of matches of which other pages have just
        been sent this version, and keeps those that are read.
        """


class Question(NamedTuple):
    match: uuid.UUID
    """Or what else is FOLLOWED."""
    company: Company | None
    page: Follower | None = None
    seen: Point | None = None
    """What the page was told last."""


class Found(NamedTuple):
    """`point` is None if there is no such match; `present` lists those of the company who are here."""

    point: Point | None
    present: list[int] | None
    news: News | None = None


class StreamHub:
    """Answers the streams of one event loop."""

    def __init__(self) -> None:
        self._asked: list[tuple[Question, asyncio.Future[Found]]] = []
        # When the first of those was asked, and of those that are being answered.
        self._since: float | None = None
        self._answered: float | None = None
        self._answering: asyncio.Task[None] | None = None

    async def ask(self, question: Question) -> Found:
        """The state at some time after this call. Raises DatabaseError, which has been logged already."""
        answer: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        self._asked.append((question, answer))
        if self._since is None:
            self._since = asyncio.get_running_loop().time()
        if self._answering is None:
            # In its own context, as its log lines belong to no request.
            self._answering = asyncio.get_running_loop().create_task(self._answer_all(), context=Context())
        return await answer

    async def _answer_all(self) -> None:
        try:
            while self._asked:
                asked, self._asked = self._asked, []
                self._answered, self._since = self._since, None
                await self._answer(asked)
        finally:
            self._answering = self._answered = None

    @property
    def behind(self) -> float:
        """Seconds for which the first question of those that are open has waited."""
        first = self._since if self._answered is None else self._answered
        return 0.0 if first is None else asyncio.get_running_loop().time() - first

    async def _answer(self, asked: Sequence[tuple[Question, asyncio.Future[Found]]]) -> None:
        loop = asyncio.get_running_loop()

        def tell(number: int, found: Found) -> None:
            # A closed loop has nobody left to tell.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_settle, asked[number][1], found)

        try:
            await look([question for question, _answer in asked], tell)
        except Exception as error:
            if isinstance(error, DatabaseError):
                logger.warning("No answer for open streams (%s): %s", len(asked), error)
            for _question, answer in asked:
                if not answer.done():
                    answer.set_exception(error)


def _settle(answer: asyncio.Future[Found], found: Found) -> None:
    # The stream may have been closed.
    if not answer.done():
        answer.set_result(found)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, StreamHub] = WeakKeyDictionary()


def stream_hub() -> StreamHub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), StreamHub())


def behind() -> float:
    return stream_hub().behind


@in_any_thread
def look(questions: Sequence[Question], tell: Callable[[int, Found], None]) -> None:
    """
    Answer the questions: `tell` gets the number of each and what was found, one after another, as drawing for
    some takes as long as all else. Keeps no pooled connection: hundreds of open streams may share ten.
    """
    asked = {question.match for question in questions}
    try:
        points = {match.pk: Point(match.version, match.talk) for match in how_far(asked)}
        if others := asked - points.keys():
            points |= {pk: Point(version) for each in FOLLOWED for pk, version in each(others)}
    finally:
        release_connection()
    companies = [question.company for question in questions if question.company]
    openers = [company.opener for company in companies]
    openers += [each.page.opener for each in questions if each.page and each.page.opener]
    gone = ended(openers)
    note_together(company.own for company in companies if company.opener not in gone)
    present = at_tables(
        (company.match, player) for company in companies for player in company.others.values()
    )
    seated: Seated = {}
    try:
        for number, question in enumerate(questions):
            tell(number, _found(question, points.get(question.match), gone, present, seated))
    finally:
        release_connection()


def _found(
    question: Question,
    point: Point | None,
    gone: frozenset[Opener],
    present: frozenset[tuple[uuid.UUID, uuid.UUID]],
    seated: Seated,
) -> Found:
    _match, company, page, seen = question
    if any(each is not None and each.opener in gone for each in (company, page)):
        return Found(None, _present(company, present))
    newer = page is not None and point is not None and seen is not None and point.version > seen.version
    news = page.news(point.version, seated) if page and point and newer else None
    return Found(point, _present(company, present), news)


def ended(openers: Iterable[Opener]) -> frozenset[Opener]:
    """
    Those who are suspended or no longer signed in, so that their streams end: the session or token is gone,
    the account has another password, or the guest another id. Keeps no pooled connection.
    """
    asked = frozenset(openers)
    if not asked:
        return asked
    now = timezone.now()
    try:
        players = players_let_in({each.player for each in asked}, now)
        sessions = sessions_lasting({each.session for each in asked} - {""}, now)
        tokens = tokens_lasting({each.token for each in asked} - {""}, now)
    finally:
        release_connection()
    found = {each.pk: (each.user.password if each.user else None, each.guest_id) for each in players}
    valid = {*(each.pk for each in sessions), *(each.digest for each in tokens)}
    return frozenset(
        each
        for each in asked
        if each.player not in found
        or found[each.player][0] != each.password
        or each.guest not in (None, found[each.player][1])
        or (each.token or each.session) not in valid
    )


def _present(company: Company | None, present: frozenset[tuple[uuid.UUID, uuid.UUID]]) -> list[int] | None:
    if company is None:
        return None
    return [seat for seat, player in company.others.items() if (company.match, player) in present]


def release_connection() -> None:
    """As at the end of a request: back to the pool, or kept by this thread (phylo/env.py)."""
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
