"""After the end of a match: playing on from one of its steps."""

import uuid
from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from games.access import Look
from games.api.bodies import Choice
from games.api.resource import MatchParameters, MatchResource
from games.api.serializers import MatchSerializer
from games.models import BotLevel
from games.services.playing_on import Moment, play_on
from phylo.api.bodies import Body, Key, Whole
from phylo.api.resource import operation


class PlayOn(Body):
    version = Whole(help_text=_("The version of the finished match from which to play on."))
    seat = Whole(help_text=_("The seat that you take; the computer gets all others."))
    level = Choice(BotLevel.values, required=True)
    key = Key(required=False)


class MatchPlayOn(MatchResource):
    @operation(
        "playOn",
        _("Play on from a step of a finished match"),
        about=_(
            "Begins a new match against the computer, with hands and decks as they were at that version of "
            "a match that you played or that is public. It is not rated. Not before the end: 409."
        ),
        answer=MatchSerializer,
        query=MatchParameters,
        body=PlayOn,
        status=HTTPStatus.CREATED,
    )
    def post(self, match_id: uuid.UUID) -> Look:
        moment = Moment(self.look(match_id).match, self.sent["version"], self.sent["seat"])
        found = play_on(
            moment=moment, level=self.sent["level"], player=self.player, key=self.sent.get("key", "")
        )
        return self.shown(found.pk, moment.seat)
