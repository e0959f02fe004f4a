"""An example as the page draws it: a grid of spaces for each frame, marks in it and a line for each mark."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from cards.words import all_of
from games.rules.examples import Example, Frame
from games.rules.verdicts import Verdict, judge
from games.table.board import Lying, board, card_of

Cards = Mapping[str, Mapping[str, Any]]
LABELS = {
    "your-turn": gettext_lazy("Your turn"),
    "their-turn": gettext_lazy("Your opponent’s turn"),
    "then-event": gettext_lazy("Then your opponent’s turn"),
    "afterwards": gettext_lazy("Afterwards"),
}
NAMES = (gettext_lazy("You"), gettext_lazy("Your opponent"))


@dataclass(frozen=True)
class Spot:
    """One space of the grid. `ghost` is a card that would come to lie there, `seedling`: face down."""

    lying: Lying | None = None
    ghost: Mapping[str, Any] | None = None
    seedling: bool = False
    ghost_owner: int = 0
    sign: str = ""  # "fits", "refused" or "lost"
    letter: str = ""
    moves: bool = False

    @property
    def name(self) -> str:
        """For cards that are too small to bear their name."""
        if self.ghost and self.seedling:
            return _("Seedling of %(name)s") % {"name": self.ghost["name"]}
        if self.ghost:
            return str(self.ghost["name"])
        if self.lying is None:
            return ""
        origin = self.lying.origin
        return _("Seedling of %(name)s") % {"name": origin["name"]} if origin else self.lying.card["name"]


Spots = dict[tuple[int, int], Spot]


@dataclass(frozen=True)
class Line:
    """What the mark with that letter means."""

    letter: str
    sign: str
    words: str
    clause: str = ""


@dataclass(frozen=True)
class Picture:
    label: str
    rows: list[list[Spot]]
    lines: list[Line]
    played: list[Mapping[str, Any]]  # cards that go onto another card and so lie beside the grid

    @property
    def columns(self) -> int:
        return len(self.rows[0])

    @property
    def alternative(self) -> str:
        """The table in words, for those who cannot see it."""
        said = [all_of([_spoken(spot) for spot in row]) for row in self.rows]
        return _("The table, row by row from the top: %(rows)s.") % {"rows": "; ".join(said)}


@dataclass(frozen=True)
class Drawing:
    name: str
    rules: str
    pictures: list[Picture]


def draw(example: Example, rules: str, definitions: Cards, faces: Cards) -> Drawing:
    """The pictures of an example under one of its rule sets.

    `definitions` are the engine's card objects, `faces` those that a card's face is drawn from, both by key.
    """
    state = engine.from_position(rules, definitions, example.position)
    sketches, made = [], 0
    for frame in example.frames:
        for action in example.actions[made : frame.after]:
            state.apply(action)
        made = frame.after
        sketches.append((frame, *_sketch(state, frame, faces)))
    # The same spaces in every picture, so that the eye finds what has changed.
    shown = {at for _frame, spots, _lines, _played in sketches for at in spots}
    pictures = [
        Picture(str(LABELS.get(frame.label, "")), _rows(spots, shown), lines, played)
        for frame, spots, lines, played in sketches
    ]
    return Drawing(example.name, rules, pictures)


def _sketch(
    state: engine.State, frame: Frame, faces: Cards
) -> tuple[Spots, list[Line], list[Mapping[str, Any]]]:
    """The spaces of a frame with their marks, what the marks say, and the cards that lie beside the grid."""
    cells = board(state.view_for(None), faces, 0, [str(name) for name in NAMES], reader=0).rows
    spots = {(cell.x, cell.y): Spot(cell.lying) for row in cells for cell in row if cell.lying}
    lines = []
    for sign, letter, at, words in _losses(frame, spots):
        spots[at] = replace(spots[at], sign=sign, letter=letter)
        lines.append(Line(letter, sign, words))
    played: dict[str, Mapping[str, Any]] = {}
    for number, shown in enumerate(frame.shown):
        action = shown["action"]
        verdict, letter = judge(state, action, faces), chr(ord("A") + number)
        at = _where(action)
        spots[at] = _marked(spots.get(at, Spot()), action, verdict, letter, spots, faces, state.to_act[0])
        if spots[at].ghost is None:
            played[action["card"]] = card_of(faces, action["card"])
        if "from" in action:
            start = tuple(action["from"])
            spots[start] = replace(spots[start], moves=True)
        lines.append(Line(letter, _sign(verdict), verdict.words, verdict.clause))
    return spots, lines, list(played.values())


def _where(action: Mapping[str, Any]) -> tuple[int, int]:
    """The space where an action's mark stands."""
    x, y = action["to"][0] if action["do"] == "spread" else action.get("at") or action["to"]
    return x, y


def _sign(verdict: Verdict) -> str:
    return "fits" if verdict.fits else "refused"


def _marked(
    spot: Spot,
    action: Mapping[str, Any],
    verdict: Verdict,
    letter: str,
    spots: Spots,
    faces: Cards,
    seat: int,
) -> Spot:
    """The spot with its mark and, where it is empty, the card that would come there."""
    spot = replace(spot, sign=_sign(verdict), letter=letter, ghost_owner=seat)
    if spot.lying:
        return spot
    if "from" in action:
        mover = spots[tuple(action["from"])].lying
        assert mover is not None, "an example moves a card that lies there"
        return replace(spot, ghost=mover.card, seedling=action["do"] == "spread")
    return replace(spot, ghost=card_of(faces, action["card"]))


def _losses(frame: Frame, spots: Spots) -> Iterator[tuple[str, str, tuple[int, int], str]]:
    """The marks of the cards that go, numbered by the round in which they do (P13)."""
    for number, together in enumerate(frame.lost or (), start=1):
        names = all_of([spots[(x, y)].name for x, y in together])
        words = (
            ngettext("%(names)s has no support", "%(names)s have no support", len(together))
            if number == 1
            else ngettext("then %(names)s has none", "then %(names)s have none", len(together))
        ) % {"names": names}
        for x, y in together:
            yield "lost", str(number), (x, y), f"{words[0].upper()}{words[1:]}."


def _rows(spots: Spots, shown: Collection[tuple[int, int]]) -> list[list[Spot]]:
    """The smallest grid that holds the spaces `shown`, top row first."""
    across, up = [x for x, _y in shown], [y for _x, y in shown]
    return [
        [spots.get((x, y), Spot()) for x in range(min(across), max(across) + 1)]
        for y in range(max(up), min(up) - 1, -1)
    ]


def _spoken(spot: Spot) -> str:
    if not (spot.ghost or spot.lying):
        return _("empty")
    if spot.ghost:
        return _("space %(letter)s for %(name)s") % {"letter": spot.letter, "name": spot.name}
    assert spot.lying is not None
    whose = _("yours") if spot.lying.mine else _("your opponent’s")
    words = [spot.name, whose]
    words += [spot.letter] if spot.letter else []
    words += [_("over %(name)s") % {"name": spot.lying.under["name"]}] if spot.lying.under else []
    return f"{words[0]} ({', '.join(words[1:])})"
