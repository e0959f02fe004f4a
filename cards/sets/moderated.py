"""Sets as content that can be reported and hidden."""

from django.urls import reverse
from django.utils.translation import gettext as _

from cards.models import Builder, Visibility
from cards.sets.models import Collection
from phylo.accounts.models import User
from phylo.moderation.content import Content, Kind, Person


class Sets(Kind):
    """
    By the slug, which is secret if a set is unlisted. Hidden, it is read by its owner, who is shown the
    reason, its editors and reviewers.
    """

    name = "set"

    def find(self, key: str) -> Content | None:
        private = {"visibility": Visibility.PRIVATE, "hidden": False}
        found = Collection.objects.exclude(**private).select_related("owner").filter(slug=key).first()
        if found is None:
            return None
        text = "\n".join(filter(None, [found.name, found.description]))
        return Content(
            _("A set"), text, reverse("set", args=[found.slug]), Person(user=found.owner), found.hidden
        )

    def open_to(self, key: str, person: Person) -> bool:
        builder = Builder(user=person.user, guest=person.guest)
        return Collection.objects.open_to(builder).filter(slug=key).exists()

    def put(
        self, key: str, *, hidden: bool, by: User | None, reason: str, before: dict[str, str]
    ) -> dict[str, str]:
        collection = Collection.objects.select_for_update().get(slug=key)
        collection.hidden, collection.hidden_reason = hidden, reason if hidden else ""
        collection.save()
        return {}
