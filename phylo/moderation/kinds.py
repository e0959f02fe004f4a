"""What can be reported of accounts: their names, and their suspension, which an appeal is about."""

from django.utils.translation import gettext as _

from phylo.accounts.models import Guest, User
from phylo.http.input import number_in
from phylo.moderation.content import Content, Kind, Person, id_in


class Names(Kind):
    """The names of an account, by its username. Hidden, others read a number; it still signs in."""

    name = "name"

    def find(self, key: str) -> Content | None:
        user = User.objects.named(key).filter(is_active=True).first()
        if user is None:
            return None
        text = f"{user.display_name} ({user.username})" if user.display_name else user.username
        address = user.get_absolute_url()
        return Content(_("The name of an account"), text, address, Person(user=user), user.name_hidden)

    def open_to(self, key: str, person: Person) -> bool:
        return True

    def put(
        self, key: str, *, hidden: bool, by: User | None, reason: str, before: dict[str, str]
    ) -> dict[str, str]:
        User.objects.named(key).update(name_hidden=hidden)
        return {}


class Appeals(Kind):
    """The suspension of an account (by number) or a guest (by id); it is lifted on the person's page."""

    name = "appeal"

    def find(self, key: str) -> Content | None:
        user = User.objects.filter(pk=number_in(key)).first()
        row: User | Guest | None = user or Guest.objects.filter(pk=id_in(key)).first()
        if row is None or not row.suspended:
            return None
        person = Person(user=user) if user is not None else Person(guest=id_in(key))
        return Content(_("An appeal against a suspension"), row.suspended_because, "", person)

    def open_to(self, key: str, person: Person) -> bool:
        return False
