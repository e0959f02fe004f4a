"""What many game records say together: which decks and cards win, if who begins does, how long games are."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean, median

from engine import sets
from engine.bots.tally import Tally
from engine.game import Game, replay, result
from engine.replaying import turn_of

PLAYED = {"play", "event", "place"}
OTHER = "other decks"
"""All that are no ready deck."""


@dataclass
class Stats:
    """
    Of the games of one rule set. `cards` is of the hands that a card was played from, `held` counts the decks
    that a card was in; the drafting games have neither decks nor a player who begins.
    """

    rules: str
    begun: Tally = field(default_factory=Tally)
    decks: defaultdict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    cards: defaultdict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    held: Counter[str] = field(default_factory=Counter)
    names: dict[str, str] = field(default_factory=dict)
    turns: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    unfinished: int = 0

    def add(self, game: Game) -> None:
        """Count a game."""
        end = result(game)
        if end is None:
            self.unfinished += 1
            return
        self.turns.append(turn_of(game.state))
        self.actions.append(len(game.actions))
        self.scores += end.scores
        begins = next((entry.get("seat") for entry in game.log if entry["event"] == "begins"), None)
        if begins is not None:
            self.begun.add(end.share(begins))
        decks = game.dealt.get("decks")
        for seat, deck in enumerate(decks if isinstance(decks, list) else []):
            self.decks[self._called(deck)].add(end.share(seat))
            self.held.update(set(deck))
        for player, key in {
            (action["seat"], str(action["card"])) for action in game.actions if _plays(action)
        }:
            assert isinstance(player, int)
            self.cards[key].add(end.share(player))
        self.names |= {key: card["name"] for key, card in game.cards.items()}

    @property
    def never_played(self) -> list[str]:
        """The cards that were in a deck and never on the table."""
        return sorted(self.held.keys() - self.cards.keys())

    def as_json(self) -> dict[str, object]:
        """An object to print."""
        return {
            "rules": self.rules,
            "games": len(self.turns),
            "unfinished": self.unfinished,
            "turns": _spread(self.turns),
            "actions": _spread(self.actions),
            "points": _spread(self.scores),
            "who_begins": self.begun.as_json(),
            "decks": {key: tally.as_json() for key, tally in ordered(self.decks)},
            "cards": {
                key: {**tally.as_json(), "in_decks": self.held[key]} for key, tally in ordered(self.cards)
            },
            "never_played": self.never_played,
        }

    def _called(self, deck: Sequence[str]) -> str:
        found = sets.ready_deck(self.rules, deck)
        return found.key if found else OTHER


def count(found: dict[str, Stats], record: object) -> None:
    """Count a record among those of its rule set. Raises InvalidRecord."""
    game = replay(record)
    rules = str(game.dealt["rules"])
    found.setdefault(rules, Stats(rules)).add(game)


def ordered(tallies: Mapping[str, Tally]) -> list[tuple[str, Tally]]:
    """The greatest share first."""
    return sorted(tallies.items(), key=lambda each: (-each[1].share, -each[1].games, each[0]))


def _plays(action: Mapping[str, object]) -> bool:
    return action["do"] in PLAYED


def _spread(numbers: Sequence[int]) -> dict[str, float]:
    if not numbers:
        return {}
    middle = {"median": median(numbers), "mean": round(mean(numbers), 2)}
    return {"least": min(numbers), **middle, "most": max(numbers)}
