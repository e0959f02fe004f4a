"""The cards that live in one set alone: made with the editor, let in, proposed."""

from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.art import face_svg
from cards.decks.access import builder_of
from cards.editor.form import CardForm
from cards.editor.pages import Editing, edit_form, editor_page
from cards.errors import Refused
from cards.models import Builder, Collection, Kind, SetCard
from cards.sets import services
from cards.sets.access import Deed, may_change, own_set_or_404, sees, set_or_404, standing_of
from cards.sets.faces import printed
from phylo.numbers import whole

Contents = dict[str, Any]
GREATEST = 2**31 - 1


@dataclass
class SetEditing(Editing):
    """`base` is empty for a new card."""

    collection: Collection | None = None
    builder: Builder = field(default_factory=Builder)
    own: SetCard | None = None

    @property
    def address(self) -> str:
        assert self.collection is not None
        if self.own is not None:
            return reverse("set-card-edit", args=[self.collection.slug, self.own.pk])
        return reverse("set-card-new", args=[self.collection.slug])

    @property
    def edition(self) -> int | str:
        return self.own.edition if self.own is not None else ""

    def stored(self, request: HttpRequest, form: CardForm, *, submit: bool) -> HttpResponse:
        assert self.collection is not None
        try:
            if self.own is None:
                card = services.make_card(
                    collection_id=self.collection.pk,
                    builder=self.builder,
                    contents=form.contents(),
                    key=request.POST.get("key", ""),
                )
            else:
                card = services.change_card(
                    card_id=self.own.pk,
                    builder=self.builder,
                    edition=whole(request.POST.get("edition", "")) or 0,
                    contents=form.contents(),
                )
        except Refused as error:
            return editor_page(request, self, form, wrong=str(error))
        if card.shown:
            messages.success(request, _("%(name)s is in the set.") % {"name": card.name})
        else:
            words = _("%(name)s is kept. The others see it when an editor of the set lets it in.")
            messages.success(request, words % {"name": card.name})
        return redirect("set", self.collection.slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_card(request: HttpRequest, slug: str) -> HttpResponse:
    """For whoever has joined the set, guests as well."""
    collection = own_set_or_404(request, slug, Deed.ADD_CARD)
    builder = builder_of(request)
    editing = SetEditing(builder.user, {}, collection=collection, builder=builder)
    kind = request.GET.get("kind", "")
    start = {"kind": kind if kind in (Kind.EVENT, Kind.HABITAT) else Kind.SPECIES.value}
    return edit_form(request, editing, start)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_card(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    collection, card = _changeable(request, slug, pk)
    builder = builder_of(request)
    editing = SetEditing(builder.user, card.contents, collection=collection, builder=builder, own=card)
    return edit_form(request, editing, card.contents)


@never_cache
@require_POST
def act(request: HttpRequest, slug: str, pk: int, step: str) -> HttpResponse:
    """Steps: show, hide, delete, propose."""
    collection, card = _changeable(request, slug, pk)
    builder = builder_of(request)
    try:
        if step in ("show", "hide"):
            services.let_in(card_id=card.pk, builder=builder, shown=step == "show")
        elif step == "delete":
            services.delete_card(card_id=card.pk, builder=builder)
            messages.success(request, _("“%(name)s” is deleted.") % {"name": card.name})
        elif step == "propose":
            proposal = services.propose_card(card_id=card.pk, builder=builder)
            if proposal.state == "draft" and proposal.author_id == getattr(builder.user, "pk", None):
                words = _("This is the draft of your proposal. Look it over, say why, and hand it in.")
                messages.success(request, words)
                return redirect("proposal-edit", proposal.pk)
            messages.success(request, _("It is proposed already."))
        else:
            raise Http404("no such step")
    except Refused as error:
        messages.warning(request, str(error))
    return redirect("set", collection.slug)


@never_cache
@require_safe
def face(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The whole face as SVG, for those who see the card."""
    collection = set_or_404(request, slug)
    builder = builder_of(request)
    card = SetCard.objects.filter(collection=collection, pk=min(pk, GREATEST)).first()
    if card is None or not sees(builder, card, standing_of(builder, collection)):
        raise Http404("no such card")
    key, drawn = printed(card)
    return HttpResponse(face_svg(drawn, key), content_type="image/svg+xml")


def _changeable(request: HttpRequest, slug: str, pk: int) -> tuple[Collection, SetCard]:
    collection = set_or_404(request, slug)
    builder = builder_of(request)
    card = SetCard.objects.filter(collection=collection, pk=min(pk, GREATEST)).first()
    if card is None or not may_change(builder, card, standing_of(builder, collection)):
        raise Http404("no such card")
    return collection, card
