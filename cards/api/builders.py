"""What the resources of decks and sets share: accounts and guests put them together."""

from django.utils.translation import gettext as _

from cards.models import Builder, Card
from cards.models.builder import builder_of
from phylo.api.parameters import Values
from phylo.api.resource import OPEN_OR_TOKEN, Resource
from phylo.http.input import BadBody


class BuilderResource(Resource):
    security = OPEN_OR_TOKEN

    @property
    def builder(self) -> Builder:
        return builder_of(self.http)


def card_sent(sent: Values, name: str) -> Card:
    """The card whose key is in the body; raises BadBody."""
    found = Card.objects.filter(key=sent[name]).first()
    if found is None:
        raise BadBody(name, _("%(name)s: there is no card of this key.") % {"name": name})
    return found
