"""The script and the units for a Debian machine, read; `make soak ARGS=debian` runs them."""

import re
import subprocess
from configparser import RawConfigParser
from pathlib import Path

import pytest

from tests.services.site import ROOT

FOLDER = ROOT / "deploy/debian"
SCRIPT = FOLDER / "phylo-site"
UNITS = sorted((FOLDER / "units").iterdir())
COMMANDS = re.findall(r"^    ([a-z]+)\) ", SCRIPT.read_text(), re.MULTILINE)

pytestmark = pytest.mark.once


def read(unit: Path) -> RawConfigParser:
    found = RawConfigParser(strict=False)
    found.optionxform = str  # type: ignore[assignment, method-assign]
    found.read(unit)
    return found


def test_every_command_is_told_and_documented():
    told = subprocess.run([SCRIPT, "help"], capture_output=True, text=True, check=True).stdout
    page = (ROOT / "docs/server.md").read_text()
    for command in COMMANDS:
        assert f"phylo-site {command}" in told, command
        assert f"phylo-site {command}" in page or f"`{command}" in page, command


def test_every_setting_is_a_setting():
    known = (ROOT / "docs/settings.md").read_text()
    given = set(re.findall(r"\bdefault ([A-Z_]+) ", SCRIPT.read_text())) - {"MALLOC_ARENA_MAX"}
    assert {"DATABASE_URL", "SITE_URL"} <= given
    assert [name for name in given if f"`{name}`" not in known] == []


def test_processes_are_those_of_the_page():
    page = (ROOT / "docs/deploy.md").read_text()
    found = [
        start
        for unit in UNITS
        for start in re.findall(r"bin/python (manage.+)|bin/(celery.+)", unit.read_text())
    ]
    told = [re.sub(r" --(hostname|pidfile)\S*( \S+)?$", "", "".join(each)) for each in found]
    assert len(told) == 4
    assert [each for each in told if each not in page] == []


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units(unit):
    found = read(unit)
    assert found["Unit"]["Description"].startswith("Phylo Online")
    if unit.name.startswith("phylo-") and "PartOf" in found["Unit"]:
        service = found["Service"]
        assert service["User"] == "phylo"
        assert service["ProtectSystem"] == "strict"
        assert found["Install"]["WantedBy"] == "phylo.target"
        assert unit.stem.rstrip("@") in SCRIPT.read_text()
    if unit.suffix == ".timer":
        assert unit.with_suffix(".service") in UNITS
