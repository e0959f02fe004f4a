"""Where other pages lead to the archive."""

from phylo.fragments import Fragment

FRAGMENTS = (
    Fragment("community", "archive/fragments/community.html"),
    Fragment("ladder games", "archive/fragments/ladder.html"),
)
