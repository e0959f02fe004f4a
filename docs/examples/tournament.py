"""Enters a tournament of Phylo Online and prints its standings whenever they change. bot.py plays the games.

PHYLO_TOKEN=phylo_… python tournament.py https://phylo.example kG3x0aV1q9Zt
"""

import json
import os
import sys
import urllib.request

API = sys.argv[1].rstrip("/") + "/api/v1"
PLACE = f"/tournaments/{sys.argv[2]}"
HEADERS = {"Authorization": "Bearer " + os.environ["PHYLO_TOKEN"], "Content-Type": "application/json"}


def ask(path, sent=None):
    body = None if sent is None else json.dumps(sent).encode()
    return urllib.request.urlopen(urllib.request.Request(API + path, body, HEADERS), timeout=60)


def enter(tournament):
    decks = json.load(ask(f"/decks/?ready=true&size=1&rules={tournament['rules']}"))["results"]
    brings = decks and tournament["decks"] != "given"
    ask(f"{PLACE}/entries/", {"deck": decks[0]["slug"]} if brings else {})


enter(json.load(ask(f"{PLACE}/")))
for line in ask(f"{PLACE}/stream/"):
    if line.startswith(b"data:"):
        for each in json.load(ask(f"{PLACE}/standings/"))["results"]:
            print(each["rank"], each["name"], each["points"], flush=True)
        if json.load(ask(f"{PLACE}/"))["status"] in ("finished", "cancelled"):
            break
