"""How something stable ends: it works for a year, and says so wherever it is used."""

import json
import warnings
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from django.core.management import call_command

import engine
from engine import commands
from engine.deprecation import Ending
from games.matches.management.commands import referee
from phylo import env
from phylo.api.urls import Document
from phylo.management.ending import EndingCommand
from tests.services.site import ROOT

pytestmark = pytest.mark.once

ENDING = Ending(date(2027, 3, 1), date(2028, 3, 1), "the other one")
TOLD = "is deprecated since 2027-03-01 and may be gone from 2028-03-01: use the other one"
RECORD = str(ROOT / "games" / "replays" / "data" / "rulebook-example.json")


def test_it_takes_a_year():
    with pytest.raises(ValueError, match="a year"):
        replace(ENDING, until=date(2028, 2, 1))


def test_a_name_of_the_engine_warns_whoever_uses_it(monkeypatch):
    monkeypatch.setattr(engine, "_ENDING", {"judge": ENDING})
    with pytest.warns(DeprecationWarning, match=f"engine.judge {TOLD}") as warned:
        assert engine.judge(json.loads(Path(RECORD).read_text()))["ok"]
    assert [each.filename for each in warned] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert engine.replay


def test_a_command_of_the_engine_says_so_and_works(monkeypatch, capsys):
    monkeypatch.setattr(commands, "ENDING", {"referee": ENDING})
    assert commands.main(["referee", RECORD]) == 0
    printed = capsys.readouterr()
    assert printed.err == f"phylo-engine referee {TOLD}\n"
    assert json.loads(printed.out)["ok"]


def test_a_command_of_the_site_says_so_and_works(capsys):
    class Command(EndingCommand):
        ending = ENDING

        def handle(self, *args, **options):
            self.stdout.write("done")

    Command.__module__ = referee.__name__
    call_command(Command())
    assert capsys.readouterr() == ("done\n", f"manage.py referee {TOLD}\n")


def ended(method, operation):
    """The same method, of an operation that will not stay."""

    def get(self, request, **place):
        answer = method(self, request, **place)
        self.ending = operation.ending
        return answer

    get.operation = operation
    return get


@pytest.mark.django_db
def test_an_address_of_the_api_tells_programs_with_every_answer(client, monkeypatch):
    operation = Document.get.operation
    monkeypatch.setattr(Document, "get", ended(Document.get, replace(operation, ending=ENDING)))
    first = client.get("/api/v1/openapi.json")
    again = client.get("/api/v1/openapi.json", headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)
    for answer in (first, again):
        assert answer["Deprecation"] == "@1803859200"
        assert answer["Sunset"] == "Wed, 01 Mar 2028 00:00:00 GMT"
        assert answer["Link"] == '</api/>; rel="deprecation"'
    assert "Sunset" not in client.get("/api/v1/")


def test_a_variable_with_a_new_name_serves_under_the_former_one(monkeypatch, caplog):
    monkeypatch.setenv("FORMER_NAME", "1")
    monkeypatch.delenv("DEBUG", raising=False)
    env.renamed("FORMER_NAME", "DEBUG", ENDING)
    assert env.flag("DEBUG")
    assert caplog.messages == [f"FORMER_NAME {TOLD}"]
