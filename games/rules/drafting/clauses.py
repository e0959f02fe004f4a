"""
The clauses of Ecosystem and Coral Reef in chapters. D numbers hold for both games, E and C numbers for one.
The numbers never change.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.drafting.sets import CORAL_REEF, ECOSYSTEM, GAMES, Game


@dataclass(frozen=True)
class DraftingClause:
    """`cards` are the types whose copies the heading shows."""

    number: str
    title: Promise
    cards: Sequence[str] = ()


@dataclass(frozen=True)
class DraftingChapter:
    key: str
    title: Promise
    clauses: Sequence[DraftingClause]

    @property
    def template(self) -> str:
        return f"games/rules/drafting/{self.key}.html"

    @property
    def range(self) -> str:
        first, last = self.clauses[0].number, self.clauses[-1].number
        return first if first == last else f"{first}–{last}"


@dataclass(frozen=True)
class DraftingPage:
    """`assumed`: no source says how many cards of each type there are."""

    game: Game
    assumed: bool

    @property
    def key(self) -> str:
        return self.game.key

    @property
    def name(self) -> str:
        return self.game.name

    @property
    def cards(self) -> int:
        return sum(self.game.deck.values())


PAGES = {game.key: DraftingPage(game, assumed=game is CORAL_REEF) for game in GAMES.values()}

ECOSYSTEM_CARDS = [
    DraftingClause("E1", _("Bears like Bees and Trout"), ["BEAR"]),
    DraftingClause("E2", _("Bees like Meadows"), ["BEE"]),
    DraftingClause("E3", _("Meadows grow together"), ["MEADOW"]),
    DraftingClause("E4", _("Trout like Streams and Dragonflies"), ["TROUT"]),
    DraftingClause("E5", _("Eagles see two steps far"), ["EAGLE"]),
    DraftingClause("E6", _("Rabbits give one point"), ["RABBIT"]),
    DraftingClause("E7", _("Dragonflies count whole Streams"), ["DRAGONFLY"]),
    DraftingClause("E8", _("Foxes keep away from Wolves and Bears"), ["FOX"]),
    DraftingClause("E9", _("Deer spread over rows and columns"), ["DEER"]),
    DraftingClause("E10", _("The largest Stream"), ["STREAM"]),
    DraftingClause("E11", _("The most Wolves"), ["WOLF"]),
]
CORAL_REEF_CARDS = [
    DraftingClause("C1", _("Coral lies at the bottom"), ["CORAL"]),
    DraftingClause("C2", _("Krill in groups of three"), ["KRILL"]),
    DraftingClause("C3", _("The most Plankton"), ["PLANKTON"]),
    DraftingClause("C4", _("Groupers like Krill"), ["GROUPER"]),
    DraftingClause("C5", _("Clownfish like Plankton and Coral"), ["CLOWNFISH"]),
    DraftingClause("C6", _("Crabs look along their row"), ["CRAB"]),
    DraftingClause("C7", _("Eels hunt from a Coral"), ["EEL"]),
    DraftingClause("C8", _("Sharks look along row and column"), ["SHARK"]),
    DraftingClause("C9", _("Whales count all Krill"), ["WHALE"]),
    DraftingClause("C10", _("Turtles spread over rows and columns"), ["TURTLE"]),
    DraftingClause("C11", _("Octopuses give three points"), ["OCTOPUS"]),
]
TIES = DraftingClause("D7", _("Ties for a prize"))
WINNER = DraftingClause("D8", _("Who wins"))


def chapters_of(page: DraftingPage) -> list[DraftingChapter]:
    ecosystem = page.game is ECOSYSTEM
    rearranging = _("The Rabbit rearranges") if ecosystem else _("The Octopus rearranges")
    last = (
        [DraftingClause("E12", _("Gaps and diversity"))]
        if ecosystem
        else [
            DraftingClause("C12", _("Whales turn cards over"), ["WHALE"]),
            DraftingClause("C13", _("The food web bonus")),
        ]
    )
    return [
        DraftingChapter("start", _("The cards and the deal"), [
            DraftingClause("D1", _("The deck")),
            DraftingClause("D2", _("Two rounds of ten")),
        ]),
        DraftingChapter("turn", _("A turn"), [
            DraftingClause("D3", _("Choose one card in secret")),
            DraftingClause("D4", _("Hand on the others")),
        ]),
        DraftingChapter("layout", _("Your layout"), [
            DraftingClause("D5", _("Four rows and five columns")),
            DraftingClause("D6", rearranging),
        ]),
        DraftingChapter("cards", _("What each card scores"), [
            *(ECOSYSTEM_CARDS if ecosystem else CORAL_REEF_CARDS), TIES,
        ]),
        DraftingChapter("end", _("The end"), [*last, WINNER]),
        DraftingChapter("two", _("Two players"), [
            DraftingClause("D9", _("The third hand")),
            DraftingClause("D10", _("What the neutral pile does")),
        ]),
        DraftingChapter("solo", _("Alone"), [
            DraftingClause("D11", _("One card for you, one for your opponent")),
            DraftingClause("D12", _("The opponent’s layout")),
            DraftingClause("D13", _("Three kinds of victory")),
        ]),
    ]  # fmt: skip
