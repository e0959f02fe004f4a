"""The load test itself, in small."""

import json
import os
import subprocess
import sys

from tests.services.site import ROOT

MATCHES, RATE = 4, 8


def test_every_page_is_told_of_every_action(prepared, tmp_path):
    """The script ends with 0 only then; 2 pages of each match are told, and have the table."""
    command = [sys.executable, "-m", "tests.bench.load", "--like", prepared, "--matches", MATCHES]
    command += ["--rates", RATE, "--seconds", 1]
    # The embedded default, with data of its own.
    env = {name: value for name, value in os.environ.items() if name not in ("PHYLO_DATA", "SECRET_KEY")}
    done = subprocess.run([str(word) for word in command], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (load,) = json.loads(done.stdout)["loads"]
    assert len(load["told"]) == len(load["shown"]) == 2 * len(load["answered"]) > 0
