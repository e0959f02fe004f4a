"""Where other pages lead to tournaments."""

from phylo.fragments import Fragment

FRAGMENTS = (
    Fragment("home others", "tournaments/fragments/home_others.html"),
    Fragment("community", "tournaments/fragments/community.html"),
    Fragment("lobby links", "tournaments/fragments/lobby_link.html"),
    Fragment("set links", "tournaments/fragments/set_link.html"),
)
