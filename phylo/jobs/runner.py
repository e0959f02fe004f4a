"""
The runner of all kinds of long work.

A worker does a short piece of a job, so as not to hold up the computer's turns, stores the result with one
update that has no effect if another worker has stored since, and queues the next piece. The result of a piece
depends on the job alone, so it does no harm if a piece is lost with its worker or done twice. A sweep queues
jobs again that have stopped making progress.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta
from time import monotonic
from typing import ClassVar, Generic

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from phylo.jobs import thinker
from phylo.jobs.backlog import Backlog, measured
from phylo.jobs.models import J, Job, Status
from phylo.jobs.queue import USUAL, queue
from phylo.slices import Extension

PIECE = 0.12
"""Seconds that a piece takes. On a site without Redis the computer's turns wait for it."""
ONE_GO = 1.0
"""The same where nothing waits for it; much shorter than LOST_AFTER."""
LOST_AFTER = timedelta(seconds=10)
"""A job without progress for so long is lost: its worker died, or it was never queued."""
LOSSES = 3
"""So many times a step may be lost with the process that thinks until the job has failed."""

Columns = Mapping[str, object]
"""Values to store, by column name."""


class Overtaken(Exception):
    """The job was cancelled, or another worker has stored progress since it was read."""


class Piece:
    """The part of a job that a worker does now."""

    def __init__(self, seconds: float, store: Callable[[Columns], None]) -> None:
        self._end = monotonic() + seconds
        self._store = store

    def enough(self) -> bool:
        """Whether the time is up."""
        return monotonic() >= self._end

    def report(self, done: int, total: int) -> None:
        """Store the progress of a long piece. Raises Overtaken, which ends the piece."""
        self._store({"status": Status.RUNNING, "done": done, "total": total})


class Runner(Generic[J]):
    """
    One kind of job; subclasses say what is done. each app lists an instance of its own.
    """

    name: ClassVar[str]
    """Names the kind of job in tasks."""
    queued_in: ClassVar[str] = USUAL
    """The queue of its pieces (phylo/jobs/queue.py); THINKING for what computes in the child process."""
    at_once = 4
    """How many jobs several workers do at the same time."""

    def __init__(self, model: type[J]) -> None:
        self.model = model

    # To be overridden by a kind of job

    def take(self, job: J, piece: Piece) -> Columns:
        """
        Work until the piece is over, at least one step. The job is done when `done` reaches `total`, or when
        the columns hold another `status`.
        """
        raise NotImplementedError

    def at_end(self, job: J, status: str) -> Columns:
        """Columns to store as well when a job ends as done, cancelled or failed."""
        return {}

    def transaction_of(self, job: J) -> AbstractContextManager[None]:
        """The context manager in which a piece is done and stored."""
        return nullcontext()

    # For services and pages

    def working(self) -> models.QuerySet[J]:
        """Unfinished jobs, first come first."""
        return self.model._default_manager.filter(status__in=[Status.QUEUED, Status.RUNNING]).order_by("pk")

    def begin_on_commit(self) -> None:
        """Queue the first piece of a new job, if its turn has come."""
        transaction.on_commit(self.queue_next, robust=True)

    def cancel(self, job_id: int) -> bool:
        """Stop the job before its next piece. False if it was over already."""
        job = self.working().filter(pk=job_id).first()
        if job is None:
            return False
        over = {**self.at_end(job, Status.CANCELLED), "status": Status.CANCELLED}
        moved = self.working().filter(pk=job_id).update(**over)
        transaction.on_commit(queue_next, robust=True)
        return bool(moved)

    def waiting_before(self, job: J) -> int:
        """How many jobs of its kind it has to wait for; 0 if its turn has come."""
        return max(0, self.working().filter(pk__lt=job.pk).count() - self._at_once() + 1)

    def do_all(self, job: J, progress: Callable[[J], None]) -> J:
        """Do the whole job here, calling `progress` after each piece. A worker may help or end it."""
        while job.working:
            self._do_piece(job, ONE_GO)
            job = self.model._default_manager.get(pk=job.pk)
            progress(job)
        queue_next()
        return job

    # For workers

    def work_on(self, *, job_id: int, since: str, seconds: float = PIECE) -> None:
        """
        Do one piece and queue the next. Does nothing if the job has made progress after the time `since`, is
        over, or has to wait for others.
        """
        job = self.working().filter(pk=job_id).first()
        if job is None or job.updated_at != datetime.fromisoformat(since):
            return
        if self.waiting_before(job) or self._gives_way() or not self._do_piece(job, seconds):
            return
        if job.working:
            self.queue(job)
        else:
            queue_next()

    def queue_next(self) -> None:
        """Queue the first piece of each job whose turn has come. A piece queued twice is done once."""
        for job in self._turns():
            if job.status == Status.QUEUED:
                self.queue(job)

    def lost(self) -> list[J]:
        """Jobs whose turn has come and that have stopped making progress."""
        before = timezone.now() - LOST_AFTER
        return [job for job in self._turns() if job.updated_at < before]

    def queue(self, job: J, *, expires: float | None = None) -> None:
        since = job.updated_at.isoformat()
        queue("jobs.work", self.name, job.pk, since, expires=expires, to=self.queued_in)

    def _turns(self) -> list[J]:
        if self._gives_way():
            return []
        return list(self.working().only("pk", "status", "updated_at")[: self._at_once()])

    def _at_once(self) -> int:
        """A site without Redis has one worker, which also plays the computer's turns."""
        return 1 if settings.EMBEDDED else self.at_once

    def _gives_way(self) -> bool:
        """Whether a more urgent kind comes first, where one worker does everything in a queue."""
        before = [other for other in _before(self) if other.queued_in == self.queued_in]
        return settings.EMBEDDED and any(other.working().exists() for other in before)

    def _do_piece(self, job: J, seconds: float) -> bool:
        """Do a piece. False if it was overtaken and nothing was stored."""
        piece = Piece(seconds, lambda columns: self._store(job, columns))
        try:
            with self.transaction_of(job):
                columns = dict(self.take(job, piece))
                all_done = columns.get("done", job.done) == columns.get("total", job.total)
                status = str(columns.setdefault("status", Status.DONE if all_done else Status.RUNNING))
                if status != Status.RUNNING:
                    columns = {**self.at_end(job, status), **columns}
                self._store(job, columns)
        except Overtaken:
            return False
        except thinker.Lost:
            # The sweep has the piece done again, but not for ever.
            if thinker.losses(f"{self.name}:{job.pk}:{job.done}") >= LOSSES:
                self._end_failed(job)
                queue_next()
                raise
            return False
        except Exception:
            # Otherwise the page would wait for ever. The error goes to the log.
            self._end_failed(job)
            queue_next()
            raise
        return True

    def _end_failed(self, job: J) -> None:
        try:
            self._store(job, {**self.at_end(job, Status.FAILED), "status": Status.FAILED})
        except Overtaken:
            return

    def _store(self, job: J, columns: Columns) -> None:
        """Raises Overtaken."""
        as_read = self.working().filter(pk=job.pk, updated_at=job.updated_at)
        now = timezone.now()
        if not as_read.update(**columns, updated_at=now):
            raise Overtaken
        for column, value in columns.items():
            setattr(job, column, value)
        job.updated_at = now


JOBS = Extension[Runner[Job]]("jobs")
"""All kinds of long work. On a site without Redis those of the highest apps come first."""


def runner(name: str) -> Runner[Job]:
    """The runner of that name. Raises StopIteration for an unknown name."""
    return next(each for each in JOBS if each.name == name)


def queue_next() -> None:
    """Queue the waiting jobs of all kinds whose turn has come."""
    for each in JOBS:
        each.queue_next()


def sweep(*, expires: float) -> int:
    """Queue lost jobs again and return how many. The tasks expire after `expires` seconds."""
    count = 0
    for each in JOBS:
        for job in each.lost():
            each.queue(job, expires=expires)
            count += 1
    return count


def backlog() -> Backlog:
    """The unfinished jobs of all kinds."""
    each = [measured(runner.working(), "created_at") for runner in JOBS]
    return Backlog(sum(one.waiting for one in each), max((one.oldest for one in each), default=0.0))


def _before(one: object) -> Iterator[Runner[Job]]:
    for each in JOBS:
        if each is one:
            return
        yield each
