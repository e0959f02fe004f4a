"""What the addresses of matches have in common: somebody asks, and what is answered is theirs alone."""

import hashlib
import uuid
from typing import Any

from rest_framework.request import Request

from cards.api.schema import TOKEN
from cards.api.writing import PRIVATE, Changing, Deed
from games.access import Look, current_player, get_seat_or_404, look_or_404, player_id
from games.models import Player, Seat
from phylo.accounts.tokens import NobodyKnown

FOUND = (400, 401, 404, 405, 406, 429)
LISTED = (400, 401, 405, 406, 429)
WRITES = (400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 429)
MATCH = {
    "match_id": {
        "type": "string",
        "format": "uuid",
        "description": "The `match` of a list or of an event.",
    }
}


class PlayersResource(Changing):
    """For players, by the token of their account; on the site's own pages also by the session."""

    security = (TOKEN,)
    cached = PRIVATE

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if not self.http.user.is_authenticated and self.known is None:
            raise NobodyKnown

    @property
    def known(self) -> uuid.UUID | None:
        """None for an account that has never played."""
        return player_id(self.http)

    @property
    def player(self) -> Player:
        """The visitor; made on first need."""
        return current_player(self.http)

    def look(self, match_id: uuid.UUID) -> Look:
        """Raises Http404 for a match that the visitor neither plays nor may watch."""
        return look_or_404(self.http, match_id)

    def seat(self, match_id: uuid.UUID) -> Seat:
        """The visitor's own; raises Http404."""
        return get_seat_or_404(self.http, match_id)

    def tag_of(self, request: Request, *facts: str) -> str:
        # Cards and decks are no part of it, so that asking often stays cheap.
        said = "\0".join((request.build_absolute_uri(), *facts))
        return f'"{hashlib.blake2b(said.encode(), digest_size=16).hexdigest()}"'


class Doing(PlayersResource):
    """An address that only takes a POST."""

    http_method_names = ["options", "post"]

    def __init_subclass__(cls, **how: Any) -> None:
        super().__init_subclass__(**how)
        deed: Deed = cls.deeds["POST"]
        cls.operation, cls.summary = deed.operation, deed.summary
