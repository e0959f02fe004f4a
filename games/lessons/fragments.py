"""Where other pages lead to lessons."""

from collections.abc import Mapping

from django.http import HttpRequest

from games.lessons.services import playing
from games.matches.access import player_id
from phylo.fragments import Fragment


def learnt(request: HttpRequest) -> Mapping[str, object]:
    return {"learnt": playing.learnt(player_id(request))}


FRAGMENTS = (
    Fragment("rules links", "lessons/fragments/rules_link.html"),
    Fragment("first game", "lessons/fragments/first_game.html", learnt),
    Fragment("home learn", "lessons/fragments/home_learn.html", learnt),
    Fragment("learn", "lessons/fragments/learn.html", learnt),
)
