"""A small share of each long proof, as `make soak` runs it whole."""

import os
import signal
import subprocess
import sys

import pytest

from tests.services import processes
from tests.services.site import ROOT

LONGEST = 600  # seconds


@pytest.mark.services
def test_a_share_of_each_proof(tmp_path, prepared):
    # Data of its own: that of the tests goes with them.
    env = {key: value for key, value in os.environ.items() if key not in ("PHYLO_DATA", "SECRET_KEY")}
    log = tmp_path / "log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.soak.shares", str(prepared)],
            cwd=ROOT,
            env=env,
            stdout=output,
            stderr=output,
        )
    try:
        assert process.wait(LONGEST) == 0, log.read_text()[-4000:]
    finally:
        # It stops its own processes.
        processes.end(process, signal.SIGTERM)
