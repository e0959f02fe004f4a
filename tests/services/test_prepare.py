"""What a start prepares, and what it knows to be done."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from django.conf import settings

from phylo.serving import prepare

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands of each start, which do nothing here."""
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    monkeypatch.setattr(settings, "STATIC_ROOT", tmp_path / "static")
    (tmp_path / "page.css").write_text("a {}")
    source = tmp_path / "page.css"
    monkeypatch.setattr(prepare.static_files, "templates", lambda: [source])
    commands: list[str] = []

    def call(name: str, *args: object, **options: object) -> None:
        commands.append(name)
        if name == "collectstatic":
            (tmp_path / "static").mkdir(exist_ok=True)
            (tmp_path / "static" / "staticfiles.json").write_text("{}")

    monkeypatch.setattr(prepare, "call_command", call)
    return commands


def started(commands: list[str]) -> list[str]:
    """What a start does, but for the bulk files, which look for themselves."""
    commands.clear()
    prepare.prepare()
    return [name for name in commands if name != "export_bulk"]


def test_a_start_does_again_only_what_has_changed(called: list[str], tmp_path: Path):
    assert started(called) == ["load_cards", "import_names", "load_puzzles", "collectstatic"]
    assert started(called) == []
    os.utime(tmp_path / "page.css", (1, 1))
    assert started(called) == ["collectstatic"]
    assert started(called) == []
    (tmp_path / "static" / "staticfiles.json").unlink()
    assert started(called) == ["collectstatic"]


def test_a_copied_folder_is_prepared_already(
    called: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    started(called)
    copy = tmp_path / "copy"
    shutil.copytree(tmp_path, copy, ignore=shutil.ignore_patterns("copy"))
    monkeypatch.setattr(settings, "VAR_DIR", copy)
    monkeypatch.setattr(settings, "STATIC_ROOT", copy / "static")
    assert started(called) == []
    monkeypatch.setattr(settings, "STATIC_ROOT", tmp_path / "static")
    assert started(called) == ["collectstatic"]


def test_what_was_killed_half_way_is_done_again(
    called: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Even if the files are by then as they were when it was last done."""
    started(called)
    before = (tmp_path / "page.css").stat()
    os.utime(tmp_path / "page.css", (1, 1))
    with monkeypatch.context() as patch:
        patch.setattr(
            prepare, "call_command", lambda *args, **options: 1 / 0 if args[0] != "export_bulk" else None
        )
        with pytest.raises(ZeroDivisionError):
            prepare.prepare()
    os.utime(tmp_path / "page.css", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert started(called) == ["collectstatic"]


def test_a_site_starts_without_names_that_cannot_be_imported(
    called: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    call = prepare.call_command

    def refused(name: str, *args: object, **options: object) -> None:
        call(name, *args, **options)
        if name == "import_names":
            sys.exit(2)

    with monkeypatch.context() as patch:
        patch.setattr(prepare, "call_command", refused)
        assert started(called) == ["load_cards", "import_names", "load_puzzles", "collectstatic"]
    assert "the names around the cards are not imported" in caplog.text
    assert started(called) == ["import_names"]


def test_cards_are_loaded_after_migrations_that_were_killed(
    called: list[str], monkeypatch: pytest.MonkeyPatch
):
    started(called)
    with monkeypatch.context() as patch:
        patch.setattr(prepare.MigrationExecutor, "migration_plan", lambda *args: ["one more"])
        patch.setattr(prepare, "call_command", lambda *args, **options: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            prepare.prepare()
    assert started(called) == ["load_cards", "import_names", "load_puzzles"]
