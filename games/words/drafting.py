"""A choice in a drafting game in words: the choice as a request, and what it earns."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from cards.words import all_of, points_words
from engine.drafting.grid import Cell, Grid, beside
from engine.record_format import DraftAction, DraftView, Placing
from games.draft_table.choices import flipping, why
from games.draft_table.evaluation import Evaluation, Evaluator
from games.draft_table.kinds import name_of
from games.draft_table.reading import cell_of, grid_of


def order(view: DraftView, seat: int, action: DraftAction) -> str:
    """The choice as a request: "Lay Trout beside Bear and Stream."; `view` is that before it."""
    if action["do"] == "flip":
        turned = grid_of(view["layouts"][flipping(view)])[cell_of(action["card"])]
        return _("Turn over %(card)s.") % {"card": name_of(turned)}
    if action["do"] == "give":
        return _("Give away %(card)s.") % {"card": name_of(action["card"])}
    at = cell_of(action["at"])
    grid = {**grid_of(view["layouts"][seat]), at: action["card"]}
    told = {"card": name_of(action["card"]), "beside": _beside(grid, at)}
    if "swap" in action:
        one, other = (name_of(grid[cell_of(place)]) for place in action["swap"])
        words = _("Lay %(card)s beside %(beside)s, and let %(one)s and %(other)s change places.")
        return words % {**told, "one": one, "other": other}
    if "shift" in action:
        moved = name_of(grid[cell_of(action["shift"][0])])
        return _("Lay %(card)s beside %(beside)s, and let it move %(one)s.") % {**told, "one": moved}
    return (_("Lay %(card)s beside %(beside)s.") if told["beside"] else _("Lay %(card)s.")) % told


def evaluation(view: DraftView, seat: int, action: DraftAction) -> Evaluation | None:
    """What the choice is worth to the seat; None for a card that is given away."""
    if action["do"] == "give":
        return None
    if action["do"] == "flip":
        return Evaluator(view, flipping(view)).turned_over(cell_of(action["card"]))
    evaluator = Evaluator(view, seat)
    pair = _pair(action)
    if pair:
        return evaluator.rearranged(action, *pair)
    return evaluator.placed(action["card"], cell_of(action["at"]))


def reasons(view: DraftView, seat: int, action: DraftAction) -> Sequence[str]:
    """What the choice earns at once, and what the card can still become worth."""
    worth = evaluation(view, seat, action)
    if worth is None:
        return []
    told = [_at_once(worth)]
    if (
        worth.own is not None
        and worth.best is not None
        and worth.best > worth.own
        and action["do"] == "place"
    ):
        words = _("%(card)s can still become worth up to %(best)s there.")
        told.append(words % {"card": name_of(action["card"]), "best": points_words(worth.best)})
    return told


def _at_once(worth: Evaluation) -> str:
    if worth.gain > 0:
        told = {"points": points_words(worth.gain), "why": why(worth)}
        return _("You gain %(points)s at once: %(why)s.") % told
    if worth.gain < 0:
        return _("It costs you %(points)s now.") % {"points": points_words(-worth.gain)}
    return _("It earns nothing yet.")


def _beside(grid: Grid, at: Cell) -> str:
    """The names of the cards beside a cell."""
    return all_of([name_of(grid[cell]) for cell in beside(at) if cell in grid])


def _pair(action: Placing) -> tuple[Cell, Cell] | None:
    pair = action.get("swap") or action.get("shift")
    return (cell_of(pair[0]), cell_of(pair[1])) if pair else None
