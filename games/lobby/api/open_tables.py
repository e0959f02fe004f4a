"""
Open tables: finding somebody to play with. `challenges/` is for Phylo, where each player brings a deck, and
`tables/` for the drafting games.
"""

from http import HTTPStatus

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.models.builder import builder_of
from cards.sets.models import Collection
from games.lobby.api.open_table_bodies import (
    Acceptance,
    Beginning,
    ChallengeSerializer,
    NewChallenge,
    NewTable,
    OpenTableParameters,
    TableSerializer,
)
from games.lobby.fields import LINK, LOBBY, OTHERS
from games.lobby.forms.open_table import (
    AcceptForm,
    ChallengeForm,
    OpenTableForm,
    TableForm,
)
from games.lobby.models import OpenTable, OpenTableQuerySet, Participant
from games.lobby.services import open_tables
from games.lobby.services.terms import Terms
from games.lobby.words import Listing, listings
from games.matches.access import Look
from games.matches.api.bodies import checked
from games.matches.api.resource import PlayersResource
from games.matches.api.serializers import MatchSerializer
from games.matches.fields import CLOCK, DRAFTING_CLOCK
from games.matches.models import Match
from phylo.api.bodies import Body
from phylo.api.paging import Page, by_time, page_of
from phylo.api.resource import OPEN_OR_TOKEN, operation
from phylo.http.input import BadBody
from phylo.http.keys import new_key


class OpenTableResource(PlayersResource):
    """A resource of open tables: those of the drafting games, or challenges."""

    drafting: bool

    @property
    def tables(self) -> OpenTableQuerySet:
        return OpenTable.objects.with_people().drafting(self.drafting)

    def listing(self, code: str) -> Listing:
        """A table that the visitor may see. Raises Http404."""
        for listing in listings(self.tables.seen_by(self.player_id).filter(code=code), viewer=self.player_id):
            return listing
        raise Http404("no such table")

    def page(self) -> Page[Listing]:
        """The requested page of open tables."""
        standing, known = self.tables.standing(at=timezone.now()), self.player_id
        match self.given["which"]:
            case "lobby" if slug := self.given.get("set"):
                inside = Collection.objects.inside(builder_of(self.http)).filter(slug=slug)
                found = standing.inside(inside).open_to(known).exclude(maker=known)
            case "lobby":
                standing = standing.open_to(known).filter(listed=True)
                found = standing if self.drafting else standing.exclude(maker=known)
            case "to-me":
                found = standing.with_participant(known, Participant.State.INVITED)
            case _:
                found = standing.with_participant(known, Participant.State.WAITING)
        page = by_time(found, self.given, self.at)
        return page.of(listings(page.results, viewer=known))

    def opened(self, form: OpenTableForm) -> Listing:
        """Open the table of a valid form."""
        return self.listing(form.open_table(self.player).code)

    def left(self, code: str) -> Listing:
        if not self.listing(code).state:
            raise Http404("not there")
        open_tables.leave(code=code, player=self.player)
        return self.listing(code)


class ChallengeResource(OpenTableResource):
    tag = "challenges"
    path_words = {"code": "The `challenge` of a list or of an event."}
    drafting = False


class ChallengeList(ChallengeResource):
    security = OPEN_OR_TOKEN

    @operation(
        "listChallenges",
        "Challenges that stand",
        about="Newest first.",
        answer=page_of(ChallengeSerializer),
        query=OpenTableParameters,
    )
    def get(self) -> Page[Listing]:
        return self.page()

    @operation(
        "makeChallenge",
        "Make a challenge",
        about=(
            "In the lobby, for whoever has its link (`listed` false), or for one person (`to`). Sent again "
            "with the same key, it is the same challenge."
        ),
        answer=ChallengeSerializer,
        body=NewChallenge,
        status=HTTPStatus.CREATED,
    )
    def post(self) -> Listing:
        sent = {"clock": CLOCK.usual, "listed": Terms.listed, "key": new_key(), **self.sent}
        sent.setdefault("public", sent["listed"] and not sent.get("to"))
        sent |= {name: str(value) for name, value in sent.pop("options", {}).items()}
        sent["listed"] = LOBBY if sent["listed"] else LINK
        form = ChallengeForm(sent, builder=builder_of(self.http))
        if sent.get("to") and form.whom is None:
            raise BadBody("to", _("There is nobody of this name."))
        if unknown := sent.keys() - form.fields.keys() - {"rated"}:
            raise BadBody("options", _("Unknown option: %(name)s") % {"name": min(unknown)})
        return self.opened(checked(form))


class ChallengeDetail(ChallengeResource):
    security = OPEN_OR_TOKEN

    @operation(
        "getChallenge",
        "One challenge",
        about="Whoever knows its code may read it, unless it is for somebody else alone.",
        answer=ChallengeSerializer,
    )
    def get(self, code: str) -> Listing:
        return self.listing(code)

    @operation(
        "withdrawChallenge",
        "Withdraw or decline a challenge",
        about=(
            "Your own is withdrawn, one that is for you alone is declined. One that is over stays as it is."
        ),
        answer=ChallengeSerializer,
    )
    def delete(self, code: str) -> Listing:
        return self.left(code)


class ChallengeAccept(ChallengeResource):
    @operation(
        "acceptChallenge",
        "Accept a challenge",
        about=(
            "With a deck of its rules; where both play the same deck, without. The match begins at once. "
            "Accepting twice leads to the same match."
        ),
        answer=MatchSerializer,
        body=Acceptance,
    )
    def post(self, code: str) -> Look:
        form = checked(AcceptForm(self.sent, table=self.listing(code).table, builder=builder_of(self.http)))
        begun = open_tables.join(code=code, player=self.player, deck=form.cleaned_data.get("deck"))
        assert begun.match_id is not None
        match = Match.objects.with_seats().get(pk=begun.match_id)
        return Look(match, match.seats.get(player=self.player_id).number)


class TableResource(OpenTableResource):
    tag = "tables"
    path_words = {"code": "The `table` of a list or of an event."}
    drafting = True

    def form(self) -> TableForm:
        """The valid form for a NewTable. Raises BadBody."""
        sent = self.sent
        seats = dict(zip((f"seat_{number}" for number in OTHERS), sent.get("seats", []), strict=False))
        data = {
            "rules": sent["rules"],
            "clock": sent.get("clock", DRAFTING_CLOCK.usual),
            "invite": ",".join(sent.get("invite", [])),
            "listed": LOBBY if sent.get("listed", Terms.listed) else LINK,
            "rated": sent.get("rated", Terms.rated),
            "public": sent.get("public", sent.get("listed", Terms.listed)),
            "set": sent.get("set", ""),
            "key": sent.get("key", new_key()),
        }
        return checked(TableForm(data | seats, builder=builder_of(self.http)))


class TableList(TableResource):
    security = OPEN_OR_TOKEN

    @operation(
        "listTables",
        "Tables that wait for players",
        about="Of the drafting games, newest first.",
        answer=page_of(TableSerializer),
        query=OpenTableParameters,
    )
    def get(self) -> Page[Listing]:
        return self.page()

    @operation(
        "makeTable",
        "Set up a table for others",
        about=(
            "`seats` are those beside your own: a level of the computer, `person`, or `here` for one more "
            "played by this account. At least one is a `person`: a match that waits for nobody begins by "
            "POST to `tables/start/`. Sent again with the same key, it is the same table."
        ),
        answer=TableSerializer,
        body=NewTable,
        status=HTTPStatus.CREATED,
    )
    def post(self) -> Listing:
        return self.opened(self.form())


class TableStart(TableResource):
    @operation(
        "startTable",
        "Begin a drafting game at once",
        about=(
            "With computers in the other `seats`, or alone without any. Sent again with the same key, it is "
            "the same match."
        ),
        answer=MatchSerializer,
        body=NewTable,
        status=HTTPStatus.CREATED,
    )
    def post(self) -> Look:
        form = self.form()
        if form.terms.people:
            raise BadBody("seats", _("A table that waits for people is made by POST to tables/."))
        begun = open_tables.start(player=self.player, terms=form.terms, key=form.cleaned_data["key"])
        return Look(Match.objects.with_seats().get(pk=begun.pk), 0)


class TableDetail(TableResource):
    security = OPEN_OR_TOKEN

    @operation(
        "getTable",
        "One table",
        about="Whoever knows its code may read it.",
        answer=TableSerializer,
    )
    def get(self, code: str) -> Listing:
        return self.listing(code)

    @operation(
        "leaveTable",
        "Leave a table, decline, or call it off",
        about="Your own is called off. One that has begun stays as it is.",
        answer=TableSerializer,
    )
    def delete(self, code: str) -> Listing:
        return self.left(code)


class TableJoin(TableResource):
    @operation(
        "joinTable",
        "Take a seat",
        about="The match begins with the last seat: then `match` is told.",
        answer=TableSerializer,
        body=Body,
    )
    def post(self, code: str) -> Listing:
        self.listing(code)
        open_tables.join(code=code, player=self.player)
        return self.listing(code)


class TableBegin(TableResource):
    @operation(
        "beginTable",
        "Begin without waiting any longer",
        about="By its maker: computers of the `level` take all seats that are free.",
        answer=TableSerializer,
        body=Beginning,
    )
    def post(self, code: str) -> Listing:
        self.listing(code)
        open_tables.begin(code=code, player=self.player, **self.sent)
        return self.listing(code)
