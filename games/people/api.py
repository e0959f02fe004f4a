"""Friends: whom one follows and who of them is there, and whom one blocks."""

from http import HTTPStatus

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers

from games.matches.access import own_player
from games.matches.api.resource import PlayersResource
from games.matches.models import Mute, Player, ShowsPresence
from games.matches.services import blocking
from games.people.services import friends
from games.people.services.friends import Friend
from phylo.accounts.models import User
from phylo.api.bodies import Body, Choice, Text
from phylo.api.fields import Link
from phylo.api.paging import Listed, list_of
from phylo.api.resource import operation
from phylo.http.input import BadBody

ACCOUNT = "Name of an account."


class PersonBody(Body):
    name = Text(max_length=60, help_text=ACCOUNT)


class PresenceBody(Body):
    to = Choice(ShowsPresence.values, required=True)


class PersonSerializer(serializers.Serializer[Player]):
    account = serializers.CharField(source="user.username", help_text=ACCOUNT)
    name = serializers.CharField(source="public_name", help_text="As people read it.")
    page = Link("person", "user.username")


class FriendSerializer(serializers.Serializer[Friend]):
    person = PersonSerializer(source="player")
    mutual = serializers.BooleanField(help_text="Whether they follow you too.")
    here = serializers.BooleanField(
        help_text="Whether they are on the site; told to those whom they let know alone."
    )
    match = serializers.UUIDField(
        source="plays.pk",
        default=None,
        allow_null=True,
        help_text="The public match that they are playing, if they let you know.",
    )


class FriendsSerializer(serializers.Serializer[object]):
    count = serializers.IntegerField(min_value=0)
    results = FriendSerializer(many=True)
    followers = PersonSerializer(many=True, help_text="Who follows you and whom you do not follow.")
    presence = serializers.ChoiceField(ShowsPresence.values, help_text="Who is told that you are here.")


class BlockSerializer(serializers.Serializer[Mute]):
    id = serializers.IntegerField()
    account = serializers.CharField(
        source="muted.user.username", default=None, allow_null=True, help_text="Null: a guest."
    )
    name = serializers.CharField(source="muted.public_name", help_text="As people read it.")
    api = Link("api-block", "pk")


class FriendsResource(PlayersResource):
    tag = "friends"
    path_words = {
        "name": ACCOUNT,
        "block_id": "The `id` of a block of yours.",
    }

    @property
    def reader(self) -> Player:
        """Looking around stores nothing. Raises NobodyKnown."""
        return own_player(self.http).first() or Player(user=self.member)

    @property
    def overview(self) -> dict[str, object]:
        player = self.reader
        found = friends.friends_of(player)
        return {
            "count": len(found),
            "results": found,
            "followers": friends.followers_of(player),
            "presence": player.presence,
        }


class FriendList(FriendsResource):
    @operation(
        "listFriends",
        "Whom you follow, and who follows you",
        about="Those who are here come first.",
        answer=FriendsSerializer,
    )
    def get(self) -> dict[str, object]:
        return self.overview

    @operation(
        "follow",
        "Follow somebody",
        about="Doing it again changes nothing.",
        answer=FriendsSerializer,
        body=PersonBody,
        status=HTTPStatus.CREATED,
    )
    def post(self) -> dict[str, object]:
        friends.follow(player=self.player, followed=player_named(self.sent["name"]))
        return self.overview

    @operation(
        "showPresence",
        "Say who is told that you are here",
        answer=FriendsSerializer,
        body=PresenceBody,
    )
    def patch(self) -> dict[str, object]:
        friends.show_presence(player=self.player, to=self.sent["to"])
        return self.overview


class FriendDetail(FriendsResource):
    @operation("unfollow", "Stop following somebody")
    def delete(self, name: str) -> None:
        user = User.objects.active_named(name)
        if user is None or not self.player.follows.filter(followed__user=user).exists():
            raise Http404("nobody whom you follow")
        friends.unfollow(player=self.player, followed=user.player)


class BlockList(FriendsResource):
    @operation(
        "listBlocks",
        "Whom you block",
        answer=list_of(BlockSerializer),
    )
    def get(self) -> Listed[Mute]:
        return Listed(friends.blocks_of(self.reader))

    @operation(
        "block",
        "Block somebody",
        about=(
            "They cannot challenge you or be matched with you, and you do not read what they write. They are "
            "not told. Guests, who have no name, are blocked at a table (`matches/<id>/mute/`)."
        ),
        answer=BlockSerializer,
        body=PersonBody,
        status=HTTPStatus.CREATED,
    )
    def post(self) -> Mute:
        return blocking.block(player=self.player, blocked=player_named(self.sent["name"]))


class BlockDetail(FriendsResource):
    @operation("unblock", "Block somebody no longer")
    def delete(self, block_id: int) -> None:
        block = self.player.mutes.filter(pk=block_id, blocks=True).select_related("muted").first()
        if block is None:
            raise Http404("no such block of yours")
        blocking.unblock(player=self.player, blocked=block.muted)


def player_named(name: str) -> Player:
    """The account's player. Raises BadBody."""
    user: User | None = User.objects.active_named(name)
    if user is None:
        raise BadBody("name", _("There is nobody of this name."))
    return Player.objects.get_or_create(user=user)[0]
