"""Git, which knows the commits of this checkout. An unpacked archive of a release has none."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def is_one() -> bool:
    # An archive may be unpacked inside of another project's checkout, which git would find.
    return (ROOT / ".git").exists()


def git(*words: str) -> bytes:
    """What it prints. Ends the command with a line and status 2 where there are no commits."""
    if not is_one():
        print(f"{ROOT} is no checkout of the repository: git {words[0]} has no commits here", file=sys.stderr)
        raise SystemExit(2)
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True).stdout
