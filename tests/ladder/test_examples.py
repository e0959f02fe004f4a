"""The documented programs play on the ladder of a running site, unchanged, against each other and a level."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from os import environ
from pathlib import Path
from urllib.parse import quote

import pytest

from games.matches.models import Player
from games.matches.services.play import play, play_bot_turn
from games.matches.services.positions import legal_at, view_at
from tests.factories import deal
from tests.matches.api.test_bot import LONGEST, PASSWORD
from tests.services import programs
from tests.services.site import ROOT, Site
from tests.services.visitor import Visitor

EXAMPLES = ROOT / "docs" / "examples"
EVERY = ("phylo-1.4a", "phylo-1.3", "ecosystem", "coral-reef")


def token_of(site: Site, owner: str, program: str, plays: Sequence[str]) -> str:
    """Somebody signs up and makes a program."""
    visitor = Visitor(site.url)
    visitor.post("/sign-up/", {"username": owner, "password1": PASSWORD, "password2": PASSWORD, "email": ""})
    visitor.post("/account/again/", {"password": PASSWORD})
    made = [("name", program), ("about", "An example."), *(("plays", rules) for rules in plays)]
    page = visitor.post("/ladder/new/", made).read().decode()
    return re.search(r'value="(phylo_[^"]+)"', page)[1]


@contextmanager
def running(command: Sequence[str], site: Site, log: Path, token: str) -> Iterator[None]:
    with log.open("w") as errors:
        env = {**environ, "PHYLO_TOKEN": token, "PYTHONPATH": str(ROOT)}
        process = subprocess.Popen([*command, site.url], env=env, stdout=errors, stderr=errors)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def games(site: Site, program: str) -> list[dict]:
    return json.loads(site.get(f"/api/v1/ladder/games/?program={quote(program)}&running=false"))["results"]


def until(done: Callable[[], bool], logs: Sequence[Path]) -> None:
    end = time.monotonic() + LONGEST
    while not done():
        assert time.monotonic() < end, [log.read_text()[-2000:] for log in logs]
        time.sleep(0.3)


@pytest.mark.parametrize("name", ["ladder.py", "ladder.mjs"])
def test_they_are_short(name):
    assert len((EXAMPLES / name).read_text().splitlines()) < 70


def test_they_play_each_other_and_a_level(site, tmp_path):
    commands = {
        "Pyla": [sys.executable, str(EXAMPLES / "ladder.py")],
        "Noda": [str(programs.node()), str(EXAMPLES / "ladder.mjs")],
    }
    logs = [tmp_path / name for name in commands]
    with ExitStack() as stack:
        for name, command in commands.items():
            token = token_of(site, f"{name}s-owner", name, ["phylo-1.4a", "ecosystem"])
            stack.enter_context(running(command, site, tmp_path / name, token))
        until(lambda: len({game["rules"] for game in games(site, "Pyla") if met(game)}) == 2, logs)
    for game in games(site, "Pyla"):
        assert game["counts"], game
        record = json.loads(site.get(f"/api/v1/matches/{game['match']}/record/"))
        assert record["format"] == "phylo-record/1"
    for log in logs:
        assert "Error" not in log.read_text(), log.read_text()
    page = site.get("/ladder/").decode()
    assert "Pyla (program)" in page
    assert "Noda (program)" in page


def test_the_idea_of_the_tutorial_plays(ada):
    """The part of docs/bots.md that a reader copies, through a whole game against Mouse."""
    [code] = re.findall(r"```python\n(def choose.*?)```", (ROOT / "docs" / "bots.md").read_text(), re.S)
    names: dict = {}
    exec(code, names)
    match = deal(Player.objects.create(user=ada), bot="mouse", seed=3)
    while not match.finished:
        if match.bot_to_act:
            play_bot_turn(match_id=match.pk, version=match.version)
        else:
            action = names["choose"](view_at(match, 0), legal_at(match, 0))
            key = f"k{match.version}"
            play(match_id=match.pk, seat=0, action=action, version=match.version, key=key)
        match.refresh_from_db()
    assert match.scores[0] > 0


def met(game: dict) -> bool:
    return {game["first"]["account"], game["second"]["account"]} == {"Pyla", "Noda"}
