"""Celery inside the main process of a site without Redis; what it thinks about, a child process computes."""

import logging
import threading
from time import monotonic
from typing import ClassVar

from celery import Celery
from celery.beat import EmbeddedService
from celery.exceptions import WorkerShutdown, WorkerTerminate
from celery.worker import state

from phylo.jobs.queue import THINKING, USUAL

logger = logging.getLogger(__name__)


class EmbeddedWorker:
    """
    Two workers, one of which thinks, and the periodic scheduler, each in a thread. There can be only one in a
    process, as Celery has one global stop flag. Each worker needs an application of its own, which holds the
    queues that it takes tasks from.
    """

    here: ClassVar["EmbeddedWorker | None"] = None
    """The worker of this process, from its start until it is asked to stop."""

    def __init__(self, app: Celery, thinking: Celery) -> None:
        self.app, self.thinking = app, thinking
        workers = {USUAL: app, THINKING: thinking}
        self.threads = [
            threading.Thread(target=_work, args=[each, queue], name=f"{queue} worker", daemon=True)
            for queue, each in workers.items()
        ]
        # The plain scheduler keeps its schedule in memory instead of a file.
        self.beat = EmbeddedService(app, thread=True, scheduler_cls="celery.beat:Scheduler")

    @property
    def alive(self) -> bool:
        return all(thread.is_alive() for thread in self.threads)

    @property
    def running(self) -> bool:
        """Whether all threads are running."""
        return self.alive and self.beat.is_alive()

    def start(self) -> None:
        state.should_stop = None
        # Before the threads: two that import the same tasks at once may each find half of them, and Celery
        # says nothing of what it could not import.
        for app in (self.app, self.thinking):
            app.loader.import_default_modules()
        for thread in self.threads:
            thread.start()
        # Tasks in memory do not survive a restart, so pending work is searched for at once.
        for entry in self.app.conf.beat_schedule.values():
            self.app.send_task(entry["task"])
        self.beat.start()
        EmbeddedWorker.here = self

    def ask_to_stop(self) -> None:
        """Ask it to stop after the current task."""
        EmbeddedWorker.here = None
        self.beat.service.stop()
        state.should_stop = 0
        # After they have seen the flag, Celery waits for work once more, for two seconds.
        for queue in [USUAL, THINKING] * 2:
            self.app.send_task("phylo.wake", queue=queue)

    def ended(self, *, within: float) -> bool:
        """
        Wait for the threads to end, `within` seconds at most. If False, they end with the process, and the
        sweep at the next start finds the lost turn.
        """
        late = monotonic() + within
        for thread in self.threads:
            thread.join(max(0.0, late - monotonic()))
        return not any(thread.is_alive() for thread in self.threads)

    def stop(self, *, timeout: float = 3.0) -> bool:
        self.ask_to_stop()
        return self.ended(within=timeout)


def _work(app: Celery, queue: str) -> None:
    controller = app.WorkController(
        pool="solo",
        queues=[queue],
        hostname=f"{queue}@embedded",
        without_heartbeat=True,
        without_gossip=True,
        without_mingle=True,
    )
    try:
        controller.start()
    except (WorkerShutdown, WorkerTerminate, SystemExit):
        pass
    except Exception:
        logger.exception("A worker died; bots do not move until the site is started again")
