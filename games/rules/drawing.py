"""An example as the page draws it: a grid of spaces for each frame, with marks and a line for each mark."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards.words import all_of, set_apart
from engine.phylo.bonds import supporters
from engine.phylo.start import from_position
from engine.phylo.state import State
from engine.record_format import Space
from games.matches.wording import sentence
from games.rules.examples import Example, Frame
from games.table.board import Action, At, Card, PlacedCard, board, card_of
from games.table.lines import welcome

Cards = Mapping[str, Card]
S = TypeVar("S")
LABELS = {
    "your-turn": gettext_lazy("Your turn"),
    "their-turn": gettext_lazy("Your opponent’s turn"),
    "then-event": gettext_lazy("Then your opponent’s turn"),
    "afterwards": gettext_lazy("Afterwards"),
}
NAMES = (gettext_lazy("You"), gettext_lazy("Your opponent"))


@dataclass(frozen=True)
class Verdict:
    """`code` and `clause` are those of the refusal; both are "" for a legal action."""

    words: str
    code: str = ""
    clause: str = ""

    @property
    def fits(self) -> bool:
        return not self.code


@dataclass(frozen=True)
class Spot:
    """One space of the grid. `ghost` is a card that would be placed there, face down if `seedling`."""

    lying: PlacedCard | None = None
    ghost: Card | None = None
    seedling: bool = False
    ghost_owner: int = 0
    sign: str = ""  # "fits", "refused" or "lost"
    letter: str = ""
    moves: bool = False

    @property
    def name(self) -> str:
        """The name, for cards drawn too small to show it."""
        if self.ghost and self.seedling:
            return _("Seedling of %(name)s") % {"name": self.ghost["name"]}
        if self.ghost:
            return str(self.ghost["name"])
        if self.lying is None:
            return ""
        origin = self.lying.origin
        return _("Seedling of %(name)s") % {"name": origin["name"]} if origin else self.lying.card["name"]

    @property
    def spoken(self) -> str:
        if self.ghost:
            return _("space %(letter)s for %(name)s") % {"letter": self.letter, "name": self.name}
        if self.lying is None:
            return _("empty")
        words = [_("yours") if self.lying.mine else _("your opponent’s")]
        words += [self.letter] if self.letter else []
        words += [_("over %(name)s") % {"name": self.lying.under["name"]}] if self.lying.under else []
        return f"{self.name} ({', '.join(words)})"


Spots = dict[At, Spot]


@dataclass(frozen=True)
class Line:
    """The meaning of the mark with that letter; without a letter, a remark about the whole picture."""

    letter: str
    sign: str
    words: str
    clause: str = ""


@dataclass(frozen=True)
class Picture:
    """
    `rows` are spots of one of the two kinds of examples, `alternative` describes them for screen readers.
    `played` are cards that would be played onto another card and so are drawn beside the grid.
    """

    label: str
    rows: Sequence[Sequence[object]]
    alternative: str
    lines: Sequence[Line]
    played: Sequence[Card] = ()

    @property
    def columns(self) -> int:
        return len(self.rows[0])


@dataclass(frozen=True)
class Drawing:
    """An example of the Phylo rules, as templates/rules/_example.html draws it."""

    spot_template = "rules/_spot.html"
    layouts = False

    name: str
    rules: str
    pictures: Sequence[Picture]


def draw(example: Example, rules: str, definitions: Cards, faces: Cards) -> Drawing:
    """The pictures of an example under one of its rule sets.

    `definitions` are card objects for the engine, `faces` what card faces are drawn from, both by key.
    """
    state = from_position(rules, definitions, example.position)
    sketches, made = [], 0
    for frame in example.frames:
        for action in example.actions[made : frame.after]:
            state.apply(action)
        made = frame.after
        sketches.append((frame, *_sketch(state, frame, faces)))
    # All pictures show the same spaces, so that changes are easy to see.
    shown = {at for _frame, spots, _lines, _played in sketches for at in spots}
    pictures = []
    for frame, spots, lines, played in sketches:
        rows = grid(spots, shown, Spot())[::-1]
        pictures.append(Picture(str(LABELS.get(frame.label, "")), rows, _read_out(rows), lines, played))
    return Drawing(example.name, rules, pictures)


def grid(spots: Mapping[At, S], shown: Collection[At], empty: S) -> list[list[S]]:
    """The smallest grid that contains the spaces `shown`, as rows by second coordinate, lowest first."""
    across, up = [x for x, _y in shown], [y for _x, y in shown]
    return [
        [spots.get((x, y), empty) for x in range(min(across), max(across) + 1)]
        for y in range(min(up), max(up) + 1)
    ]


def _read_out(rows: Sequence[Sequence[Spot]]) -> str:
    said = [all_of([spot.spoken for spot in row]) for row in rows]
    return _("The table, row by row from the top: %(rows)s.") % {"rows": set_apart(said)}


def _sketch(state: State, frame: Frame, faces: Cards) -> tuple[Spots, list[Line], list[Card]]:
    """The spaces of a frame with their marks, the marks' lines, and the cards drawn beside the grid."""
    cells = board(state.view_for(None), faces, 0, [str(name) for name in NAMES], reader=0).rows
    spots = {(cell.x, cell.y): Spot(cell.lying) for row in cells for cell in row if cell.lying}
    lines = []
    for sign, letter, at, words in _losses(frame, spots):
        spots[at] = replace(spots[at], sign=sign, letter=letter)
        lines.append(Line(letter, sign, words))
    played: dict[str, Card] = {}
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


def _where(action: Action) -> At:
    """The space that shows an action's mark."""
    x, y = action["to"][0] if action["do"] == "spread" else action.get("at") or action["to"]
    return x, y


def _sign(verdict: Verdict) -> str:
    return "fits" if verdict.fits else "refused"


def _marked(
    spot: Spot,
    action: Action,
    verdict: Verdict,
    letter: str,
    spots: Spots,
    faces: Cards,
    seat: int,
) -> Spot:
    """The spot with its mark and, if it is empty, the card that would be placed there."""
    spot = replace(spot, sign=_sign(verdict), letter=letter, ghost_owner=seat)
    if spot.lying:
        return spot
    if "from" in action:
        mover = spots[tuple(action["from"])].lying
        assert mover is not None, "an example moves a card that lies there"
        return replace(spot, ghost=mover.card, seedling=action["do"] == "spread")
    return replace(spot, ghost=card_of(faces, action["card"]))


def _losses(frame: Frame, spots: Spots) -> Iterator[tuple[str, str, At, str]]:
    """The marks of the cards that are removed, numbered by round (P13)."""
    for number, together in enumerate(frame.lost or (), start=1):
        names = all_of([spots[(x, y)].name for x, y in together])
        words = (
            ngettext("%(names)s has no support", "%(names)s have no support", len(together))
            if number == 1
            else ngettext("then %(names)s has none", "then %(names)s have none", len(together))
        ) % {"names": names}
        for x, y in together:
            yield "lost", str(number), (x, y), f"{words[0].upper()}{words[1:]}."


def judge(state: State, action: Action, cards: Cards) -> Verdict:
    """The verdict on an action (without its seat) of the seat to act."""
    refusal = state.why_not({"seat": state.to_act[0], **action})
    if refusal is not None:
        return Verdict(sentence(refusal), refusal.code, refusal.clause)
    return Verdict(_welcome(state, action, cards))


def _welcome(state: State, action: Action, cards: Cards) -> str:
    """A sentence for a legal action that names its supporters."""
    lying = _names(state.position()["spaces"], cards)
    if action["do"] == "spread":
        return _("%(card)s can spread to this space.") % {"card": lying[tuple(action["from"])]}
    if action["do"] == "move":
        found = supporters(state, "", action["to"], start=action["from"])
        names = {"card": lying[tuple(action["from"])], "names": _supporting(found, lying)}
        return _("%(card)s can move here: %(names)s supports it.") % names
    card = card_of(cards, action["card"])
    if said := welcome(card, lying.get(tuple(action["at"]), ""), under=bool(action.get("under"))):
        return said
    found = supporters(state, action["card"], action["at"])
    names = {"card": card["name"], "names": _supporting(found, lying)}
    if card.get("food_chain", 1) > 1:
        return _("%(card)s fits: its food is %(names)s.") % names
    if names["names"] == "HOME":
        return _("%(card)s fits: it has number 1, and HOME suits every card with number 1.") % names
    return _("%(card)s fits: it shares terrain and climate with %(names)s.") % names


def _names(spaces: list[Space], cards: Cards) -> dict[tuple[int, ...], str]:
    """The name of the top card of each space."""
    names = {tuple(space["at"]): card_of(cards, space["card"])["name"] for space in spaces}
    for space in spaces:
        if "face_down" in space:
            origin = {"name": names[tuple(space["face_down"]["of"])]}
            names[tuple(space["at"])] = _("the seedling of %(name)s") % origin
    return names


def _supporting(found: Mapping[tuple[int, int], str | None], lying: Mapping[tuple[int, ...], str]) -> str:
    return all_of([lying[at] for at, missing in found.items() if missing is None])
