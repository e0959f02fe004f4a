"""Messages in the chat and names of guests as content that can be reported and hidden."""

from django.utils.translation import gettext as _

from games.matches.models import ChatMessage, Player, Seat
from games.matches.services import chat
from phylo.accounts.models import User
from phylo.http.input import number_in
from phylo.moderation.content import Content, Kind, Person, id_in


def person_of(player: Player) -> Person:
    return Person(user=player.user, guest=player.guest_id)


class Messages(Kind):
    """
    A message has no page that moderators may read: only the players read a chat, and what watchers say only
    other watchers, until the match is over.
    """

    name = "chat"

    def find(self, key: str) -> Content | None:
        found = ChatMessage.objects.select_related("player__user").filter(pk=number_in(key)).first()
        if found is None:
            return None
        return Content(_("A message in a chat"), found.text, "", person_of(found.player), found.hidden)

    def open_to(self, key: str, person: Person) -> bool:
        of = {"player__user": person.user} if person.user is not None else {"player__guest": person.guest}
        found = ChatMessage.objects.select_related("match").filter(pk=number_in(key)).first()
        if found is None:
            return False
        sits = Seat.objects.filter(match=found.match_id, **of).exists()
        if not found.watching:
            return sits
        return found.match.finished if sits else found.match.public and person.user is not None

    def put(
        self, key: str, *, hidden: bool, by: User | None, reason: str, before: dict[str, str]
    ) -> dict[str, str]:
        chat.put_out_of_sight(message_id=number_in(key), hidden=hidden)
        return {}


class GuestNames(Kind):
    """The name that a guest has chosen, by the player's id. Hidden, it is taken away."""

    name = "guest"

    def find(self, key: str) -> Content | None:
        player = Player.objects.filter(pk=id_in(key), guest__isnull=False).first()
        if player is None:
            return None
        return Content(_("The name of a guest"), player.name, "", person_of(player), not player.name)

    def open_to(self, key: str, person: Person) -> bool:
        return True

    def put(
        self, key: str, *, hidden: bool, by: User | None, reason: str, before: dict[str, str]
    ) -> dict[str, str]:
        player = Player.objects.select_for_update(no_key=True).get(pk=id_in(key))
        named, player.name = player.name, "" if hidden else before.get("name", "")
        player.save(update_fields=["name"])
        return {"name": named}
