"""`make check`: which tests a change reaches, in which order, and what is left when time is over."""

import subprocess
import sys
import time

import grimp
import pytest

from scripts import check
from tests.services.site import ROOT

pytestmark = pytest.mark.once


@pytest.fixture
def graph() -> grimp.ImportGraph:
    """A view that imports a service, which imports a model; tests of each, and one with a conftest."""
    graph = grimp.ImportGraph()
    for importer, imported in (
        ("games.pages", "games.services"),
        ("games.services", "games.models"),
        ("tests.games.test_models", "games.models"),
        ("tests.games.test_services", "games.services"),
        ("tests.games.test_pages", "games.pages"),
        ("tests.browser.test_games", "games.models"),
        ("tests.decks.conftest", "games.pages"),
        ("tests.conftest", "games.models"),
    ):
        graph.add_import(importer=importer, imported=imported)
    for package in ("tests", "tests.games", "tests.decks"):
        graph.add_module(package)
    graph.add_module("tests.decks.test_decks")
    graph.add_module("tests.test_alone")
    return graph


def test_tests_are_as_far_as_there_are_imports_in_between(graph):
    assert check.nearest_first(graph, changed=["games.models"], near=()) == [
        "tests/games/test_models.py",
        "tests/games/test_services.py",
        "tests/games/test_pages.py",
        "tests/decks/test_decks.py",
    ]


def test_what_belongs_to_the_slice_or_has_changed_comes_first(graph):
    near = ["tests/browser/test_pictures.py"]
    changed = ["games.models", "tests.browser.test_games", "tests.games.test_pages"]
    assert check.nearest_first(graph, changed=changed, near=near) == [
        "tests/browser/test_games.py",
        "tests/browser/test_pictures.py",
        "tests/games/test_pages.py",
        "tests/games/test_models.py",
        "tests/games/test_services.py",
        "tests/decks/test_decks.py",
    ]


@pytest.mark.parametrize(
    ("file", "module"),
    [
        ("games/services/play.py", "games.services.play"),
        ("games/services/__init__.py", "games.services"),
        ("tests/conftest.py", "tests.conftest"),
        ("scripts/check.py", ""),
        ("static/js/menu.js", ""),
        ("README.md", ""),
    ],
)
def test_a_module_of_a_file(file, module):
    assert check.module_of(file) == module


def test_a_slice_of_a_file(monkeypatch):
    with_tests = ("cards", "decks", "engine", "rounds", "services")
    monkeypatch.setattr(check, "folder_of", lambda name: [name] * (name in with_tests))
    for file in (
        "cards/decks/pages.py", "cards/decks/pages/compare.py", "templates/decks/deck.html",
        "static/js/decks/build.js", "tests/decks/test_a.py", "tests/browser/decks/test_a.py",
    ):  # fmt: skip
        assert check.slice_of(file) == "decks"
    assert check.slice_of("games/rounds/decks/pairing.py") == "rounds"
    assert check.slice_of("cards/services/publishing.py") == "cards"
    assert check.slice_of("engine/decks/reading.py") == "engine"
    for file in ("games/services/play.py", "docs/decks/a.md", "decks.py", "static/decks.js"):
        assert check.slice_of(file) == ""


def test_the_engine_has_a_folder_of_tests_too():
    assert check.slice_of("engine/phylo/upkeep.py") == "engine"


def test_what_a_change_of_this_project_reaches():
    reached = check.tests_of_change(["engine/phylo/upkeep.py", "scripts/check.py", "README.md"])
    assert {"tests/engine/test_support.py", "tests/engine/test_differential.py"} <= set(reached)
    assert check.tests_of_change(["README.md"]) == []
    assert check.tests_of_change(["tests/test_check.py"]) == ["tests/test_check.py"]


def test_an_unknown_slice_is_refused():
    with pytest.raises(SystemExit, match="There is no slice nowhere"):
        check.tests_of_slice("nowhere")


def test_tests_that_would_begin_too_late_are_counted(monkeypatch, tmp_path):
    """The first file to the end, of the second nothing: what begins too late is told."""
    files = {"test_second": "def test_it(): pass\ndef test_more(): pass", "test_first": "def test_it(): pass"}
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(text)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "scripts.check",
        "-p",
        "no:cacheprovider",
        "-c",
        "/dev/null",
    ]
    command += [str(tmp_path / f"{name}.py") for name in reversed(files)]

    def told(until: float) -> str:
        monkeypatch.setenv(check.UNTIL, str(until))
        monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout

    assert "3 passed" in (whole := told(time.time() + 3600))
    assert whole.index("test_first.py") < whole.index("test_second.py")
    assert "3 tests in 2 files are left for make test" in told(0)
