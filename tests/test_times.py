"""Times on pages: labelled as UTC, and marked up so that a script can convert them."""

import re
from datetime import datetime, timedelta, timezone

import pytest
from django.conf import settings
from django.utils.timezone import now

from phylo.templatetags.times import DAYS, STYLES, ago, moment

NOON = datetime(2026, 11, 21, 13, 5, 9, tzinfo=timezone(timedelta(hours=1)))


@pytest.mark.parametrize(
    ("style", "words"),
    [
        ("moment", "21 Nov 2026, 12:05 UTC"),
        ("soon", "21 Nov, 12:05 UTC"),
        ("seconds", "12:05:09 UTC"),
        ("day", "21 Nov 2026"),
        ("long-day", "21 November 2026"),
    ],
)
def test_a_moment_is_told_in_utc(style, words):
    assert moment(NOON, style) == f'<time datetime="2026-11-21T12:05:09Z" data-time="{style}">{words}</time>'


def test_how_long_ago_goes_into_a_sentence():
    told = ago(now() - timedelta(hours=2))
    assert re.fullmatch(r'<time datetime="[0-9T:-]+Z" data-time="ago">2\xa0hours</time>', told)


def test_the_script_knows_the_same_styles():
    script = (settings.BASE_DIR / "static/js/site/times.js").read_text()
    named = script.partition("const styles = {")[2].partition("};")[0]
    assert set(re.findall(r'^  "?([a-z-]+)"?[:,]', named, re.MULTILINE)) == STYLES.keys() | DAYS.keys()
