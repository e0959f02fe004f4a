"""Proposed translations as content that can be reported and hidden."""

from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from cards.curation.permissions import Action, may
from cards.translating import services
from cards.translating.models import ProposedText
from phylo.accounts.models import User
from phylo.http.input import number_in
from phylo.moderation.content import Content, Kind, Person


class ProposedTexts(Kind):
    """Hidden, one is read by its author, who is shown the reason, and moderators."""

    name = "translation"

    def find(self, key: str) -> Content | None:
        rows = ProposedText.objects.select_related("author", "card")
        found = rows.filter(pk=number_in(key)).first()
        if found is None:
            return None
        title = _("The proposal “%(name)s”") % {"name": found.card.name}
        address = f"{reverse('translation', args=[found.language])}?{urlencode({'card': found.card.key})}"
        text = "\n".join(filter(None, [found.name, found.fact]))
        return Content(title, text, address, Person(user=found.author), found.hidden)

    def open_to(self, key: str, person: Person) -> bool:
        """One that waits; the author may appeal at any time."""
        found = services.seen_by(person.user).filter(pk=number_in(key)).first()
        if found is None or person.user is None:
            return False
        own = found.author_id == person.user.pk
        return own or (found.undecided and may(person.user, Action.REPORT, found))

    def put(
        self, key: str, *, hidden: bool, by: User | None, reason: str, before: dict[str, str]
    ) -> dict[str, str]:
        row = ProposedText.objects.select_for_update().get(pk=number_in(key))
        row.hidden, row.hidden_reason = hidden, reason if hidden else ""
        row.save(update_fields=["hidden", "hidden_reason"])
        return {}
