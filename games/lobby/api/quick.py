"""Quick pairing: to be matched with whoever waits for the same."""

from http import HTTPStatus

from django.http import Http404
from rest_framework import serializers

from cards.models.builder import builder_of
from games.lobby.fields import SPEED
from games.lobby.forms.quick import QuickForm
from games.lobby.models import OpenTable
from games.lobby.services import open_tables, quick
from games.matches.api.bodies import checked
from games.matches.api.resource import PlayersResource
from games.matches.fields import GAME
from phylo.api.bodies import Body, Key, Slug, Truth
from phylo.api.fields import Link
from phylo.api.resource import operation
from phylo.http.keys import new_key


class NewSearch(Body):
    rules = GAME.body_field()
    clock = SPEED.body_field(
        help_text=(
            "Of Phylo 10 or 20 minutes each, of the drafting games 30 or 60 seconds a choice; or a day for "
            "each turn."
        ),
    )
    deck = Slug("Slug of a deck of these rules. Left out: any ready one.", required=False)
    public = Truth(required=False, help_text="Whether others may watch, if both agree.")
    key = Key()


class SearchSerializer(serializers.Serializer[OpenTable]):
    search = serializers.CharField(source="code", help_text="Its code.")
    status = serializers.ChoiceField(["waiting", "begun", "ended"], source="search_status")
    rules = GAME.answer_field()
    match = serializers.UUIDField(
        source="began.pk", default=None, allow_null=True, help_text="What came of it."
    )
    expires_at = serializers.DateTimeField(source="expires")
    page = Link("quick", "code")
    api = Link("api-search", "code")


class SearchResource(PlayersResource):
    tag = "challenges"
    path_words = {"code": "The `search` that was begun."}

    def found(self, code: str) -> OpenTable:
        """Raises Http404 for those of others."""
        mine = OpenTable.objects.with_people().filter(quick=True, maker=self.player_id)
        if self.player_id is None or (table := mine.filter(code=code).first()) is None:
            raise Http404("no such search")
        return table


class SearchList(SearchResource):
    @operation(
        "seekMatch",
        "Look for somebody to play with",
        about=(
            "Begins a match with somebody about as strong who waits for the same, or waits. Whom one is "
            "matched with may be the further away in rating the longer one waits. It is rated if both have "
            "an account. Only who is there is matched: follow the `stream`, or ask for the search every few "
            "seconds. It takes the place of an earlier search; sent again with the same key, it is the same."
        ),
        answer=SearchSerializer,
        body=NewSearch,
        status=HTTPStatus.CREATED,
    )
    def post(self) -> OpenTable:
        usual = {"rules": GAME.usual, "clock": SPEED.usual, "key": new_key(), "public": True}
        form = checked(QuickForm({**usual, **self.sent}, builder=builder_of(self.http)))
        return form.seek(self.player)


class SearchDetail(SearchResource):
    @operation(
        "getSearch",
        "What came of a search",
        about="Asking shows that you are still there.",
        answer=SearchSerializer,
    )
    def get(self, code: str) -> OpenTable:
        table = self.found(code)
        if table.stands:
            quick.stay(table)
        return table

    @operation(
        "endSearch",
        "Stop looking",
        about="A match that has begun goes on.",
        answer=SearchSerializer,
    )
    def delete(self, code: str) -> OpenTable:
        self.found(code)
        open_tables.leave(code=code, player=self.player)
        return self.found(code)
