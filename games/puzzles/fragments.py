"""Where other pages lead to puzzles."""

from games.puzzles.pages import daily
from phylo.fragments import Fragment

FRAGMENTS = (
    Fragment("navigation", "puzzles/fragments/navigation.html"),
    Fragment("home", "puzzles/fragments/home.html", daily.on_home),
)
