"""The referee as a Django command; manage.py runs the same code without loading Django."""

import sys
from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from engine.referee import REFEREE


class Command(BaseCommand):
    help = REFEREE.help
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        REFEREE.add_arguments(parser)

    def handle(self, *args: object, records: list[str], **options: object) -> None:
        sys.exit(REFEREE.run(records))
