"""`manage.py serve`: the whole site, or with Redis a web process of it."""

import logging
import os
import socket
import subprocess
import sys
from argparse import SUPPRESS
from collections.abc import Callable
from threading import Thread
from typing import Any, NoReturn

from django.conf import settings
from django.core.cache import cache
from django.core.management.base import BaseCommand, CommandParser
from django.db import connections

from phylo.beside import link
from phylo.beside.processes import WebProcess, end_with_parent
from phylo.celery import app, application
from phylo.jobs import queue, thinker
from phylo.serving import health, metrics
from phylo.serving.prepare import is_first, prepare
from phylo.serving.server import AddressInUse, claim, keep_for_good, listen, serve
from phylo.serving.worker import EmbeddedWorker

logger = logging.getLogger(__name__)

WORKER_FINISH = 1.0  # seconds for the task under way, after requests have ended
OTHERS_FINISH = 3.0  # seconds for other web processes, which may have more to answer than this one


class Command(BaseCommand):
    help = "Prepare the database and serve the site on HOST and PORT. Status 2: it cannot start and says why."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--only-prepare", action="store_true", help="prepare the database, and end")
        # What the main process hands over: a socket to it, the one that listens, and the process's number.
        parser.add_argument("--beside", nargs=3, type=int, help=SUPPRESS)

    def handle(self, *args: object, **options: Any) -> None:
        keep_for_good()
        if options["only_prepare"]:
            prepare()
        elif options["beside"]:
            serve_beside(*options["beside"])
        else:
            self.serve()

    def serve(self) -> None:
        host, port = settings.HOST, settings.PORT
        try:
            # First of all, so that an accidental second start touches nothing.
            sock = claim(host, port)
            if is_first():
                prepare_apart()
            prepare()
            # Only now: a proxy would send requests that have to wait for the preparation.
            listen(sock)
        except AddressInUse as reason:
            self.stderr.write(f"Cannot listen on {host} port {port}: {reason}. PORT chooses another.")
            sys.exit(2)
        if why := metrics.serve():
            self.stderr.write(why)
            sys.exit(2)
        others = started_beside(sock) if settings.EMBEDDED else []
        worker = EmbeddedWorker(app, application(set_as_current=False)) if settings.EMBEDDED else None
        if worker:
            worker.start()

        def ready() -> None:
            for each in others:
                each.await_ready()
            self.say_ready(host, sock.getsockname()[1])

        def stop() -> None:
            for each in others:
                each.ask_to_stop()
            if worker:
                worker.ask_to_stop()

        serve(sock, on_ready=Thread(target=ready, daemon=True).start, on_stop=stop)
        if worker:
            worker.ended(within=WORKER_FINISH)
        for each in others:
            each.ended(within=OTHERS_FINISH)
        leave()

    def say_ready(self, host: str, port: int) -> None:
        shown = "127.0.0.1" if host == "0.0.0.0" else f"[{host}]" if ":" in host else host
        self.stdout.write(f"Phylo is ready: open http://{shown}:{port}/")
        self.stdout.flush()
        if settings.EMBEDDED:
            # Only now, so that nothing is ready later for it.
            thinker.child.start()


def started_beside(sock: socket.socket) -> list[WebProcess]:
    """The other web processes, which serve on `sock` too. They start while this one imports the site."""
    answers: dict[str, Callable[..., Any]] = {
        "cache": lambda name, *args, **kwargs: getattr(cache, name)(*args, **kwargs),
        "length": queue.length,
        "worker_lacks": health.worker_lacks,
    }
    found = [
        WebProcess(number, sock, answers=answers, queue=queue.send)
        for number in range(1, settings.WEB_PROCESSES)
    ]
    for each in found:
        each.start()
    return found


def serve_beside(to_main: int, listening: int, number: int) -> None:
    """As another web process: the main one has prepared the site, and does what is done once."""
    end_with_parent()
    main = link.join(socket.socket(fileno=to_main))
    if why := metrics.serve(number):
        logger.warning(why)
    serve(socket.socket(fileno=listening), on_ready=lambda: main.tell(link.Ready()), on_stop=lambda: None)
    leave()


def prepare_apart() -> None:
    """In a process of its own: making all tables would leave 45 MB in this one for as long as it serves."""
    done = subprocess.run([sys.executable, settings.BASE_DIR / "manage.py", "serve", "--only-prepare"])
    if done.returncode:
        sys.exit(done.returncode)


def leave() -> NoReturn:
    """
    End the process at once. Python would wait for every thread, however long it computes, and then destroy
    all objects, which takes seconds on a busy machine.
    """
    connections.close_all()
    logging.shutdown()
    sys.stdout.flush()
    os._exit(0)
