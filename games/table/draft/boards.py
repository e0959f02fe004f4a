"""Layouts as rows of cells."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from engine.drafting.grid import Cell
from engine.drafting.layout import Layout, box
from engine.drafting.sets import HEIGHT, WIDTH
from engine.record_format import DraftView, LogEntry
from games.table.draft.kinds import KINDS, name_of
from games.table.draft.reading import cell_of, grid_of


@dataclass
class Place:
    """
    A cell: `card` lies there, `space` says that the next card may, `chosen` is the seat's hidden choice, and
    `laid` marks a card that may still rearrange the layout.
    """

    at: str
    where: str
    card: str = ""
    space: bool = False
    down: bool = False
    fresh: bool = False
    chosen: str = ""
    laid: bool = False

    @property
    def label(self) -> str:
        if self.card:
            words = _("%(card)s, %(where)s") % {"card": _read_out(self.card), "where": self.where}
            return _("%(words)s, turned over") % {"words": words} if self.down else words
        if self.chosen:
            return _("Your choice: %(card)s, %(where)s") % {
                "card": _read_out(self.chosen),
                "where": self.where,
            }
        words = _("Space, %(where)s") if self.space else _("Beyond the layout, %(where)s")
        return words % {"where": self.where}


@dataclass
class Shown:
    """A layout to be drawn; `rows` has as many rows as it needs, `mini` is always four rows of five."""

    seat: int
    rows: Sequence[Sequence[Place]]
    mini: Sequence[str] = field(default_factory=list)

    @property
    def laid(self) -> list[Place]:
        """The cells with a card, row by row."""
        return [place for row in self.rows for place in row if place.card or place.chosen]

    @property
    def across(self) -> int:
        return len(self.rows[0])

    @property
    def down(self) -> int:
        return len(self.rows)


def _read_out(kind: str) -> str:
    """The text on the card, so that users of voice control can name what they see."""
    return f"{name_of(kind)} {KINDS[kind].short}"


def key_of(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def boards(view: DraftView, own: int | None, latest: Sequence[LogEntry]) -> list[Shown]:
    """All layouts by seat, with their free spaces as long as cards are laid."""
    growing = view["phase"] in ("draft", "give")
    fresh = _fresh(latest)
    return [_board(view, seat, own, fresh.get(seat, set()), growing) for seat in range(len(view["layouts"]))]


def board_with(view: DraftView, card: str, at: Cell, targets: Iterable[Cell]) -> Shown:
    """The viewer's layout with a card that may still rearrange it; the cells `targets` are drawn too."""
    seat, layouts = view["seat"] or 0, list(view["layouts"])
    layouts[seat] = [*layouts[seat], {"at": list(at), "card": card}]
    shown = _board({**view, "layouts": layouts}, seat, seat, set(), True, targets)
    for row in shown.rows:
        for place in row:
            place.laid = place.at == key_of(at)
    return shown


def _board(
    view: DraftView, seat: int, own: int | None, fresh: set[Cell], growing: bool, more: Iterable[Cell] = ()
) -> Shown:
    grid = grid_of(view["layouts"][seat])
    down = {cell_of(card) for _whale, card in view["flips"][seat]} if view.get("flips") else set()
    given = view["players"] == 1 and seat == 1
    spaces = set()
    if growing:
        spaces = {divmod(len(grid), WIDTH)} if given else set(Layout(grid).spaces())
    chosen = view.get("chosen") if seat == own else None
    laid = {cell_of(chosen["at"]): chosen["card"]} if chosen and chosen["do"] == "place" else {}
    seen = [*grid, *(spaces if own == seat or given else ()), *more] or [(0, 0)]
    top, left, bottom, right = box(seen)
    first_row, first_column = (
        min((cell[0] for cell in grid), default=0),
        min((cell[1] for cell in grid), default=0),
    )

    def place(cell: Cell) -> Place:
        return Place(
            at=key_of(cell),
            where=_("row %(row)d, column %(column)d")
            % {"row": cell[0] - first_row + 1, "column": cell[1] - first_column + 1},
            card=grid.get(cell, ""),
            space=cell in spaces,
            down=cell in down,
            fresh=cell in fresh,
            chosen=laid.get(cell, ""),
        )

    rows = [[place((row, column)) for column in range(left, right + 1)] for row in range(top, bottom + 1)]
    return Shown(seat, rows, _mini(grid, down))


def _mini(grid: Mapping[Cell, str], down: set[Cell]) -> list[str]:
    """Twenty cells, with a smaller layout in the middle."""
    if not grid:
        return [""] * (HEIGHT * WIDTH)
    top, left, bottom, right = box(grid)
    top -= (HEIGHT - 1 - (bottom - top)) // 2
    left -= (WIDTH - 1 - (right - left)) // 2
    cells = [(top + row, left + column) for row in range(HEIGHT) for column in range(WIDTH)]
    return ["down" if cell in down else grid.get(cell, "") for cell in cells]


def _fresh(latest: Sequence[LogEntry]) -> dict[int, set[Cell]]:
    """The cells of the cards that the latest choices laid, exchanged or moved, by seat."""
    found: dict[int, set[Cell]] = {}
    for entry in latest:
        if entry["event"] != "revealed":
            continue
        for action in entry["actions"]:
            if action["do"] == "place":
                cells = [action["at"], *action.get("swap", ()), *action.get("shift", ())]
                found[action["seat"]] = {cell_of(cell) for cell in cells}
    return found
