"""The copy of the site that `make static` writes: what is in it, and that it runs on a device."""

import hashlib
import json
import lzma
import subprocess
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from engine.bots import thinker
from phylo.beside.link import Queued
from phylo.compiled import PACKAGES
from phylo.offline import build, bundle, nesting, pyodide, tasks
from phylo.offline.cookies import Jar
from tests.services import programs
from tests.services.site import ROOT
from tests.upgrade.test_upgrade import VERSIONS, stored

pytestmark = pytest.mark.once

HERE = Path(__file__).parent


def test_the_manifest_has_every_file_that_a_device_keeps(static_copy):
    told = json.loads((static_copy / "offline" / "manifest.json").read_text())
    assert told["size"] == sum(each["size"] for each in told["files"].values()) < 14_000_000
    for name, each in told["files"].items():
        content = (static_copy / name).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (each["size"], each["sha256"]), name
    there = {path.relative_to(static_copy).as_posix() for path in static_copy.rglob("*") if path.is_file()}
    packed = {f"{name.removesuffix('.gz')}" for name in told["files"] if name.endswith(".gz")}
    assert there - told["files"].keys() - packed == {"sw.js", "offline/manifest.json"}


def test_nothing_compiled_for_this_machine_goes_along(static_copy):
    packed = (static_copy / "offline" / "site.zip.xz").read_bytes()
    with zipfile.ZipFile(BytesIO(lzma.decompress(packed))) as archive:
        names = archive.namelist()
    assert not [name for name in names if name.endswith((".so", ".py", ".po"))]
    left_out = {name for name, package in PACKAGES.items() if package.instead != "its own modules in Python"}
    assert not left_out & {name.partition("/")[0] for name in names}
    assert {"phylo/offline/entry.pyc", "static/staticfiles.json", "bundle-version"} <= {*names}
    assert "phylo/offline/build.pyc" not in names


def test_a_device_has_the_whole_site_and_brings_older_data_up_to_date(static_copy, tmp_path):
    node = build.find_node()
    assert node, "Playwright brings one"
    older = tmp_path / "older.sqlite3"
    older.write_bytes(stored(f"{VERSIONS[0]}.sqlite3"))
    command = [node, HERE / "on_device.mjs", static_copy, pyodide.folder(ROOT / "var" / "pyodide"), older]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout)
    assert set(found["pages"].values()) == {200}, found["pages"]
    assert set(found["refused"].values()) == {501}, found["refused"]
    assert (found["lesson"], found["acted"], found["puzzle"], found["built"]) == (200, 1, "", 200)
    for rules, played in found["played"].items():
        assert (played["status"], played["page"]) == ("finished", 200), rules
        assert played["versions"] > 3, rules
    assert found["again"] == {"deck": 200, "matches": 5, "acted": 1}
    assert set(found["older"].values()) == {200}, found["older"]


def test_another_package_than_the_locked_one_is_refused():
    with pytest.raises(pyodide.Refused):
        pyodide._check(b"other", "sha512-AAAA")


def test_libraries_without_plain_python_are_left_out():
    names = bundle.libraries()
    assert {"django", "celery", "lark", "markupsafe"} <= {*names}
    assert not {"numba", "pillow", "psycopg", "google-re2", "cryptography", "resvg-py"} & {*names}


def test_cookies_are_kept_and_those_of_scripts_are_newer(tmp_path):
    jar = Jar(tmp_path / "cookies.json")
    assert jar.keep(["sessionid=a; Max-Age=60; Path=/", "speed=fast; Max-Age=60"])
    assert not jar.keep(["sessionid=a; Max-Age=60; Path=/"])
    again = Jar(tmp_path / "cookies.json")
    assert again.header("") == "sessionid=a; speed=fast"
    assert again.header("sessionid=planted; speed=slow; view=list") == "sessionid=a; speed=slow; view=list"
    # Of a site with HTTPS that the copy is of.
    assert again.header("__Host-sessionid=planted; __Host-view=list") == "sessionid=a; speed=fast; view=list"
    assert again.keep(["sessionid=; Max-Age=0"])
    assert Jar(tmp_path / "cookies.json").header("") == "speed=fast"


def test_tasks_are_done_one_by_one_and_late_ones_are_dropped(monkeypatch):
    done, now = [], [100.0]
    monkeypatch.setattr(tasks, "_do", lambda name, *details: done.append((name, *details)))
    monkeypatch.setattr(tasks, "monotonic", lambda: now[0])
    waiting = tasks.Tasks()
    assert waiting.wants() == 0
    assert not waiting.work()
    assert [name for (name,) in done] == list(tasks.SWEEPS)
    assert waiting.wants() == tasks.EVERY
    waiting.put(Queued("one", [1], None, None, None))
    waiting.put(Queued("late", [], 5.0, None, None))
    assert (len(waiting), waiting.wants()) == (2, 0)
    now[0] += 10
    done.clear()
    assert [waiting.work(), waiting.work()] == [True, True]
    assert done == [("one", 1)]
    assert waiting.wants() == tasks.EVERY - 10


def test_a_thought_is_asked_for_elsewhere_and_its_task_done_again(monkeypatch):
    waiting, sent, done = tasks.Tasks(), [], []

    def do(name: str, number: int) -> None:
        done.append((name, waiting.thoughts.compute(sum, ([1, number],))))

    monkeypatch.setattr(tasks, "_do", do)
    waiting.thoughts.send = sent.append
    turn = "games.tasks.play_bot_turn"
    for name, number in ((turn, 1), (turn, 2), ("other", 3)):
        waiting.put(Queued(name, [number], None, None, None))
    while len(waiting):
        waiting.work()
    assert (done, len(sent)) == ([("other", 4)], 1)
    waiting.answered(thinker.answer_to(sent[0]))
    assert (done[1:], len(sent)) == ([(turn, 2)], 2)
    # The other worker has ended: this one thinks itself.
    waiting.answered(None)
    waiting.work()
    assert done[2:] == [(turn, 3)]


@pytest.mark.parametrize(
    ("text", "is_refused"),
    [
        ("[" * 200 + "]" * 200, False),
        ("[" * 201 + "]" * 201, True),
        ('{"a": ' * 300, True),
        ("[]," * 900, False),
        ('["' + "[" * 500 + '"]', False),
        ("[" * 150 + '"' + "]" * 100 + '", ' + "[" * 150, True),
        ('["\\"' + "[" * 500 + '"]', False),
    ],
)
def test_json_that_would_end_a_browsers_python_is_refused(text, is_refused):
    assert nesting.is_too_deep(text) == is_refused


def test_what_was_stored_is_of_one_moment_though_there_was_no_room_for_a_change(tmp_path):
    """Two changes are stored one after the other, and the first finds no room."""
    disk = tmp_path / "disk.mjs"
    disk.write_bytes((ROOT / "static" / "js" / "offline" / "disk.js").read_bytes())
    command = [programs.node(), HERE / "disk.mjs", disk]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(done.stdout) == {"ends": ["rejected", "fulfilled"], "blocks": [2, 2]}
