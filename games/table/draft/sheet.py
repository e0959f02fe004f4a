"""The score sheet: every number with the words and cells that explain it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.words import all_of
from engine.drafting import ECOSYSTEM, Score
from engine.drafting.grid import Grid, Part
from engine.record_format import DraftView
from games.table.draft.boards import key_of
from games.table.draft.kinds import KINDS, LINES, kinds_of, name_of
from games.table.draft.reading import Table
from games.table.draft.score_words import SPREADING, reason, spread

COMPARED = ("STREAM", "WOLF", "PLANKTON")


@dataclass(frozen=True)
class Line:
    """A row of the sheet: `points` by seat; `picture` is the card type, "" for a line `added` by the game."""

    key: str
    name: str
    picture: str
    points: Sequence[int]
    added: bool = False
    rule: str = ""


@dataclass(frozen=True)
class Sheet:
    """`explanations` of every number, for the page's scripts: `title`, `words`, `parts` by seat and line."""

    lines: Sequence[Line]
    totals: Sequence[int]
    explanations: Mapping[str, Mapping[str, object]]


def sheet(view: DraftView, names: Sequence[str]) -> Sheet:
    table = Table.read(view)
    scores = table.scores()
    grids = [board.face_up for board in table.boards]
    sizes = table.sizes()
    lines = [
        Line(
            kind.key,
            str(kind.name),
            kind.key,
            [score.scores[kind.key] for score in scores],
            rule=str(kind.rule),
        )
        for kind in kinds_of(view["rules"])
    ]
    added = [key for key in scores[0].scores if key in LINES]
    lines += [
        Line(key, str(LINES[key]), "", [score.scores[key] for score in scores], added=True) for key in added
    ]
    rivals = [*names, _("Neutral player")]
    explanations = {
        str(seat): {
            line.key: _explanation(line, seat, score, grids[seat], _rivals(line.key, sizes, rivals))
            for line in lines
        }
        for seat, score in enumerate(scores)
    }
    return Sheet(lines, [score.total for score in scores], explanations)


def _explanation(line: Line, seat: int, score: Score, grid: Grid, rivals: str) -> dict[str, object]:
    if line.added:
        return {"title": _titled(line, seat), "words": _added(line.key, score), "parts": []}
    parts = [part for part in score.parts[line.key] if part.card or part.counts]
    return {
        "title": _titled(line, seat),
        "words": line.rule,
        "parts": [_part(line.key, part, grid) for part in parts],
        "sum": _sum(line.key, parts, grid, rivals),
    }


def _titled(line: Line, seat: int) -> str:
    return _("%(line)s: %(points)s") % {"line": line.name, "points": str(line.points[seat]).replace("-", "−")}


def _part(kind: str, part: Part, grid: Grid) -> dict[str, object]:
    return {
        "points": part.points,
        "card": key_of(part.card) if part.card else None,
        "counts": [key_of(cell) for cell in part.counts],
        "words": "" if kind in SPREADING else reason(kind, part, grid),
    }


def _sum(kind: str, parts: Sequence[Part], grid: Grid, rivals: str) -> str:
    """How the parts add up, in a sentence."""
    if not parts:
        return _("None laid yet.")
    if kind in COMPARED:
        return rivals
    if kind in SPREADING:
        return _("%(cards)s %(lines)s.") % {"cards": _cards(kind, grid), "lines": spread(kind, grid)}
    counted = [part for part in parts if part.points]
    if len(parts) == 1:
        return _("%(cards)s: %(reason)s.") % {
            "cards": _cards(kind, grid),
            "reason": reason(kind, parts[0], grid),
        }
    added = " + ".join(str(part.points) for part in counted) or "0"
    return _("%(cards)s: %(sum)s.") % {"cards": _cards(kind, grid), "sum": added}


def _cards(kind: str, grid: Grid) -> str:
    return KINDS[kind].counted(sum(card == kind for card in grid.values()))


def _rivals(kind: str, sizes: Sequence[Mapping[str, int]], names: Sequence[str]) -> str:
    """The counts that are compared, highest first, such as "Mira 3, you 2."; "" for other types."""
    if kind not in COMPARED:
        return ""
    found = sorted(zip((each[kind] for each in sizes), names, strict=False), key=lambda each: -each[0])
    return ", ".join(f"{name} {count}" for count, name in found) + "."


def _added(key: str, score: Score) -> str:
    if key == "gaps":
        return _gaps(score)
    if key == "DIVERSITY":
        return _(
            "Few gaps are worth points: at most 2 gaps 12, 3 gaps 7, 4 gaps 3, 5 gaps 0, 6 or more cost 5."
        )
    if key == "FOOD_WEB":
        return _("The points of the lowest of the three groups once more.")
    return _group(key)


def _gaps(score: Score) -> str:
    missing = [name_of(kind) for kind in ECOSYSTEM.deck if not score.scores[kind]]
    if not missing:
        return _("Every card type scores.")
    return _("Without points: %(names)s.") % {"names": all_of(missing)}


def _group(key: str) -> str:
    sign = {"PRODUCERS": "producer", "PREY": "prey", "PREDATORS": "predator"}[key]
    return _("The points of %(names)s.") % {
        "names": all_of([str(kind.name) for kind in KINDS.values() if kind.sign == sign])
    }
