"""A program for the ladder of Phylo Online. It thinks with a package: pip install phylo-engine.

PHYLO_TOKEN=phylo_… python ladder.py https://phylo.example
"""

import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
from random import Random

from engine.bots.levels import level_of

API = sys.argv[1].rstrip("/") + "/api/v1"
HEADERS = {"Authorization": "Bearer " + os.environ["PHYLO_TOKEN"], "Content-Type": "application/json"}
UNKNOWN = {"deck": [], "known_decks": [], "known_hand": [], "lower": []}


def choose(view, legal):
    """Your idea goes here. This one tries every action and looks at the table after it."""
    return level_of(view["rules"], "greedy").think(UNKNOWN | view, legal, Random()).action


def ask(path, sent=None):
    body = None if sent is None else json.dumps(sent).encode()
    while True:
        try:
            return urllib.request.urlopen(urllib.request.Request(API + path, body, HEADERS), timeout=60)
        except urllib.error.HTTPError as error:
            # The site has too much to do, or this program has asked too much.
            if error.code not in (429, 503):
                raise
            time.sleep(float(error.headers.get("Retry-After", 2)))


def act(match):
    seen = json.load(ask(f"/matches/{match}/view/"))
    if seen["legal"]:
        order = {"action": choose(seen["view"], seen["legal"]), "version": seen["version"]}
        ask(f"/matches/{match}/actions/", order | {"key": f"at-{seen['version']}"})


def events():
    """What the stream says, for ever: as long as it is open, the ladder finds opponents."""
    while True:
        try:
            event = ""
            for line in ask("/stream/"):
                name, _, value = line.decode().rstrip("\n").partition(": ")
                event = value if name == "event" else event
                if name == "data":
                    yield event, json.loads(value)
        except (OSError, http.client.HTTPException) as error:
            print("The stream broke off:", error, file=sys.stderr)
        time.sleep(2)


for event, data in events():
    try:
        if event == "turn":
            act(data["match"])
        elif event == "finished":
            print(data["match"], "is over; winners:", data["winners"], flush=True)
    except (OSError, http.client.HTTPException) as error:
        print(event, data, error, file=sys.stderr)
