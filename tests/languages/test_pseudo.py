"""The site in a language that shows what is not translated."""

import json
import subprocess
import sys

import pytest

from tests.languages.pseudo import pseudo
from tests.services.site import ROOT


@pytest.mark.once
def test_no_page_has_english_left():
    done = subprocess.run(
        [sys.executable, "-m", "tests.languages.walk"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout)
    assert len(found["read"]) > 90
    assert found["left"] == {}


def test_what_is_no_wording_stays_as_it_is():
    assert pseudo("%(count)s cards in <b>{deck}</b>") == "⟦%(count)s ćàŕđś īń <b>{deck}</b>~~~~⟧"
    assert pseudo("") == ""
