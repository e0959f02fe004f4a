"""The documented example bot plays whole games on a running site, unchanged."""

import json
import os
import random
import re
import subprocess
import sys
import time
from urllib.request import Request, urlopen

import pytest

from tests.services.site import ROOT
from tests.services.visitor import Visitor

BOT = ROOT / "docs" / "examples" / "bot.py"
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
    env = {**os.environ, "PHYLO_TOKEN": token_of(site, "Robo")}
    log = tmp_path / "bot.log"
    with log.open("w") as errors:
        command = [sys.executable, str(BOT), site.url]
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
