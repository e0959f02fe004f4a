#!/usr/bin/env python
import os
import sys
from importlib import import_module


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")
    # These need neither settings nor database, and starting Django takes longer than judging a file.
    if sys.argv[1:2] == ["referee"]:
        from engine.referee import REFEREE

        sys.exit(REFEREE.main(sys.argv[2:]))
    if sys.argv[1:2] == ["score"]:
        from engine.score import SCORE

        sys.exit(SCORE.main(sys.argv[2:]))
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        import_module(os.environ["DJANGO_SETTINGS_MODULE"])
    except ImproperlyConfigured as error:
        print(f"manage.py: {error}", file=sys.stderr)
        sys.exit(2)
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
