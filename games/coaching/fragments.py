"""Where other pages tell of the coach."""

from phylo.fragments import Fragment

FRAGMENTS = (Fragment("first game", "coaching/fragments/first_game.html"),)
