"""Every operation on decks; the only code that writes them."""

from cards.decks.services.building import (
    STEPS,
    UNNAMED,
    Change,
    change_deck,
    create_deck,
    step_deck,
    store_contents,
)
from cards.decks.services.keeping import (
    adopt_decks,
    copy_deck,
    delete_deck,
    delete_decks,
    forget_empty_decks,
    note_version,
    restore_version,
    take_over,
)

__all__ = [
    "STEPS", "UNNAMED", "Change", "adopt_decks", "change_deck", "copy_deck", "create_deck", "delete_deck",
    "delete_decks", "forget_empty_decks", "note_version", "restore_version", "step_deck", "store_contents",
    "take_over",
]  # fmt: skip
