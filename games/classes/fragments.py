"""Where pages of sets lead to their class."""

from phylo.fragments import Fragment

FRAGMENTS = (
    Fragment("set people links", "classes/fragments/set_link.html"),
    Fragment("set people", "classes/fragments/set_people.html"),
)
