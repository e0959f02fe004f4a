"""The options of a match in words, the same in every form and list."""

from typing import Any

from django.utils.translation import gettext_lazy as _

# Option -> its label, and each of its values in words.
OPTION_WORDS: dict[str, tuple[Any, dict[Any, Any]]] = {
    "reveal": (
        _("Who begins"),
        {
            "auto": _("The best card of each hand is shown"),
            "choose": _("Both choose a card to show"),
        },
    ),
    "food_step": (
        _("Food"),
        {
            "below": _("One number lower (V1.4a)"),
            "same-or-below": _("Same number or one lower (V1.3)"),
        },
    ),
    "home_gap": (
        _("Where both start"),
        {0: _("Side by side"), 1: _("One space between them")},
    ),
    "opening_hand": (
        _("Opening hand"),
        {"random": _("Five cards by chance"), "preselected": _("The five that the deck names")},
    ),
}
# The options whose values are numbers.
NUMBERS = {"home_gap"}
