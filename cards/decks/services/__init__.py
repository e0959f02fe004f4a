"""Everything that is done with a deck; the only code that writes one."""

from cards.decks.services.building import (
    MOST_DECKS,
    UNNAMED,
    Change,
    adopt_decks,
    change_deck,
    create_deck,
    delete_deck,
    delete_decks,
    store_contents,
)
from cards.decks.services.idle import forget_empty_decks
from cards.decks.services.renewing import take_over
from cards.decks.services.stepping import STEPS, step_deck
from cards.decks.services.versions import copy_deck, note_version, restore_version

__all__ = [
    "MOST_DECKS", "STEPS", "UNNAMED", "Change", "adopt_decks", "change_deck", "copy_deck", "create_deck",
    "delete_deck", "delete_decks", "forget_empty_decks", "note_version", "restore_version", "step_deck",
    "store_contents", "take_over",
]  # fmt: skip
