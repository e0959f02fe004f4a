"""The drawing of a card's food-web neighbourhood: the position of each token, and its line to the card.

Lengths are percentages of the drawing, so that it fits any width. In the wide layout, the card stands in the
middle, with what it lives on in two arcs to its left and what it feeds to its right. In the narrow one, the
first few stand in a row below and above it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.card_page.food_web import DRAWN, FoodWeb, Root, Side
from cards.models import Card, Kind
from cards.pages.faces import faces

ROW = 4
"""Tokens in a narrow row."""
NEAR, FAR = 23.4, 7.9
EDGE = 35.4
"""The left edge of the card."""
TOKEN = 4.1
"""Half the width of a token."""
NEAR_PLACES = {0: (), 1: (50.0,), 2: (28.0, 72.0), 3: (17.0, 50.0, 83.0), 4: (12.5, 37.5, 62.5, 87.5)}
FAR_PLACES = {0: (), 2: (25.0, 75.0), 3: (25.0, 50.0, 75.0)}
SPLIT = {1: (1, 0), 2: (2, 0), 3: (3, 0), 4: (4, 0), 5: (3, 2), 6: (4, 2), 7: (4, 3)}
BETWEEN_THREE = (33.5, 66.5)


@dataclass(frozen=True, slots=True)
class Token:
    """
    A card in the drawing, or for a card with number 1 its energy source, which is not a card (`root`).

    `style` positions it; `wide` and `narrow` are the paths of its line in either layout, `tip` is where the
    wide line ends in an arrow. `extra`: not in the narrow row.
    """

    face: dict[str, object] | None
    name: str
    page: str
    root: Root
    words: str
    style: str
    wide: str
    narrow: str
    tip: str
    extra: bool


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """`more` and `more_narrow`: how many results of `search` are not drawn in either layout."""

    key: str
    side: Side
    tokens: list[Token]
    columns: int
    more: int
    more_narrow: int
    url: str


@dataclass(frozen=True, slots=True)
class Drawing:
    below: DrawnSide
    above: DrawnSide
    struck: bool


Address = Callable[[str], str]


def drawing(web: FoodWeb, page_of: Address, search_of: Address) -> Drawing:
    """`page_of` gives the address of a card's page by its key, `search_of` that of a search."""
    below = _side("below", web.below, page_of, search_of, struck=web.struck)
    above = _side("above", web.above, page_of, search_of, struck=web.struck)
    return Drawing(below, above, web.struck)


def _side(key: str, side: Side, page_of: Address, search_of: Address, *, struck: bool) -> DrawnSide:
    roots: list[Root] = [side.root] if side.root else []
    cards = side.cards[: DRAWN - len(roots)]
    shown = faces(cards)
    places = _places(len(roots) + len(cards))
    columns = min(ROW, len(places))
    tokens = []
    for at, (x, y) in enumerate(places):
        root: Root = side.root if at < len(roots) else ""
        card = None if root else cards[at - len(roots)]
        middle = (at + 0.5) / columns * 100
        tokens.append(
            Token(
                face=None if card is None else shown[at - len(roots)],
                name=""
                if card is None
                else card.local_name.upper()
                if card.kind == Kind.HOME
                else card.local_name,
                page="" if card is None else page_of(card.key),
                root=root,
                words="" if card is None else _words(card),
                style=f"--x:{_mirrored(key, x):g}%;--y:{y:g}%",
                wide=_wide(key, x, y),
                narrow=_narrow(key, middle),
                tip=_tip(key, x, y, struck=struck),
                extra=at >= ROW,
            )
        )
    more, more_narrow = side.more(len(cards)), side.more(ROW - len(roots))
    if struck:  # both sides show one list
        more = max(0, side.total - 2 * DRAWN)
        more_narrow = max(0, side.total - 2 * ROW)
    return DrawnSide(
        key, side, tokens, columns, more, more_narrow, search_of(side.search) if side.search else ""
    )


def _places(number: int) -> Sequence[tuple[float, float]]:
    """Starting from the middle of the near arc, so that the most informative cards stand closest."""
    if not number:
        return []
    near, far = SPLIT[number]
    far_places = BETWEEN_THREE if (near, far) == (3, 2) else FAR_PLACES[far]
    return [(NEAR, y) for y in NEAR_PLACES[near]] + [(FAR, y) for y in far_places]


def _mirrored(key: str, x: float) -> float:
    return x if key == "below" else 100 - x


def _ends(x: float, y: float) -> tuple[float, float, float]:
    """Where the line leaves the token, and the height at which it meets the card."""
    return x + TOKEN, EDGE, 50 + (y - 50) * 0.42


def _wide(key: str, x: float, y: float) -> str:
    """From the far arc straight on at first, between the tokens of the near one."""
    start, end, height = _ends(x, y)
    turn = max(start, NEAR + TOKEN)
    bend = (end - turn) * 0.55
    points = [(turn, y), (turn + bend, y), (end - bend, height), (end, height)]
    curve = _curve([(_mirrored(key, each), at) for each, at in points])
    return curve if turn == start else f"M{_mirrored(key, start):g} {y:g}L{curve[1:]}"


def _tip(key: str, x: float, y: float, *, struck: bool) -> str:
    """Food goes to the card from the left, and on to its eaters; an event strikes on either side."""
    start, end, height = _ends(x, y)
    if key == "below" and not struck:
        return f"--tx:{end:g}%;--ty:{height:g}%"
    return f"--tx:{_mirrored(key, start):g}%;--ty:{y:g}%"


def _narrow(key: str, middle: float) -> str:
    """From the bottom or top of a token to the card, in a strip between the two."""
    meets = 50 + (middle - 50) * 0.45
    ends = [(middle, 0.0), (middle, 55.0), (meets, 45.0), (meets, 100.0)]
    return _curve(ends if key == "above" else [(x, 100 - y) for x, y in ends])


def _curve(points: Sequence[tuple[float, float]]) -> str:
    (x, y), *rest = points
    return f"M{x:g} {y:g}C" + " ".join(f"{px:g} {py:g}" for px, py in rest)


def _words(card: Card) -> str:
    """The text for screen readers after the card's name."""
    if card.food_chain is None or card.scale is None:
        return str(card.get_kind_display())
    return _("number %(number)s, scale %(scale)s") % {"number": card.food_chain, "scale": card.scale}
