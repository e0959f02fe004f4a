"""The database of a device: prepared by `make static`, and brought up to date by a newer version."""

from pathlib import Path

from django.conf import settings
from django.core.management import call_command, get_commands

LOADERS = ("load_cards", "load_puzzles")
"""What brings cards and puzzles into the tables, as far as the site has them."""
VERSION = "version"
"""The file that says which bundle the folder was last brought up to date by."""
BUNDLE = settings.BASE_DIR / "bundle-version"


def bring_up_to_date(data: Path) -> None:
    """Another version may have other tables and other cards; the same one changes nothing."""
    bundle = BUNDLE.read_text() if BUNDLE.exists() else ""
    done = data / VERSION
    if bundle and done.exists() and done.read_text() == bundle:
        return
    call_command("migrate", verbosity=0)
    for name in LOADERS:
        if name in get_commands():
            call_command(name, verbosity=0)
    done.write_text(bundle)
