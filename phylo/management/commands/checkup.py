from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from phylo.serving.checkup import Asked, findings

SIGNS = {True: "well ", False: "WRONG", None: "  ?  "}


class Command(BaseCommand):
    help = (
        "Look at the running site from its own machine and say what is wrong: settings, web processes, "
        "workers, proxy and certificate, mail, clock, disk, backups, live streams. Takes ten seconds or so "
        "and leaves nothing behind. Exits with 1 if anything is wrong."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.HOST, settings.HOST)
        here = f"http://{host}:{settings.PORT}"
        parser.add_argument("--web", action="append", help=f"the address of a web process; by default {here}")
        parser.add_argument("--backups", type=Path, help="the folder of backups")
        parser.add_argument("--mail", default="", metavar="ADDRESS", help="send a mail to it")
        parser.set_defaults(here=here)

    def handle(self, *args: Any, **options: Any) -> None:
        asked = Asked(options["web"] or [options["here"]], options["backups"], options["mail"])
        wrong = 0
        for finding in findings(asked):
            wrong += finding.well is False
            self.stdout.write(f"{SIGNS[finding.well]}  {finding.subject}: {finding.words}")
        if wrong:
            raise SystemExit(1)
