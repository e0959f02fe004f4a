"""The cards of a set: choosing published ones, and editing the set's own."""

from dataclasses import dataclass, field

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.art import face_svg
from cards.editor.checks import missing_for_all
from cards.editor.form import CardForm
from cards.editor.pages import PART, Editing, edit_form, editor_page, refused_page
from cards.models import Builder, Card, Kind
from cards.models.builder import builder_of
from cards.pages.addresses import asked
from cards.pages.faces import faces
from cards.search.pages.complaints import complaint
from cards.search.services.search import CardSearch, QueryError
from cards.sets import services
from cards.sets.access import SetAction, may_change, may_draft, own_set_or_404, set_or_404, standing_of
from cards.sets.cards import cards_of, printed, seen_cards
from cards.sets.models import Collection, CollectionCard, CollectionPerson, SetCard
from phylo.http.input import GREATEST, number_in
from phylo.http.problems import Refused

FOUND = 12
"""Cards shown in the search for more."""


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
    def version(self) -> int | str:
        return self.own.version if self.own is not None else ""

    @property
    def in_set(self) -> bool:
        return True

    @property
    def keeps(self) -> bool:
        return self.collection is not None and (
            self.own is None or may_draft(self.builder, self.own, standing_of(self.builder, self.collection))
        )

    def keep(self, request: HttpRequest, form: CardForm) -> HttpResponse:
        """Store the draft: for a script `version` and `address` of the card, else the page of the set."""
        assert self.collection is not None
        script = request.headers.get(PART) == "keep"
        try:
            card = services.keep_draft(
                collection_id=self.collection.pk,
                builder=self.builder,
                contents=form.contents(),
                card_id=None if self.own is None else self.own.pk,
                version=number_in(request.POST.get("version", "")),
                key=request.POST.get("key", ""),
            )
        except Refused as error:
            return error.as_problem() if script else refused_page(request, self, form, error)
        if script:
            address = reverse("set-card-edit", args=[self.collection.slug, card.pk])
            return JsonResponse({"version": card.version, "address": address})
        messages.success(request, _("It is kept. Go on with it whenever you like."))
        return redirect("set", self.collection.slug)

    def stored(self, request: HttpRequest, form: CardForm, *, submit: bool) -> HttpResponse:
        assert self.collection is not None
        if wrong := self.errors(form):
            return editor_page(request, self, form, wrong=_("This card is not finished yet."), faults=wrong)
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
                    version=number_in(request.POST.get("version", "")),
                    contents=form.contents(),
                )
        except Refused as error:
            return refused_page(request, self, form, error)
        if card.shown:
            messages.success(request, _("%(name)s is in the set.") % {"name": card.name})
        else:
            words = _("%(name)s is saved. Others see it once an editor of the set accepts it.")
            if self.collection.class_set and self.builder.user is None:
                words = _("%(name)s is saved. Your teacher will look at it. Then the others see it too.")
            messages.success(request, words % {"name": card.name})
        return redirect("set", self.collection.slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_card(request: HttpRequest, slug: str) -> HttpResponse:
    """A new card in a set, for everybody who has joined it, including guests."""
    collection = own_set_or_404(request, slug, SetAction.ADD_CARD)
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
    typed = may_draft(builder, card, standing_of(builder, collection)) and card.draft
    contents = typed or card.contents
    editing = SetEditing(builder.user, contents, collection=collection, builder=builder, own=card)
    return edit_form(request, editing, contents)


@never_cache
@require_POST
def act(request: HttpRequest, slug: str, pk: int, step: str) -> HttpResponse:
    """Steps: show, hide, delete, propose, drop (what was typed)."""
    collection, card = _changeable(request, slug, pk)
    builder = builder_of(request)
    try:
        if step in ("show", "hide"):
            services.show_card(card_id=card.pk, builder=builder, shown=step == "show")
        elif step == "delete":
            services.delete_card(card_id=card.pk, builder=builder)
            messages.success(request, _("“%(name)s” is deleted.") % {"name": card.name or _("A new card")})
        elif step == "drop":
            services.drop_draft(card_id=card.pk, builder=builder)
        elif step == "propose":
            proposal = services.propose_card(card_id=card.pk, builder=builder)
            if proposal.state == "draft" and proposal.author_id == getattr(builder.user, "pk", None):
                words = _("This is the draft of your proposal. Check it, say why, and submit it.")
                messages.success(request, words)
                if missing := missing_for_all(proposal.contents):
                    more = _("For everybody it still needs: %(fields)s.") % {"fields": ", ".join(missing)}
                    messages.warning(request, more)
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
    """The full face as SVG, for those who may see the card."""
    collection = set_or_404(request, slug)
    card = seen_cards(collection, builder_of(request)).filter(pk=min(pk, GREATEST)).first()
    if card is None:
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


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def fill(request: HttpRequest, slug: str) -> HttpResponse:
    """`?q=` searches for cards to add. POST with `card` and `step`: put, take, up or down."""
    collection = own_set_or_404(request, slug, SetAction.ARRANGE)
    text = request.GET.get("q", "").strip()
    if request.method == "POST":
        _step(request, collection)
        at = reverse("set-cards", args=[slug]) + asked(text)
        return redirect(f"{at}#{'found' if text else 'held'}")
    cards = cards_of(collection)
    context: dict[str, object] = {"set": collection, "text": text, "faces": faces(cards), "last": len(cards)}
    if text:
        held = {card.key for card in cards}
        try:
            search = CardSearch(text)
        except QueryError as error:
            context["complaint"] = complaint(text, error, at=reverse("set-cards", args=[slug]))
        else:
            found = [card for card in search.page(1, FOUND) if card.kind != Kind.HOME]
            context["found"] = [{"face": face, "held": face["key"] in held} for face in faces(found)]
            context["more"] = max(0, search.count - FOUND)
    return render(request, "sets/cards.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def put(request: HttpRequest) -> HttpResponse:
    """Choose a set for the card `?card=` among those that the user may fill; POST with `set` adds it."""
    sent = request.POST if request.method == "POST" else request.GET
    builder = builder_of(request)
    card = _card(sent.get("card", ""))
    if request.method == "POST":
        collection = own_set_or_404(request, sent.get("set", "")[:80], SetAction.ARRANGE)
        try:
            services.put_card(collection_id=collection.pk, builder=builder, card=card)
        except Refused as error:
            messages.warning(request, str(error))
        else:
            words = {"card": card.local_name, "set": collection.name}
            messages.success(request, _("%(card)s is in “%(set)s”.") % words)
        return redirect(f"{reverse('set-put')}?card={card.key}")
    edited = CollectionPerson.objects.filter(user=builder.user, editor=True).values("collection_id")
    mine = Collection.objects.filter(owner=builder.user) | Collection.objects.filter(pk__in=edited)
    entries = CollectionCard.objects.filter(card=card, collection__in=mine)
    held = set(entries.values_list("collection_id", flat=True))
    [face] = faces([card])
    rows = [{"set": each, "held": each.pk in held} for each in mine.order_by("name", "pk")]
    return render(request, "sets/put.html", {"card": card, "face": face, "rows": rows})


def _card(key: str) -> Card:
    if not key.isprintable():
        raise Http404("no such card")
    return get_object_or_404(Card.objects.exclude(kind=Kind.HOME), key=key)


def _step(request: HttpRequest, collection: Collection) -> None:
    card, step = _card(request.POST.get("card", "")), request.POST.get("step", "")
    builder = builder_of(request)
    try:
        if step == "put":
            services.put_card(collection_id=collection.pk, builder=builder, card=card)
        elif step == "take":
            services.take_card(collection_id=collection.pk, builder=builder, card=card)
        elif step in ("up", "down"):
            by = 1 if step == "down" else -1
            services.move_card(collection_id=collection.pk, builder=builder, card=card, by=by)
        else:
            raise Http404("no such step")
    except Refused as error:
        messages.warning(request, str(error))
