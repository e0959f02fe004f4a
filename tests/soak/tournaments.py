"""
A Swiss tournament and an arena of many programs on a site of several processes, while web processes and the
worker are killed with -9: every round pairs everybody once, no result is lost or counts twice, nobody meets
anybody twice, and the standings equal a plain reckoning from the matches themselves. Spectators follow the
stream and load the page all the time; it prints how long that takes.

python -m tests.services.run python -m tests.soak.tournaments --players 200 --minutes 5
"""

import argparse
import contextlib
import json
import random
import threading
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from statistics import quantiles
from typing import Any
from uuid import UUID

from tests.soak.cluster import Browser, close_connections, session_of
from tests.soak.killable import Standing, standing, until
from tests.soak.kills import Killer, Wrong, there_again
from tests.tournaments.plain_table import Plain, plain_table

AT_ONCE = 12  # matches that are played at the same time
ACTIONS = 2  # of a match before somebody resigns
LOOKS_EVERY = 0.3  # seconds between two looks for new matches
LONGEST = 3600.0  # seconds
PAUSE = (4.0, 9.0)  # seconds between two kills


@dataclass
class Programs:
    """Those who play: whatever fails is sent again, to another process and with the same key."""

    ports: list[int]
    sessions: dict[UUID, str]
    told: dict[UUID, int] = field(default_factory=dict)
    """Match -> the seat of which the site said that it has resigned."""
    answered: list[float] = field(default_factory=list)
    """When it said so."""
    failed: Counter[str] = field(default_factory=Counter)

    def play(self, match: UUID, seats: dict[int, UUID]) -> None:
        rng = random.Random(match.int)
        for player in seats.values():
            self.ask(player, f"/api/v1/matches/{match}/view/")
        for _action in range(ACTIONS):
            seat = self.act(match, seats, rng)
            if seat is None:
                return
        loser = rng.randrange(2)
        self.ask(seats[loser], f"/api/v1/matches/{match}/resign/", {})
        self.told[match] = loser
        self.answered.append(time.monotonic())

    def act(self, match: UUID, seats: dict[int, UUID], rng: random.Random) -> int | None:
        """One action of whoever is to act; None if the match is over."""
        for seat, player in seats.items():
            seen = self.ask(player, f"/api/v1/matches/{match}/view/")
            if seen["view"]["over"]:
                return None
            if seen["legal"]:
                at = seen["version"]
                order = {"action": rng.choice(seen["legal"]), "version": at, "key": f"k{at}"}
                self.ask(player, f"/api/v1/matches/{match}/actions/", order)
                return seat
        raise Wrong(f"nobody can act in {match}")

    def ask(self, player: UUID, path: str, order: Any = None) -> dict[str, Any]:
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            browser = Browser(random.choice(self.ports), self.sessions[player])
            with contextlib.suppress(OSError), contextlib.closing(browser):
                status, text = browser.ask(path, order)
                if status < 300:
                    answer: dict[str, Any] = json.loads(text or "{}")
                    return answer
                if status < 500 and status != 429:
                    raise Wrong(f"{path}: {status} {text}")
                self.failed[str(status)] += 1
            time.sleep(0.2)
        raise Wrong(f"{path} was never answered")


class Spectator(threading.Thread):
    """Follows the stream of a tournament as its page does, and loads what has changed at each event."""

    def __init__(self, ports: list[int], code: str) -> None:
        super().__init__(daemon=True)
        self.ports, self.code = ports, code
        self.done = threading.Event()
        self.loads: list[tuple[float, float]] = []
        """Pages that were loaded: when they were asked for, and when they were there."""

    def run(self) -> None:
        while not self.done.is_set():
            with contextlib.suppress(OSError, ValueError):
                self.follow(Browser(random.choice(self.ports)))
            time.sleep(0.2)

    def follow(self, browser: Browser) -> None:
        answer = browser.listen(f"/api/v1/tournaments/{self.code}/stream/")
        if answer.status != 200:
            raise OSError(answer.status)
        page = Browser(random.choice(self.ports))
        with contextlib.closing(browser), contextlib.closing(page):
            while not self.done.is_set() and (line := answer.readline()):
                if line.startswith(b"data:"):
                    asked = time.monotonic()
                    status, _text = page.ask(f"/tournaments/{self.code}/?part=live")
                    if status == 200:
                        self.loads.append((asked, time.monotonic()))

    def lags(self, answered: list[float]) -> list[float]:
        """Of each result, the seconds until a page with it was there."""
        found = []
        loads = sorted(self.loads)
        for at in answered:
            there = next((there for asked, there in loads if asked >= at), None)
            if there is not None:
                found.append(there - at)
        return found


def p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1] if len(values) > 1 else sum(values)


def through(site: Standing, killer: Killer, count: int, **terms: Any) -> str:
    """Play a tournament to its end and check everything; returns what to say of it. Raises Wrong."""
    from games.matches.models import Player
    from games.matches.services.clock import LIVE, Pace
    from games.tournaments.models import Tournament
    from games.tournaments.services import entering, making, rounds
    from games.tournaments.services.terms import TournamentTerms

    host = Player.objects.create(name="Host")
    # Whoever does not come is the programs' fault here, not the site's.
    common = {
        "name": "Cup",
        "rules": "phylo-1.4a",
        "pace": Pace(LIVE, 40 * 60, 30),
        "no_show": 0,
        "public": True,
    }
    made = making.make(maker=host, terms=TournamentTerms(**common, **terms), key=f"{terms['kind']}-{count}")
    programs = Programs(site.ports, entered(made.code, count, entering))
    rounds.begin(code=made.code, player=host)
    close_connections()
    spectator = Spectator(site.ports, made.code)
    spectator.start()
    killer.start()
    began = time.monotonic()
    try:
        drive(made.pk, programs)
    finally:
        killer.done.set()
        killer.join()
        spectator.done.set()
    until(there_again)
    took = time.monotonic() - began
    tournament = Tournament.objects.get(pk=made.pk)
    games, repeats = check(tournament, programs)
    loads = [there - asked for asked, there in spectator.loads]
    lags = spectator.lags(programs.answered)
    return (
        f"{terms['kind']} of {count}: {games} games in {took:.0f} s under {killer.killed.total()} kills "
        f"{dict(killer.killed)}, {repeats} meetings again in a row; failed requests {dict(programs.failed)}; "
        f"{len(loads)} pages, p95 {p95(loads) * 1000:.0f} ms; results on screen after p95 {p95(lags):.2f} s"
    )


def entered(code: str, count: int, entering: Any) -> dict[UUID, str]:
    """So many people with any ready decks, and their sessions."""
    from cards.decks.models import Deck
    from games.matches.models import Player

    decks = list(Deck.objects.ready().for_rules("phylo-1.4a").order_by("slug"))
    found = {}
    for number in range(count):
        player = Player.objects.create(name=f"P{number}")
        found[player.pk] = session_of(player)
        entering.enter(code=code, player=player, deck=decks[number % len(decks)])
    return found


def drive(tournament_id: UUID, programs: Programs) -> None:
    """Play every match as it is dealt, until the tournament is over."""
    from django.db import DatabaseError

    from games.matches.models import Seat
    from games.tournaments.models import Tournament

    taken: dict[UUID, Future[None]] = {}
    end = time.monotonic() + LONGEST
    with ThreadPoolExecutor(AT_ONCE) as pool:
        while time.monotonic() < end:
            with contextlib.suppress(DatabaseError):
                if Tournament.objects.get(pk=tournament_id).over:
                    break
                found: dict[UUID, dict[int, UUID]] = {}
                seats = Seat.objects.filter(
                    match__tournament_game__tournament=tournament_id, match__status="playing"
                ).exclude(match__in=list(taken))
                for match, seat, player in seats.values_list("match", "number", "player").order_by("number"):
                    found.setdefault(match, {})[seat] = player
                for match, sitting in found.items():
                    taken[match] = pool.submit(programs.play, match, sitting)
            close_connections()
            time.sleep(LOOKS_EVERY)
        else:
            raise Wrong("the tournament did not end")
    for each in taken.values():
        each.result()


def check(tournament: Any, programs: Programs) -> tuple[int, int]:
    """The number of games, and of meetings again in a row. Raises Wrong."""
    from games.matches.models import Match
    from games.tournaments.services.reading import standings_of

    if tournament.status != "finished":
        raise Wrong(f"it is {tournament.status}")
    plain, pairs = from_matches(tournament)
    entries = list(tournament.entries.values_list("number", flat=True))
    table = plain_table(entries, plain, tournament.kind)
    if [(each.rank, each.entry, each.points) for each in standings_of(tournament)] != [
        (rank, entry, row["points"]) for rank, entry, row in table
    ]:
        raise Wrong("the standings are not what the matches say")
    if tournament.kind == "swiss":
        if len(pairs) != len(set(pairs)):
            raise Wrong("somebody met twice")
        for each in tournament.round_set.all():
            placed = [place.entry_id for game in each.games.all() for place in game.places.all()]
            if sorted(placed) != sorted(tournament.entries.values_list("pk", flat=True)):
                raise Wrong(f"round {each.number} has not paired everybody once")
    matches = Match.objects.filter(tournament_game__tournament=tournament)
    if Match.objects.filter(seats__player__in=programs.sessions).distinct().count() != matches.count():
        raise Wrong("a match was dealt that no game knows")
    for match in matches:
        loser = programs.told.get(match.pk)
        if not match.finished or (loser is not None and match.sole_winner != 1 - loser):
            raise Wrong(f"{match.pk} does not have the result of which its players were told")
    meetings: dict[int, list[int]] = {}
    for pair in pairs:
        one, other = sorted(pair)
        meetings.setdefault(one, []).append(other)
        meetings.setdefault(other, []).append(one)
    again = sum(before == after for met in meetings.values() for before, after in pairwise(met))
    return len(pairs), again // 2


def from_matches(tournament: Any) -> tuple[list[Plain], list[frozenset[int]]]:
    """All games by what their matches say, not by what the tournament has noted; and who met, in order."""
    found: list[Plain] = []
    pairs = []
    games = tournament.games.order_by("paired", "round", "board").select_related("match", "round")
    for game in games.prefetch_related("places__entry"):
        numbers = [place.entry.number for place in game.places.all()]
        order = game.round.number if game.round else game.board
        if game.match is None:
            found.append((order, {numbers[0]: Fraction(1)}, False))
            continue
        won = game.match.won_by
        found.append(
            (order, {each: Fraction(seat in won, len(won)) for seat, each in enumerate(numbers)}, True)
        )
        pairs.append(frozenset(numbers))
    return found, pairs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--players", type=int, default=200, help="of the Swiss; half as many more in the arena"
    )
    parser.add_argument("--rounds", type=int, default=5, help="of the Swiss")
    parser.add_argument("--minutes", type=int, default=5, help="of the arena")
    parser.add_argument("--only", choices=["swiss", "arena"])
    parser.add_argument("--calm", action="store_true", help="without kills, to measure how fast it is")
    arguments = parser.parse_args()
    players = max(4, arguments.players)
    kinds: dict[str, tuple[int, dict[str, Any]]] = {
        "swiss": (players, {"rounds": arguments.rounds, "between": 1}),
        "arena": (players * 3 // 2, {"minutes": arguments.minutes}),
    }
    for kind, (count, terms) in kinds.items():
        if arguments.only in (None, kind):
            with standing() as site:
                pause = (LONGEST, LONGEST) if arguments.calm else PAUSE
                killer = Killer(site.servers[:3], random.Random(count), pause)
                print(through(site, killer, count, kind=kind, **terms), flush=True)


if __name__ == "__main__":
    main()
