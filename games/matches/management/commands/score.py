"""The scorer as a Django command; manage.py runs the same code without loading Django."""

import sys
from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from engine.score import SCORE


class Command(BaseCommand):
    help = SCORE.help
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        SCORE.add_arguments(parser)

    def handle(self, *args: object, tables: list[str], **options: object) -> None:
        sys.exit(SCORE.run(tables))
