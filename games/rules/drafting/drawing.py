"""An example of the drafting games as the page draws it: layouts with marks, explained by their scores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.words import all_of, set_apart
from engine.drafting.grid import Cell, Grid, Part, cells_of
from engine.drafting.layout import Layout
from engine.drafting.scoring import Board, Score
from games.rules.drafting.examples import Example, Frame
from games.rules.drawing import Line, Picture, grid
from games.table.draft.kinds import KINDS, LINES, name_of
from games.table.draft.pictures import picture_url
from games.table.draft.score_words import (
    SPREADING,
    difficulties,
    gathered,
    points_in_words,
    reason,
    spread,
)

LABELS = {
    "before": gettext_lazy("Before"),
    "rabbit-swaps": gettext_lazy("The Rabbit comes, and Fox and Meadow change places"),
    "octopus-swaps": gettext_lazy("The Octopus comes, and Crab and Krill change places"),
    "octopus-moves": gettext_lazy("The Octopus comes, and the Coral moves to the bottom row"),
    "a-row-below": gettext_lazy("A card comes below them"),
    "krill-joins": gettext_lazy("One more Krill joins the two groups"),
    "krill-down": gettext_lazy("The Whale turns over a Krill"),
    "coral-down": gettext_lazy("The Whale turns over the Coral"),
    "opponent-before": gettext_lazy("Five cards given: the first row is full"),
    "opponent-after": gettext_lazy("The sixth card begins the next row"),
}
REASONS = {
    "fifth-row": gettext_lazy("Four rows are there already. A fifth would be one too many."),
    "corner": gettext_lazy("A corner is not enough: the card needs a neighbour left, right, above or below."),
}


@dataclass(frozen=True)
class Spot:
    """A cell. `sign` is "fits" or "refused", perhaps with a `letter`; `counted`: other cards score for it."""

    kind: str = ""
    down: bool = False
    sign: str = ""
    letter: str = ""
    counted: bool = False

    @property
    def name(self) -> str:
        return name_of(self.kind) if self.kind else ""

    @property
    def stock(self) -> str:
        """The terrain that gives the card its colour."""
        return KINDS[self.kind].stock

    @property
    def picture(self) -> str:
        return picture_url(self.kind)

    @property
    def spoken(self) -> str:
        if not self.kind:
            return _("empty, %(letter)s") % {"letter": self.letter} if self.letter else _("empty")
        words = [self.name, *([_("face down")] if self.down else []), *([self.letter] if self.letter else [])]
        return ", ".join(words)


@dataclass(frozen=True)
class SheetRow:
    key: str
    name: str
    points: list[str]


@dataclass(frozen=True)
class Drawing:
    """
    An example of a drafting game; `sheet` has a row for each line of the score sheet, with the points of each
    player in `who`.
    """

    spot_template = "rules/drafting/_spot.html"
    layouts = True

    name: str
    pictures: list[Picture]
    neutral: str
    who: list[str]
    sheet: list[SheetRow]
    outcome: str


def draw(example: Example) -> Drawing:
    boards, scores = example.boards(), example.scored()
    shown = {cell for board in boards for cell in board.grid} if _in_steps(example) else set()
    who = _who(example)
    pictures = [
        _picture(example, frame, board, score, shown, who[number] if example.together else "")
        for number, (frame, board, score) in enumerate(zip(example.frames, boards, scores, strict=True))
    ]
    return Drawing(
        name=example.name,
        pictures=pictures,
        neutral=gathered(example.neutral or ()),
        who=who,
        sheet=_sheet(scores) if example.sheet else [],
        outcome=_outcome(example, scores, who) if example.sheet and example.together else "",
    )


def _in_steps(example: Example) -> bool:
    """Whether a picture shows the one before it after an action; all pictures then show the same cells."""
    return any(frame.action for frame in example.frames)


def _who(example: Example) -> list[str]:
    if example.solo:
        return [_("You"), example.game.opponent]
    if len(example.frames) == 1:
        return [_("Points")]
    return [_("Player %(number)d") % {"number": number + 1} for number in range(len(example.frames))]


def _picture(
    example: Example, frame: Frame, board: Board, score: Score, shown: set[Cell], who: str
) -> Picture:
    spots = {cell: Spot(kind, down=cell in board.down) for cell, kind in board.grid.items()}
    lines = []
    letters = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    if frame.spaces:
        spots |= {space: Spot(sign="fits") for space in Layout(dict(board.grid)).spaces()}
    for each in frame.refused:
        letter, at = next(letters), (each["at"][0], each["at"][1])
        spots[at] = Spot(sign="refused", letter=letter)
        lines.append(Line(letter, "refused", str(REASONS[each["why"]])))
    for kind in example.counts:
        lines += _counted(kind, score.parts[kind], board.face_up, spots, letters)
    label = str(LABELS[frame.label]) if frame.label else who
    # Cells are (row, column), counted from the top.
    turned = {(column, row): spot for (row, column), spot in spots.items()}
    rows = grid(turned, {(column, row) for row, column in shown | set(spots)}, Spot())
    said = [all_of([spot.spoken for spot in row]) for row in rows]
    words = _("The layout, row by row from the top: %(rows)s.") % {"rows": set_apart(said)}
    return Picture(label, rows, words, lines)


def _counted(
    kind: str, parts: Sequence[Part], cards: Grid, spots: dict[Cell, Spot], letters: Iterator[str]
) -> Iterator[Line]:
    """Mark the cards that score for a type, and yield a line for each."""
    if kind in SPREADING:
        parts = [Part(sum(part.points for part in parts), None, tuple(cells_of(cards, kind)))]
    for part in parts:
        words = spread(kind, cards) if kind in SPREADING else reason(kind, part, cards)
        own = (part.card,) if part.card else part.counts
        sign = "fits" if part.points else "refused"
        letter = next(letters) if own else ""
        for cell in own:
            spots[cell] = replace(spots[cell], sign=sign, letter=letter if cell == own[0] else "")
        for cell in set(part.counts) - set(own):
            spots[cell] = replace(spots[cell], counted=True)
        params = {"name": name_of(kind), "points": points_in_words(part.points), "why": words}
        yield Line(letter, sign, _("%(name)s: %(points)s, %(why)s.") % params)


def _sheet(scores: Sequence[Score]) -> list[SheetRow]:
    rows = [
        SheetRow(key, str(LINES.get(key) or name_of(key)), [_number(score.scores[key]) for score in scores])
        for key in scores[0].scores
    ]
    return [*rows, SheetRow("total", _("Total"), [_number(score.total) for score in scores])]


def _number(points: int) -> str:
    """The number with a typographic minus sign."""
    return str(points).replace("-", "−")


def _outcome(example: Example, scores: Sequence[Score], who: Sequence[str]) -> str:
    if not example.solo:
        most = max(score.total for score in scores)
        names = [name for name, score in zip(who, scores, strict=True) if score.total == most]
        return _("%(names)s won.") % {"names": all_of(names)}
    ahead = scores[0].total - scores[1].total
    won = [word for word, by in difficulties(example.game.victories) if ahead >= by]
    params = {"points": ahead, "opponent": example.game.opponent, "victory": won[-1] if won else ""}
    if not won:
        return _("You are %(points)d points ahead of %(opponent)s: no victory yet.") % params
    return _("You are %(points)d points ahead of %(opponent)s: %(victory)s victory.") % params
