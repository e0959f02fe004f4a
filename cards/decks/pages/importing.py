"""Importing a deck: paste or upload it, review what was understood, correct it, and create the deck."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cards.decks import services
from cards.decks.cards import names_of
from cards.decks.errors import BadChange, StaleDeck
from cards.decks.exchange.importer import MOST_FILE, chosen, read_anything, text_of
from cards.decks.exchange.parsed import DeckUnreadable, Line, Named, ParsedDeck, Status
from cards.decks.history import difference, steps
from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.decks.models.deck import LONGEST_NAME
from cards.exchange import about_encoding
from cards.models import Builder
from cards.models.builder import builder_of, known_builder
from cards.texts import sorted_as
from cards.words import rules_name
from engine.deck_forms.lines import MOST_BYTES, MOST_LINES
from phylo.http.answers import missing_is_404
from phylo.http.files import LimitedFile
from phylo.http.input import number_in
from phylo.http.keys import KeyReused, new_key
from phylo.http.problems import Refused

OFFERED = 200
"""The user's own decks offered in the list, most recently changed first."""
LEFT_OUT = "-"
SIGNS = {Status.UNDERSTOOD: "check", Status.GUESSED: "help", Status.NOT_UNDERSTOOD: "refused"}


class ImportForm(forms.Form):
    """`deck` is the slug of the user's deck whose cards are replaced; empty for a new deck."""

    text = forms.CharField(
        required=False,
        strip=False,
        label=gettext_lazy("A list, a deck code or JSON"),
        widget=forms.Textarea({"rows": 14, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = LimitedFile(
        most=MOST_FILE,
        required=False,
        allow_empty_file=True,
        label=gettext_lazy("Or a file"),
        help_text=gettext_lazy("Text, CSV or XLSX. It comes before what is pasted."),
    )
    deck = forms.ChoiceField(required=False, label=gettext_lazy("What to do with it"))

    note = ""
    """What is to be known about the file."""

    def __init__(
        self,
        data: Mapping[str, str] | None = None,
        files: MultiValueDict[str, UploadedFile] | None = None,
        *,
        builder: Builder,
        initial: dict[str, str] | None = None,
    ) -> None:
        super().__init__(data, files, initial=initial)
        self.own = Deck.objects.of(builder)
        offered = [(deck.slug, deck.name) for deck in self.own.order_by("-changed_at", "-pk")[:OFFERED]]
        field = self.fields["deck"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("Make a new deck"))]
        if offered:
            field.choices += [(_("Replace the cards of"), offered)]

    def clean_file(self) -> str:
        """The text of the file."""
        file: UploadedFile | None = self.cleaned_data["file"]
        if file is None:
            return ""
        content = file.read()
        try:
            text = text_of(content)
        except DeckUnreadable as error:
            raise forms.ValidationError(str(error)) from error
        self.note = about_encoding(content)
        if not text.strip():
            raise forms.ValidationError(_("The file is empty."))
        return text

    def clean(self) -> dict[str, object]:
        given = super().clean() or {}
        text: str = given.get("file") or given.get("text", "")
        if not self.errors:
            try:
                self.parsed = read_anything(text, self._collection(str(given.get("deck") or "")))
            except DeckUnreadable as error:
                field = "file" if given.get("file") else "text"
                raise forms.ValidationError({field: str(error)}) from error
        return given | {"text": text}

    def _collection(self, slug: str) -> int | None:
        """The set in which the deck to be replaced is made: the text may name its own cards."""
        return self.own.filter(slug=slug).values_list("collection", flat=True).first() if slug else None

    @property
    def target(self) -> Deck | None:
        """The user's deck to be replaced, as it is now."""
        slug = self.cleaned_data["deck"]
        return self.own.prefetch_related("entries__card").filter(slug=slug).first() if slug else None


@dataclass(frozen=True, slots=True)
class Choice:
    """A line that was read, the choices for it as pairs of key and label, and the current choice."""

    line: Line
    field: str
    sign: str
    choices: list[tuple[str, str]]
    now: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@missing_is_404
def import_deck(request: HttpRequest) -> HttpResponse:
    """
    `?code=` is read at once; `?deck=` selects one of the user's decks. POST with `step=make` makes the deck,
    with the cards chosen for lines (`line-3`); any other POST shows the review.
    """
    builder = builder_of(request)
    if request.method == "POST":
        form = ImportForm(request.POST, request.FILES, builder=builder)
    else:
        asked = {"text": request.GET.get("code", ""), "deck": request.GET.get("deck", "")}
        if not asked["text"]:
            return _page(request, ImportForm(initial=asked, builder=builder))
        form = ImportForm(asked, builder=builder)
    if not form.is_valid():
        return _page(request, form, HTTPStatus.BAD_REQUEST)
    if request.POST.get("step") != "make":
        return _review(request, form)
    try:
        deck = _make(request, form)
    except (StaleDeck, KeyReused) as error:
        words = _("The deck was changed meanwhile. Check what would change now, then send it again.")
        return _review(request, form, words if form.target else str(error), HTTPStatus.CONFLICT)
    except Refused as error:
        return _review(request, form, str(error), HTTPStatus.BAD_REQUEST)
    return redirect("deck-build", deck.slug)


def _make(request: HttpRequest, form: ImportForm) -> Deck:
    """Create or replace the deck. Raises Refused."""
    key, deck = request.POST.get("key", ""), form.target
    contents = _result(chosen(form.parsed, _chosen(request, form.parsed)), form.parsed, deck)
    if deck is None:
        return services.create_deck(
            builder=known_builder(request),
            name=request.POST.get("name", "").strip() or str(services.UNNAMED),
            contents=contents,
            notes=form.parsed.notes,
            key=key,
        )
    deck = services.change_deck(
        deck_id=deck.pk,
        version=number_in(request.POST.get("version", "")),
        change=services.Change(contents=contents),
        key=key,
        note=_("Imported"),
    )
    messages.success(request, _("The cards of “%(name)s” are replaced.") % {"name": deck.name})
    return deck


def _result(contents: Contents, parsed: ParsedDeck, deck: Deck | None) -> Contents:
    """The contents after the import: a list without rules takes those of the deck that it replaces."""
    if deck is None or parsed.states_rules:
        return contents
    starter = contents.starter or deck.starter
    return Contents.of(contents.cards, deck.rules, starter, contents.opening_hand, deck.collection_id)


def _chosen(request: HttpRequest, parsed: ParsedDeck) -> Mapping[int, str | None]:
    """Maps the index of a line to the key chosen for it, or to None to leave it out. Raises BadChange."""
    found: dict[int, str | None] = {}
    for place, choice in enumerate(_choices(request, parsed)):
        value = request.POST.get(choice.field)
        if value is None or not choice.choices:
            continue
        if value not in dict(choice.choices):
            raise BadChange("text", _("%(place)s: choose one of the cards.") % {"place": choice.line.place})
        found[place] = None if value == LEFT_OUT else value
    return found


def _choices(request: HttpRequest, parsed: ParsedDeck) -> list[Choice]:
    found = []
    for place, line in enumerate(parsed.lines):
        meant = ([line.card] if line.card else []) + [each for each in line.others if each != line.card]
        choices = []
        if line.status != Status.UNDERSTOOD and line.role and meant:
            choices = [*((each.key, _label(each)) for each in meant), (LEFT_OUT, _("Leave it out"))]
        field, usual = f"line-{place}", line.card.key if line.card else LEFT_OUT
        found.append(Choice(line, field, SIGNS[line.status], choices, request.POST.get(field, usual)))
    return found


def _label(card: Named) -> str:
    return f"{card.local_name} ({card.latin_name})" if card.latin_name else card.local_name


def _review(
    request: HttpRequest, form: ImportForm, complaint: str = "", status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """The review: what was understood, line by line."""
    parsed, deck = form.parsed, form.target
    contents = _result(parsed.contents, parsed, deck)
    change = difference(deck.contents, contents) if deck is not None else None
    names = names_of(contents.named | (change.named if change else set()), deck)
    context = {
        "parsed": parsed,
        "text": form.cleaned_data["text"],
        "deck": deck,
        "lines": _choices(request, parsed),
        "contents": contents,
        "rules": rules_name(contents.rules),
        "starter": names.get(contents.starter, ""),
        "cards": sorted(
            ((names.get(key, key), copies) for key, copies in contents.cards.items()),
            key=lambda held: sorted_as(held[0]),
        ),
        "changes": steps(change, names) if change else [],
        "complaint": complaint,
        "note": form.note,
        "name": request.POST.get("name", "") or parsed.name,
        "longest_name": LONGEST_NAME,
        "unnamed": services.UNNAMED,
        # A new key for each review, so that sending one twice makes one deck.
        "key": new_key(),
    }
    return render(request, "decks/import_review.html", context, status=status)


def _page(request: HttpRequest, form: ImportForm, status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    context = {
        "form": form,
        "guest": not request.user.is_authenticated,
        "most_kb": MOST_BYTES // 1024,
        "most_lines": MOST_LINES,
    }
    return render(request, "decks/import.html", context, status=status)
