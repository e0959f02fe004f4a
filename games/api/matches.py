"""Matches: one's own, how they stand, and acting in them."""

import uuid
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar

from django.http import Http404
from django.utils.translation import gettext_lazy

from cards.api.writing import Deed
from cards.decks.access import builder_of
from games.api.answers import match_answer, with_seats
from games.api.parameters import ActionParameters, MatchParameters, VersionParameters
from games.api.resource import FOUND, LISTED, MATCH, WRITES, Doing, PlayersResource
from games.forms.new_match import NewMatchForm
from games.forms.parts import complaints
from games.forms.sent import ORDER, SETUP, action, match_sent
from games.models import Match, Seat
from games.services import players
from games.services.errors import UnknownVersion
from games.services.matches import start_against_bot
from games.services.play import play
from games.services.positions import legal_at, log_at, view_at, why_not
from games.services.records import export_record
from games.services.rulebooks import rulebook
from games.wording import sentence
from phylo.json_bodies import BadBody, anything, json_object, read_body
from phylo.problems import CursorError


class MatchList(PlayersResource):
    operation = "listMatches"
    tag = "matches"
    summary = gettext_lazy("My matches")
    about = gettext_lazy("The newest first.")
    shape = "MatchPage"
    parameters = MatchParameters
    refusals = LISTED
    deeds: ClassVar[Mapping[str, Deed]] = {
        "POST": Deed(
            operation="makeMatch",
            summary=gettext_lazy("Begin a match against the computer"),
            about=gettext_lazy(
                "Only `deck` is needed; the match has its rules. One sits in seat 0. For a match against "
                "somebody else make or accept a challenge."
            ),
            does="make",
            sent="NewMatch",
            shape="Match",
            status=HTTPStatus.CREATED,
            refusals=(400, 401, 403, 405, 406, 413, 415, 422, 429),
        )
    }
    http_method_names = ["get", "head", "options", "post"]

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        # The seats of one player are numbered in the order of their matches.
        seats = Seat.objects.filter(player=self.known).one_a_match() if self.known else Seat.objects.none()
        if "my_turn" in given:
            turns = {"match__in": Seat.objects.to_act().filter(player=self.known).values("match")}
            seats = seats.filter(**turns) if given["my_turn"] == "true" else seats.exclude(**turns)
        if "running" in given:
            running = {"match__status": Match.Status.PLAYING}
            seats = seats.filter(**running) if given["running"] == "true" else seats.exclude(**running)
        count, size = seats.count(), given["size"]
        if "cursor" in given:
            seats = seats.filter(pk__lt=self._behind(given["cursor"]))
        found = list(seats.order_by("-pk").values_list("match", flat=True)[: size + 1])
        matches = with_seats(Match.objects.all()).in_bulk(found[:size])
        shown = [matches[pk] for pk in found[:size]]
        return {
            "count": count,
            "next": self.at.after(str(found[size - 1]) if len(found) > size else None),
            "results": [match_answer(match, self._seat(match), self.at) for match in shown],
        }

    def _seat(self, match: Match) -> int | None:
        """As at its own address: of one's seats in a match `with_seats` the first that is to act."""
        mine = [seat.number for seat in match.seats.all() if seat.player_id == self.known]
        return next(iter([*(number for number in mine if str(number) in match.to_act), *mine]), None)

    def _behind(self, cursor: str) -> int:
        """The seat in the match at which a page ended; raises CursorError."""
        try:
            seat = Seat.objects.filter(player=self.known, match=uuid.UUID(cursor)).one_a_match().first()
        except ValueError:
            seat = None
        if seat is None:
            raise CursorError
        return seat.pk

    def make(self) -> dict[str, Any]:
        sent = read_body(self.http, dict.fromkeys(SETUP, anything), needed=("deck",))
        form = NewMatchForm(match_sent(sent), builder=builder_of(self.http))
        if not form.is_valid():
            raise BadBody("", " ".join(complaints(form)))
        match = start_against_bot(player=self.player, **form.terms)
        return match_answer(with_seats(Match.objects.all()).get(pk=match.pk), 0, self.at)


class MatchDetail(PlayersResource):
    operation = "getMatch"
    tag = "matches"
    summary = gettext_lazy("One match")
    about = gettext_lazy(
        "Who plays, how far it is, the clocks, what is offered and how it ended. One's own matches, and "
        "those that everybody may watch; all others are not there."
    )
    shape = "Match"
    places = MATCH
    refusals = FOUND

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        look = self.look(place["match_id"])
        return match_answer(with_seats(Match.objects.all()).get(pk=look.match.pk), look.seat, self.at)


class MatchView(PlayersResource):
    operation = "getView"
    tag = "matches"
    summary = gettext_lazy("What one sees of a match")
    about = gettext_lazy(
        "The position as one's seat sees it, with the cards that are to be seen, what happened in the move "
        "that led there, and one's legal actions: none in the past, none for a watcher. Other hands and the "
        "decks are numbers of cards."
    )
    shape = "MatchView"
    parameters = VersionParameters
    places = MATCH
    refusals = FOUND

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        look = self.look(place["match_id"])
        match, seat = look.match, look.seat
        version = given.get("version", match.version)
        acting = version == match.version and seat is not None
        try:
            return {
                "version": version,
                "current": match.version,
                "seat": seat,
                "view": view_at(match, seat, version),
                "legal": legal_at(match, seat) if acting and seat is not None else [],
                "log": log_at(match, seat, version),
            }
        except UnknownVersion as error:
            raise Http404("no such version") from error


class MatchActions(PlayersResource):
    operation = "listActions"
    tag = "matches"
    summary = gettext_lazy("One's legal actions")
    about = gettext_lazy("Empty while it is not one's turn. Resigning is always possible besides.")
    shape = "LegalActions"
    places = MATCH
    refusals = FOUND
    deeds: ClassVar[Mapping[str, Deed]] = {
        "POST": Deed(
            operation="play",
            summary=gettext_lazy("Act"),
            about=gettext_lazy(
                "An action without its `seat`, with the version for which it was chosen and a key of one's "
                "own: the same again under the same key is done once. Refused with 409 if the match has "
                "moved on (`version` is the present one), with 422 and the rule if the action is illegal."
            ),
            does="play",
            sent="Order",
            shape="Moved",
            refusals=WRITES,
        )
    }
    http_method_names = ["get", "head", "options", "post"]

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        seat = self.seat(place["match_id"])
        return {"version": seat.match.version, "legal": legal_at(seat.match, seat.number)}

    def play(self, **place: Any) -> dict[str, Any]:
        seat = self.seat(place["match_id"])
        order = read_body(self.http, ORDER, needed=tuple(ORDER))
        move = play(match_id=seat.match_id, seat=seat.number, **order)
        return {"version": move.number}


class MatchWhy(PlayersResource):
    operation = "explainAction"
    tag = "matches"
    summary = gettext_lazy("Why an action is refused")
    about = gettext_lazy("Whether one might do it now, and if not, by which clause of the rules.")
    shape = "Verdict"
    parameters = ActionParameters
    places = MATCH
    refusals = FOUND

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        seat = self.seat(place["match_id"])
        asked = action(json_object(given["action"]), "action")
        refused = why_not(match=seat.match, seat=seat.number, action=asked)
        if refused is None:
            return {"legal": True}
        return {
            "legal": False,
            "code": refused.code,
            "clause": refused.clause,
            "message": sentence(refused),
            "neighbour": refused.neighbour,
        }


class MatchResign(Doing):
    tag = "matches"
    places = MATCH
    shape = "Match"
    deeds: ClassVar[Mapping[str, Deed]] = {
        "POST": Deed(
            operation="resign",
            summary=gettext_lazy("Resign"),
            about=gettext_lazy(
                "At any version and at anybody's turn. Nothing happens when the match is over. In the "
                "drafting games a computer plays on in one's seats, until one acts or comes back by DELETE."
            ),
            does="resign",
            shape="Match",
            refusals=(400, 401, 403, 404, 405, 406, 413, 415, 429),
        ),
        "DELETE": Deed(
            operation="playAgain",
            summary=gettext_lazy("Play again oneself"),
            about=gettext_lazy(
                "In the seats in which a computer has played on. Nothing happens where none does."
            ),
            does="come_back",
            shape="Match",
            refusals=(400, 401, 403, 404, 405, 406, 429),
        ),
    }
    http_method_names = ["delete", "options", "post"]

    def resign(self, **place: Any) -> dict[str, Any]:
        seat = self.seat(place["match_id"])
        read_body(self.http, {})
        if rulebook(seat.match.rules).resigns or seat.player is None:
            players.resign(match_id=seat.match_id, seat=seat.number, key="resign")
        else:
            players.step_down(match_id=seat.match_id, player=seat.player)
        return self._told(seat)

    def come_back(self, **place: Any) -> dict[str, Any]:
        seat = self.seat(place["match_id"])
        if seat.player is not None:
            players.sit_down(match_id=seat.match_id, player=seat.player)
        return self._told(seat)

    def _told(self, seat: Seat) -> dict[str, Any]:
        return match_answer(with_seats(Match.objects.all()).get(pk=seat.match_id), seat.number, self.at)


class MatchRecord(PlayersResource):
    operation = "getRecord"
    tag = "matches"
    summary = gettext_lazy("The record of a finished match")
    about = gettext_lazy(
        "A `phylo-record/1` with both decks, the seed and all actions. Not before the end: 409."
    )
    shape = "Record"
    places = MATCH
    refusals = (400, 401, 404, 405, 406, 409, 429)

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        return export_record(self.look(place["match_id"]).match)
