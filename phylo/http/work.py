"""
What a request asks of a process, from what comes first to what comes last when there is more than can be done
(phylo/serving/admission.py). A slice says it where it names the address; what is not said is a page:

    path("…/actions/", asks(Work.MOVE, MatchActions.as_view()))
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import TypeVar

SAFE = {"GET", "HEAD", "OPTIONS"}
LOOKS_ON = "watching"
"""Of the query of what a page asks for whose visitor plays no seat."""


class Work(IntEnum):
    HEALTH = 0
    """Whether the process is well: never waits for others and is never refused."""
    MOVE = 1
    """An action in a game; what such an address is asked to show is a TABLE."""
    TABLE = 2
    """A running match, for those who play: as far as can be known before it is looked up."""
    STREAM = 3
    """The stream of a match or of a player, which may wait to be opened: nothing is missed meanwhile."""
    SENT = 4
    """What somebody has filled in: any other request that may write."""
    PAGE = 5
    WATCHED = 6
    """A TABLE or STREAM for those who look on."""
    SEARCH = 7
    """Searches, analyses, prints and imports: what may take long to compute."""


View = TypeVar("View")
_ASKED: dict[object, Work] = {}


def asks(work: Work, view: View) -> View:
    _ASKED[view] = work
    return view


def work_of(view: object, method: str, query: Mapping[str, object], *, known: bool) -> Work:
    """`known`: somebody is signed in, or a guest; whether that is true is looked up later."""
    work = _ASKED.get(view, Work.PAGE)
    match work:
        case Work.MOVE if method in SAFE:
            return Work.TABLE
        case Work.TABLE | Work.STREAM if not known or LOOKS_ON in query:
            return Work.WATCHED
        case Work.PAGE if method not in SAFE:
            return Work.SENT
    return work
