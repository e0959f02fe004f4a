"""The games of an audit. Each depends on the audit's seed, its own number and the results before its round.

Only one of a game's two decks, the watched one, is counted, because the two results are not independent.
Games come in pairs about one card in one theme: the watched deck holds it in one game and not in the other.
The seats alternate. In the first round there is a pair about each card, in later ones about each that is not
settled yet.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from random import Random
from typing import TypedDict

from django.utils import timezone

from cards.auditor.decks import Drawn, draw, themes_of
from cards.auditor.measured import Measured
from cards.auditor.models import PointAudit
from cards.decks.insight.trials import seed_of
from cards.decks.models.contents import Definitions
from engine.bots.contest import Contest, Contests, play
from engine.phylo.cards import Card
from phylo.jobs import thinker
from phylo.jobs.models import Status
from phylo.jobs.queue import THINKING
from phylo.jobs.runner import Columns, Piece, Runner

PLAYOUTS = 10
"""For each action."""
PAIR = 2
"""Games about a card in a round; they are played together, since they need much the same tables."""
SLOWEST = 60.0
"""Seconds that they may take at most, on a slow machine and without compiled code."""
SURE = 0.05
"""A card is settled when the interval of its difference reaches no further than this to either side …"""
NOT_OFF = 0.10
"""… or when it is certainly not off by more than this."""


class Round(TypedDict):
    """The games from number `first` on are about these cards in turn: two about each."""

    first: int
    asked: list[str]


class NoDecks(ValueError):
    """The cards do not make two decks."""


Tallies = dict[str, list[int]]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game of an audit: the decks, the seat of the watched one, and what it could also have held."""

    contest: Contest
    watched: int
    could: tuple[str, ...]

    def count(self, scores: Sequence[int], tallies: Tallies) -> None:
        """Add the finished game to the tallies; a draw does not count as a win."""
        won = scores[self.watched] > scores[1 - self.watched]
        for first, keys in ((0, set(self.contest.decks[self.watched])), (2, self.could)):
            for key in keys:
                tally = tallies.setdefault(key, [0, 0, 0, 0])
                tally[first] += 1
                tally[first + 1] += won


@dataclass(frozen=True)
class Games:
    rules: str
    definitions: Definitions
    seed: int

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        return {key: Card.parse(key, card) for key, card in sorted(self.definitions.items())}

    @cached_property
    def themes(self) -> Mapping[str, tuple[str, ...]]:
        return themes_of(self.rules, self.cards)

    def round_after(self, done: int, tallies: Tallies) -> Round:
        """The next round: about the cards of the themes that are not settled, in an order by the seed."""
        fitting = sorted({key for keys in self.themes.values() for key in keys})
        if not fitting:
            raise NoDecks
        asked = [key for key in fitting if not settled(tallies.get(key))]
        Random(seed_of("round", self.seed, done)).shuffle(asked)
        return {"first": done, "asked": asked}

    def pairing(self, number: int, within: Round) -> Pairing:
        """The game of that number; raises NoDecks."""
        place, second = divmod(number - within["first"], PAIR)
        about, pair = within["asked"][place], number // PAIR
        themes = sorted(self.themes)
        Random(seed_of("themes", self.seed, pair)).shuffle(themes)
        rng = Random(seed_of("decks", self.seed, number))
        watched = (pair + second) % 2
        fitting = [theme for theme in themes if about in self.themes[theme]]
        chosen = {"without": about} if second else {"holding": about}
        # A card that finds nothing to live on; the game counts for the others.
        for theme, wanted in [*((each, chosen) for each in fitting), *((each, {}) for each in themes)]:
            if (drawn := self._draw(theme, rng, **wanted)) and (other := self._draw(theme, rng)):
                keys = [tuple(each.contents.keys) for each in (drawn, other)]
                decks = (keys[watched], keys[1 - watched])
                seed = seed_of("audit", self.seed, number)
                return Pairing(Contest(decks, seed), watched, drawn.could)
        raise NoDecks

    def contests(self, pairings: Sequence[Pairing]) -> Contests:
        """What these games need to be played."""
        held = {key for each in pairings for deck in each.contest.decks for key in deck}
        cards = tuple(self.cards[key] for key in sorted(held))
        return Contests(self.rules, cards, tuple(each.contest for each in pairings), PLAYOUTS)

    def _draw(self, theme: str, rng: Random, **chosen: str) -> Drawn | None:
        return draw(self.rules, {key: self.cards[key] for key in self.themes[theme]}, rng, **chosen)


def settled(tally: Sequence[int] | None) -> bool:
    """Whether more games about a card would say little more."""
    if tally is None:
        return False
    measured = Measured.of(tally)
    apart = measured.difference
    narrow = max(apart.high - apart.share, apart.share - apart.low) <= SURE
    return measured.enough and (narrow or -NOT_OFF <= apart.low <= apart.high <= NOT_OFF)


Play = Callable[[Sequence[Contests]], Iterable[list[list[int]]]]
"""Plays pairs of games; the scores by seat of each game."""


def in_child(pairs: Sequence[Contests]) -> Iterator[list[list[int]]]:
    """Play them in the child process that thinks for this one."""
    for pair in pairs:
        yield thinker.compute(play, pair, seconds=SLOWEST)


class AuditRunner(Runner[PointAudit]):
    name = "audit"
    queued_in = THINKING
    at_once = 1

    def __init__(self, model: type[PointAudit], play_all: Play = in_child, pairs: int = 1) -> None:
        super().__init__(model)
        self.play_all, self.pairs = play_all, pairs
        self._read: tuple[str, Games] | None = None

    def take(self, audit: PointAudit, piece: Piece) -> Columns:
        if "playouts" not in audit.given:  # begun by an earlier version, whose games cannot be gone on with
            return {"status": Status.CANCELLED}
        games = self._games(audit)
        done, tallies, within = audit.done, audit.tallies, audit.part
        while True:
            if within is None or done == _end(within):
                within = games.round_after(done, tallies)
                if not within["asked"]:
                    return {"done": done, "total": done, "tallies": tallies, "part": None}
            end = min(audit.total, _end(within), done + PAIR * self.pairs)
            pairings = [games.pairing(number, within) for number in range(done, end)]
            pairs = [pairings[first : first + PAIR] for first in range(0, len(pairings), PAIR)]
            scores = self.play_all([games.contests(pair) for pair in pairs])
            for pairing, scored in zip(pairings, chain.from_iterable(scores), strict=True):
                pairing.count(scored, tallies)
            done = end
            if done == audit.total or piece.enough():
                return {"done": done, "part": within if done < audit.total else None, "tallies": tallies}

    def at_end(self, audit: PointAudit, status: str) -> Columns:
        """Drops the cards, which are most of the input."""
        given = {name: value for name, value in audit.given.items() if name != "cards"}
        finished = timezone.now() if status == Status.DONE else None
        return {"given": given, "part": None, "finished_at": finished}

    def _games(self, audit: PointAudit) -> Games:
        """The audit's cards, read once for all its pieces in this process."""
        same = f"{audit.given['digest']} {audit.seed}"
        if self._read is None or self._read[0] != same:
            self._read = same, Games(audit.rules, audit.given["cards"], audit.seed)
        return self._read[1]


def _end(within: Round) -> int:
    return within["first"] + PAIR * len(within["asked"])


AUDITS = AuditRunner(PointAudit)
