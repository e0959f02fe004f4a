"""The measurement of many matches against the computer, in small."""

import json
import os
import subprocess
import sys

from tests.services.site import ROOT


def test_the_computer_answers_in_all_matches(prepared):
    command = [sys.executable, "-m", "tests.bench.thinking", "--like", prepared, "--plain"]
    command += ["--matches", 3, "--rounds", 1, "--level", "fox"]
    # The embedded default, with data of its own.
    env = {name: value for name, value in os.environ.items() if name not in ("PHYLO_DATA", "SECRET_KEY")}
    done = subprocess.run([str(word) for word in command], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert len(report["turns"]) == 3
    assert report["moves"] > 0
