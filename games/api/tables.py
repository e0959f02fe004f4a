"""Tables of the drafting games: waiting for players, or beginning at once with computers."""

from collections.abc import Iterable
from http import HTTPStatus

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from engine.drafting import GAMES
from games.access import Look
from games.api.bodies import Choice, Key, checked
from games.api.resource import PlayersResource
from games.api.serializers import MatchSerializer
from games.forms.parts import one_key
from games.forms.table import CLOCKS, HERE, OTHERS, PERSON, TableForm
from games.models import BotLevel, Gathering, Match, Place, Player
from games.models.gathering import GatheringQuerySet
from games.services import gatherings
from games.words.gatherings import Waiting, waitings
from phylo.accounts.models import User
from phylo.api.bodies import Body, Text, Truth
from phylo.api.fields import Link
from phylo.api.paging import Page, by_time, page_of
from phylo.api.parameters import PageParameters
from phylo.api.resource import OPEN_OR_TOKEN, operation
from phylo.http.input import BadBody

STATUS = [*Gathering.Status.values, "expired"]


class TableParameters(PageParameters):
    which = serializers.ChoiceField(
        required=False,
        default="lobby",
        choices=["lobby", "to-me", "mine"],
        help_text=gettext_lazy(
            "Those that everybody may join, those to which you are invited, or those at which you sit."
        ),
    )


class NewTable(Body):
    rules = Choice([*GAMES], required=True)
    seats = serializers.ListField(
        required=False,
        max_length=len(OTHERS),
        child=Choice([PERSON, HERE, *BotLevel.values]),
        help_text=gettext_lazy("Those beside your own."),
    )
    invite = serializers.ListField(
        required=False,
        child=Text(max_length=60),
        help_text=gettext_lazy("Names of accounts."),
    )
    clock = Choice([*CLOCKS], help_text=gettext_lazy("Kind, seconds for a choice."))
    listed = Truth(required=False)
    rated = Truth(required=False)
    public = Truth(required=False)
    key = Key()


class Beginning(Body):
    level = Choice(BotLevel.values)


class TableSerializer(serializers.Serializer[Waiting]):
    table = serializers.CharField(source="gathering.code", help_text=gettext_lazy("Its code."))
    status = serializers.ChoiceField(STATUS)
    maker = serializers.CharField()
    rules = serializers.ChoiceField([*GAMES], source="gathering.rules")
    seats = serializers.IntegerField(source="gathering.seats", help_text=gettext_lazy("All of them."))
    taken = serializers.IntegerField(
        source="gathering.taken", help_text=gettext_lazy("Those that somebody has, bots among them.")
    )
    free = serializers.IntegerField(
        source="gathering.free", help_text=gettext_lazy("Those that anybody may take.")
    )
    people = serializers.ListField(
        source="come", child=serializers.CharField(), help_text=gettext_lazy("Who has come.")
    )
    invited = serializers.ListField(
        child=serializers.CharField(), help_text=gettext_lazy("For whom a seat is kept.")
    )
    bots = serializers.ListField(source="gathering.bots", child=serializers.ChoiceField(BotLevel.values))
    clock = serializers.ChoiceField([*CLOCKS], source="pace_key")
    rated = serializers.BooleanField(source="gathering.rated")
    public = serializers.BooleanField(source="gathering.public")
    listed = serializers.BooleanField(
        source="gathering.listed", help_text=gettext_lazy("Whether it stands in the lobby.")
    )
    created_at = serializers.DateTimeField(source="gathering.created")
    expires_at = serializers.DateTimeField(source="gathering.expires")
    match = serializers.UUIDField(
        source="match_seen", allow_null=True, help_text=gettext_lazy("What came of it, if you may see that.")
    )
    page = Link("gathering", "gathering.code")
    api = Link("api-table", "gathering.code")
    join = Link("api-table-join", "gathering.code", help_text=gettext_lazy("Where a seat is taken."))


class TableResource(PlayersResource):
    tag = "tables"
    path_words = {"code": gettext_lazy("The `table` of a list or of an event.")}

    def table(self, code: str) -> Gathering:
        found = Gathering.objects.with_people().filter(code=code).first()
        if found is None:
            raise Http404("no such table")
        return found

    def told(self, tables: Iterable[Gathering]) -> list[Waiting]:
        return waitings(tables, viewer=self.player_id)

    def form(self) -> TableForm:
        """The valid form of a NewTable. Raises BadBody."""
        sent = self.sent
        seats = dict(zip((f"seat_{number}" for number in OTHERS), sent.get("seats", []), strict=False))
        data = {
            "rules": sent["rules"],
            "clock": sent.get("clock", "none"),
            "invite": ",".join(sent.get("invite", [])),
            "listed": "lobby" if sent.get("listed", True) else "link",
            "rated": sent.get("rated", False),
            "public": sent.get("public", True),
            "key": sent.get("key") or one_key(),
        }
        user = self.http.user
        return checked(TableForm(data | seats, user=user if isinstance(user, User) else None))


class TableList(TableResource):
    security = OPEN_OR_TOKEN

    @operation(
        "listTables",
        gettext_lazy("Tables that wait for players"),
        about=gettext_lazy("Of the drafting games, newest first."),
        answer=page_of(TableSerializer),
        query=TableParameters,
    )
    def get(self) -> Page[Waiting]:
        page = by_time(self._standing(self.given["which"]), self.given, self.at)
        return page.of(self.told(page.results))

    def _standing(self, which: str) -> GatheringQuerySet:
        standing = Gathering.objects.with_people().standing(at=timezone.now())
        if which == "lobby":
            return standing.filter(listed=True)
        if self.player_id is None:
            return standing.none()
        state = Place.State.INVITED if which == "to-me" else Place.State.TAKEN
        return standing.filter(places__player=self.player_id, places__state=state)

    @operation(
        "makeTable",
        gettext_lazy("Set up a table for others"),
        about=gettext_lazy(
            "`seats` are those beside your own: a level of the computer, `person`, or `here` for one more "
            "played by this account. At least one is a `person`: a match that waits for nobody begins by "
            "POST to `tables/start/`. Sent again with the same key, it is the same table."
        ),
        answer=TableSerializer,
        body=NewTable,
        status=HTTPStatus.CREATED,
    )
    def post(self) -> Waiting:
        form = self.form()
        invited = [Player.objects.get_or_create(user=user)[0] for user in form.invited]
        key = form.cleaned_data["key"]
        made = gatherings.gather(maker=self.player, table=form.table, key=key, invited=invited)
        return self.told([self.table(made.code)])[0]


class TableStart(TableResource):
    @operation(
        "startTable",
        gettext_lazy("Begin a drafting game at once"),
        about=gettext_lazy("With computers in the other `seats`, or alone without any."),
        answer=MatchSerializer,
        body=NewTable,
        status=HTTPStatus.CREATED,
    )
    def post(self) -> Look:
        form = self.form()
        if form.table.people:
            raise BadBody("seats", _("A table that waits for people is made by POST to tables/."))
        begun = gatherings.start_table(player=self.player, table=form.table)
        return Look(Match.objects.with_seats().get(pk=begun.pk), 0)


class TableDetail(TableResource):
    security = OPEN_OR_TOKEN

    @operation(
        "getTable",
        gettext_lazy("One table"),
        about=gettext_lazy("Whoever knows its code may read it."),
        answer=TableSerializer,
    )
    def get(self, code: str) -> Waiting:
        return self.told([self.table(code)])[0]

    @operation(
        "leaveTable",
        gettext_lazy("Leave a table, decline, or call it off"),
        about=gettext_lazy("Your own is called off. One that has begun stays as it is."),
        answer=TableSerializer,
    )
    def delete(self, code: str) -> Waiting:
        found = self.table(code)
        if self.player_id is None or self.player_id not in {each.player_id for each in found.places.all()}:
            raise Http404("not there")
        gatherings.step_out(code=code, player=self.player)
        return self.told([self.table(code)])[0]


class TableJoin(TableResource):
    @operation(
        "joinTable",
        gettext_lazy("Take a seat"),
        about=gettext_lazy("The match begins with the last seat: then `match` is told."),
        answer=TableSerializer,
        body=Body,
    )
    def post(self, code: str) -> Waiting:
        self.table(code)
        gatherings.join(code=code, player=self.player)
        return self.told([self.table(code)])[0]


class TableBegin(TableResource):
    @operation(
        "beginTable",
        gettext_lazy("Begin without waiting any longer"),
        about=gettext_lazy("By its maker: computers of the `level` take all seats that are free."),
        answer=TableSerializer,
        body=Beginning,
    )
    def post(self, code: str) -> Waiting:
        self.table(code)
        gatherings.begin(code=code, player=self.player, **self.sent)
        return self.told([self.table(code)])[0]
