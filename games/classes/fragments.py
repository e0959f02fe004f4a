"""Where other pages lead to classes."""

from phylo.fragments import Fragment

FRAGMENTS = (
    Fragment("navigation", "classes/fragments/navigation.html"),
    Fragment("home doors", "classes/fragments/home_door.html"),
    Fragment("home others", "classes/fragments/home_others.html"),
    Fragment("play", "classes/fragments/play.html"),
    Fragment("set people links", "classes/fragments/set_link.html"),
    Fragment("set people", "classes/fragments/set_people.html"),
)
