"""
One way of doing long work, for every kind of it.

A worker does a short piece of a job, so that the computer's turns are not held up, and stores it with one
update that takes effect only where nobody has stored since; then it queues the next piece. What a piece finds
depends on the job alone, so a piece that is lost with its worker, or done twice, changes nothing. A sweep
queues jobs again that have stood still.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta
from time import monotonic
from typing import ClassVar, Generic

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from phylo.jobs.models import J, Job, Status
from phylo.jobs.queue import queue

PIECE = 0.12
"""Seconds after which a piece ends. On a site of one process the computer's turns wait for it."""
ONE_GO = 1.0
"""The same where nobody waits; much shorter than LOST_AFTER."""
LOST_AFTER = timedelta(seconds=10)
"""A job that has stood still for so long was lost: with a worker that died, or it was never queued."""

Columns = Mapping[str, object]
"""Values to store, by the name of their column."""


class Overtaken(Exception):
    """The job was cancelled, or another worker has stored since it was read."""


class Piece:
    """The part of a job that a worker does now."""

    def __init__(self, seconds: float, store: Callable[[Columns], None]) -> None:
        self._end = monotonic() + seconds
        self._store = store

    def enough(self) -> bool:
        """Whether the time is over."""
        return monotonic() >= self._end

    def report(self, done: int, total: int) -> None:
        """Store the progress of a piece that takes long. Raises Overtaken, which ends the piece."""
        self._store({"status": Status.RUNNING, "done": done, "total": total})


class Runner(Generic[J]):
    """
    One kind of job: subclasses say what is done. An instance of each is listed in settings.JOBS, the most
    urgent first.
    """

    name: ClassVar[str]
    """Tasks carry it."""
    at_once = 4
    """Jobs that are worked on at the same time, by several workers."""

    def __init__(self, model: type[J]) -> None:
        self.model = model

    # What a kind of job says

    def take(self, job: J, piece: Piece) -> Columns:
        """
        Work on until the piece is over, at least one step further than before. The job is done when `done`
        reaches `total`, or when the columns hold another `status`.
        """
        raise NotImplementedError

    def at_end(self, job: J, status: str) -> Columns:
        """What is stored besides when a job is over: done, cancelled or failed."""
        return {}

    def transaction_of(self, job: J) -> AbstractContextManager[None]:
        """In which a piece is both done and stored."""
        return nullcontext()

    # For services and pages

    def working(self) -> models.QuerySet[J]:
        """In the order of their turns."""
        return self.model._default_manager.filter(status__in=[Status.QUEUED, Status.RUNNING]).order_by("pk")

    def begin_on_commit(self) -> None:
        """A job was stored: queue its first piece, if it is its turn."""
        transaction.on_commit(self.queue_next, robust=True)

    def cancel(self, job_id: int) -> bool:
        """It stops at the next piece. False if it was over already."""
        job = self.working().filter(pk=job_id).first()
        if job is None:
            return False
        over = {**self.at_end(job, Status.CANCELLED), "status": Status.CANCELLED}
        moved = self.working().filter(pk=job_id).update(**over)
        transaction.on_commit(queue_next, robust=True)
        return bool(moved)

    def waiting_before(self, job: J) -> int:
        """For how many jobs of its kind it waits; 0 if it is its turn."""
        return max(0, self.working().filter(pk__lt=job.pk).count() - self._at_once() + 1)

    def do_all(self, job: J, progress: Callable[[J], None]) -> J:
        """All of it, here and now; `progress` is told after each piece. A worker may help or end it."""
        while job.working:
            self._do_piece(job, ONE_GO)
            job = self.model._default_manager.get(pk=job.pk)
            progress(job)
        queue_next()
        return job

    # For workers

    def work_on(self, *, job_id: int, since: str, seconds: float = PIECE) -> None:
        """
        One piece; the next one is queued. Does nothing if the job has gone on after the time `since`, is
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
        """Queue the first piece of those whose turn has come. Queued twice, it is done once."""
        for job in self._turns():
            if job.status == Status.QUEUED:
                self.queue(job)

    def lost(self) -> list[J]:
        """Those whose turn it is and that stand still."""
        before = timezone.now() - LOST_AFTER
        return [job for job in self._turns() if job.updated_at < before]

    def queue(self, job: J, *, expires: float | None = None) -> None:
        queue("jobs.work", self.name, job.pk, job.updated_at.isoformat(), expires=expires)

    def _turns(self) -> list[J]:
        if self._gives_way():
            return []
        return list(self.working().only("pk", "status", "updated_at")[: self._at_once()])

    def _at_once(self) -> int:
        """A site of one process has one worker, which plays the computer's turns too."""
        return 1 if settings.EMBEDDED else self.at_once

    def _gives_way(self) -> bool:
        """Where one worker does everything, more urgent kinds come first."""
        return settings.EMBEDDED and any(other.working().exists() for other in _before(self))

    def _do_piece(self, job: J, seconds: float) -> bool:
        """Whether a piece was stored."""
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
        except Exception:
            # The page would wait for ever. The log says what it was.
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


def runners() -> Iterator[Runner[Job]]:
    """All kinds of jobs, the most urgent first."""
    for path in settings.JOBS:
        yield import_string(path)


def runner(name: str) -> Runner[Job]:
    """The one of that name. Raises StopIteration for a name that is not known."""
    return next(each for each in runners() if each.name == name)


def queue_next() -> None:
    """A worker has become free: queue what waits for one."""
    for each in runners():
        each.queue_next()


def sweep(*, expires: float) -> int:
    """Queue again what stands still; gives how many jobs. The tasks expire in so many seconds."""
    count = 0
    for each in runners():
        for job in each.lost():
            each.queue(job, expires=expires)
            count += 1
    return count


def _before(one: object) -> Iterator[Runner[Job]]:
    for each in runners():
        if each is one:
            return
        yield each
