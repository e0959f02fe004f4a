"""The card types of both drafting games in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from engine.drafting import GAMES


@dataclass(frozen=True)
class Kind:
    """`stock` is the terrain that gives the card its colour; `short` and `rule` say what it scores."""

    key: str
    name: Promise
    many: Promise
    """The name with a count, `%(count)d`."""
    stock: str
    short: Promise
    rule: Promise
    sign: str = ""
    """The group in the food web: "producer", "prey" or "predator"."""

    def counted(self, count: int) -> str:
        return str(self.many % {"count": count})


KINDS: Mapping[str, Kind] = {
    kind.key: kind
    for kind in (
        Kind(
            "BEAR", _("Bear"), ngettext_lazy("%(count)d Bear", "%(count)d Bears", "count"), "forest",
            _("2 per Bee or Trout"), _("2 points for each Bee and each Trout beside it."),
        ),
        Kind(
            "BEE", _("Bee"), ngettext_lazy("%(count)d Bee", "%(count)d Bees", "count"), "grassland",
            _("3 per Meadow"), _("3 points for each Meadow beside it."),
        ),
        Kind(
            "MEADOW", _("Meadow"), ngettext_lazy("%(count)d Meadow", "%(count)d Meadows", "count"),
            "grassland", _("together 3, 6, 10, 15"),
            _("Meadows that hang together: 2 are worth 3 points, 3 worth 6, 4 worth 10, 5 or more 15."),
        ),
        Kind(
            "TROUT", _("Trout"), ngettext_lazy("%(count)d Trout", "%(count)d Trout", "count"),
            "freshwater", _("2 per Stream or Dragonfly"),
            _("2 points for each Stream and each Dragonfly beside it."),
        ),
        Kind(
            "EAGLE", _("Eagle"), ngettext_lazy("%(count)d Eagle", "%(count)d Eagles", "count"), "tundra",
            _("2 per Rabbit or Trout within two steps"),
            _("2 points for each Rabbit and each Trout at one or two steps, the nearest diagonals included."),
        ),
        Kind(
            "RABBIT", _("Rabbit"), ngettext_lazy("%(count)d Rabbit", "%(count)d Rabbits", "count"),
            "grassland", _("1, may swap two cards"),
            _("1 point. When it is laid, two cards of your layout may change places."),
        ),
        Kind(
            "DRAGONFLY", _("Dragonfly"),
            ngettext_lazy("%(count)d Dragonfly", "%(count)d Dragonflies", "count"), "freshwater",
            _("1 per Stream card beside it"),
            _("1 point for each card of the Streams beside it; a Stream is all that hangs together."),
        ),
        Kind(
            "FOX", _("Fox"), ngettext_lazy("%(count)d Fox", "%(count)d Foxes", "count"), "desert",
            _("3 away from Bears and Wolves"), _("3 points if neither a Bear nor a Wolf lies beside it."),
        ),
        Kind(
            "DEER", _("Deer"), ngettext_lazy("%(count)d Deer", "%(count)d Deer", "count"), "forest",
            _("2 per row and column"), _("2 points for each row and each column with a Deer in it."),
        ),
        Kind(
            "STREAM", _("Stream"), ngettext_lazy("%(count)d Stream", "%(count)d Streams", "count"),
            "freshwater", _("largest 8, next 5"),
            _("8 points for the largest Stream of all players, 5 for the second largest."),
        ),
        Kind(
            "WOLF", _("Wolf"), ngettext_lazy("%(count)d Wolf", "%(count)d Wolves", "count"), "tundra",
            _("most 12, then 8, 4"),
            _("12 points for the most Wolves of all players, 8 for the second most, 4 for the third most."),
        ),
        Kind(
            "CORAL", _("Coral"), ngettext_lazy("%(count)d Coral", "%(count)d Corals", "count"), "desert",
            _("3 in the bottom row"), _("3 points in the bottom row."), "producer",
        ),
        Kind(
            "KRILL", _("Krill"), ngettext_lazy("%(count)d Krill", "%(count)d Krill", "count"), "ocean",
            _("together 1, 4, 9"),
            _("Krill that hang together: 1 is worth 1 point, 2 are worth 4, 3 or more 9."), "producer",
        ),
        Kind(
            "PLANKTON", _("Plankton"), ngettext_lazy("%(count)d Plankton", "%(count)d Plankton", "count"),
            "freshwater", _("most 12, then 8, 4"),
            _("12 points for the most Plankton of all players, 8 for the second most, 4 for the third most."),
            "producer",
        ),
        Kind(
            "GROUPER", _("Grouper"), ngettext_lazy("%(count)d Grouper", "%(count)d Groupers", "count"),
            "urban", _("3 per Krill"), _("3 points for each Krill beside it."), "prey",
        ),
        Kind(
            "CLOWNFISH", _("Clownfish"), ngettext_lazy("%(count)d Clownfish", "%(count)d Clownfish", "count"),
            "desert", _("2 per Plankton or Coral"),
            _("2 points for each Plankton and each Coral beside it."), "prey",
        ),
        Kind(
            "CRAB", _("Crab"), ngettext_lazy("%(count)d Crab", "%(count)d Crabs", "count"), "desert",
            _("2 per Plankton in its row"), _("2 points for each Plankton in its row."), "prey",
        ),
        Kind(
            "EEL", _("Eel"), ngettext_lazy("%(count)d Eel", "%(count)d Eels", "count"), "grassland",
            _("4 per prey, beside a Coral"),
            _("4 points for each Grouper, Clownfish and Crab beside it, if a Coral lies beside it too."),
            "predator",
        ),
        Kind(
            "SHARK", _("Shark"), ngettext_lazy("%(count)d Shark", "%(count)d Sharks", "count"), "ocean",
            _("2 per prey in row and column"),
            _("2 points for each Grouper, Clownfish and Crab in its row and in its column."), "predator",
        ),
        Kind(
            "WHALE", _("Whale"), ngettext_lazy("%(count)d Whale", "%(count)d Whales", "count"), "tundra",
            _("2 per Krill, turns one card over"),
            _("2 points for each of your Krill. At the end it turns over a card beside it."),
            "predator",
        ),
        Kind(
            "TURTLE", _("Turtle"), ngettext_lazy("%(count)d Turtle", "%(count)d Turtles", "count"),
            "forest", _("2 per row and column"),
            _("2 points for each row and each column with a Turtle in it."),
        ),
        Kind(
            "OCTOPUS", _("Octopus"), ngettext_lazy("%(count)d Octopus", "%(count)d Octopuses", "count"),
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
