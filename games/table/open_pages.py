"""
What open pages of a match are sent when it goes on: what differs in the table, as a page would fetch it
(games/table/parts.py). It is drawn once for all who see the same.

What a page shows is known from the last time that this process drew it, so nothing need be asked. Whoever
missed something, or got it from another process, is sent the whole table. A change names all that the page
must have; a page that shows something else fetches.
"""

import logging
import threading
import uuid
import zlib
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import get_language

from games.matches.access import Look, look_of
from games.matches.stream_hub import News, Opener, Seated
from games.table.of_match import table_for
from games.table.parts import Shown, digests_in
from games.table.people import beside_table, data_after_move, seats_of

logger = logging.getLogger(__name__)

RECENT = 2048  # of 3 KB, and of 5 KB more once something was sent


@dataclass(frozen=True)
class Last:
    """What was drawn last: of which version, the digests of what a page then shows, and what it is sent."""

    version: int
    shown: str
    change: Mapping[str, str] | None = None


# By match, seat and language: nobody gets what another seat sees.
_last: OrderedDict[tuple[object, ...], Last] = OrderedDict()
_lock = threading.Lock()


@dataclass(frozen=True)
class OpenPage:
    """A page of the player who opened its stream, or of a watcher (None)."""

    match: uuid.UUID
    opener: Opener | None
    language: str

    def news(self, version: int, seated: Seated) -> News | None:
        """
        Of this version, the current one: the `change`, what the page lacks of the table as `html`, deflated,
        without the parts that it has, whose digests are in `kept`; and what changes `beside` it
        (games.table.people.data_after_move).
        """
        try:
            look = look_of(self.opener.player if self.opener else None, self.match, seated)
            if look is None or look.match.version != version or look.match.finished:
                return None
            with translation.override(self.language):
                return {"change": _changed(look), "beside": data_after_move(look, seats_of(look))}
        except Exception:
            # The page fetches it, and other streams must not suffer.
            logger.exception("No change for an open page")
            return None


def note_drawn(look: Look, version: int, shown: Shown) -> None:
    """A page has been drawn, or what it lacked of a version."""
    place = _place(look)
    with _lock:
        last = _last.get(place)
    if last is None or last.version < version:
        _keep(place, Last(version, shown.text))


def _changed(look: Look) -> Mapping[str, str] | None:
    version, place = look.match.version, _place(look)
    with _lock:
        last = _last.get(place)
    if last is not None and last.version == version:
        return last.change
    follows = last is not None and last.version == version - 1
    shown = Shown(digests_in(last.shown) if last and follows else ())
    context = table_for(look, version) | {"live": beside_table(look, seats_of(look))}
    html = render_to_string("table/_fragment.html", context | {"shown_parts": shown})
    change = {"html": b64encode(zlib.compress(html.encode())).decode(), "kept": "".join(shown.kept)}
    last = Last(version, shown.text, change)
    _keep(place, last)
    return last.change


def _place(look: Look) -> tuple[object, ...]:
    return look.match.pk, look.seat, get_language()


def _keep(place: tuple[object, ...], last: Last) -> None:
    with _lock:
        _last[place] = last
        _last.move_to_end(place)
        while len(_last) > RECENT:
            _last.popitem(last=False)
