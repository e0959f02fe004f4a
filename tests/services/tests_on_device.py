"""
A choice of the tests inside Pyodide: the very files, run by pytest itself. tests_on_device.mjs is what runs
them.
"""

import os
import re
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHOSEN = (
    "engine/test_turns.py", "engine/test_puzzles.py", "engine/test_support.py", "engine/test_keywords.py",
    "engine/test_records.py", "engine/test_lessons.py", "engine/drafting/test_draft.py",
    "engine/test_rulebook_example.py",
    "table/test_table_parts.py", "table/test_reveal.py", "table/test_reasons.py",
    "table/test_table_for_two.py", "table/test_draft_pages.py", "lessons/test_lessons_on_the_site.py",
    "decks/test_building.py", "decks/test_save.py", "decks/test_versions.py", "decks/test_deck_lists.py",
    "decks/test_deck_json.py", "puzzles/test_puzzles.py",
)  # fmt: skip
"""The choice is explained in docs/testing.md."""
LEFT_OUT = (
    # With threads.
    "lessons/test_lessons_on_the_site.py::test_sent_twice_at_once",
    "decks/test_save.py::test_of_racing_saves",
    "puzzles/test_puzzles.py::test_an_account_that_answers_while",
    "puzzles/test_puzzles.py::test_answers_that_race",
    # With processes.
    "engine/test_records.py::test_referee_",
)
"""Tests of these files, by how they begin."""
PACKAGES = ("factory-boy", "iniconfig", "packaging", "pluggy", "pygments", "pytest", "pytest-django")
"""Plain Python."""
UNUSED = re.compile(r"pygments/(lexers/(?!__init__|_mapping|diff|python)|styles/[a-z])")
MIGRATED = "/data/migrated.sqlite3"
FAKER = {"__init__": "", "config": "DEFAULT_LOCALE = 'en_US'\n", "generator": "import random\n"}
"""For factory_boy, which imports it and of which no factory here needs it: twenty megabytes."""


def pack(target: Path) -> None:
    """The tests, and what runs them, as an archive."""
    with zipfile.ZipFile(target, "w") as archive:
        for name, path in files():
            archive.write(path, name)
        for name, text in FAKER.items():
            archive.writestr(f"faker/{name}.py", text)


def files() -> Iterator[tuple[str, Path]]:
    tests = ROOT / "tests"
    for path in sorted(tests.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and path != tests / "conftest.py":
            yield path.relative_to(ROOT).as_posix(), path
    yield "tests/conftest.py", Path(__file__).with_name("device_conftest.py")
    for package in PACKAGES:
        for file in distribution(package).files or []:
            if (file.suffix == ".py" or file.name == "METADATA") and not UNUSED.match(file.as_posix()):
                yield file.as_posix(), Path(str(file.locate()))


class Ends:
    """How many tests have passed, and so on."""

    def __init__(self) -> None:
        self.counted: dict[str, int] = {}
        self.seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report) -> None:
        file = report.nodeid.partition("::")[0]
        self.seconds[file] = self.seconds.get(file, 0) + report.duration
        if report.failed:
            print(report.nodeid, report.longreprtext[-1500:])
        if report.when == "call" or report.outcome != "passed":
            self.counted[report.outcome] = self.counted.get(report.outcome, 0) + 1


def run(data: str) -> dict[str, object]:
    """Within Pyodide."""
    import pytest

    from phylo.offline import nesting

    nesting.refuse()
    os.chdir("/site")
    os.environ |= {"OWN_DEVICE": "1", "PHYLO_PLAIN": "1", "WEB_PROCESSES": "1", "PHYLO_DATA": data}
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    ends = Ends()
    # The site's archive has no line numbers of libraries; pytest's own tracebacks and logs fail without.
    options = ["-q", "--tb=native", "-pno:logging", "-pno:cacheprovider", "--capture=sys"]
    options += ["-ppytest_django.plugin", "--ds=tests.services.device_settings"]
    options += [f"--deselect=tests/{name}" for name in LEFT_OUT]
    status = pytest.main([*options, *(f"tests/{name}" for name in CHOSEN)], plugins=[ends])
    return {"status": int(status), **ends.counted, "seconds": ends.seconds}
