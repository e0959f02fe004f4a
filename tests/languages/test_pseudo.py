"""The site in a language that shows what is not translated, and in those that it speaks."""

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
    for language, found in json.loads(done.stdout).items():
        assert len(found["read"]) > 90, language
        assert found["left"] == {}, language


def test_what_is_no_wording_stays_as_it_is():
    assert pseudo("%(count)s cards in <b>{deck}</b>") == "⟦%(count)s ćàŕđś īń <b>{deck}</b>~~~~⟧"
    assert pseudo("") == ""
