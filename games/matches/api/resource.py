"""What the API's resources for players share: answers depend on who asks and are private."""

import uuid

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request

from games.matches.access import Look, current_player, get_seat_or_404, look_or_404, player_id
from games.matches.models import Match, Player, Seat
from phylo.accounts.tokens import NobodyKnown, Scope
from phylo.api.parameters import Parameters
from phylo.api.resource import PRIVATE, TOKEN, Resource
from phylo.api.throttles import Throttle


class PlayerThrottle(Throttle):
    """Gives each guest a separate allowance, as a whole class may play from one address."""

    def who(self, request: Request) -> tuple[str, str]:
        policy, who = super().who(request)
        known = player_id(request._request) if policy == "visitor" else None
        return ("account", f"guest-{known}") if known else (policy, who)


class PlayersResource(Resource):
    """
    For players: accounts with a token, and on the site's own pages everybody with a session. Unknown visitors
    are let in where `security` says so, to read public matches, the lobby and tables they have a link to.
    """

    throttle_classes = [PlayerThrottle]
    security = TOKEN
    scope = Scope.PLAY
    keep = PRIVATE

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if {} not in self.security and self._unknown:
            raise NobodyKnown

    @property
    def player_id(self) -> uuid.UUID | None:
        """None for an account that has never played."""
        return player_id(self.http)

    @property
    def player(self) -> Player:
        """The visitor as a player, created for an account when first needed. Raises NobodyKnown."""
        if self._unknown:
            raise NobodyKnown
        return current_player(self.http)

    @property
    def _unknown(self) -> bool:
        return not self.http.user.is_authenticated and self.player_id is None


class MatchParameters(Parameters):
    seat = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=5,
        help_text="Which seat you mean, if you hold several; left out: the first that is to act.",
    )


class MatchResource(PlayersResource):
    """A resource of one match."""

    tag = "matches"
    path_words = {"match_id": "The `match` of a list or of an event."}

    def look(self, match_id: uuid.UUID, *, noted: bool = True) -> Look:
        """Raises Http404 or NobodyKnown for a match that the visitor neither plays nor may watch."""
        try:
            return look_or_404(self.http, match_id, noted=noted)
        except Http404:
            if self._unknown:
                raise NobodyKnown from None
            raise

    def seat(self, match_id: uuid.UUID) -> Seat:
        """The visitor's own seat; raises Http404."""
        return get_seat_or_404(self.http, match_id)

    def shown(self, match_id: uuid.UUID, seat: int | None) -> Look:
        """The current match, with the seats that its serializer needs."""
        return Look(Match.objects.with_seats().get(pk=match_id), seat)
