"""The score of the drafting games in words: what earned a card its points."""

from collections.abc import Callable, Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.words import all_of
from engine.drafting.grid import Grid, Part, cells_of, regions
from games.draft_table.kinds import KINDS, name_of

SPREADING = ("DEER", "TURTLE")
"""Types that are counted all at once, for the rows and columns in which they lie."""


def reason(kind: str, part: Part, grid: Grid) -> str:
    """What a part of the type's score rests on, or what it lacks; `grid` holds the face-up cards."""
    return REASONS.get(kind, _beside)(part, grid)


def spread(kind: str, grid: Grid) -> str:
    """ "in 3 rows and 2 columns", of a type in SPREADING."""
    cells = cells_of(grid, kind)
    rows, columns = len({row for row, _column in cells}), len({column for _row, column in cells})
    found = [
        ngettext("%(count)d row", "%(count)d rows", rows) % {"count": rows},
        ngettext("%(count)d column", "%(count)d columns", columns) % {"count": columns},
    ]
    return _("in %(lines)s") % {"lines": all_of(found)}


def gathered(kinds: Iterable[str]) -> str:
    """ "2 Bees and 1 Trout", each type where it comes first."""
    counts: dict[str, int] = {}
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
    return all_of([KINDS[kind].counted(count) for kind, count in counts.items()])


def points_in_words(points: int) -> str:
    """ "1 point", "no points"."""
    if not points:
        return _("no points")
    return ngettext("%(points)d point", "%(points)d points", points) % {"points": points}


def difficulties(victories: Mapping[str, int]) -> list[tuple[str, int]]:
    """The difficulties of a solo game by name, the easiest first, with the points to be ahead by."""
    words = {"easy": _("easy"), "normal": _("normal"), "difficult": _("difficult")}
    return [(words[key], by) for key, by in sorted(victories.items(), key=lambda each: each[1])]


def _names(part: Part, grid: Grid) -> str:
    return gathered(grid[cell] for cell in part.counts)


def _beside(part: Part, grid: Grid) -> str:
    return _("beside %(names)s") % {"names": _names(part, grid)} if part.counts else _("beside none of them")


def _fox(part: Part, grid: Grid) -> str:
    return _("beside neither Wolf nor Bear") if part.points else _("beside a Wolf or a Bear")


def _eagle(part: Part, grid: Grid) -> str:
    if not part.counts:
        return _("no prey within two steps")
    return _("%(names)s within two steps") % {"names": _names(part, grid)}


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


def _stream(part: Part, grid: Grid) -> str:
    if not part.counts:
        return _("no stream")
    return _("largest stream: %(count)d") % {"count": len(part.counts)}


def _gathered(part: Part, grid: Grid) -> str:
    return _names(part, grid) if part.counts else _("there are none")


def _coral(part: Part, grid: Grid) -> str:
    return _("in the bottom row") if part.points else _("above the bottom row")


def _in_its_row(part: Part, grid: Grid) -> str:
    return _("%(names)s in its row") % {"names": _names(part, grid)} if part.counts else _("none in its row")


def _eel(part: Part, grid: Grid) -> str:
    coral = [cell for cell in part.counts if grid[cell] == "CORAL"]
    if not coral:
        return _("no Coral beside it")
    return _beside(part, grid)


def _shark(part: Part, grid: Grid) -> str:
    if not part.counts:
        return _("no prey in its row and column")
    return _("%(names)s in its row and column") % {"names": _names(part, grid)}


def _by_itself(part: Part, grid: Grid) -> str:
    return _("always")


REASONS: dict[str, Callable[[Part, Grid], str]] = {
    "FOX": _fox,
    "EAGLE": _eagle,
    "DRAGONFLY": _dragonfly,
    "MEADOW": _region,
    "KRILL": _region,
    "STREAM": _stream,
    "WOLF": _gathered,
    "PLANKTON": _gathered,
    "CORAL": _coral,
    "CRAB": _in_its_row,
    "EEL": _eel,
    "SHARK": _shark,
    "WHALE": _gathered,
    "RABBIT": _by_itself,
    "OCTOPUS": _by_itself,
}
