"""The Celery application: the computer's turns and the sweep that finds lost ones.

Separate processes: `celery -A phylo worker`, the same with `-Q thinking`, and one `celery -A phylo beat`.
Embedded: phylo.serving.worker.
"""

import os
import sys
from logging.config import dictConfig
from typing import Any

from celery import Celery, shared_task
from celery.signals import (
    setup_logging,
    task_postrun,
    task_prerun,
    worker_init,
    worker_ready,
)

from phylo.http import logs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")


def application(**options: Any) -> Celery:
    """The application with the site's settings and tasks, as each worker of a process needs one."""
    made = Celery("phylo", **options)
    made.config_from_object("django.conf:settings", namespace="CELERY")
    made.autodiscover_tasks()
    return made


app = application()


@setup_logging.connect
def use_site_logging(**kwargs: object) -> None:
    """Use the site's logging instead of Celery's own."""
    from django.conf import settings

    dictConfig(settings.LOGGING)


@worker_init.connect
def reach_database(**kwargs: object) -> None:
    """End a separate worker at once, with status 2 and a line, if it cannot reach the database."""
    from django.conf import settings

    from phylo.http.storage import why_unreachable

    if not settings.EMBEDDED and (reason := why_unreachable()):
        print(f"celery: the database cannot be used: {reason}", file=sys.stderr)
        sys.exit(2)


@worker_init.connect
def answer_prometheus(**kwargs: object) -> None:
    """Not for the worker within a web process, which does so itself."""
    from django.conf import settings

    from phylo.serving import metrics

    if not settings.EMBEDDED and (reason := metrics.serve()):
        print(f"celery: {reason}", file=sys.stderr)
        sys.exit(2)


@worker_ready.connect
def begin_to_think(sender: Any, **kwargs: object) -> None:
    """Start the child process before there is anything to think about. A web process does so itself."""
    from django.conf import settings

    from phylo.jobs.queue import THINKING

    if not settings.EMBEDDED and THINKING in sender.app.amqp.queues.consume_from:
        from phylo.jobs import thinker

        thinker.child.start()


@task_prerun.connect
def begin_lines(task: Any, **kwargs: object) -> None:
    request = task.request.get("phylo_request") or logs.current_request()
    task.request.outer_lines = logs.begin({"request": request, "task": task.name})


@task_postrun.connect
def end_lines(task: Any, **kwargs: object) -> None:
    logs.end(task.request.get("outer_lines"))


@shared_task(name="phylo.wake")
def wake() -> None:
    """Do nothing, but wake a worker that waits for tasks."""
