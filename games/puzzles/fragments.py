"""Where other pages lead to puzzles."""

from games.puzzles.pages import daily
from phylo.fragments import Fragment

FRAGMENTS = (
    Fragment("home", "puzzles/fragments/home.html", daily.on_home),
    Fragment("learn", "puzzles/fragments/home.html", daily.on_home),
    Fragment("learn", "puzzles/fragments/learn.html"),
)
