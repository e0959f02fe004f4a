"""Where pages of cards and proposals lead to translations."""

from phylo.fragments import Fragment

FRAGMENTS = (
    Fragment("proposals", "translating/fragments/proposals.html"),
    Fragment("card", "translating/fragments/card.html"),
)
