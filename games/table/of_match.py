"""The table of a stored match as a template context, presented once for all who see the same."""

import threading
from collections import OrderedDict
from collections.abc import Sequence

from django.utils.translation import get_language

from games.matches.access import Look
from games.matches.models import Match
from games.matches.services.positions import log_at, phylo_at, steps_of, story_at
from games.table import match_parts
from games.table.board import Card
from games.table.faces import faces_of
from games.table.people import names_of, seats_of
from games.table.presenter import Occasion, table_context
from games.table.turning_point import judgement_of

RECENT = 64  # of 60 KB

# What a seat sees of a version changes only when the match has been judged. The seat is part of the key:
# nobody gets another one's table.
_recent: OrderedDict[tuple[object, ...], tuple[dict[str, Card], dict[str, object]]] = OrderedDict()
_lock = threading.Lock()


def table_of(
    match: Match,
    *,
    seat: int | None,
    version: int,
    names: Sequence[str],
    open_hands: bool = False,
    reader: int | None = None,
) -> dict[str, object]:
    """`table_context` at a version; see Occasion. Both hands are open only after the end."""
    cards, acting = faces_of(match), version == match.version and not open_hands
    judgement = judgement_of(match) if match.finished and acting else None
    judged = judgement is not None
    place = (match.pk, version, seat, acting, judged, tuple(names), open_hands, reader, get_language())
    with _lock:
        found = _recent.get(place)
        if found is not None and found[0] is cards:
            _recent.move_to_end(place)
            return found[1]
    occasion = Occasion(
        state=phylo_at(match, version),
        seat=seat,
        version=version,
        names=names,
        cards=cards,
        log=story_at(match, seat, version),
        latest=log_at(match, seat, version),
        open_hands=open_hands,
        acting=acting,
        reader=reader,
        steps=steps_of(match) if match.finished and acting else (),
        judgement=judgement,
        game=(match.pk, seat),
    )
    table = table_context(occasion)
    with _lock:
        _recent[place] = cards, table
        while len(_recent) > RECENT:
            _recent.popitem(last=False)
    return table


def table_for(look: Look, version: int) -> dict[str, object]:
    """`table`: what the visitor sees of a version, and beside it what slices bring to it."""
    match, seats = look.match, seats_of(look)
    # On one device nobody is "you" any more once the match is over.
    seat = look.reader if match.finished else look.seat
    names = names_of(seats, seat)
    table = table_of(match, seat=seat, version=version, names=names)
    brought = match_parts.of_table(match, seats[seat], table, names) if seat is not None else {}
    return {"table": table, **brought}
