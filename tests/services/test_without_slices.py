"""The site runs without the slices that stand above the core of the games, and says nothing of them."""

import subprocess
import sys

import pytest

from tests.services.site import ROOT

pytestmark = pytest.mark.once
ALL = ("coaching", "lessons", "puzzles", "tournaments", "ladder", "archive", "classes", "kiosk", "transfer")
BUILT_ON = {
    "lessons": ("classes", "kiosk", "transfer"),
    "puzzles": ("classes", "kiosk", "transfer"),
    "tournaments": ("classes",),
    "ladder": ("archive",),
}
"""A slice goes with what is built on it."""
PAGES = {
    "lessons": "/learn/lessons/",
    "puzzles": "/puzzles/",
    "tournaments": "/tournaments/",
    "ladder": "/ladder/",
    "archive": "/archive/",
}


@pytest.mark.parametrize("names", [ALL, *((name, *BUILT_ON.get(name, ())) for name in ALL)], ids="-".join)
def test_a_game_is_played_and_no_link_is_dead(names):
    done = subprocess.run(
        [sys.executable, "-m", "tests.services.without", *(f"games.{name}" for name in names)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    read = done.stdout.split()
    assert len(read) > 25
    for name, page in PAGES.items():
        assert (page in read) == (name not in names), name
