"""
The copy of one commit for a device has the same bytes, whenever and wherever it is made, and in whatever
order Python has its sets. `make release ARGS=--twice` compares whole copies.
"""

import hashlib
import re
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from phylo.offline import build, bundle, pyodide
from tests.services.site import ROOT

pytestmark = pytest.mark.once

WHEN = "1790000000"
PREPARE = """
import sys
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

days, target, archive = sys.argv[1:]
now = timezone.now
timezone.now = lambda: now() + timedelta(days=int(days))

from phylo.offline import bundle, preparing

preparing.main(Path(target))
bundle.write(Path(archive), ["en"], {})
"""
"""What a copy is made from, some days later."""
MODULES = ("engine/phylo/cards.py", "engine/phylo/rules.py", "phylo/compiled.py", "phylo/http/storage.py")


FROM_A_SET = re.compile(rb"(?:'(?:false|null|true)',?){3}")
"""In statements that Django writes; a copy is always made with one order of sets."""


def digests(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(
            FROM_A_SET.sub(b"", path.read_bytes())
        ).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "secret-key"
    }


def prepare(folder: Path, seed: int, zone: str, days: int, mask: int) -> dict[str, str]:
    """The digests of everything that a copy is made from, made in a new folder."""
    target = folder / "target"
    (target / "offline").mkdir(parents=True)
    how = {"PYTHONHASHSEED": str(seed), "TZ": zone, "SOURCE_DATE_EPOCH": WHEN}
    command = [sys.executable, "-c", PREPARE, str(days), target, folder / "source.zip"]
    done = subprocess.run(
        command,
        env=build.environment(folder) | how,
        cwd=ROOT,
        umask=mask,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return digests(folder)


def test_what_it_is_made_from_depends_on_no_order_and_no_clock(tmp_path):
    ways = ((1, "Pacific/Auckland", 0, 0o022), (2, "America/Lima", 40, 0o077))
    with ThreadPoolExecutor(len(ways)) as both:
        folders = [tmp_path / str(seed) for seed, *_how in ways]
        first, second = both.map(prepare, folders, *zip(*ways, strict=True))
    assert {"phylo.sqlite3", "source.zip", "static/staticfiles.json", "target/index.html"} <= first.keys()
    assert sorted(name for name, _digest in first.items() ^ second.items()) == []


def test_the_same_source_is_compiled_alike(tmp_path):
    try:
        python = pyodide.folder(ROOT / "var" / "pyodide")
    except OSError as error:
        pytest.skip(f"Pyodide cannot be fetched: {error}")
    source = tmp_path / "source.zip"
    with zipfile.ZipFile(source, "w") as archive:
        for name in MODULES:
            archive.writestr(zipfile.ZipInfo(name, bundle.STAMP), (ROOT / name).read_bytes())
    made = []
    for number in range(2):
        outs = [tmp_path / f"{number}.{name}" for name in ("site", "library")]
        compiler = [build.find_node(), Path(build.__file__).with_name("compile.mjs")]
        subprocess.run([*compiler, python, source, source, *outs], check=True)
        made.append([out.read_bytes() for out in outs])
    assert made[0] == made[1]
