"""
Programs on the ladder, levels of the computer under other names, while web processes and the worker are
killed with -9: nobody waits while another is free, nobody plays two games at once, every result is the one of
which both were told, and is counted once, and ratings order the programs as the levels are ordered.

python -m tests.services.run python -m tests.soak.ladder --minutes 60
"""

import argparse
import contextlib
import http.client
import json
import random
import threading
import time
import urllib.error
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from statistics import fmean
from typing import Any

from tests.soak.cluster import close_connections
from tests.soak.killable import Standing, standing, until
from tests.soak.kills import Killer, Wrong, there_again

LEVELS = ("random", "mouse", "hedgehog", "fox")
"""Weakest first; those that think long would measure the machine."""
PROGRAMS = 20
WHOLE = 10_000
"""More actions than a game has."""
RULES = "phylo-1.4a"
PAUSE = (8.0, 20.0)  # seconds between two kills
LONGEST_GAME = 400.0  # seconds
SWEEP = 5.0  # seconds between two sweeps
GIVES_UP = 30.0  # seconds for an answer
SLACK = 20.0  # seconds, besides the patience of the ladder: until what was killed is there again
CUT_OFF = (OSError, http.client.HTTPException)
"""By a process that is killed, before its answer or within."""
UNKNOWN = {"deck": [], "known_decks": [], "known_hand": [], "lower": []}


@dataclass
class Robot(threading.Thread):
    """A program that follows its stream and acts as a level; what fails it sends again, with the same key."""

    level: str
    token: str
    ports: list[int]
    done: threading.Event
    most: int
    """Actions of a game, before it gives up."""
    finished: dict[str, list[int]] = field(default_factory=dict)
    """Match -> its winners, as the stream has told them."""
    failed: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)

    # Threads are compared and found by what they are.
    __hash__ = threading.Thread.__hash__

    def run(self) -> None:
        while not self.done.is_set():
            with contextlib.suppress(*CUT_OFF, ValueError):
                for event, data in self.events():
                    if event == "turn":
                        self.act(data["match"])
                    elif event == "finished":
                        self.finished[data["match"]] = data["winners"]
            time.sleep(0.3)

    def events(self) -> Iterator[tuple[str, dict[str, Any]]]:
        event = ""
        with self.ask("/stream/") as stream:
            for line in stream:
                if self.done.is_set():
                    return
                name, _, value = line.decode().rstrip("\n").partition(": ")
                event = value if name == "event" else event
                if name == "data":
                    yield event, json.loads(value)

    def act(self, match: str) -> None:
        from engine.bots.levels import level_of

        while not self.done.is_set():
            try:
                with self.ask(f"/matches/{match}/view/") as answer:
                    seen = json.load(answer)
                if not seen["legal"]:
                    return
                if seen["version"] >= self.most:
                    self.ask(f"/matches/{match}/resign/", {}).close()
                    return
                view = UNKNOWN | seen["view"]
                action = level_of(RULES, self.level).think(view, seen["legal"], Random()).action
                order = {"action": action, "version": seen["version"], "key": f"at-{seen['version']}"}
                self.ask(f"/matches/{match}/actions/", order).close()
                return
            except urllib.error.HTTPError as error:
                if error.code not in (409, 429) and error.code < 500:
                    raise Wrong(f"{match}: {error.code} {error.read()!r}") from error
                self.failed[str(error.code)] += 1
                if error.code == 409:
                    return
            except CUT_OFF as error:
                self.failed[type(error).__name__] += 1
            time.sleep(0.2)

    def ask(self, path: str, sent: object = None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        body = None if sent is None else json.dumps(sent).encode()
        url = f"http://127.0.0.1:{random.choice(self.ports)}/api/v1{path}"
        return urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=GIVES_UP)


def through(
    site: Standing, killer: Killer, programs: int, minutes: float, *, most: int = WHOLE, slack: float = SLACK
) -> str:
    """Let so many play for so long, and check everything; returns what to say of it. Raises Wrong."""
    done = threading.Event()
    robots = joined(site, programs, done, most)
    began = time.monotonic()
    killer.start()
    for robot in robots:
        robot.start()
    try:
        longest = watch(began + 60 * minutes, slack)
    finally:
        killer.done.set()
        killer.join()
    until(there_again)
    # Let what is under way end, and begin nothing more.
    stop(robots)
    games = check(robots)
    levels = order(robots, games)
    done.set()
    failed = sum((robot.failed for robot in robots), Counter())
    took, kills, failed_in_all = time.monotonic() - began, killer.killed.total(), dict(failed)
    return (
        f"ladder of {programs}: {games} games in {took:.0f} s under {kills} kills, the longest wait "
        f"{longest:.1f} s; mean ratings {levels}; failed requests {failed_in_all}"
    )


def joined(site: Standing, count: int, done: threading.Event, most: int) -> list[Robot]:
    """Each with an owner of its own, as those of one owner do not meet."""
    from games.ladder.services import programs
    from phylo.accounts.models import User

    found = []
    for number in range(count):
        level = LEVELS[number % len(LEVELS)]
        owner = User.objects.create_user(f"owner-{number}")
        _program, token = programs.make(
            owner=owner, name=f"{level}-{number}", about=level, source="", plays=[RULES]
        )
        found.append(Robot(level, token, site.ports, done, most))
    close_connections()
    return found


def watch(end: float, slack: float) -> float:
    """The longest time for which somebody has waited, in seconds. Raises Wrong if that is too long."""
    from django.db import DatabaseError
    from django.utils import timezone

    from games.ladder.models import Game, Program
    from games.ladder.services.meeting import PATIENCE
    from games.ladder.services.pairing import LEVELS_AT_ONCE

    longest, most = 0.0, PATIENCE.total_seconds() + SWEEP + slack
    while time.monotonic() < end:
        with contextlib.suppress(DatabaseError):
            now = timezone.now()
            full = Game.objects.running().with_levels().count() >= LEVELS_AT_ONCE
            waiting = list(Program.objects.exclude(waits_since=None).order_by("waits_since"))
            waits = [(now - each.waits_since).total_seconds() for each in waiting]
            longest = max([longest, *waits])
            if len([each for each in waits if each > most]) > full:
                raise Wrong(f"{waiting} wait for {waits} s")
        close_connections()
        time.sleep(0.5)
    return longest


def stop(robots: list[Robot]) -> None:
    from games.ladder.models import Game, Program
    from games.ladder.services import programs

    for program in Program.objects.all():
        programs.pause(program=program)

    end = time.monotonic() + LONGEST_GAME
    while Game.objects.running().exists():
        if time.monotonic() > end:
            raise Wrong("a game does not end")
        close_connections()
        time.sleep(0.5)
    # The streams tell of the last results at their next heartbeat at the latest.
    time.sleep(1)


def check(robots: list[Robot]) -> int:
    """The number of games. Raises Wrong."""
    from games.ladder.models import Game, Program
    from games.ladder.models import Standing as Rated
    from games.matches.models import Match
    from games.matches.services.records import differences

    games = list(Game.objects.select_related("match", "first", "second"))
    if Program.objects.exclude(playing=None).exists():
        raise Wrong("somebody still plays")
    dealt = Match.objects.filter(seats__player__program__isnull=False).distinct()
    if dealt.count() != len(games):
        raise Wrong("a match was dealt that no game knows")
    busy: dict[int, list[tuple[Any, Any]]] = defaultdict(list)
    told = {match: winners for robot in robots for match, winners in robot.finished.items()}
    for game in games:
        won = list(game.match.won_by)
        if game.points != {0: 2, 1: 0}[won[0]] - (len(won) > 1) or differences(game.match):
            raise Wrong(f"{game.match_id} is worth {game.points}, and won by {won}")
        if told.get(str(game.match_id), won) != won:
            raise Wrong(f"{game.match_id} does not have the result of which its players were told")
        for side in (game.first, game.second):
            if side.program_id is not None:
                busy[side.program_id].append((game.begun, game.ended))
    for times in busy.values():
        times.sort()
        if any(later[0] < earlier[1] for earlier, later in pairwise(times)):
            raise Wrong("somebody played two games at once")
    counted = sum(game.counts for game in games)
    if sum(each.games for each in Rated.objects.all()) != 2 * counted:
        raise Wrong("a result counts twice, or not at all")
    return len(games)


def order(robots: list[Robot], games: int) -> dict[str, int]:
    """The mean rating of each level's programs. Raises Wrong if many games have not ordered the ends."""
    from games.ladder.models import Standing as Rated

    found: dict[str, list[int]] = defaultdict(list)
    for each in Rated.objects.exclude(program=None).select_related("program"):
        assert each.program is not None
        found[each.program.about].append(each.strength.points)
    means = {level: round(fmean(found[level])) for level in LEVELS if found[level]}
    whole = all(robot.most == WHOLE for robot in robots)
    enough = whole and games >= 5 * len(robots) and len(means) == len(LEVELS)
    if enough and list(means.values()) != sorted(means.values()):
        raise Wrong(f"ratings do not order the levels: {means}")
    return means


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=PROGRAMS)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--calm", action="store_true", help="without kills")
    parser.add_argument("--slack", type=float, default=SLACK, help="more seconds on a busy machine")
    arguments = parser.parse_args()
    with standing() as site:
        pause = (3600.0, 3600.0) if arguments.calm else PAUSE
        killer = Killer(site.servers[:3], random.Random(arguments.programs), pause)
        print(through(site, killer, arguments.programs, arguments.minutes, slack=arguments.slack), flush=True)


if __name__ == "__main__":
    main()
