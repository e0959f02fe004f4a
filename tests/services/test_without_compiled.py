"""The site runs where nothing is compiled, finds the same, and says of the rest that it needs the server."""

import json
import re
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, distribution

import pytest

from phylo.compiled import PACKAGES
from tests.services.site import ROOT

pytestmark = pytest.mark.once


WRITTEN = re.compile("(?:^|[-: ])/")
"""A search with a regular expression."""


def run(*words: str) -> dict:
    done = subprocess.run(
        [sys.executable, "-m", "tests.services.without_compiled", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def test_the_same_is_found_and_a_game_is_played():
    usual, plain = run(), run("plain")
    assert plain["compiled"] == []
    for what in ("searches", "guesses"):
        for asked, found in usual[what].items():
            if what == "searches" and WRITTEN.search(asked):
                assert "only the site's server" in str(plain[what][asked]), asked
            else:
                assert plain[what][asked] == found, (what, asked)
    assert sum(len(found[0]) for found in usual["searches"].values()) > 5000
    assert set(plain["pages"].values()) == {200}, plain["pages"]
    assert plain["finished"]
    for page, (status, is_said, told) in plain["refused"].items():
        assert (status, is_said, told["code"]) == (501, True, "needs-server"), page


def test_what_is_compiled_is_listed():
    """Each package of the site that has extension modules."""
    locked = re.findall(r"^([\w.-]+)==", (ROOT / "requirements" / "base.txt").read_text(), re.MULTILINE)
    found = set()
    for name in locked:
        try:
            files = distribution(name).files or []
        except PackageNotFoundError:
            continue
        modules = [str(file) for file in files if str(file).endswith(tuple(EXTENSION_SUFFIXES))]
        found |= {re.split("[./]", module)[0] for module in modules if ".libs/" not in module}
    found = {name for name in found if not name.endswith("__mypyc")}
    assert len(found) > 15
    assert found - PACKAGES.keys() == set()
