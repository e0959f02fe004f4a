"""The scores of the drafting games in words: what earned a card its points."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards.words import all_of, points_words
from engine.drafting import ECOSYSTEM, Score
from engine.drafting.grid import Grid, Part, beside, cells_of, regions
from games.table.draft.kinds import KINDS, LINES, name_of

SPREADING = ("DEER", "TURTLE")
"""Types scored together, for the rows and columns in which they lie."""


BESIDE = (gettext_lazy("beside %(names)s"), gettext_lazy("beside none of them"))
GATHERED = (gettext_lazy("%(names)s"), gettext_lazy("there are none"))
ALWAYS = (gettext_lazy("always"), gettext_lazy("always"))
REASONS = {
    "FOX": (gettext_lazy("beside neither Wolf nor Bear"), gettext_lazy("beside a Wolf or a Bear")),
    "CORAL": (gettext_lazy("in the bottom row"), gettext_lazy("above the bottom row")),
    "EAGLE": (gettext_lazy("%(names)s within two steps"), gettext_lazy("no prey within two steps")),
    "STREAM": (gettext_lazy("largest stream: %(count)d"), gettext_lazy("no stream")),
    "WOLF": GATHERED,
    "PLANKTON": GATHERED,
    "WHALE": GATHERED,
    "CRAB": (gettext_lazy("%(names)s in its row"), gettext_lazy("none in its row")),
    "SHARK": (
        gettext_lazy("%(names)s in its row and column"), gettext_lazy("no prey in its row and column")
    ),
    "RABBIT": ALWAYS,
    "OCTOPUS": ALWAYS,
}  # fmt: skip
"""Why a card of the type scores, with the cards it counts, and why it does not; BESIDE for other types."""
FOES = ("WOLF", "BEAR")
"""Foxes earn nothing beside these."""
UNPLACED = ("STREAM", "WOLF", "PLANKTON", "WHALE", "RABBIT", "OCTOPUS")
"""Where these lie does not matter, or not alone."""
BY_POINTS = ("FOX", "CORAL")
"""These score without counting cards."""


def reason(kind: str, part: Part, grid: Grid) -> str:
    """The reason for a part of the type's score, or for its lack; `grid` holds the face-up cards."""
    if kind == "DRAGONFLY":
        return _dragonfly(part, grid)
    if kind in ("MEADOW", "KRILL"):
        return _region(part, grid)
    if kind == "EEL" and not any(grid[cell] == "CORAL" for cell in part.counts):
        return _("no Coral beside it")
    scores = part.points if kind in BY_POINTS else part.counts
    pattern = REASONS.get(kind, BESIDE)[0 if scores else 1]
    return pattern % {"names": gathered(grid[cell] for cell in part.counts), "count": len(part.counts)}


def why_no_more(line: str, score: Score, grid: Grid) -> str:
    """In a sentence, why a line of the sheet has few points; "" where its points say it all."""
    if line == "FOOD_WEB":
        least = min(("PRODUCERS", "PREY", "PREDATORS"), key=lambda group: score.scores[group])
        words = {"group": LINES[least], "points": points_in_words(score.scores[least])}
        return _("The poorest group, %(group)s, has %(points)s.") % words
    if line == "DIVERSITY":
        gaps = [name_of(kind) for kind in ECOSYSTEM.deck if not score.scores[kind]]
        return _("Without points: %(names)s.") % {"names": all_of(gaps)}
    if line in SPREADING:
        words = {"cards": KINDS[line].counted(len(cells_of(grid, line))), "lines": spread(line, grid)}
        return _("You have %(cards)s %(lines)s.") % words
    parts = [part for part in score.parts[line] if part.card]
    if line == "FOX" and (lost := [part.card for part in parts if part.card and not part.points]):
        foe = next(grid[cell] for cell in beside(lost[0]) if grid.get(cell) in FOES)
        return _("The %(foe)s lies beside the %(card)s, so the %(card)s earns nothing.") % {
            "foe": name_of(foe),
            "card": name_of(line),
        }
    if line in BY_POINTS:
        parts = [part for part in parts if not part.points]
    nothing = _("beside nothing that it counts")
    reasons = {
        nothing if line not in REASONS and not part.counts else reason(line, part, grid) for part in parts
    }
    # Where one card or all of them have the same reason it can be said of the type.
    if len(reasons) != 1 or line in UNPLACED:
        return ""
    return _("Your %(card)s: %(reason)s.") % {"card": name_of(line), "reason": next(iter(reasons))}


def spread(kind: str, grid: Grid) -> str:
    """Such as "in 3 rows and 2 columns", for a type in SPREADING."""
    cells = cells_of(grid, kind)
    rows, columns = len({row for row, _column in cells}), len({column for _row, column in cells})
    found = [
        ngettext("%(count)d row", "%(count)d rows", rows) % {"count": rows},
        ngettext("%(count)d column", "%(count)d columns", columns) % {"count": columns},
    ]
    return _("in %(lines)s") % {"lines": all_of(found)}


def gathered(kinds: Iterable[str]) -> str:
    """Such as "2 Bees and 1 Trout", in order of first appearance."""
    counts: dict[str, int] = {}
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
    return all_of([KINDS[kind].counted(count) for kind, count in counts.items()])


def points_in_words(points: int) -> str:
    """Such as "1 point" or "no points"."""
    if not points:
        return _("no points")
    return points_words(points)


def difficulties(victories: Mapping[str, int]) -> list[tuple[str, int]]:
    """The difficulties of a solo game, easiest first, with the lead in points that each requires."""
    words = {"easy": _("easy"), "normal": _("normal"), "difficult": _("difficult")}
    return [(words[key], by) for key, by in sorted(victories.items(), key=lambda each: each[1])]


def _dragonfly(part: Part, grid: Grid) -> str:
    streams = regions({cell: grid[cell] for cell in part.counts}, "STREAM")
    if not streams:
        return _("beside no stream")
    sizes = all_of([str(len(stream)) for stream in streams])
    words = ngettext("beside a stream of %(sizes)s", "beside streams of %(sizes)s", len(streams))
    return words % {"sizes": sizes}


def _region(part: Part, grid: Grid) -> str:
    kind = grid[part.counts[0]]
    if len(part.counts) == 1:
        return _("a lone %(name)s") % {"name": name_of(kind)}
    return _("%(names)s together") % {"names": KINDS[kind].counted(len(part.counts))}
