"""Celery inside the web process, for a one-process site."""

import logging
import threading
from typing import ClassVar

from celery import Celery
from celery.beat import EmbeddedService
from celery.exceptions import WorkerShutdown, WorkerTerminate
from celery.worker import state

logger = logging.getLogger(__name__)


class EmbeddedWorker:
    """
    A worker and the periodic scheduler, each in a thread. There can be only one in a process, as Celery has
    one global stop flag.
    """

    here: ClassVar["EmbeddedWorker | None"] = None
    """The worker of this process, from its start until it is asked to stop."""

    def __init__(self, app: Celery) -> None:
        self.app = app
        self.thread = threading.Thread(target=self._work, name="worker", daemon=True)
        # The plain scheduler keeps its schedule in memory instead of a file.
        self.beat = EmbeddedService(app, thread=True, scheduler_cls="celery.beat:Scheduler")

    @property
    def alive(self) -> bool:
        return self.thread.is_alive()

    @property
    def whole(self) -> bool:
        """Whether both threads are running."""
        return self.alive and self.beat.is_alive()

    def start(self) -> None:
        state.should_stop = None
        self.thread.start()
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
        # After it has seen the flag, Celery waits for work once more, for two seconds.
        for _ in range(2):
            self.app.send_task("phylo.wake")

    def ended(self, *, within: float) -> bool:
        """
        Wait for the thread to end, `within` seconds at most. If False, the thread ends with the process, and
        the sweep at the next start finds the lost turn.
        """
        self.thread.join(within)
        return not self.alive

    def stop(self, *, timeout: float = 3.0) -> bool:
        self.ask_to_stop()
        return self.ended(within=timeout)

    def _work(self) -> None:
        controller = self.app.WorkController(
            pool="solo",
            hostname="worker@embedded",
            without_heartbeat=True,
            without_gossip=True,
            without_mingle=True,
        )
        try:
            controller.start()
        except (WorkerShutdown, WorkerTerminate, SystemExit):
            pass
        except Exception:
            logger.exception("The worker died; bots do not move until the site is started again")
