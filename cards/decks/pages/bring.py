"""Bringing a deck in: paste or send it, see what was understood, choose what was meant, then it is made."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cards.deck_contents import Contents
from cards.decks import services
from cards.decks.access import builder_of, known_builder
from cards.decks.errors import MOST_DECKS, BadChange, KeyReused, StaleEdition, TooManyDecks
from cards.decks.exchange.choices import chosen
from cards.decks.exchange.door import decoded, read_anything
from cards.decks.exchange.reading import DeckUnreadable, Line, Named, Reading, Status
from cards.decks.exchange.text import MOST_BYTES, MOST_LINES
from cards.decks.history import Step, difference, names_of, steps
from cards.models import Builder, Deck
from cards.models.deck import LONGEST_NAME
from phylo.numbers import whole

OFFERED = 200
"""Own decks in the list to choose from, newest change first."""
LEFT_OUT = "-"
SIGNS = {Status.UNDERSTOOD: "check", Status.GUESSED: "help", Status.NOT_UNDERSTOOD: "refused"}


class BringForm(forms.Form):
    """`deck` is the slug of an own deck whose list is replaced; empty for a new deck."""

    text = forms.CharField(
        required=False,
        strip=False,
        label=gettext_lazy("A list, a deck code or JSON"),
        widget=forms.Textarea({"rows": 14, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(required=False, allow_empty_file=True, label=gettext_lazy("Or a file"))
    deck = forms.ChoiceField(required=False, label=gettext_lazy("What to do with it"))

    def __init__(self, *given: Any, builder: Builder, **named: Any) -> None:
        super().__init__(*given, **named)
        own = list(Deck.objects.of(builder).order_by("-changed_at", "-pk")[:OFFERED])
        field = self.fields["deck"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("Make a new deck"))]
        if own:
            field.choices += [(_("Replace the cards of"), [(deck.slug, deck.name) for deck in own])]

    def clean_file(self) -> str:
        """Its text."""
        file: UploadedFile | None = self.cleaned_data["file"]
        if file is None:
            return ""
        # One byte too many is enough to be refused, whatever the size of the file.
        try:
            text = decoded(file.read(2 * MOST_BYTES + 3))
        except DeckUnreadable as error:
            raise forms.ValidationError(str(error)) from error
        if not text.strip():
            raise forms.ValidationError(_("The file is empty."))
        return text

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        text = given.get("file") or given.get("text", "")
        if not self.errors:
            try:
                self.reading = read_anything(text)
            except DeckUnreadable as error:
                field = "file" if given.get("file") else "text"
                raise forms.ValidationError({field: str(error)}) from error
        return given | {"text": text}


@dataclass(frozen=True, slots=True)
class Told:
    """A line of a reading and what may be chosen for it: pairs of key and label, and which it is now."""

    line: Line
    field: str
    sign: str
    choices: list[tuple[str, str]]
    now: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """
    `?code=` is read at once, `?deck=` chooses an own deck. Sent with `step=make` the deck is made, with the
    cards that were chosen for lines (`line-3`); else what was sent is shown.
    """
    builder = builder_of(request)
    if request.method != "POST":
        code = request.GET.get("code", "")
        target = {"deck": request.GET.get("deck", "")}
        if not code:
            return _page(request, BringForm(initial=target, builder=builder))
        form = BringForm({"text": code} | target, builder=builder)
    else:
        form = BringForm(request.POST, request.FILES, builder=builder)
    if not form.is_valid():
        return _page(request, form, HTTPStatus.BAD_REQUEST)
    target_deck = _target(builder, form.cleaned_data["deck"])
    if request.POST.get("step") != "make":
        return _review(request, form, target_deck)
    try:
        contents = _held(chosen(form.reading, _chosen(request, form.reading)), form.reading, target_deck)
        deck = _make(request, form, target_deck, contents)
    except BadChange as error:
        return _review(request, form, target_deck, str(error), HTTPStatus.BAD_REQUEST)
    except TooManyDecks:
        words = _("You have %(most)s decks, as many as one may have.") % {"most": MOST_DECKS}
        return _review(request, form, target_deck, words, HTTPStatus.BAD_REQUEST)
    except (StaleEdition, KeyReused):
        words = _("The deck was changed meanwhile. Look at what would change now, then send it again.")
        return _review(request, form, _target(builder, deck_slug(form)), words, HTTPStatus.CONFLICT)
    return redirect("deck-build", deck.slug)


def deck_slug(form: BringForm) -> str:
    slug: str = form.cleaned_data["deck"]
    return slug


def _make(request: HttpRequest, form: BringForm, deck: Deck | None, contents: Contents) -> Deck:
    """Raises BadChange, TooManyDecks, StaleEdition or KeyReused."""
    key = request.POST.get("key", "")
    if deck is None:
        name = request.POST.get("name", "").strip() or str(services.UNNAMED)
        notes = form.reading.notes
        return services.create_deck(
            builder=known_builder(request), name=name, contents=contents, notes=notes, key=key
        )
    try:
        made = services.change_deck(
            deck_id=deck.pk,
            edition=whole(request.POST.get("edition", "")) or 0,
            change=services.Change(contents=contents),
            key=key,
            note=_("Brought in"),
        )
    except Deck.DoesNotExist as error:
        raise Http404("no such deck") from error
    messages.success(request, _("The cards of “%(name)s” are replaced.") % {"name": made.name})
    return made


def _target(builder: Builder, slug: str) -> Deck | None:
    """The own deck that is replaced."""
    if not slug:
        return None
    return Deck.objects.of(builder).prefetch_related("entries__card").filter(slug=slug).first()


def _held(contents: Contents, reading: Reading, deck: Deck | None) -> Contents:
    """What the deck holds afterwards: a list without rules takes those of the deck that it goes into."""
    if deck is None or reading.states_rules:
        return contents
    starter = contents.starter or deck.starter
    return Contents.of(contents.cards, deck.rules, starter, contents.opening_hand)


def _chosen(request: HttpRequest, reading: Reading) -> Mapping[int, str | None]:
    """Place of a line -> the key that was chosen for it, None to leave it out. Raises BadChange."""
    found: dict[int, str | None] = {}
    for place, told in enumerate(_told(request, reading)):
        value = request.POST.get(told.field)
        if value is None or not told.choices:
            continue
        if value not in dict(told.choices):
            raise BadChange("text", _("%(place)s: choose one of the cards.") % {"place": told.line.place})
        found[place] = None if value == LEFT_OUT else value
    return found


def _told(request: HttpRequest, reading: Reading) -> list[Told]:
    return [_told_of(request, place, line) for place, line in enumerate(reading.lines)]


def _told_of(request: HttpRequest, place: int, line: Line) -> Told:
    field = f"line-{place}"
    meant = ([line.card] if line.card else []) + [each for each in line.others if each != line.card]
    open_question = line.status != Status.UNDERSTOOD and line.role and meant
    labels = {each.key: _label(each) for each in meant}
    choices = [*labels.items(), (LEFT_OUT, _("Leave it out"))] if open_question else []
    usual = line.card.key if line.card else LEFT_OUT
    return Told(line, field, SIGNS[line.status], choices, request.POST.get(field, usual))


def _label(card: Named) -> str:
    return f"{card.name} ({card.latin_name})" if card.latin_name else card.name


def _review(
    request: HttpRequest,
    form: BringForm,
    deck: Deck | None,
    complaint: str = "",
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """What was understood, line by line."""
    reading = form.reading
    contents = _held(reading.contents, reading, deck)
    changes: list[Step] = []
    if deck is not None:
        change = difference(deck.contents, contents)
        changes = steps(change, names_of(change.named))
    names = names_of((*contents.cards, contents.starter))
    context = {
        "reading": reading,
        "text": form.cleaned_data["text"],
        "deck": deck,
        "lines": _told(request, reading),
        "contents": contents,
        "rules": contents.rules.removeprefix("phylo-"),
        "starter": names.get(contents.starter, ""),
        "cards": sorted((names.get(key, key), copies) for key, copies in contents.cards.items()),
        "changes": changes,
        "complaint": complaint,
        "name": request.POST.get("name", "") or reading.name,
        "longest_name": LONGEST_NAME,
        "unnamed": services.UNNAMED,
        # A new one for what is looked at anew; sending that twice makes one deck.
        "key": secrets.token_urlsafe(12),
    }
    return render(request, "decks/import_review.html", context, status=status)


def _page(request: HttpRequest, form: BringForm, status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    context = {
        "form": form,
        "guest": not request.user.is_authenticated,
        "most_kb": MOST_BYTES // 1024,
        "most_lines": MOST_LINES,
    }
    return render(request, "decks/import.html", context, status=status)
