"""`manage.py serve`: the whole site in one process."""

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connection

from phylo.celery import app
from phylo.prepare import OldDatabase, prepare
from phylo.server import AddressInUse, claim, listen, serve
from phylo.worker import EmbeddedWorker


class Command(BaseCommand):
    help = "Prepare the database and serve the site on HOST and PORT. Status 2: it cannot start and says why."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = settings.HOST, settings.PORT
        try:
            # First of all, so that a second start by mistake touches nothing.
            sock = claim(host, port)
            prepare()
            # Not before: a proxy would send requests that wait until all is there.
            listen(sock)
        except AddressInUse as reason:
            self.stderr.write(f"Cannot listen on {host} port {port}: {reason}. PORT chooses another.")
            sys.exit(2)
        except OldDatabase:
            name = connection.settings_dict["NAME"]
            self.stderr.write(f"{name} was made before there were accounts. Move it away and start again.")
            sys.exit(2)
        worker = EmbeddedWorker(app) if settings.EMBEDDED else None
        if worker:
            worker.start()
        serve(sock, on_ready=lambda: self.say_ready(host, sock.getsockname()[1]))
        if worker:
            worker.stop()

    def say_ready(self, host: str, port: int) -> None:
        shown = "127.0.0.1" if host == "0.0.0.0" else f"[{host}]" if ":" in host else host
        self.stdout.write(f"Phylo is ready: open http://{shown}:{port}/")
        self.stdout.flush()
