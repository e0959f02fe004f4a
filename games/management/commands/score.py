"""The score command as a Django command; manage.py takes the short way to the same code."""

import sys
from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from engine import score


class Command(BaseCommand):
    help = score.HELP
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        score.add_arguments(parser)

    def handle(self, *args: object, tables: list[str], **options: object) -> None:
        sys.exit(score.score_tables(tables))
