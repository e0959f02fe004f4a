"""The cards in hand of the seat to act: which of them can be played now, and why the others fit nowhere."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.words import points_words
from engine.phylo.nowhere import nowhere
from engine.phylo.state import State
from games.table.board import Card
from games.table.choices import Choice
from games.table.spaces import refused


@dataclass(frozen=True)
class HandCard:
    """`why` says why it fits nowhere; "" if it fits, and while nothing can be played at all."""

    card: Card
    playable: bool = False
    why: str = ""

    @property
    def label(self) -> str:
        """In short, for those who go from card to card by ear; its face says the rest."""
        card = self.card
        parts = [str(card["name"])]
        if card.get("kind") == "species":
            parts.append(_("number %(number)s") % {"number": card["food_chain"]})
        else:
            parts.append(_("event") if card.get("kind") == "event" else _("habitat"))
        if card.get("points") is not None:
            parts.append(points_words(card["points"]))
        if self.playable:
            parts.append(_("you can play it"))
        elif self.why:
            parts.append(_("fits nowhere"))
        return ", ".join(parts)


def hand_cards(state: State, hand: Sequence[Card], found: Sequence[Choice]) -> list[HandCard]:
    """The hand of the seat whose choices these are; while it chooses what to reveal, nothing is marked."""
    if not any(choice["do"] == "pass" for choice in found):
        return [HandCard(card) for card in hand]
    playable = {choice["source"] for choice in found if choice["at"] is not None}
    seat = state.seat

    def hand_card(card: Card) -> HandCard:
        if f"hand:{card['key']}" in playable:
            return HandCard(card, playable=True)
        return HandCard(card, why=refused(nowhere(state, seat, card["key"]), card))

    return [hand_card(card) for card in hand]
