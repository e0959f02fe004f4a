"""A position as a picture for links on other sites, as one seat sees it."""

from collections.abc import Iterator, Mapping

from cards.art import Placed, SmallFace, TablePicture
from engine.phylo.state import State
from games.exercises.services import Exercise
from games.matches.services.errors import WrongGame
from games.table.board import Card, PlacedCard, board, card_of
from games.table.faces import kept_faces


def exercise_picture(exercise: Exercise, *, title: str, under: str = "", question: str = "") -> TablePicture:
    """The position from which an exercise starts. Raises WrongGame for a drafting game."""
    if not isinstance(exercise.start, State):
        raise WrongGame
    cards = kept_faces(exercise.name, lambda: exercise.cards, rules=exercise.rules)
    return table_picture(exercise.start, exercise.seat, cards, title=title, under=under, question=question)


def table_picture(
    state: State,
    seat: int,
    cards: Mapping[str, Card],
    *,
    title: str,
    under: str = "",
    question: str = "",
) -> TablePicture:
    """
    `cards` are faces by key, of all that the seat sees. `question` is asked without words, such as "+7?"; it
    may be "".
    """
    view = state.view_for(seat)
    rows = board(view, cards, seat, ["", ""], reader=None).rows
    lying = [
        Placed(column, row, _face(cell.lying, seat))
        for row, cells in enumerate(rows[1:-1])
        for column, cell in enumerate(cells[1:-1])
        if cell.lying
    ]
    hand = [SmallFace(card_of(cards, key)) for key in _hand(view, seat)]
    return TablePicture(title, under, question, lying, hand)


def _hand(view: Mapping[str, object], seat: int) -> Iterator[str]:
    hands = view["hands"]
    assert isinstance(hands, list)
    yield from hands[seat] if isinstance(hands[seat], list) else ()


def _face(lying: PlacedCard, seat: int) -> SmallFace:
    origin = lying.origin
    return SmallFace(
        origin or lying.card,
        owner=lying.owner,
        turned=not lying.mine,
        seedling=origin is not None,
        points=lying.points,
        at_risk=bool(lying.risk),
        turns_left=max((event.turns_left for event in lying.events), default=0),
    )
