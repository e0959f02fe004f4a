"""The cards in hand of the seat to act: which of them can be played now, and why the others fit nowhere."""

from collections.abc import Sequence
from dataclasses import dataclass

import engine
from games.table.board import Card
from games.table.choices import Choice
from games.table.spaces import refused


@dataclass(frozen=True)
class HeldCard:
    """`why` says why it fits nowhere; "" if it fits, and while nothing can be played at all."""

    card: Card
    playable: bool = False
    why: str = ""


def held_cards(state: engine.State, hand: Sequence[Card], found: Sequence[Choice]) -> list[HeldCard]:
    """The hand of the seat whose choices these are; while it chooses what to reveal, nothing is marked."""
    if not any(choice["do"] == "pass" for choice in found):
        return [HeldCard(card) for card in hand]
    playable = {choice["source"] for choice in found if choice["at"] is not None}
    seat = state.seat

    def held(card: Card) -> HeldCard:
        if f"hand:{card['key']}" in playable:
            return HeldCard(card, playable=True)
        return HeldCard(card, why=refused(engine.nowhere(state, seat, card["key"]), card))

    return [held(card) for card in hand]
