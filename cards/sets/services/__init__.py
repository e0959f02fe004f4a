"""Every operation on sets; the only code that writes them."""

from cards.sets.services.own_cards import (
    change_card,
    delete_card,
    drop_draft,
    keep_draft,
    make_card,
    propose_card,
    show_card,
)
from cards.sets.services.people import adopt_sets, close_link, join, leave, open_link, release_sets, remove
from cards.sets.services.sets import (
    MOST_CARDS,
    MOST_SETS,
    create_set,
    delete_set,
    describe_set,
    move_card,
    put_card,
    take_card,
)

__all__ = [
    "MOST_CARDS",
    "MOST_SETS",
    "adopt_sets",
    "change_card",
    "close_link",
    "create_set",
    "delete_card",
    "delete_set",
    "describe_set",
    "drop_draft",
    "join",
    "keep_draft",
    "leave",
    "make_card",
    "move_card",
    "open_link",
    "propose_card",
    "put_card",
    "release_sets",
    "remove",
    "show_card",
    "take_card",
]  # fmt: skip
