"""The seat's choices for the page's scripts: where, with what gain, and in what words."""

from collections.abc import Iterator, Sequence
from typing import TypedDict

from django.utils.translation import gettext as _

from cards.words import signed
from engine.drafting.grid import Cell, beside
from engine.drafting.sets import WIDTH
from engine.record_format import DraftAction, DraftView
from games.table.draft.boards import Shown, board_with, key_of
from games.table.draft.evaluation import Evaluation, Evaluator, placements, rearrangements
from games.table.draft.kinds import LINES, REARRANGING, name_of
from games.table.draft.reading import cell_of, grid_of


class Choice(TypedDict):
    """
    A card and a space: `source` ("card:BEE", or "whale:0,1"), `board` and `at` where it goes, the signed
    `gain`, `own` and `best` of the card itself, `why` the lines of the score sheet that change, `words` for
    screen readers, `more` if it may also rearrange the layout.
    """

    source: str
    board: int
    at: str
    gain: str
    own: int | None
    best: int | None
    why: str
    words: str
    more: bool
    action: DraftAction


# `from` and `to` are the two cells; with `move` a card goes to a free space, otherwise two change places.
Rearrangement = TypedDict(
    "Rearrangement",
    {"from": str, "to": str, "move": bool, "gain": str, "worth": int, "why": str, "action": DraftAction},
)


def choices(view: DraftView, legal: Sequence[DraftAction]) -> list[Choice]:
    """One choice for each card and space."""
    return [*_places(view, legal), *_gifts(view, legal), *_flips(view, legal)]


def rearranging(
    view: DraftView, legal: Sequence[DraftAction], card: str, place: str
) -> tuple[Shown, list[Rearrangement]]:
    """
    The seat's layout with a rabbit or an octopus on the space `place`, such as "0,1", and the rearrangements
    it may make. Raises ValueError if it may not lie there.
    """
    at = next((at for kind, at in placements(legal) if kind == card and key_of(at) == place), None)
    if at is None:
        raise ValueError("this card does not go there")
    evaluator, targets = Evaluator(view, view["seat"] or 0), []
    found: list[Rearrangement] = []
    for action, start, end in rearrangements(legal, card, at):
        if "shift" in action:
            targets.append(end)
        worth = evaluator.rearranged(action, start, end)
        found.append(
            {
                "from": key_of(start),
                "to": key_of(end),
                "move": "shift" in action,
                "gain": signed(worth.gain),
                "worth": worth.gain,
                "why": why(worth),
                "action": action,
            }
        )
    return board_with(view, card, at, targets), found


def flipping(view: DraftView) -> int:
    """The seat whose whales act now: a solo player's own before the opponent's."""
    if view["players"] > 1:
        return int(view["seat"] or 0)
    return 0 if _owes(view, 0) else 1


def _places(view: DraftView, legal: Sequence[DraftAction]) -> Iterator[Choice]:
    plain = {
        (action["card"], cell_of(action["at"])): action
        for action in legal
        if action["do"] == "place" and "swap" not in action and "shift" not in action
    }
    if not plain:
        return
    evaluator = Evaluator(view, view["seat"] or 0)
    for card, at in placements(legal):
        worth = evaluator.placed(card, at)
        words = _("%(gain)s in all now; %(card)s %(own)d here, at most %(best)d") % {
            "gain": signed(worth.gain),
            "card": name_of(card),
            "own": worth.own,
            "best": worth.best,
        }
        choice = _choice(f"card:{card}", evaluator.seat, at, worth, words, plain[card, at])
        yield {**choice, "more": card in REARRANGING and bool(evaluator.board.grid)}


def _gifts(view: DraftView, legal: Sequence[DraftAction]) -> Iterator[Choice]:
    given = [action for action in legal if action["do"] == "give"]
    if not given:
        return
    evaluator, at = Evaluator(view, 1), divmod(len(view["layouts"][1]), WIDTH)
    for action in given:
        worth = evaluator.placed(action["card"], at)
        words = _("%(gain)s for the opponent") % {"gain": signed(worth.gain)}
        yield _choice(f"card:{action['card']}", 1, at, worth, words, action)


def _flips(view: DraftView, legal: Sequence[DraftAction]) -> Iterator[Choice]:
    flips = [action for action in legal if action["do"] == "flip"]
    if not flips:
        return
    seat = flipping(view)
    evaluator = Evaluator(view, seat)
    for action in flips:
        card = cell_of(action["card"])
        worth = evaluator.turned_over(card)
        words = _("turn it over: %(gain)s") % {"gain": signed(worth.gain)}
        yield _choice(f"whale:{key_of(cell_of(action['whale']))}", seat, card, worth, words, action)


def _choice(source: str, board: int, at: Cell, worth: Evaluation, words: str, action: DraftAction) -> Choice:
    return {
        "source": source,
        "board": board,
        "at": key_of(at),
        "gain": signed(worth.gain),
        "own": worth.own,
        "best": worth.best,
        "why": why(worth),
        "words": words,
        "more": False,
        "action": action,
    }


def _owes(view: DraftView, seat: int) -> bool:
    """Whether one of the seat's whales has yet to turn over a card."""
    grid = grid_of(view["layouts"][seat])
    flips = {cell_of(whale): cell_of(card) for whale, card in view["flips"][seat]}
    down = set(flips.values())
    return any(
        card == "WHALE"
        and cell not in flips
        and any(near in grid and near not in down for near in beside(cell))
        for cell, card in grid.items()
    )


def why(worth: Evaluation) -> str:
    """The changed lines, such as "Bee +3, Diversity +3"."""
    parts = [
        _("%(line)s %(points)s") % {"line": LINES.get(line) or name_of(line), "points": signed(points)}
        for line, points in worth.changes.items()
    ]
    return ", ".join(parts)
