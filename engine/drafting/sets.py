"""The decks of the two games. That of Coral Reef is an assumption: no source gives its counts."""

from collections.abc import Mapping
from dataclasses import dataclass

HEIGHT, WIDTH = 4, 5
SPACES = HEIGHT * WIDTH
HAND = 10


@dataclass(frozen=True)
class DraftingGame:
    """`deck` holds the number of copies of each card type, in the order of the score sheet. `opponent` is the
    name of the solo opponent, `victories` the lead in points that each kind of solo victory requires.
    """

    key: str
    name: str
    deck: Mapping[str, int]
    opponent: str
    victories: Mapping[str, int]


ECOSYSTEM = DraftingGame(
    key="ecosystem",
    name="Ecosystem",
    deck={
        "BEAR": 12, "BEE": 8, "MEADOW": 20, "TROUT": 10, "EAGLE": 8, "RABBIT": 8, "DRAGONFLY": 8, "FOX": 12,
        "DEER": 12, "STREAM": 20, "WOLF": 12,
    },
    opponent="Nitka",
    victories={"easy": 30, "normal": 50, "difficult": 70},
)  # fmt: skip
CORAL_REEF = DraftingGame(
    key="coral-reef",
    name="Coral Reef",
    deck={
        "CORAL": 14, "KRILL": 20, "PLANKTON": 16, "GROUPER": 12, "CLOWNFISH": 12, "CRAB": 10, "EEL": 8,
        "SHARK": 10, "WHALE": 8, "TURTLE": 12, "OCTOPUS": 8,
    },
    opponent="Mocha",
    victories={"easy": 55, "normal": 70, "difficult": 80},
)  # fmt: skip
GAMES = {game.key: game for game in (ECOSYSTEM, CORAL_REEF)}
