"""
How strong decks are beside each other: every deck plays every other, with the same level on both sides.

Two games that follow each other are one deal, with the decks in each other's seats. The same seed gives the
same games.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import cast

from engine.bots.duel import choices, in_order, interval95, share_of
from engine.bots.levels import level_of
from engine.phylo.start import new_game
from engine.record_format import CardData, Log
from engine.sets import ReadyDeck, digest_of

AT_ONCE = 16
"""Games that a process gets in one go."""


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Of at least two decks of one rule set; `cards` has those that are in them, and the starters."""

    rules: str
    level: str
    decks: Sequence[ReadyDeck]
    cards: Mapping[str, CardData]
    rounds: int
    """How many deals each two decks play."""
    seed: str = "1"
    only: frozenset[str] = frozenset()
    """The keys of decks; games between two others are left out. Empty: all games."""

    @property
    def pairs(self) -> list[tuple[int, int]]:
        all_pairs = combinations(range(len(self.decks)), 2)
        if not self.only:
            return list(all_pairs)
        return [pair for pair in all_pairs if any(self.decks[each].key in self.only for each in pair)]

    @property
    def games(self) -> int:
        return 2 * self.rounds * len(self.pairs)


@dataclass(frozen=True, slots=True)
class Game:
    """Who sat where, by number of the deck and by seat, and what came of it."""

    decks: tuple[int, int]
    won: float
    """The share of the victory of seat 0."""
    began: int
    turns: int
    played: tuple[frozenset[str], frozenset[str]]
    """The keys of the cards that each seat has played, events too."""


@dataclass(slots=True)
class Balance:
    """What came of the games so far."""

    robin: RoundRobin
    games: int = 0
    began_and_won: float = 0.0
    turns: int = 0
    won: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Victories of the first deck over the second, of both orders; a draw is a half for both."""
    met: Counter[tuple[int, int]] = field(default_factory=Counter)
    played: Counter[tuple[int, str]] = field(default_factory=Counter)
    """In how many games somebody with that deck has played the card."""

    def add(self, game: Game) -> None:
        first, second = game.decks
        self.games += 1
        self.turns += game.turns
        self.began_and_won += game.won if game.began == 0 else 1 - game.won
        for mine, other, won in ((first, second, game.won), (second, first, 1 - game.won)):
            # A Counter takes any number; its type knows whole ones.
            self.won[mine, other] += cast(int, won)
            self.met[mine, other] += 1
        self.played.update(
            (deck, key) for deck, keys in zip(game.decks, game.played, strict=True) for key in keys
        )

    def share(self, deck: int) -> tuple[float, int]:
        """Of its victories against all others, each counting the same; and its games."""
        others = [each for each in range(len(self.robin.decks)) if self.met[deck, each]]
        shares = [self.won[deck, each] / self.met[deck, each] for each in others]
        return sum(shares) / len(shares), sum(self.met[deck, each] for each in others)

    def as_json(self) -> dict[str, object]:
        """The object of a rule set in `engine/data/balance.json` (engine.sets.balance)."""
        names = [deck.key for deck in self.robin.decks]
        decks = {}
        for number, name in enumerate(names):
            share, games = self.share(number)
            low, high = interval95(share, games)
            against = {
                names[other]: round(self.won[number, other] / self.met[number, other], 3)
                for other in range(len(names))
                if self.met[number, other]
            }
            # A card of which a deck has several copies is played if one of them is.
            cards = sorted(set(self.robin.decks[number].keys))
            decks[name] = {
                "digest": digest_of(self.robin.decks[number], self.robin.cards),
                "games": games,
                "share": round(share, 4),
                "interval95": [round(low, 4), round(high, 4)],
                "against": against,
                "played": {key: round(self.played[number, key] / games, 3) for key in cards},
            }
        low, high = interval95(self.began_and_won / self.games, self.games)
        return {
            "level": self.robin.level,
            "seed": self.robin.seed,
            "games": self.games,
            "turns": round(self.turns / self.games, 1),
            "first_wins": round(self.began_and_won / self.games, 4),
            "first_interval95": [round(low, 4), round(high, 4)],
            "decks": decks,
        }


def played(robin: RoundRobin, processes: int = 1) -> Iterator[Game]:
    """All games, in their order."""
    yield from in_order(game, robin, robin.games, processes, AT_ONCE)


def game(robin: RoundRobin, number: int) -> Game:
    """The game of that number, from 0. The level has no ceiling in time."""
    deal, exchanged = divmod(number, 2)
    first, second = robin.pairs[deal % len(robin.pairs)]
    seats = (second, first) if exchanged else (first, second)
    decks = [robin.decks[each] for each in seats]
    log: Log = []
    state = new_game(
        robin.rules,
        robin.cards,
        [list(deck.keys) for deck in decks],
        Random(f"balance {robin.seed} {deal}").getrandbits(53),
        starters=[deck.starter for deck in decks],
        log=log,
    )
    level = level_of(robin.rules, robin.level).within(None)
    players = [(level, Random(f"balance {robin.seed} {deal} {exchanged} {seat}")) for seat in (0, 1)]
    began = state.to_act[0]
    keys: tuple[set[str], set[str]] = (set(), set())
    for choice in choices(state, players, log, robin.cards, [deck.keys for deck in robin.decks]):
        if choice.action["do"] in ("play", "event"):
            keys[choice.seat].add(str(choice.action["card"]))
    return Game(seats, share_of(state, 0), began, state.number, (frozenset(keys[0]), frozenset(keys[1])))
