"""`manage.py serve`: the whole site in one process."""

import logging
import os
import subprocess
import sys
from typing import Any, NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import connections

from phylo.celery import app, application
from phylo.jobs import thinker
from phylo.serving import metrics
from phylo.serving.prepare import is_first, prepare
from phylo.serving.server import AddressInUse, claim, keep_for_good, listen, serve
from phylo.serving.worker import EmbeddedWorker

WORKER_FINISH = 1.0  # seconds for the task under way, after requests have ended


class Command(BaseCommand):
    help = "Prepare the database and serve the site on HOST and PORT. Status 2: it cannot start and says why."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--only-prepare", action="store_true", help="prepare the database, and end")

    def handle(self, *args: object, **options: Any) -> None:
        keep_for_good()
        if options["only_prepare"]:
            prepare()
            return
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
        worker = EmbeddedWorker(app, application(set_as_current=False)) if settings.EMBEDDED else None
        if worker:
            worker.start()
        serve(
            sock,
            on_ready=lambda: self.on_ready(host, sock.getsockname()[1]),
            on_stop=worker.ask_to_stop if worker else lambda: None,
        )
        if worker:
            worker.ended(within=WORKER_FINISH)
        leave()

    def on_ready(self, host: str, port: int) -> None:
        shown = "127.0.0.1" if host == "0.0.0.0" else f"[{host}]" if ":" in host else host
        self.stdout.write(f"Phylo is ready: open http://{shown}:{port}/")
        self.stdout.flush()
        if settings.EMBEDDED:
            # Only now, so that nothing is ready later for it.
            thinker.child.start()


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
