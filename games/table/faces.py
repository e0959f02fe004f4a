"""Card faces prepared for the templates that draw them."""

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from hashlib import blake2b
from weakref import WeakValueDictionary

from django.utils.translation import gettext as _

from cards.models import CardRevision
from cards.pages.addresses import art_address
from cards.texts import language_of_texts, local_name
from engine.phylo.rules import RULES, V1_4A
from games.matches.models import Match
from games.matches.services.positions import faces
from games.table.board import Card, Face
from phylo.http.prepared import Prepared

RECENT_MATCHES = 2048
"""
Of 3 KB: what the faces say is shared. With room for fewer matches than are being played, most moves would
read and prepare their cards anew.
"""

last_revision = Prepared(lambda: CardRevision.objects.only("pk").order_by("-pk")[:1])

_known: WeakValueDictionary[str, Face] = WeakValueDictionary()
_recent: OrderedDict[tuple[Hashable, ...], dict[str, Card]] = OrderedDict()
_lock = threading.Lock()


def faces_of(match: Match) -> dict[str, Card]:
    """For all cards of a match. It holds both decks, so use it only to draw what a view contains."""
    return kept_faces(match.pk, lambda: match.faces, rules=match.rules)


def kept_faces(game: Hashable, cards: Callable[[], Mapping[str, Card]], *, rules: str) -> dict[str, Card]:
    """
    `pictured` for the `cards` that a game is played with, kept until a card of the site changes: a game's own
    definitions never do.
    """
    place = game, max((each.pk for each in last_revision()), default=None), *language_of_texts()
    with _lock:
        if (found := _recent.get(place)) is not None:
            _recent.move_to_end(place)
            return found
    found = pictured(faces(cards()), rules=rules)
    with _lock:
        _recent[place] = found
        while len(_recent) > RECENT_MATCHES:
            _recent.popitem(last=False)
    return found


def pictured(cards: Mapping[str, Card], *, rules: str = V1_4A.key) -> dict[str, Card]:
    """
    The cards in the reader's language, with their keys and picture URLs added; HOME is written in capitals,
    and an event says what it costs by these rules (P11).
    """
    shown: dict[str, Card] = {}
    for key, face in cards.items():
        more = {"name": local_name(str(face["name"]))}
        if face["kind"] == "home":
            more = {"name": more["name"].upper()}
        elif face["kind"] == "event" and not RULES[rules].event_ends_turn:
            more["foot"] = _("One action")
        shown[key] = _shared({**face, "key": key, "art": _picture(key, face), **more})
    return shown


def _shared(face: Card) -> Face:
    """One object for the same face in all matches."""
    content = json.dumps(face, default=str)
    digest = blake2b(content.encode(), digest_size=16).hexdigest()
    with _lock:
        return _known.setdefault(digest, Face(face, digest))


def _picture(key: str, face: Card) -> str:
    """The URL of the card's picture; "" for a card from a record, which has none."""
    return art_address(key, face) if "subject" in face else ""
