"""A choice in a drafting game in words: the choice as a request, and what it earns."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

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
    told = _placed(view, seat, action)
    if "swap" in action:
        return _("Lay %(card)s beside %(beside)s, and let %(one)s and %(other)s change places.") % told
    if "shift" in action:
        return _("Lay %(card)s beside %(beside)s, and let it move %(one)s.") % told
    return (_("Lay %(card)s beside %(beside)s.") if told["beside"] else _("Lay %(card)s.")) % told


def made(view: DraftView, seat: int, action: DraftAction, name: str) -> str:
    """The choice as it was made: "Mira lays Trout beside Bear."; of the reader's own `name` is empty."""
    if action["do"] == "flip":
        turned = grid_of(view["layouts"][flipping(view)])[cell_of(action["card"])]
        told = {"card": name_of(turned)}
        yours, theirs = _("You turn over %(card)s."), _("%(name)s turns over %(card)s.")
    elif action["do"] == "give":
        told = {"card": name_of(action["card"])}
        yours, theirs = _("You give away %(card)s."), _("%(name)s gives away %(card)s.")
    else:
        told = _placed(view, seat, action)
        if "swap" in action:
            yours = _("You lay %(card)s beside %(beside)s and let %(one)s and %(other)s change places.")
            theirs = _(
                "%(name)s lays %(card)s beside %(beside)s and lets %(one)s and %(other)s change places."
            )
        elif "shift" in action:
            yours = _("You lay %(card)s beside %(beside)s and let it move %(one)s.")
            theirs = _("%(name)s lays %(card)s beside %(beside)s and lets it move %(one)s.")
        elif told["beside"]:
            yours = _("You lay %(card)s beside %(beside)s.")
            theirs = _("%(name)s lays %(card)s beside %(beside)s.")
        else:
            yours, theirs = _("You lay %(card)s."), _("%(name)s lays %(card)s.")
    return (theirs if name else yours) % {**told, "name": name}


def _placed(view: DraftView, seat: int, action: Placing) -> dict[str, str]:
    """The names of the card, of those `beside` it, and of `one` and the `other` that it rearranges."""
    at = cell_of(action["at"])
    grid = {**grid_of(view["layouts"][seat]), at: action["card"]}
    one, other = (name_of(grid[cell]) if cell in grid else "" for cell in _pair(action) or (None, None))
    return {"card": name_of(action["card"]), "beside": _beside(grid, at), "one": one, "other": other}


def compared(now: int, later: int) -> list[str]:
    """What a better choice scores beyond the one that was made: `now` at once, `later` about in the end."""
    if now < 0 < later:
        words = ngettext(
            "It scores %(now)s less at once, but came out about %(later)s point better in the end.",
            "It scores %(now)s less at once, but came out about %(later)s points better in the end.",
            later,
        )
    elif now < 0:
        words = _("It scores %(now)s less at once, but won more often in the end.")
    elif now > 0 and later > 0:
        words = ngettext(
            "It scores %(now)s more at once, and came out about %(later)s point better in the end.",
            "It scores %(now)s more at once, and came out about %(later)s points better in the end.",
            later,
        )
    elif now > 0:
        words = _("It scores %(now)s more at once.")
    elif later > 0:
        words = ngettext(
            "It scores the same at once, but came out about %(later)s point better in the end.",
            "It scores the same at once, but came out about %(later)s points better in the end.",
            later,
        )
    else:
        return []
    return [words % {"now": points_words(abs(now)), "later": later}]


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
        words = ngettext(
            "You gain %(points)s point at once (%(lines)s).",
            "You gain %(points)s points at once (%(lines)s).",
            worth.gain,
        )
        return words % {"points": worth.gain, "lines": why(worth)}
    if worth.gain < 0:
        words = ngettext(
            "You lose %(points)s point at once.", "You lose %(points)s points at once.", -worth.gain
        )
        return words % {"points": -worth.gain}
    return _("It earns nothing yet.")


def _beside(grid: Grid, at: Cell) -> str:
    """The names of the cards beside a cell."""
    return all_of([name_of(grid[cell]) for cell in beside(at) if cell in grid])


def _pair(action: Placing) -> tuple[Cell, Cell] | None:
    pair = action.get("swap") or action.get("shift")
    return (cell_of(pair[0]), cell_of(pair[1])) if pair else None
