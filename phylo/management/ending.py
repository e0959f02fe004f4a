"""Commands that will not stay (docs/stable.md)."""

from typing import Any, ClassVar

from django.core.management.base import BaseCommand

from engine.deprecation import Ending


class EndingCommand(BaseCommand):
    """Says before it does anything that it will not stay."""

    ending: ClassVar[Ending]

    def execute(self, *args: Any, **options: Any) -> str | None:
        name = type(self).__module__.rpartition(".")[2]
        self.stderr.write(self.ending.told_of(f"manage.py {name}"))
        return super().execute(*args, **options)
