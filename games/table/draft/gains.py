"""A choice in a drafting game in words: the choice as a request, and what it earns."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.words import all_of, points_words
from engine.drafting.grid import Cell, Grid, beside
from engine.record_format import DraftAction, DraftView, Placing
from games.table.draft.choices import flipping, why
from games.table.draft.evaluation import Evaluation, Evaluator
from games.table.draft.kinds import name_of
from games.table.draft.reading import cell_of, grid_of


def order(view: DraftView, seat: int, action: DraftAction) -> str:
    """The choice as a request: "Lay Trout beside Bear and Stream."; `view` is that before it."""
    if action["do"] == "flip":
        turned = grid_of(view["layouts"][flipping(view)])[cell_of(action["card"])]
        return _("Turn over %(card)s.") % {"card": name_of(turned)}
    if action["do"] == "give":
        return _("Give away %(card)s.") % {"card": name_of(action["card"])}
    params = _placed(view, seat, action)
    if "swap" in action:
        return _("Lay %(card)s beside %(beside)s, and let %(one)s and %(other)s change places.") % params
    if "shift" in action:
        return _("Lay %(card)s beside %(beside)s, and let it move %(one)s.") % params
    return (_("Lay %(card)s beside %(beside)s.") if params["beside"] else _("Lay %(card)s.")) % params


def made(view: DraftView, seat: int, action: DraftAction, name: str) -> str:
    """The choice as it was made: "Mira lays Trout beside Bear."; of the reader's own `name` is empty."""
    if action["do"] == "flip":
        turned = grid_of(view["layouts"][flipping(view)])[cell_of(action["card"])]
        params = {"card": name_of(turned)}
        yours, theirs = _("You turn over %(card)s."), _("%(name)s turns over %(card)s.")
    elif action["do"] == "give":
        params = {"card": name_of(action["card"])}
        yours, theirs = _("You give away %(card)s."), _("%(name)s gives away %(card)s.")
    else:
        params = _placed(view, seat, action)
        if "swap" in action:
            yours = _("You lay %(card)s beside %(beside)s and let %(one)s and %(other)s change places.")
            theirs = _(
                "%(name)s lays %(card)s beside %(beside)s and lets %(one)s and %(other)s change places."
            )
        elif "shift" in action:
            yours = _("You lay %(card)s beside %(beside)s and let it move %(one)s.")
            theirs = _("%(name)s lays %(card)s beside %(beside)s and lets it move %(one)s.")
        elif params["beside"]:
            yours = _("You lay %(card)s beside %(beside)s.")
            theirs = _("%(name)s lays %(card)s beside %(beside)s.")
        else:
            yours, theirs = _("You lay %(card)s."), _("%(name)s lays %(card)s.")
    return (theirs if name else yours) % {**params, "name": name}


def _placed(view: DraftView, seat: int, action: Placing) -> dict[str, str]:
    """The names of the card, of those `beside` it, and of `one` and the `other` that it rearranges."""
    at = cell_of(action["at"])
    grid = {**grid_of(view["layouts"][seat]), at: action["card"]}
    one, other = (name_of(grid[cell]) if cell in grid else "" for cell in _pair(action) or (None, None))
    return {"card": name_of(action["card"]), "beside": _beside(grid, at), "one": one, "other": other}


def compared(
    better: tuple[DraftAction, Evaluation | None], made: tuple[DraftAction, Evaluation | None], later: int
) -> list[str]:
    """
    What a better choice has over the one that was made: what both score at once, what their cards may still
    become worth, and by `later` points how much better it came out in the end. Nothing if nothing speaks for
    it.
    """
    worths, lines = (better[1], made[1]), []
    if worths[0] is None or worths[1] is None:
        now = 0
    else:
        now = worths[0].gain - worths[1].gain
        words = _("At once it brings %(better)s; what was played brought %(made)s.")
        if not worths[0].gain and not worths[1].gain:
            words = _("At once neither brings anything.")
        lines.append(words % {"better": _brings(worths[0]), "made": _brings(worths[1])})
        lines += _may_become((better[0], worths[0]), (made[0], worths[1]))
    if later > 0:
        words = ngettext(
            "In the games tried out it was worth about %(later)s point more in the end.",
            "In the games tried out it was worth about %(later)s points more in the end.",
            later,
        )
        if now < 0:
            words = ngettext(
                "Still, in the games tried out it was worth about %(later)s point more in the end.",
                "Still, in the games tried out it was worth about %(later)s points more in the end.",
                later,
            )
        return [*lines, words % {"later": later}]
    if now < 0:
        lines.append(_("Still, in the games tried out it won more often."))
    return lines if now else []


def _brings(worth: Evaluation) -> str:
    """Such as "5 points (Stream +5)"."""
    if not worth.gain:
        return _("nothing")
    points = points_words(abs(worth.gain))
    if worth.gain < 0:
        points = _("a loss of %(points)s") % {"points": points}
    return f"{points} ({why(worth)})"


def _may_become(
    better: tuple[DraftAction, Evaluation], made: tuple[DraftAction, Evaluation]
) -> Sequence[str]:
    """What the better card may still become worth, if that is more than it is and than the other may."""
    (action, worth), (other, least) = better, made
    if action["do"] != "place" or worth.best is None or worth.best <= (worth.own or 0):
        return []
    params = {"card": name_of(action["card"]), "best": points_words(worth.best)}
    if other["do"] != "place" or least.best is None:
        return [_("%(card)s may still become worth up to %(best)s there.") % params]
    if least.best >= worth.best:
        return []
    words = _("%(card)s may still become worth up to %(best)s there, %(other)s up to %(most)s.")
    if action["card"] == other["card"]:
        words = _("%(card)s may still become worth up to %(best)s there, where it was laid up to %(most)s.")
    return [words % {**params, "other": name_of(other["card"]), "most": points_words(least.best)}]


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
    params = [_at_once(worth)]
    if (
        worth.own is not None
        and worth.best is not None
        and worth.best > worth.own
        and action["do"] == "place"
    ):
        words = _("%(card)s may still become worth up to %(best)s there.")
        params.append(words % {"card": name_of(action["card"]), "best": points_words(worth.best)})
    return params


def earned(view: DraftView, seat: int, action: DraftAction, name: str) -> list[str]:
    """What a choice that was made earned at once, if anything; of the reader's own `name` is empty."""
    worth = evaluation(view, seat, action)
    if worth is None or worth.gain <= 0:
        return []
    words = _("That earned %(name)s %(points)s (%(lines)s).")
    if not name:
        words = _("That earned you %(points)s (%(lines)s).")
    return [words % {"name": name, "points": points_words(worth.gain), "lines": why(worth)}]


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
