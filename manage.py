#!/usr/bin/env python
import gc
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
    # Until `phylo.serving.server.keep_for_good`.
    if sys.argv[1:2] == ["serve"]:
        gc.disable()
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        import_module(os.environ["DJANGO_SETTINGS_MODULE"])
    except ImproperlyConfigured as error:
        print(f"manage.py: {error}", file=sys.stderr)
        sys.exit(2)
    from django.db import OperationalError

    try:
        execute_from_command_line(sys.argv)
    except OperationalError as error:
        from phylo.http.storage import fault_of, why_unreachable

        # A pool says only that it has waited.
        reason = why_unreachable() or ((fault := fault_of(error)) and fault.reason)
        if not reason:
            raise
        print(f"manage.py: the database cannot be used: {reason}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
