"""The database of a device: prepared by `make static`, and brought up to date by a newer version."""

from django.conf import settings
from django.core.management import call_command, get_commands
from django.db import connection

LOADERS = ("load_cards", "load_puzzles")
"""What brings cards and puzzles into the tables, as far as the site has them."""
BUNDLE = settings.BASE_DIR / "bundle-version"
"""
Where the archive of the site has its number, which SQLite's `user_version` says of a database that was made
for it, or brought up to date by it. Not there before the archive is packed.
"""


def bring_up_to_date() -> None:
    """Another version may have other tables and other cards; the same one changes nothing."""
    bundle = int(BUNDLE.read_text()) if BUNDLE.exists() else 0
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA user_version")
        if bundle and cursor.fetchone() == (bundle,):
            return
    call_command("migrate", verbosity=0)
    for name in LOADERS:
        if name in get_commands():
            call_command(name, verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA user_version={bundle}")
