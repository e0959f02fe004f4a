"""The documented example bot plays whole games on a running site, unchanged."""

import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.services.site import ROOT
from tests.services.visitor import Visitor

BOT = ROOT / "docs" / "examples" / "bot.py"
TOURNAMENT = BOT.with_name("tournament.py")
PASSWORD = "orca whale song"
LONGEST = 120  # seconds


def token_of(site, name: str) -> str:
    """Create an account's token on its page."""
    visitor = Visitor(site.url)
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD, "email": ""}
    visitor.post("/sign-up/", form)
    visitor.post("/account/again/", {"password": PASSWORD})
    wanted = {"name": "bot", "play": "on", "edit": "on", "days": "30"}
    page = visitor.post("/account/tokens/", wanted).read().decode()
    return re.search(r'value="(phylo_[^"]+)"', page)[1]


class Rival:
    """The program that plays against the bot: any legal action."""

    def __init__(self, url: str, token: str) -> None:
        self.api, self.token, self.chance = f"{url}/api/v1", token, random.Random(6)

    def ask(self, path: str, sent: object = None):
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        body = None if sent is None else json.dumps(sent).encode()
        with urlopen(Request(self.api + path, body, headers), timeout=30) as answer:
            return json.load(answer)

    def play(self, match: str) -> dict:
        """Play on and return the match once it is over."""
        until = time.monotonic() + LONGEST
        while time.monotonic() < until:
            seen = self.ask(f"/matches/{match}/view/")
            if seen["view"]["over"]:
                return self.ask(f"/matches/{match}/")
            if not seen["legal"]:
                time.sleep(0.05)
                continue
            order = {"action": self.chance.choice(seen["legal"]), "version": seen["version"]}
            self.ask(f"/matches/{match}/actions/", {**order, "key": f"v{seen['version']}"})
        raise AssertionError("the game does not end")


@pytest.fixture
def bot(site, tmp_path):
    """The bot, with its own account."""
    yield from running(BOT, site.url, tmp_path / "bot.log", token_of(site, "Robo"))


def running(program: Path, url: str, log: Path, token: str, *more: str) -> Iterator[Path]:
    """A program of the documents, until its test ends; `log` gets its errors."""
    with log.open("w") as errors:
        command = [sys.executable, str(program), url, *more]
        env = {**os.environ, "PHYLO_TOKEN": token}
        process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=errors)
    yield log
    process.kill()
    process.wait()


def test_it_has_fewer_than_sixty_lines():
    assert len(BOT.read_text().splitlines()) < 60


def test_it_accepts_a_challenge_and_plays_to_the_end(site, bot):
    rival = Rival(site.url, token_of(site, "Rival"))
    sent = {"deck": "wadden-sea", "to": "Robo", "key": "one"}
    code = rival.ask("/challenges/", sent)["challenge"]
    until = time.monotonic() + LONGEST
    while (challenge := rival.ask(f"/challenges/{code}/"))["match"] is None:
        assert time.monotonic() < until, bot.read_text()
        time.sleep(0.05)
    over = rival.play(challenge["match"])
    assert (over["status"], over["result"]["ending"]) == ("finished", "played"), bot.read_text()
    record = rival.ask(f"/matches/{challenge['match']}/record/")
    assert {action["seat"] for action in record["actions"]} == {0, 1}
    assert bot.read_text() == ""


def test_a_program_enters_a_tournament_and_the_bot_plays_there(site, tmp_path):
    rival, token = Rival(site.url, token_of(site, "Maker")), token_of(site, "Robina")
    terms = {"name": "Cup", "kind": "swiss", "rounds": 1, "rules": "phylo-1.3", "clock": "live-600-15"}
    cup = rival.ask("/tournaments/", {**terms, "bots_allowed": True})["tournament"]
    rival.ask(f"/tournaments/{cup}/entries/", {"deck": "wadden-sea"})
    until = time.monotonic() + LONGEST
    playing = contextmanager(running)(BOT, site.url, tmp_path / "bot.log", token)
    entering = subprocess.Popen(
        [sys.executable, str(TOURNAMENT), site.url, cup],
        env={**os.environ, "PHYLO_TOKEN": token},
        stdout=subprocess.PIPE,
        text=True,
    )
    with playing as log, entering:
        while rival.ask(f"/tournaments/{cup}/entries/")["count"] < 2:
            assert time.monotonic() < until, entering.poll()
            time.sleep(0.05)
        rival.ask(f"/tournaments/{cup}/begin/", {})
        [game] = rival.ask(f"/tournaments/{cup}/games/")["results"]
        rival.play(game["match"])
        told, _nothing = entering.communicate(timeout=LONGEST)
        assert log.read_text() == ""
    assert entering.returncode == 0
    points = [each["points"] for each in rival.ask(f"/tournaments/{cup}/standings/")["results"]]
    assert sum(points) == 1
    assert told.splitlines()[-2].startswith("1 ")
