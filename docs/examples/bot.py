"""A bot for Phylo Online. It accepts every challenge that is for it, and plays each match to its end.

PHYLO_TOKEN=phylo_… python bot.py https://phylo.example
"""

import http.client
import json
import os
import sys
import time
import urllib.request

API = sys.argv[1].rstrip("/") + "/api/v1"
TOKEN = {"Authorization": "Bearer " + os.environ["PHYLO_TOKEN"]}
LIKED = ["play", "spread", "event", "move", "reveal", "discard", "pass"]


def ask(path, sent=None, timeout=30, **headers):
    body = None if sent is None else json.dumps(sent).encode()
    headers |= TOKEN | ({"Content-Type": "application/json"} if body else {})
    return urllib.request.urlopen(urllib.request.Request(API + path, body, headers), timeout=timeout)


def events():
    """What needs an answer, for ever: after a break it goes on where it was."""
    had = {}
    while True:
        try:
            for line in ask("/stream/", timeout=60, **({"Last-Event-ID": had["id"]} if had else {})):
                name, _, value = line.decode().rstrip("\n").partition(": ")
                had |= {name: value} if name in ("id", "event") else {}
                if name == "data":
                    yield had["event"], json.loads(value)
        except (OSError, http.client.HTTPException) as error:
            print("The stream broke off:", error, file=sys.stderr)
        time.sleep(2)


def accept(challenge):
    decks = json.load(ask(f"/decks/?ready=true&size=1&rules={challenge['rules']}"))["results"]
    deck = {} if challenge["same_deck"] else {"deck": decks[0]["slug"]}
    ask(f"/challenges/{challenge['challenge']}/accept/", deck)


def act(turn):
    seen = json.load(ask(f"/matches/{turn['match']}/view/"))
    if seen["legal"]:
        action = min(seen["legal"], key=lambda action: LIKED.index(action["do"]))
        order = {"action": action, "version": seen["version"], "key": f"at-{seen['version']}"}
        ask(f"/matches/{turn['match']}/actions/", order)


for event, data in events():
    try:
        {"turn": act, "challenge": accept}.get(event, print)(data)
    except (OSError, http.client.HTTPException) as error:
        print(event, data, error, file=sys.stderr)
