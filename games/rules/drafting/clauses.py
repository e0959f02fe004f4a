"""
The clauses of Ecosystem and Coral Reef in chapters. D clauses hold for both games, E clauses for Ecosystem
and C clauses for Coral Reef. The numbers never change.
"""

from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from engine.drafting.sets import CORAL_REEF, ECOSYSTEM, GAMES, DraftingGame
from games.matches.clauses import Chapter, Clause


@dataclass(frozen=True)
class DraftingPage:
    """`assumed`: the number of cards of each type is our assumption, as no source gives it."""

    game: DraftingGame
    assumed: bool

    @property
    def key(self) -> str:
        return self.game.key

    @property
    def short(self) -> str:
        """The name in the links between games."""
        return self.game.name

    @property
    def cards(self) -> int:
        return sum(self.game.deck.values())


PAGES = {game.key: DraftingPage(game, assumed=game is CORAL_REEF) for game in GAMES.values()}

ECOSYSTEM_CARDS = [
    Clause("E1", _("Bears like Bees and Trout")),
    Clause("E2", _("Bees like Meadows")),
    Clause("E3", _("Meadows grow together")),
    Clause("E4", _("Trout like Streams and Dragonflies")),
    Clause("E5", _("Eagles see two steps far")),
    Clause("E6", _("Rabbits give one point")),
    Clause("E7", _("Dragonflies count whole Streams")),
    Clause("E8", _("Foxes keep away from Wolves and Bears")),
    Clause("E9", _("Deer spread over rows and columns")),
    Clause("E10", _("The largest Stream")),
    Clause("E11", _("The most Wolves")),
]
CORAL_REEF_CARDS = [
    Clause("C1", _("Coral lies at the bottom")),
    Clause("C2", _("Krill in groups of three")),
    Clause("C3", _("The most Plankton")),
    Clause("C4", _("Groupers like Krill")),
    Clause("C5", _("Clownfish like Plankton and Coral")),
    Clause("C6", _("Crabs look along their row")),
    Clause("C7", _("Eels hunt from a Coral")),
    Clause("C8", _("Sharks look along row and column")),
    Clause("C9", _("Whales count all Krill")),
    Clause("C10", _("Turtles spread over rows and columns")),
    Clause("C11", _("Octopuses give three points")),
]
TIES = Clause("D7", _("Ties for a prize"))
WINNER = Clause("D8", _("Who wins"))


def chapters_of(page: DraftingPage) -> list[Chapter]:
    ecosystem = page.game is ECOSYSTEM
    rearranging = _("The Rabbit rearranges") if ecosystem else _("The Octopus rearranges")
    last = (
        [Clause("E12", _("Gaps and diversity"))]
        if ecosystem
        else [
            Clause("C12", _("Whales turn cards over")),
            Clause("C13", _("The food web bonus")),
        ]
    )
    chapters = [
        Chapter("start", _("The cards and the deal"), [
            Clause("D1", _("The deck")),
            Clause("D2", _("Two rounds of ten")),
        ]),
        Chapter("turn", _("A turn"), [
            Clause("D3", _("Choose one card in secret")),
            Clause("D4", _("Hand on the others")),
        ]),
        Chapter("layout", _("Your layout"), [
            Clause("D5", _("Four rows and five columns")),
            Clause("D6", rearranging),
        ]),
        Chapter("cards", _("What each card scores"), [
            *(ECOSYSTEM_CARDS if ecosystem else CORAL_REEF_CARDS), TIES,
        ]),
        Chapter("end", _("The end"), [*last, WINNER]),
        Chapter("two", _("Two players"), [
            Clause("D9", _("The third hand")),
            Clause("D10", _("What the neutral pile does")),
        ]),
        Chapter("solo", _("Alone"), [
            Clause("D11", _("One card for you, one for your opponent")),
            Clause("D12", _("The opponent’s layout")),
            Clause("D13", _("Three kinds of victory")),
        ]),
    ]  # fmt: skip
    return [replace(chapter, folder="drafting") for chapter in chapters]
