"""Matches: listing and reading them, and acting in them."""

import uuid
from http import HTTPStatus

from django.http import Http404

from cards.models.builder import builder_of
from engine import IllegalAction, MalformedAction
from games.matches.access import Look
from games.matches.api.bodies import NewMatch, action_of, checked
from games.matches.api.resource import MatchParameters, MatchResource, PlayersResource
from games.matches.api.serializers import (
    Flag,
    LegalActions,
    MatchSerializer,
    Moved,
    Record,
    Spaces,
    Verdict,
    ViewSerializer,
)
from games.matches.forms.new_match import NewMatchForm
from games.matches.forms.one_device import OneDeviceForm
from games.matches.models import Match, Seat
from games.matches.services import players
from games.matches.services.matches import start_against_bot
from games.matches.services.one_device import start_on_one_device
from games.matches.services.play import let_flag_fall, play
from games.matches.services.positions import legal_at, log_at, phylo_at, view_at, why_not
from games.matches.services.records import export_record
from games.matches.services.rulebooks import rulebook
from games.table.api import actions
from games.table.api.refusals import verdict
from games.table.lines import Reader
from games.table.match_parts import PROGRAM_RULES, REFUSED
from games.table.people import names_of, seats_of
from games.table.spaces import spaces_in_words
from phylo.accounts.tokens import bearer_of
from phylo.api.bodies import Body
from phylo.api.paging import Page, page_of
from phylo.api.parameters import PageParameters, TrueOrFalse, WholeNumber
from phylo.api.resource import OPEN_OR_TOKEN, operation
from phylo.http.input import BadBody
from phylo.http.problems import CursorError


class ListParameters(PageParameters):
    running = TrueOrFalse(help_text="Only matches that are being played, or only finished ones.")
    my_turn = TrueOrFalse(help_text="Only matches in which it is your turn, or only the others.")


class VersionParameters(MatchParameters):
    version = WholeNumber(
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        help_text="Which version; left out: the current one.",
    )


class ActionParameters(actions.ActionParameters, MatchParameters):
    pass


class SourceParameters(actions.SourceParameters, MatchParameters):
    pass


class MatchList(PlayersResource):
    tag = "matches"

    @operation(
        "listMatches",
        "My matches",
        about="Newest first.",
        answer=page_of(MatchSerializer),
        query=ListParameters,
    )
    def get(self) -> Page[Look]:
        # A player's seats are in the order of their matches.
        seats = (
            Seat.objects.filter(player=self.player_id).one_a_match()
            if self.player_id
            else Seat.objects.none()
        )
        if "my_turn" in self.given:
            turns = {"match__in": Seat.objects.to_act().filter(player=self.player_id).values("match")}
            seats = seats.filter(**turns) if self.given["my_turn"] else seats.exclude(**turns)
        if "running" in self.given:
            running = {"match__status": Match.Status.PLAYING}
            seats = seats.filter(**running) if self.given["running"] else seats.exclude(**running)
        count, size = seats.count(), self.given["size"]
        if "cursor" in self.given:
            seats = seats.filter(pk__lt=self._behind(self.given["cursor"]))
        found = list(seats.order_by("-pk").values_list("match", flat=True)[: size + 1])
        matches = Match.objects.with_seats().select_related("collection").in_bulk(found[:size])
        following = self.at.after(str(found[size - 1]) if len(found) > size else None)
        shown = [Look(matches[pk], self._seat(matches[pk])) for pk in found[:size]]
        return Page(count, following, shown, shown)

    def _seat(self, match: Match) -> int | None:
        """The seat that the match's own URL would use: the first to act, or else the first."""
        mine = [seat.number for seat in match.seats.all() if seat.player_id == self.player_id]
        return next(iter([*(number for number in mine if number in match.acting), *mine]), None)

    def _behind(self, cursor: str) -> int:
        """The seat at which the previous page ended; raises CursorError."""
        try:
            seat = Seat.objects.filter(player=self.player_id, match=uuid.UUID(cursor)).one_a_match().first()
        except ValueError:
            seat = None
        if seat is None:
            raise CursorError
        return seat.pk

    @operation(
        "makeMatch",
        "Begin a match against the computer, or of two on one device",
        about=(
            "Only `deck` is needed; the match has its rules. You sit in seat 0, with `here` in both. For a "
            "match against somebody elsewhere make or accept a challenge."
        ),
        answer=MatchSerializer,
        body=NewMatch,
        status=HTTPStatus.CREATED,
    )
    def post(self) -> Look:
        data, builder = NewMatch.form_data(self.sent), builder_of(self.http)
        if self.sent.get("here"):
            match = start_on_one_device(
                player=self.player, **checked(OneDeviceForm(data, builder=builder)).terms
            )
        else:
            match = start_against_bot(
                player=self.player, **checked(NewMatchForm(data, builder=builder)).terms
            )
        return Look(Match.objects.with_seats().get(pk=match.pk), 0)


class MatchDetail(MatchResource):
    security = OPEN_OR_TOKEN

    @operation(
        "getMatch",
        "One match",
        about=(
            "Who plays, how far it has come, the clocks, what is offered and how it ended. Your own "
            "matches, and those that everybody may watch; no others are found."
        ),
        answer=MatchSerializer,
        query=MatchParameters,
    )
    def get(self, match_id: uuid.UUID) -> Look:
        return self.shown(match_id, self.look(match_id).seat)


class MatchView(MatchResource):
    security = OPEN_OR_TOKEN

    @operation(
        "getView",
        "What you see of a match",
        about=(
            "The position as your seat sees it, with the cards that can be seen, what happened in the move "
            "that led there, and your legal actions: none in the past, none for a watcher. Other hands and "
            "the decks are numbers of cards. Of several seats on one device one sees as a watcher does "
            "until it is to act, and again once another of them has acted."
        ),
        answer=ViewSerializer,
        query=VersionParameters,
    )
    def get(self, match_id: uuid.UUID) -> dict[str, object]:
        look = self.look(match_id)
        match, seat = look.match, look.hand
        version = self.given.get("version", match.version)
        return {
            "version": version,
            "current": match.version,
            "seat": seat,
            "view": view_at(match, seat, version),
            "legal": legal_at(match, seat) if seat is not None and version == match.version else [],
            "log": log_at(match, seat, version),
            "hurried": match.moves.filter(number=version, hurried=True).exists(),
        }


class MatchActions(MatchResource):
    @operation(
        "listActions",
        "Your legal actions",
        about="Empty while it is not your turn. Resigning is always possible besides.",
        answer=LegalActions,
        query=MatchParameters,
    )
    def get(self, match_id: uuid.UUID) -> dict[str, object]:
        seat = self.seat(match_id)
        return {"version": seat.match.version, "legal": legal_at(seat.match, seat.number)}

    @operation(
        "play",
        "Act",
        about=(
            "An action without its `seat`, with the version for which it was chosen and a key of your "
            "choice: sent again with the same key, it is done once. Refused with 409 if the match has moved "
            "on (`version` is the current one), with 422 and the rule if the action is illegal."
        ),
        answer=Moved,
        query=MatchParameters,
        body=actions.Order,
    )
    def post(self, match_id: uuid.UUID) -> dict[str, int]:
        seat = self.seat(match_id)
        if not bearer_of(self.http):
            return {"version": play(match_id=match_id, seat=seat.number, **self.sent).number}
        for check_program in PROGRAM_RULES:
            check_program(seat)
        try:
            move = play(match_id=match_id, seat=seat.number, **self.sent)
        except (IllegalAction, MalformedAction):
            for note_refusal in REFUSED:
                note_refusal(seat)
            raise
        return {"version": move.number}


class MatchWhy(MatchResource):
    @operation(
        "explainAction",
        "Why an action is refused",
        about="Whether you might do it now, and if not, by which clause of the rules.",
        answer=Verdict,
        query=ActionParameters,
    )
    def get(self, match_id: uuid.UUID) -> dict[str, object]:
        seat = self.seat(match_id)
        return verdict(why_not(match=seat.match, seat=seat.number, action=action_of(self.given["action"])))


class MatchSpaces(MatchResource):
    @operation(
        "listSpaces",
        "Where a card might go",
        about=(
            "Every space that a card of your hand or of the table might go to now, whether it fits there, "
            "what each neighbour is to it, and what an event would do there, in sentences. Not in the "
            "drafting games."
        ),
        answer=Spaces,
        query=SourceParameters,
    )
    def get(self, match_id: uuid.UUID) -> dict[str, object]:
        look = self.look(match_id)
        match, seat = look.match, look.hand
        if seat is None:
            raise Http404("no hand to show")
        reader = Reader(phylo_at(match), match.cards, names_of(seats_of(look), seat), seat)
        try:
            return {"version": match.version, **spaces_in_words(reader, seat, self.given["source"])}
        except ValueError as error:
            raise BadBody("source", str(error)) from error


class MatchFlag(MatchResource):
    security = OPEN_OR_TOKEN

    @operation(
        "letFlagFall",
        "Let a flag fall",
        about=(
            "Anybody who may watch may ask. Ends the match for a seat whose time is up; in the drafting "
            "games a computer's choice is made instead. Nothing happens while there is time left."
        ),
        answer=Flag,
        query=MatchParameters,
    )
    def post(self, match_id: uuid.UUID) -> dict[str, object]:
        look = self.look(match_id, noted=False)
        move = let_flag_fall(match_id=match_id)
        return {"version": move.number if move else look.match.version, "fell": move is not None}


class MatchResign(MatchResource):
    @operation(
        "resign",
        "Resign",
        about=(
            "At any version and at anybody's turn. Nothing happens when the match is over. In the drafting "
            "games a computer plays on in your seats, until you act or come back by DELETE."
        ),
        answer=MatchSerializer,
        query=MatchParameters,
        body=Body,
    )
    def post(self, match_id: uuid.UUID) -> Look:
        seat = self.seat(match_id)
        assert not self.sent
        if rulebook(seat.match.rules).resigns or seat.player is None:
            players.resign(match_id=match_id, seat=seat.number, key="resign")
        else:
            players.step_down(match_id=match_id, player=seat.player)
        return self.shown(match_id, seat.number)

    @operation(
        "playAgain",
        "Play again yourself",
        about="In the seats in which a computer has played on. Nothing happens where none does.",
        answer=MatchSerializer,
        query=MatchParameters,
    )
    def delete(self, match_id: uuid.UUID) -> Look:
        seat = self.seat(match_id)
        if seat.player is not None:
            players.sit_down(match_id=match_id, player=seat.player)
        return self.shown(match_id, seat.number)


class MatchRecord(MatchResource):
    security = OPEN_OR_TOKEN

    @operation(
        "getRecord",
        "The record of a finished match",
        about="A `phylo-record/1` with both decks, the seed and all actions. Not before the end: 409.",
        answer=Record,
        query=MatchParameters,
        also=(HTTPStatus.CONFLICT,),
    )
    def get(self, match_id: uuid.UUID) -> dict[str, object]:
        return export_record(self.look(match_id).match)
