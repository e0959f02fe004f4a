"""What a person may do with a set: one table for every service and page."""

from enum import IntEnum, StrEnum

from django.db.models import Q
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from cards.curation.permissions import Action, may, moderates
from cards.models import Builder, Visibility
from cards.models.builder import builder_of
from cards.sets.models import Collection, CollectionPerson, SetCard
from phylo.http.problems import NotAllowed


class Standing(IntEnum):
    """Each standing includes the permissions of those before."""

    OUTSIDER = 0
    MEMBER = 1
    EDITOR = 2
    OWNER = 3


class SetAction(StrEnum):
    ADD_CARD = "add-card"
    ARRANGE = "arrange"
    DESCRIBE = "describe"
    SHOW_CARD = "let-in"
    SEE_PEOPLE = "see-people"
    INVITE = "invite"
    REMOVE = "remove"
    PUBLISH = "publish"
    DELETE = "delete"


LEAST: dict[SetAction, Standing] = {
    SetAction.ADD_CARD: Standing.MEMBER,
    SetAction.ARRANGE: Standing.EDITOR,
    SetAction.DESCRIBE: Standing.EDITOR,
    SetAction.SHOW_CARD: Standing.EDITOR,
    SetAction.SEE_PEOPLE: Standing.EDITOR,
    SetAction.INVITE: Standing.OWNER,
    SetAction.REMOVE: Standing.OWNER,
    SetAction.PUBLISH: Standing.OWNER,
    SetAction.DELETE: Standing.OWNER,
}

SHOWN_ACTIONS = {SetAction.ADD_CARD, SetAction.ARRANGE, SetAction.DESCRIBE, SetAction.SHOW_CARD}
"""Actions that change what a set shows."""


def standing_of(builder: Builder, collection: Collection) -> Standing:
    if builder.user is not None and collection.owner_id == builder.user.pk:
        return Standing.OWNER
    person = person_of(builder, collection)
    if person is None:
        return Standing.OUTSIDER
    return Standing.EDITOR if person.editor else Standing.MEMBER


def is_inside(collection: Collection, standing: Standing) -> bool:
    """As the query `inside`: whether somebody of that standing makes decks and watches matches there."""
    return standing >= (Standing.EDITOR if collection.hidden else Standing.MEMBER)


def person_of(builder: Builder, collection: Collection) -> CollectionPerson | None:
    return CollectionPerson.objects.filter(builder.rows(), collection=collection).first()


def allow(builder: Builder, action: SetAction, collection: Collection) -> Standing:
    """Raises NotAllowed, also for a blocked account whose change others would see."""
    standing = standing_of(builder, collection)
    if standing < LEAST[action]:
        raise NotAllowed(_("You may not do this."))
    shown = collection.visibility != Visibility.PRIVATE and action in SHOWN_ACTIONS
    if shown and builder.user is not None and not may(builder.user, Action.PROPOSE):
        raise NotAllowed(_("This account may no longer show sets to others."))
    return standing


def may_draft(builder: Builder, card: SetCard, standing: Standing) -> bool:
    """Whether the builder sees and changes what was typed: the owner, or the author while in the set."""
    return standing == Standing.OWNER or (standing >= Standing.MEMBER and card.is_of(builder))


def may_change(builder: Builder, card: SetCard, standing: Standing) -> bool:
    """Whether the builder is an editor, or the author and still in the set. Not every editor sees drafts."""
    if not card.finished:
        return may_draft(builder, card, standing)
    return standing >= Standing.EDITOR or (standing >= Standing.MEMBER and card.is_of(builder))


def seen_by(builder: Builder) -> Q:
    """
    Of the own cards of sets that have been saved: what is shown, and all that the builder may change (as
    `may_change`).
    """
    sets = CollectionPerson.objects.filter(builder.rows()).values("collection_id")
    seen = Q(shown=True)
    if builder.user is not None:
        seen |= Q(collection__owner=builder.user) | Q(collection__in=sets.filter(editor=True))
    if builder.known:
        seen |= builder.rows("author") & Q(collection__in=sets)
    return seen & ~Q(contents={})


def set_or_404(request: HttpRequest, slug: str) -> Collection:
    """A set that the visitor may see; raises Http404 for any other."""
    builder = builder_of(request)
    found = Collection.objects.open_to(builder, moderates=moderates(builder.user))
    collection = found.select_related("owner").filter(slug=slug).first()
    if collection is None:
        raise Http404("no such set")
    return collection


def own_set_or_404(request: HttpRequest, slug: str, action: SetAction) -> Collection:
    """A set on which the visitor may take the action; raises Http404 for any other."""
    collection = set_or_404(request, slug)
    if standing_of(builder_of(request), collection) < LEAST[action]:
        raise Http404("no such set")
    return collection
