"""`make audit`: a known fault fails it, a list out of reach does not."""

import io
import json
import subprocess
import urllib.request

import pytest

from scripts import audit

pytestmark = pytest.mark.once

FINE = {"name": "django", "version": "5.2.19", "vulns": []}
FAULTY = {"name": "pillow", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
UNKNOWN = {"name": "uv", "skip_reason": "Dependency not found on PyPI"}
NPM_FAULT = {
    "vulnerable_versions": "<4.17.21",
    "severity": "high",
    "title": "Command injection",
    "url": "https://github.com/advisories/GHSA-x",
}


@pytest.mark.parametrize(
    ("python", "npm", "status", "said"),
    [
        ([FINE], {}, 0, "scripts/package-lock.json: 0 known faults"),
        ([FINE, FAULTY, UNKNOWN], {}, 1, "pillow 1.0: PYSEC-1, mended in 1.1"),
        ([FINE], {"lodash": [NPM_FAULT]}, 1, "lodash <4.17.21: high, Command injection"),
        ([UNKNOWN], {}, 0, "requirements/base.txt: not audited: Dependency not found on PyPI"),
        (None, {}, 0, "requirements/base.txt: not audited: no route"),
        ([FINE], None, 0, "scripts/package-lock.json: not audited: "),
    ],
)
def test_status_and_lines(monkeypatch, capsys, python, npm, status, said):
    output = "" if python is None else json.dumps({"dependencies": python})

    def ask(*_arguments, **_named):
        if npm is None:
            raise OSError("no route")
        return io.StringIO(json.dumps(npm))

    monkeypatch.setattr(
        subprocess, "run", lambda *_a, **_n: subprocess.CompletedProcess((), 1, output, "no route\n")
    )
    monkeypatch.setattr(urllib.request, "urlopen", ask)
    assert audit.main() == status
    assert said in capsys.readouterr().out


def test_versions_of_the_lock_file():
    assert audit.pinned(audit.PACKAGES)["htmx.org"] == ["2.0.11"]
