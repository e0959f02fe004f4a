"""Tables of the drafting games: gathering players, or beginning at once with bots."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, ClassVar

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.api.writing import Deed
from games.api.answers import match_answer, table_answer, with_seats
from games.api.parameters import TableParameters
from games.api.resource import FOUND, LISTED, WRITES, Doing, PlayersResource
from games.forms.parts import complaints
from games.forms.table import SENT, TableForm, table_sent
from games.models import Gathering, Match, Place, Player
from games.models.gathering import GatheringQuerySet
from games.services.gatherings import begin, gather, join, start_table, step_out
from games.words.gatherings import waitings
from phylo.accounts.models import User
from phylo.api.paging import by_time
from phylo.json_bodies import BadBody, anything, read_body, text

PLACE = {
    "code": {
        "type": "string",
        "pattern": "^[-a-zA-Z0-9_]{1,20}$",
        "description": gettext_lazy("The `table` of a list or of an event."),
    }
}


class TableResource(PlayersResource):
    tag = "tables"

    def table(self, code: str) -> Gathering:
        found = Gathering.objects.with_people().filter(code=code).first()
        if found is None:
            raise Http404("no such table")
        return found

    def told(self, gatherings: Sequence[Gathering]) -> list[dict[str, Any]]:
        viewer = Player.objects.filter(pk=self.known).first() if self.known else None
        return [table_answer(waiting, viewer, self.at) for waiting in waitings(gatherings)]


class TableList(TableResource):
    operation = "listTables"
    summary = gettext_lazy("Tables that wait for players")
    about = gettext_lazy("Of the drafting games, the newest first.")
    shape = "TablePage"
    parameters = TableParameters
    refusals = LISTED
    deeds: ClassVar[Mapping[str, Deed]] = {
        "POST": Deed(
            operation="makeTable",
            summary=gettext_lazy("Set up a table for others"),
            about=gettext_lazy(
                "`seats` are those beside one's own: a level of the computer, `person`, or `here` for one "
                "more played by this account. One at least is a `person`: a match that waits for nobody "
                "begins by POST to `tables/start/`. The same key again gives the same table."
            ),
            does="make",
            sent="NewTable",
            shape="Table",
            status=HTTPStatus.CREATED,
            refusals=(400, 401, 403, 405, 406, 413, 415, 422, 429),
        )
    }
    http_method_names = ["get", "head", "options", "post"]

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        standing = self._standing(given["which"])
        page = by_time(standing, given, self.at)
        return {"count": page.count, "next": page.next, "results": self.told(page.results)}

    def _standing(self, which: str) -> GatheringQuerySet:
        standing = Gathering.objects.with_people().standing(at=timezone.now())
        if which == "lobby":
            return standing.filter(listed=True)
        if self.known is None:
            return standing.none()
        state = Place.State.INVITED if which == "to-me" else Place.State.TAKEN
        return standing.filter(places__player=self.known, places__state=state)

    def make(self) -> dict[str, Any]:
        form = read_form(self)
        invited = [Player.objects.get_or_create(user=user)[0] for user in form.invited]
        made = gather(maker=self.player, table=form.table, key=form.cleaned_data["key"], invited=invited)
        return self.told([self.table(made.code)])[0]


class TableStart(TableResource, Doing):
    http_method_names = ["options", "post"]
    shape = "Match"
    deeds: ClassVar[Mapping[str, Deed]] = {
        "POST": Deed(
            operation="startTable",
            summary=gettext_lazy("Begin a drafting game at once"),
            about=gettext_lazy("With computers in the other `seats`, or alone without any."),
            does="start",
            sent="NewTable",
            shape="Match",
            status=HTTPStatus.CREATED,
            refusals=tuple(status for status in WRITES if status not in (HTTPStatus.CONFLICT, 404)),
        )
    }

    def start(self) -> dict[str, Any]:
        form = read_form(self)
        if form.table.people:
            raise BadBody("", _("A table that waits for people is made by POST to tables/."))
        begun = start_table(player=self.player, table=form.table)
        return match_answer(with_seats(Match.objects.all()).get(pk=begun.pk), 0, self.at)


class TableDetail(TableResource):
    operation = "getTable"
    summary = gettext_lazy("One table")
    about = gettext_lazy("Whoever knows its code may read it.")
    shape = "Table"
    places = PLACE
    refusals = FOUND
    deeds: ClassVar[Mapping[str, Deed]] = {
        "DELETE": Deed(
            operation="leaveTable",
            summary=gettext_lazy("Leave a table, decline, or call it off"),
            about=gettext_lazy("One's own is called off. One that has begun stays as it is."),
            does="leave",
            shape="Table",
            refusals=(400, 401, 403, 404, 405, 406, 429),
        )
    }
    http_method_names = ["get", "head", "options", "delete"]

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        return self.told([self.table(place["code"])])[0]

    def leave(self, **place: Any) -> dict[str, Any]:
        found = self.table(place["code"])
        if self.known is None or self.known not in {each.player_id for each in found.places.all()}:
            raise Http404("not there")
        step_out(code=found.code, player=self.player)
        return self.told([self.table(found.code)])[0]


class TableJoin(TableResource, Doing):
    http_method_names = ["options", "post"]
    shape = "Table"
    places = PLACE
    deeds: ClassVar[Mapping[str, Deed]] = {
        "POST": Deed(
            operation="joinTable",
            summary=gettext_lazy("Take a seat"),
            about=gettext_lazy("The match begins with the last seat: then `match` is told."),
            does="join",
            shape="Table",
            refusals=tuple(status for status in WRITES if status != HTTPStatus.CONFLICT),
        )
    }

    def join(self, **place: Any) -> dict[str, Any]:
        code = self.table(place["code"]).code
        join(code=code, player=self.player)
        return self.told([self.table(code)])[0]


class TableBegin(TableResource, Doing):
    http_method_names = ["options", "post"]
    shape = "Table"
    places = PLACE
    deeds: ClassVar[Mapping[str, Deed]] = {
        "POST": Deed(
            operation="beginTable",
            summary=gettext_lazy("Begin without waiting any longer"),
            about=gettext_lazy("By its maker: computers of the `level` take all seats that are free."),
            does="begin",
            sent="Beginning",
            shape="Table",
            refusals=tuple(status for status in WRITES if status != HTTPStatus.CONFLICT),
        )
    }

    def begin(self, **place: Any) -> dict[str, Any]:
        code = self.table(place["code"]).code
        sent = read_body(self.http, {"level": text})
        begin(code=code, player=self.player, **sent)
        return self.told([self.table(code)])[0]


def read_form(resource: TableResource) -> TableForm:
    """The valid form of a body. Raises BadBody."""
    body = read_body(resource.http, dict.fromkeys(SENT, anything), needed=("rules",))
    try:
        sent = table_sent(body)
    except ValueError as error:
        raise BadBody("", str(error)) from error
    user = resource.http.user
    form = TableForm(sent, user=user if isinstance(user, User) else None)
    if not form.is_valid():
        raise BadBody("", " ".join(complaints(form)))
    return form
