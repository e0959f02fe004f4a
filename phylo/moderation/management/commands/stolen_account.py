"""manage.py stolen_account NAME --since 2026-11-22T18:00: the drill of docs/moderation.md."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from phylo.accounts.models import User
from phylo.moderation.stolen import close_to_thief, take_back


class Command(BaseCommand):
    help = "Close an account that was stolen to the thief, and undo what it did as a moderator since then."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the username")
        parser.add_argument("--since", required=True, help="when it was stolen: 2026-11-22T18:00, UTC")

        parser.add_argument("--email", default="", help="the owner's, if the thief may have changed it")

    def handle(self, *args: Any, name: str, since: str, email: str, **options: Any) -> None:
        account = User.objects.named(name).first()
        try:
            moment = parse_datetime(since)
        except ValueError:
            moment = None
        if account is None or moment is None:
            wrong = f"Nobody is called {name}." if account is None else f"{since} is no date with a time."
            raise CommandError(wrong, returncode=2)
        if timezone.is_naive(moment):
            moment = timezone.make_aware(moment)
        close_to_thief(account=account, email=email)
        self.stdout.write(f"{account.username} is signed out, without tokens, rights and password.")
        found = take_back(account=account, since=moment)
        self.stdout.write(f"{found.undone} acts undone, {found.reopened} reports opened again.")
        self.stdout.write(f"{len(found.left)} left for people to decide:")
        for line in found.left:
            self.stdout.write(f"  {line}")
