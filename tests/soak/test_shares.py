"""A small share of each long proof, as `make soak` runs it whole."""

import os
import signal
import subprocess
import sys

import pytest

from tests.services import processes
from tests.services.site import ROOT

LONGEST = 600  # seconds
SHARES = [
    ("races", "--races", "9"),
    ("cuts", "--times", "10"),
    ("crawl", "--matches", "2", "--every", "15", "--links", "12"),
]


@pytest.mark.services
@pytest.mark.parametrize("share", SHARES, ids=lambda share: share[0])
def test_a_share_of(share, tmp_path):
    prove(tmp_path, *share)


@pytest.mark.services
def test_a_share_of_kills(tmp_path):
    """It brings servers of its own, since it kills them."""
    prove(tmp_path, "kills", "--matches", "3")


def prove(tmp_path, name, *arguments):
    command = [sys.executable, "-m", f"tests.soak.{name}", *arguments]
    # Data of its own: that of the tests goes with them.
    env = {key: value for key, value in os.environ.items() if key not in ("PHYLO_DATA", "SECRET_KEY")}
    log = tmp_path / "log"
    with log.open("w") as output:
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=output, stderr=output)
    try:
        assert process.wait(LONGEST) == 0, log.read_text()[-4000:]
    finally:
        # It stops its own processes.
        processes.end(process, signal.SIGTERM)
