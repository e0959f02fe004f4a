"""The process is killed before the computer's move: after a restart the match goes on by itself."""

import sqlite3
import subprocess
import sys
from contextlib import closing

from tests.services.processes import until
from tests.services.site import ROOT, Site

DEAL = """
from cards.decks.models import Deck
from engine.phylo.rules import RULES
from games.matches.models import BotLevel
from games.matches.services.matches import Side, create_match
for rules in RULES:
    deck = Deck.objects.ready().for_rules(rules).first()
    side = Side(deck_name=deck.name, deck=deck.card_keys(), bot=BotLevel.GREEDY)
    print(create_match(sides=(side, side), rules=rules).pk.hex)
"""


def test_lost_turns_are_played_after_the_start(tmp_path, prepared):
    site = Site(tmp_path / "site", like=prepared)
    # The turns of a match by each rule set are queued in the memory of a process that ends, as in a crash
    # after the commit.
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", DEAL]
    dealt = subprocess.run(command, env=site.env, cwd=ROOT, capture_output=True, text=True, check=True)
    with site:
        for match_id in dealt.stdout.split()[-2:]:
            until(lambda of=match_id: finished(site, of), site.log)


def finished(site: Site, match_id: str) -> bool:
    with closing(sqlite3.connect(site.folder / "phylo.sqlite3")) as database:
        status = database.execute("SELECT status FROM games_match WHERE id = ?", [match_id]).fetchone()
    return status == ("finished",)
