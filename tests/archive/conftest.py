"""Ada's and Ben's games, and programs; files are written to a folder of each test's own."""

from pathlib import Path

import pytest

from tests.ladder.conftest import decks, make  # noqa: F401
from tests.matches.conftest import _nothing_remembered, ada, ben, match  # noqa: F401


@pytest.fixture(autouse=True)
def _archive_folder(settings, tmp_path: Path):
    settings.VAR_DIR = tmp_path
