"""The people of a set, and the links by which they join."""

from cards.models.builder import known_builder
from cards.sets import services
from cards.sets.access import SetAction, allow
from cards.sets.api.serializers import (
    CollectionSerializer,
    SetJoining,
    SetLink,
    SetLinksSerializer,
    SetPersonSerializer,
)
from cards.sets.api.sets import SetResource
from cards.sets.models import Collection, CollectionPerson
from phylo.api.paging import Listed, list_of
from phylo.api.resource import operation
from phylo.http.input import GREATEST


class PeopleResource(SetResource):
    def peopled(self, slug: str) -> Collection:
        """A set whose people the visitor may see. Raises Http404 or NotAllowed."""
        found = self.seen(slug)
        allow(self.builder, SetAction.SEE_PEOPLE, found)
        return found


class People(PeopleResource):
    @operation(
        "listSetPeople",
        "Who has joined a set",
        about="For its owner and editors; editors come first.",
        answer=list_of(SetPersonSerializer),
        also=(403,),
    )
    def get(self, slug: str) -> Listed[CollectionPerson]:
        people = self.peopled(slug).people.select_related("user")
        return Listed([*people.order_by("-editor", "joined_at", "pk")])


class Person(PeopleResource):
    @operation(
        "removeSetPerson",
        "Remove somebody from a set",
        about="For its owner. The cards of whoever goes stay.",
    )
    def delete(self, slug: str, person: int) -> None:
        services.remove(
            collection_id=self.peopled(slug).pk, builder=self.builder, person_id=min(person, GREATEST)
        )


class Links(PeopleResource):
    @operation(
        "getSetLinks",
        "The links for joining a set",
        about="For its owner and editors.",
        answer=SetLinksSerializer,
        also=(403,),
    )
    def get(self, slug: str) -> Collection:
        return self.peopled(slug)

    @operation(
        "changeSetLink",
        "Make or close a link for joining a set",
        about="For its owner. Those who have joined stay.",
        answer=SetLinksSerializer,
        body=SetLink,
    )
    def post(self, slug: str) -> Collection:
        found, sent = self.peopled(slug), self.sent
        change = services.open_link if sent["open"] else services.close_link
        change(collection_id=found.pk, builder=self.builder, editors=sent["link"] == "editors")
        return self.seen(slug)


class Joining(SetResource):
    @operation(
        "joinSet",
        "Join a set",
        about=(
            "By the code of a link. Editors need an account; without one the visitor becomes a guest. Sent "
            "again, it changes nothing."
        ),
        answer=CollectionSerializer,
        body=SetJoining,
        also=(404,),
    )
    def post(self) -> Collection:
        sent = self.sent
        return self.seen(services.join(builder=known_builder(self.http), **sent).slug)


class Leaving(SetResource):
    @operation("leaveSet", "Leave a set", about="Not for its owner, who can delete it. Cards stay.")
    def post(self, slug: str) -> None:
        services.leave(collection_id=self.seen(slug).pk, builder=self.builder)
