"""The card types of both drafting games in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, ngettext

from engine.drafting import GAMES


@dataclass(frozen=True)
class Kind:
    """`stock` is the terrain that gives the card its colour; `short` and `rule` say what it scores."""

    key: str
    name: Promise
    one: str
    many: str
    """The untranslated name with a count: `one` for one card, `many` for several."""
    stock: str
    short: Promise
    rule: Promise
    sign: str = ""
    """The group in the food web: "producer", "prey" or "predator"."""

    def counted(self, count: int) -> str:
        return ngettext(self.one, self.many, count) % {"count": count}


KINDS: Mapping[str, Kind] = {
    kind.key: kind
    for kind in (
        Kind(
            "BEAR", _("Bear"), gettext_noop("%(count)d Bear"), gettext_noop("%(count)d Bears"), "forest",
            _("2 per Bee or Trout"), _("2 points for each Bee and each Trout beside it."),
        ),
        Kind(
            "BEE", _("Bee"), gettext_noop("%(count)d Bee"), gettext_noop("%(count)d Bees"), "grassland",
            _("3 per Meadow"), _("3 points for each Meadow beside it."),
        ),
        Kind(
            "MEADOW", _("Meadow"), gettext_noop("%(count)d Meadow"), gettext_noop("%(count)d Meadows"),
            "grassland", _("together 3, 6, 10, 15"),
            _("Meadows that hang together: 2 are worth 3 points, 3 worth 6, 4 worth 10, 5 or more 15."),
        ),
        Kind(
            "TROUT", _("Trout"), gettext_noop("%(count)d Trout"), gettext_noop("%(count)d Trout"),
            "freshwater", _("2 per Stream or Dragonfly"),
            _("2 points for each Stream and each Dragonfly beside it."),
        ),
        Kind(
            "EAGLE", _("Eagle"), gettext_noop("%(count)d Eagle"), gettext_noop("%(count)d Eagles"), "tundra",
            _("2 per Rabbit or Trout within two steps"),
            _("2 points for each Rabbit and each Trout at one or two steps, the nearest diagonals included."),
        ),
        Kind(
            "RABBIT", _("Rabbit"), gettext_noop("%(count)d Rabbit"), gettext_noop("%(count)d Rabbits"),
            "grassland", _("1, may swap two cards"),
            _("1 point. When it is laid, two cards of your layout may change places."),
        ),
        Kind(
            "DRAGONFLY", _("Dragonfly"), gettext_noop("%(count)d Dragonfly"),
            gettext_noop("%(count)d Dragonflies"), "freshwater", _("1 per Stream card beside it"),
            _("1 point for each card of the Streams beside it; a Stream is all that hangs together."),
        ),
        Kind(
            "FOX", _("Fox"), gettext_noop("%(count)d Fox"), gettext_noop("%(count)d Foxes"), "desert",
            _("3 away from Bears and Wolves"), _("3 points if neither a Bear nor a Wolf lies beside it."),
        ),
        Kind(
            "DEER", _("Deer"), gettext_noop("%(count)d Deer"), gettext_noop("%(count)d Deer"), "forest",
            _("2 per row and column"), _("2 points for each row and each column with a Deer in it."),
        ),
        Kind(
            "STREAM", _("Stream"), gettext_noop("%(count)d Stream"), gettext_noop("%(count)d Streams"),
            "freshwater", _("largest 8, next 5"),
            _("8 points for the largest Stream of all players, 5 for the second largest."),
        ),
        Kind(
            "WOLF", _("Wolf"), gettext_noop("%(count)d Wolf"), gettext_noop("%(count)d Wolves"), "tundra",
            _("most 12, then 8, 4"),
            _("12 points for the most Wolves of all players, 8 for the second most, 4 for the third most."),
        ),
        Kind(
            "CORAL", _("Coral"), gettext_noop("%(count)d Coral"), gettext_noop("%(count)d Corals"), "desert",
            _("3 in the bottom row"), _("3 points in the bottom row."), "producer",
        ),
        Kind(
            "KRILL", _("Krill"), gettext_noop("%(count)d Krill"), gettext_noop("%(count)d Krill"), "ocean",
            _("together 1, 4, 9"),
            _("Krill that hang together: 1 is worth 1 point, 2 are worth 4, 3 or more 9."), "producer",
        ),
        Kind(
            "PLANKTON", _("Plankton"), gettext_noop("%(count)d Plankton"), gettext_noop("%(count)d Plankton"),
            "freshwater", _("most 12, then 8, 4"),
            _("12 points for the most Plankton of all players, 8 for the second most, 4 for the third most."),
            "producer",
        ),
        Kind(
            "GROUPER", _("Grouper"), gettext_noop("%(count)d Grouper"), gettext_noop("%(count)d Groupers"),
            "urban", _("3 per Krill"), _("3 points for each Krill beside it."), "prey",
        ),
        Kind(
            "CLOWNFISH", _("Clownfish"), gettext_noop("%(count)d Clownfish"),
            gettext_noop("%(count)d Clownfish"), "desert", _("2 per Plankton or Coral"),
            _("2 points for each Plankton and each Coral beside it."), "prey",
        ),
        Kind(
            "CRAB", _("Crab"), gettext_noop("%(count)d Crab"), gettext_noop("%(count)d Crabs"), "desert",
            _("2 per Plankton in its row"), _("2 points for each Plankton in its row."), "prey",
        ),
        Kind(
            "EEL", _("Eel"), gettext_noop("%(count)d Eel"), gettext_noop("%(count)d Eels"), "grassland",
            _("4 per prey, beside a Coral"),
            _("4 points for each Grouper, Clownfish and Crab beside it, if a Coral lies beside it too."),
            "predator",
        ),
        Kind(
            "SHARK", _("Shark"), gettext_noop("%(count)d Shark"), gettext_noop("%(count)d Sharks"), "ocean",
            _("2 per prey in row and column"),
            _("2 points for each Grouper, Clownfish and Crab in its row and in its column."), "predator",
        ),
        Kind(
            "WHALE", _("Whale"), gettext_noop("%(count)d Whale"), gettext_noop("%(count)d Whales"), "tundra",
            _("2 per Krill, turns one card over"),
            _("2 points for each of your Krill. At the end it turns over a card beside it."),
            "predator",
        ),
        Kind(
            "TURTLE", _("Turtle"), gettext_noop("%(count)d Turtle"), gettext_noop("%(count)d Turtles"),
            "forest", _("2 per row and column"),
            _("2 points for each row and each column with a Turtle in it."),
        ),
        Kind(
            "OCTOPUS", _("Octopus"), gettext_noop("%(count)d Octopus"), gettext_noop("%(count)d Octopuses"),
            "urban", _("3, may swap or move"),
            _("3 points. When it is laid, two cards of your layout may change places, or one may move."),
        ),
    )
}  # fmt: skip

LINES: Mapping[str, Promise] = {
    "gaps": _("Gaps"),
    "DIVERSITY": _("Diversity"),
    "PRODUCERS": _("Producers"),
    "PREY": _("Prey"),
    "PREDATORS": _("Predators"),
    "FOOD_WEB": _("Food web"),
}
"""The lines of the score sheet besides those of the card types."""

REARRANGING = ("RABBIT", "OCTOPUS")


def kinds_of(rules: str) -> list[Kind]:
    """The card types of a game, in the order of the score sheet."""
    return [KINDS[key] for key in GAMES[rules].deck]


def name_of(key: str) -> str:
    return str(KINDS[key].name)
