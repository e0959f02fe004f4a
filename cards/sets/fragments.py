"""Where other pages lead to cards from a spreadsheet."""

from phylo.fragments import Fragment

FRAGMENTS = (
    Fragment("home cards", "sets/fragments/home_cards.html"),
    Fragment("propose", "sets/fragments/propose.html"),
)
