"""Creating and copying decks, and adding a card to a deck from the card's page."""

from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from cards.decks import services
from cards.decks.access import deck_or_404, own_deck_or_404
from cards.decks.errors import BadChange
from cards.decks.fields import NAME
from cards.decks.models import Deck
from cards.decks.models.contents import DEFAULT_RULES, Contents
from cards.decks.pages.tiles import tiles
from cards.models import Builder, Card, Kind
from cards.models.builder import builder_of, known_builder
from cards.pages.faces import faces
from cards.services.choice_fields import RULES
from cards.sets.models import Collection
from cards.words import RULES_TITLES
from engine.phylo.rules import RULES as ENGINE_RULES
from phylo.http.answers import missing_is_404, refuse
from phylo.http.input import whole_number
from phylo.http.keys import new_key
from phylo.http.problems import Refused

PICTURED = 7
"""How many of the ready decks are offered with pictures; the others by name."""


class NewDeckForm(forms.Form):
    """
    `start` is a ready deck to begin with, which also sets the rules; `card` is a first card; `set` is the set
    of the builder's in which the deck is made.
    """

    name = NAME.form_field(
        forms.TextInput({"placeholder": services.UNNAMED, "autocomplete": "off"}), required=False
    )
    rules = RULES.form_field(required=False)
    start = forms.ModelChoiceField(
        Deck.objects.none(),
        to_field_name="slug",
        required=False,
        label=gettext_lazy("Begin with"),
        empty_label=gettext_lazy("No cards"),
        help_text=gettext_lazy("You get its cards and its rules, to change as you like."),
    )
    card = forms.SlugField(max_length=80, required=False, widget=forms.HiddenInput)
    set = forms.ModelChoiceField(
        Collection.objects.none(), to_field_name="slug", required=False, widget=forms.HiddenInput
    )
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: QueryDict | None = None, *, builder: Builder, initial: dict[str, str] | None = None
    ) -> None:
        super().__init__(data, initial=initial)
        inside = self.fields["set"]
        assert isinstance(inside, forms.ModelChoiceField)
        inside.queryset = Collection.objects.inside(builder)
        field = self.fields["start"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Deck.objects.ready()

    def make(self, builder: Builder) -> Deck:
        """The deck of a valid form. Raises BadChange or TooManyDecks."""
        given = self.cleaned_data
        if given["start"] is not None and not given["card"]:
            return services.copy_deck(
                deck=given["start"],
                builder=builder,
                name=given["name"],
                key=given["key"],
                collection=given["set"],
            )
        return services.create_deck(
            builder=builder,
            name=given["name"] or str(services.UNNAMED),
            contents=Contents.of(
                {given["card"]: 1} if given["card"] else {}, given["rules"] or DEFAULT_RULES
            ),
            collection=given["set"],
            key=given["key"],
        )

    @property
    def collection(self) -> Collection | None:
        """The set in which the deck is to be made, as far as the builder is in it."""
        field = self.fields["set"]
        slug = str(self["set"].value() or "")
        if not isinstance(field, forms.ModelChoiceField) or not slug.isprintable():
            return None
        return field.queryset.filter(slug=slug).first() if slug and field.queryset is not None else None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_deck(request: HttpRequest) -> HttpResponse:
    """
    `?start=` preselects a ready deck, or none if it is empty, `?rules=` the rules; `?card=` adds a card;
    `?set=` makes the deck in a set.
    """
    builder = builder_of(request)
    if request.method != "POST":
        return _new_page(request, NewDeckForm(builder=builder, initial=_initial(request)))
    form = NewDeckForm(request.POST, builder=builder)
    if form.is_valid():
        try:
            deck = form.make(known_builder(request))
        except Refused as error:
            refuse(form, error)
        else:
            return redirect("deck-build", deck.slug)
    return _new_page(request, form)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@missing_is_404
def put_card(request: HttpRequest) -> HttpResponse:
    """Choose one of the user's decks for the card `?card=`; POST with `deck` adds a copy to that deck."""
    sent = request.POST if request.method == "POST" else request.GET
    # Some databases refuse such text, and it names nothing.
    if not all(sent.get(name, "").isprintable() for name in ("card", "deck", "key")):
        raise Http404("no such card")
    card = get_object_or_404(Card.objects.exclude(kind=Kind.HOME), key=sent.get("card", ""))
    if request.method == "POST":
        _put(request, card)
        return redirect(f"{reverse('deck-put')}?card={card.key}")
    mine = Deck.objects.of(builder_of(request)).order_by("-changed_at", "-pk")
    held = dict(card.deck_entries.filter(deck__in=mine).order_by().values_list("deck_id", "count"))
    [face] = faces([card])
    rows = [{"deck": deck, "copies": held.get(deck.pk, 0)} for deck in mine]
    return render(request, "decks/put.html", {"card": card, "face": face, "rows": rows, "key": new_key()})


@never_cache
@require_POST
@missing_is_404
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """
    Copy a deck and redirect to the builder. Takes `version`, by default the newest, and `key`: a repeated
    request with the same key makes one copy.
    """
    deck = deck_or_404(request, slug)
    wanted = request.POST.get("version", "")
    version = whole_number(wanted)
    if wanted and version is None:
        raise Http404("no such version")
    key = request.POST.get("key", "")
    try:
        made = services.copy_deck(deck=deck, builder=known_builder(request), version=version, key=key)
    except Refused as error:
        words = _("This cannot be copied: %(why)s") if isinstance(error, BadChange) else "%(why)s"
        messages.warning(request, words % {"why": error})
        return redirect("deck", deck.slug)
    return redirect("deck-build", made.slug)


def _put(request: HttpRequest, card: Card) -> None:
    deck = own_deck_or_404(request, request.POST.get("deck", ""))
    key = request.POST.get("key", "")[:64]
    try:
        deck = services.step_deck(deck_id=deck.pk, step="add", card=card.key, key=key)
    except Refused as error:
        messages.warning(request, str(error))
        return
    copies = deck.contents.cards.get(card.key, 0)
    words = ngettext(
        "%(card)s: %(count)s copy in “%(deck)s”.", "%(card)s: %(count)s copies in “%(deck)s”.", copies
    )
    messages.success(request, words % {"card": card.local_name, "count": copies, "deck": deck.name})


def _initial(request: HttpRequest) -> dict[str, str]:
    rules = request.GET.get("rules", "")
    rules = rules if rules in ENGINE_RULES else DEFAULT_RULES
    asked = {"start", "card", "set"} & request.GET.keys()
    first = None if asked else Deck.objects.ready().for_rules(rules).values_list("slug", flat=True).first()
    return {
        "rules": rules,
        "start": first or request.GET.get("start", ""),
        "card": request.GET.get("card", ""),
        "set": request.GET.get("set", ""),
        "key": new_key(),
    }


def _ready(form: NewDeckForm) -> list[Deck]:
    """The ready decks: first the chosen one, then those of the chosen rules."""
    chosen, rules = form["start"].value(), form["rules"].value()
    return sorted(Deck.objects.ready(), key=lambda deck: (deck.slug != chosen, deck.rules != rules))


def _new_page(request: HttpRequest, form: NewDeckForm) -> HttpResponse:
    key = form["card"].value() or ""
    if "\0" in key:
        raise Http404("no such card")
    ready = _ready(form)
    context = {
        "form": form,
        "pictured": tiles(ready[:PICTURED]),
        "more_places": ready[PICTURED:],
        "set": form.collection,
        "card": Card.objects.exclude(kind=Kind.HOME).filter(key=key).first() if key else None,
        "guest": not request.user.is_authenticated,
        "rules": [
            {
                "key": each.key,
                "title": RULES_TITLES[each.key],
                "size": each.deck_size,
                "habitats": each.habitats,
                "chosen": each.key == form["rules"].value(),
            }
            for each in ENGINE_RULES.values()
        ],
    }
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render(request, "decks/new.html", context, status=status)
