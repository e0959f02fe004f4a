"""A choice of the tests passes inside Pyodide too, within what `make static` wrote."""

import json
import subprocess
from pathlib import Path

import pytest

from phylo.offline import build, pyodide
from tests.conftest import KEPT
from tests.databases import migrated_file
from tests.services import tests_on_device
from tests.services.site import ROOT

pytestmark = pytest.mark.once

SCRIPT = Path(__file__).with_name("tests_on_device.mjs")


def test_a_choice_of_the_tests_passes_in_pyodide(static_copy, tmp_path):
    tests_on_device.pack(packed := tmp_path / "tests.zip")
    node = build.find_node()
    assert node, "Playwright brings one"
    python = pyodide.folder(ROOT / "var" / "pyodide")
    command = [node, SCRIPT, static_copy, python, packed, migrated_file(KEPT / "migrated")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["status"] == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert told["passed"] >= 200, told
