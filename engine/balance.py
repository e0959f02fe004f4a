"""
How strong decks are beside each other: every deck plays every other, with the same level on both sides.

Two games that follow each other are one deal, with the decks in each other's seats. The same seed gives the
same games.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from engine.bots.duel import choices, in_order, share_of
from engine.bots.levels import level_of
from engine.bots.tally import Tally
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
    """What came of the games so far; decks by their numbers."""

    robin: RoundRobin
    turns: int = 0
    begun: Tally = field(default_factory=Tally)
    """Of whoever began."""
    decks: defaultdict[int, Tally] = field(default_factory=lambda: defaultdict(Tally))
    against: defaultdict[tuple[int, int], Tally] = field(default_factory=lambda: defaultdict(Tally))
    """Of the first deck in its games against the second."""
    played: Counter[tuple[int, str]] = field(default_factory=Counter)
    """In how many games somebody with that deck has played the card."""

    def add(self, game: Game) -> None:
        first, second = game.decks
        shares = (game.won, 1 - game.won)
        self.turns += game.turns
        self.begun.add(shares[game.began])
        for mine, other, share, keys in zip(
            (first, second), (second, first), shares, game.played, strict=True
        ):
            self.decks[mine].add(share)
            self.against[mine, other].add(share)
            self.played.update((mine, key) for key in keys)

    def as_json(self) -> dict[str, object]:
        """The object of a rule set in `engine/data/balance.json` (engine.sets.balance)."""
        return {
            "level": self.robin.level,
            "seed": self.robin.seed,
            "games": self.begun.games,
            "turns": round(self.turns / self.begun.games, 1),
            "who_begins": self.begun.as_json(),
            "decks": {deck.key: self._deck(number) for number, deck in enumerate(self.robin.decks)},
        }

    def _deck(self, number: int) -> dict[str, object]:
        deck, tally = self.robin.decks[number], self.decks[number]
        others = ((other, self.against[number, other]) for other in range(len(self.robin.decks)))
        return {
            "digest": digest_of(deck, self.robin.cards),
            **tally.as_json(),
            "against": {
                self.robin.decks[other].key: round(met.share, 3) for other, met in others if met.games
            },
            # A card of which a deck has several copies is played if one of them is.
            "played": {
                key: round(self.played[number, key] / tally.games, 3) for key in sorted(set(deck.keys))
            },
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
