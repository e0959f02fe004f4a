"""Positions of the drafting games in the record format, read strictly.

A position stands between two choices. It need not have come about in a game: a layout may have fewer cards
than turns have passed, so that a small table can show something.
"""

from collections import Counter
from collections.abc import Mapping

from engine.contract import InvalidRecord, MalformedAction, shown
from engine.drafting.draft import DRAFT, FLIP, Draft
from engine.drafting.grid import Cell
from engine.drafting.layout import Layout, connected, fits
from engine.drafting.notation import cell_of
from engine.drafting.sets import HAND, SPACES, DraftingGame

FIELDS = {"turn", "phase", "hands", "layouts"}
OPTIONAL = {"neutral_pile", "deck", "chosen", "flips"}
FARTHEST = 5
"""How far from [0, 0] a card of a layout may lie."""


def read_position(game: DraftingGame, players: int, position: object) -> Draft:
    """The game at a position; nothing is chosen yet. Raises `InvalidRecord`."""
    data = _checked_fields(position)
    phase, turn = data["phase"], data["turn"]
    if phase not in (DRAFT, FLIP):
        raise InvalidRecord(f"position.phase must be {DRAFT} or {FLIP}")
    if type(turn) is not int or not 1 <= turn <= SPACES:
        raise InvalidRecord(f"position.turn must be a whole number from 1 to {SPACES}")
    hands = _piles(game, "hands", data["hands"], {1: 1, 2: 3}.get(players, players))
    (pile,) = _piles(game, "neutral_pile", [data.get("neutral_pile", [])], 1)
    (deck,) = _piles(game, "deck", [data.get("deck", [])], 1)
    layouts = _lists("layouts", data["layouts"], max(players, 2))
    draft = Draft(
        game=game,
        players=players,
        chance=0,
        deck=deck[::-1],
        hands=hands,
        layouts=[_layout(game, f"position.layouts[{seat}]", each) for seat, each in enumerate(layouts)],
        pile=pile,
        turn=turn,
        phase=phase,
        flips=[{} for _layout in layouts] if phase == FLIP else [],
    )
    _check_counts(draft)
    return draft


def _checked_fields(position: object) -> Mapping[str, object]:
    if not isinstance(position, Mapping):
        raise InvalidRecord("position must be an object")
    if missing := FIELDS - position.keys():
        raise InvalidRecord(f"position.{min(missing)} is missing")
    if unknown := position.keys() - FIELDS - OPTIONAL:
        raise InvalidRecord(f"position has no field {shown(min(unknown))}")
    if any(position.get("chosen", [])) or any(position.get("flips", [])):
        raise InvalidRecord("position: a record cannot begin while cards are being chosen")
    return position


def _lists(name: str, data: object, length: int) -> list[object]:
    if not isinstance(data, list) or len(data) != length:
        raise InvalidRecord(f"position.{name} must be {length} lists")
    return data


def _piles(game: DraftingGame, name: str, data: object, count: int) -> list[list[str]]:
    piles = []
    for pile in _lists(name, data, count):
        if not isinstance(pile, list):
            raise InvalidRecord(f"position.{name} must be a list of cards")
        piles.append([_kind(game, f"position.{name}", card) for card in pile])
    return piles


def _kind(game: DraftingGame, where: str, card: object) -> str:
    if not isinstance(card, str) or card not in game.deck:
        raise InvalidRecord(f"{where}: there is no card {shown(card)}")
    return card


def _layout(game: DraftingGame, where: str, data: object) -> Layout:
    if not isinstance(data, list):
        raise InvalidRecord(f"{where} must be a list")
    cards: dict[Cell, str] = {}
    for card in data:
        if not isinstance(card, Mapping) or card.keys() != {"at", "card"}:
            raise InvalidRecord(f"{where}: a card has at and card")
        try:
            cell = cell_of(card["at"])
        except MalformedAction as error:
            raise InvalidRecord(f"{where}: {error}") from None
        kind = _kind(game, where, card["card"])
        if cell in cards or max(map(abs, cell)) > FARTHEST:
            raise InvalidRecord(f"{where}: no card can lie at {list(cell)}")
        cards[cell] = kind
    if cards and not (fits(cards) and connected(cards)):
        raise InvalidRecord(f"{where}: the cards do not lie together in four rows and five columns")
    return Layout(cards)


def _check_counts(draft: Draft) -> None:
    sizes = {len(hand) for hand in draft.hands}
    if draft.phase == FLIP:
        if not draft.to_act:
            raise InvalidRecord(f"position: in the phase {FLIP} a whale lies beside a card")
        if sizes != {0} and not draft.solo:
            raise InvalidRecord(f"position.hands: in the phase {FLIP} no hand has cards")
    elif draft.solo:
        if min(sizes) < 2:
            raise InvalidRecord("position.hands: alone one has at least 2 cards, one to give away")
    elif sizes != {HAND - (draft.turn - 1) % HAND}:
        left = HAND - (draft.turn - 1) % HAND
        raise InvalidRecord(f"position.hands: in turn {draft.turn} every hand has {left} cards")
    elif draft.turn <= HAND and len(draft.deck) < HAND * len(draft.hands):
        raise InvalidRecord("position.deck: too few cards for round 2")
    lying = [card for layout in draft.layouts for card in layout.cards.values()]
    used = Counter([*lying, *draft.pile, *draft.deck, *(card for hand in draft.hands for card in hand)])
    for card, copies in used.items():
        if copies > draft.game.deck[card]:
            raise InvalidRecord(f"position: there are only {draft.game.deck[card]} cards {card}")
