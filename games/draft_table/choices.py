"""What the seat may choose, for the page's scripts: where, what it would be worth, and in which words."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from cards.words import signed
from engine.drafting.grid import Cell
from engine.drafting.sets import WIDTH
from games.draft_table.boards import board_with, key_of
from games.draft_table.kinds import LINES, REARRANGING, name_of
from games.draft_table.prospects import Prospect, Prospects, placements, rearrangements
from games.draft_table.reading import View, cell_of, grid_of

Action = Mapping[str, Any]


def choices(view: View, legal: Sequence[Action]) -> list[dict[str, Any]]:
    """
    One for each card and space: `source` ("card:BEE", or "whale:0,1"), `board` and `at` where it goes,
    `gain` with its sign, `own` and `best` of the card itself, `why` the lines of the sheet that change,
    `more` whether it may rearrange the layout besides, `words` for those who do not see, and the `action`.
    """
    if not legal:
        return []
    kinds = {"place": _places, "give": _gifts, "flip": _flips}
    return kinds[legal[0]["do"]](view, legal)


def ways(view: View, legal: Sequence[Action], card: str, at: Cell) -> list[dict[str, Any]]:
    """What a card on the space may rearrange: `from`, `to`, whether it is a `move`, `gain`, `action`."""
    prospects = Prospects(view, view["seat"])
    found = []
    for action in rearrangements(legal, card, at):
        start, end = (cell_of(cell) for cell in action.get("swap") or action["shift"])
        prospect = prospects.rearranged(action)
        found.append(
            {
                "from": key_of(start),
                "to": key_of(end),
                "move": "shift" in action,
                "gain": signed(prospect.gain),
                "worth": prospect.gain,
                "why": _why(prospect),
                "action": action,
            }
        )
    return found


def ways_context(view: View, legal: Sequence[Action], card: str, place: str) -> dict[str, Any]:
    """
    The context of templates/games/draft/_ways.html: the seat's layout with a rabbit or an octopus on the
    space `place`, such as "0,1", and what it may rearrange. Raises ValueError where it may not lie there.
    """
    at = next((at for kind, at in placements(legal) if kind == card and key_of(at) == place), None)
    if at is None:
        raise ValueError("this card does not go there")
    found = ways(view, legal, card, at)
    targets = [cell_of(way["action"]["shift"][1]) for way in found if way["move"]]
    shown = board_with(view, card, at, targets)
    return {"side": {"seat": view["seat"], "you": True}, "board": shown, "ways": found}


def flipping(view: View) -> int:
    """Whose whales are turned over now: a lone player's own before those of the opponent."""
    if view["players"] > 1:
        return int(view["seat"] or 0)
    return 0 if _owes(view, 0) else 1


def _places(view: View, legal: Sequence[Action]) -> list[dict[str, Any]]:
    prospects = Prospects(view, view["seat"])
    plain = {
        (action["card"], cell_of(action["at"])): action
        for action in legal
        if "swap" not in action and "shift" not in action
    }
    found = []
    for card, at in placements(legal):
        prospect = prospects.laid(card, at)
        found.append(
            {
                "source": f"card:{card}",
                "board": view["seat"],
                "at": key_of(at),
                "gain": signed(prospect.gain),
                "own": prospect.own,
                "best": prospect.best,
                "why": _why(prospect),
                "words": _words(card, prospect),
                "more": card in REARRANGING and bool(prospects.board.grid),
                "action": plain[card, at],
            }
        )
    return found


def _gifts(view: View, legal: Sequence[Action]) -> list[dict[str, Any]]:
    prospects = Prospects(view, 1)
    at = divmod(len(view["layouts"][1]), WIDTH)
    found = []
    for action in legal:
        prospect = prospects.laid(action["card"], at)
        words = _("%(gain)s for the opponent") % {"gain": signed(prospect.gain)}
        found.append(
            {
                "source": f"card:{action['card']}",
                "board": 1,
                "at": key_of(at),
                "gain": signed(prospect.gain),
                "own": prospect.own,
                "best": prospect.best,
                "why": _why(prospect),
                "words": words,
                "more": False,
                "action": action,
            }
        )
    return found


def _flips(view: View, legal: Sequence[Action]) -> list[dict[str, Any]]:
    seat = flipping(view)
    prospects = Prospects(view, seat)
    found = []
    for action in legal:
        card = cell_of(action["card"])
        prospect = prospects.turned(card)
        found.append(
            {
                "source": f"whale:{key_of(cell_of(action['whale']))}",
                "board": seat,
                "at": key_of(card),
                "gain": signed(prospect.gain),
                "own": None,
                "best": None,
                "why": _why(prospect),
                "words": _("turn it over: %(gain)s") % {"gain": signed(prospect.gain)},
                "more": False,
                "action": action,
            }
        )
    return found


def _owes(view: View, seat: int) -> bool:
    grid = grid_of(view["layouts"][seat])
    flips = {cell_of(whale): cell_of(card) for whale, card in view["flips"][seat]}
    down = set(flips.values())
    return any(
        card == "WHALE"
        and cell not in flips
        and any(near in grid and near not in down for near in _beside(cell))
        for cell, card in grid.items()
    )


def _beside(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def _why(prospect: Prospect) -> str:
    """ "Bee +3, Diversity +3"."""
    parts = [
        _("%(line)s %(points)s") % {"line": LINES.get(line) or name_of(line), "points": signed(points)}
        for line, points in prospect.changes.items()
    ]
    return ", ".join(parts)


def _words(card: str, prospect: Prospect) -> str:
    return _("%(gain)s in all now; %(card)s %(own)d here, at most %(best)d") % {
        "gain": signed(prospect.gain),
        "card": name_of(card),
        "own": prospect.own,
        "best": prospect.best,
    }
