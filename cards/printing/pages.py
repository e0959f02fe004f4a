"""Printing cards: a page with options and a preview, and the PDF."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Self

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from cards.art import back_version, face_edge, face_version
from cards.models import Card
from cards.pages.addresses import card_address, search_address
from cards.printing import MOST_COPIES, PAPERS, Imprint, Options
from cards.printing.services import MOST_CARDS, RETRY_AFTER, PrintingBusy, TooManyCards, printed
from cards.search.pages.complaints import complaint
from cards.search.services.search import CardSearch, QueryError
from phylo.http.addresses import picture_address
from phylo.http.languages import in_language
from phylo.http.problems import problem, wants_page

NINE = 9
LONGEST_NAME = 60


class PrintOptions(forms.Form):
    """Every field may be missing; without any: no box ticked, A4, one copy."""

    paper = forms.ChoiceField(
        label=gettext_lazy("Paper"),
        choices=[(key, paper.name) for key, paper in PAPERS.items()],
        widget=forms.RadioSelect,
        required=False,
    )
    marks = forms.BooleanField(label=gettext_lazy("Crop marks"), required=False)
    bleed = forms.BooleanField(label=gettext_lazy("Bleed of 3 mm"), required=False)
    backs = forms.BooleanField(label=gettext_lazy("Card backs"), required=False)
    copies = forms.IntegerField(
        label=gettext_lazy("Copies of each card"), min_value=1, max_value=MOST_COPIES, required=False
    )

    @classmethod
    def read(cls, given: QueryDict) -> Self:
        """Bound to the given options; to the defaults if there are none."""
        usual = {"paper": "a4", "marks": "on", "copies": "1"}
        return cls(given if cls.base_fields.keys() & given.keys() else usual, auto_id="print-%s")

    @property
    def options(self) -> Options:
        """The options of a valid form."""
        chosen = self.cleaned_data
        return Options(
            paper=chosen["paper"] or "a4",
            marks=chosen["marks"],
            bleed=chosen["bleed"],
            backs=chosen["backs"],
            copies=chosen["copies"] or 1,
        )

    @property
    def wrong(self) -> str:
        """All errors in one line."""
        return " ".join(
            f"{self[name].label}: {' '.join(map(str, words))}" for name, words in self.errors.items()
        )


@cache_control(private=True, no_cache=True)
@require_safe
def print_page(request: HttpRequest) -> HttpResponse:
    """The options for the cards of `?q=`, and a preview of the first sheet."""
    form = PrintOptions.read(request.GET)
    status = HTTPStatus.OK if form.is_valid() else HTTPStatus.BAD_REQUEST
    return _page(request, form, status)


@never_cache
@require_safe
def print_pdf(request: HttpRequest) -> HttpResponse:
    """The PDF of the cards of `?q=`; errors are shown on the page with the options, or as a problem."""
    form = PrintOptions.read(request.GET)
    text = request.GET.get("q", "").strip()
    if not form.is_valid():
        return _refused(request, form, "options", form.wrong)
    try:
        search = CardSearch(text)
    except QueryError as error:
        return _refused(request, form, "query", error.message)
    if not search.count:
        return _refused(request, form, "empty", _("No card matches."))
    if search.count > MOST_CARDS:
        return _refused(request, form, "many", _too_many(search.count))
    cards = list(search.cards())
    return pdf_response(
        request,
        [(card.key, card.as_face()) for card in cards],
        form=form,
        title=cards[0].local_name if len(cards) == 1 else _("Phylo cards"),
        subtitle="" if len(cards) == 1 else _sentence(search),
        site=request.build_absolute_uri(search_address(text)),
        name=cards[0].key if len(cards) == 1 else text or "cards",
    )


def pdf_response(
    request: HttpRequest,
    cards: Sequence[tuple[str, dict[str, object]]],
    *,
    form: PrintOptions,
    title: str,
    site: str,
    name: str,
    subtitle: str = "",
    author: str = "",
    code: str = "",
    own: tuple[str, ...] = (),
    licence: str = "",
) -> HttpResponse:
    """
    The PDF of the cards, given as key and face, one entry per copy. `form` is valid.

    `title`, `subtitle`, `author`, `code` and the address `site` appear in the credits; `own` and `licence` as
    in the Imprint; `name` becomes the file name. Returns a problem if there are too many cards (400) or
    another print is being drawn (503).
    """
    imprint = Imprint(
        title=title,
        site=site,
        day=timezone.now().date(),
        subtitle=subtitle,
        author=author,
        code=code,
        language=get_language() or "en",
        own=own,
        licence=licence,
    )
    try:
        content = printed(cards=cards, options=form.options, imprint=imprint)
    except TooManyCards:
        number = len({key for key, _face in cards})
        return problem("many", _too_many(number))
    except PrintingBusy:
        return _busy(request)
    response = HttpResponse(content, content_type="application/pdf")
    file = slugify(name)[:LONGEST_NAME].strip("-") or "cards"
    response["Content-Disposition"] = f'attachment; filename="phylo-{file}.pdf"'
    return response


def _page(request: HttpRequest, form: PrintOptions, status: HTTPStatus) -> HttpResponse:
    text = request.GET.get("q", "").strip()
    context: dict[str, object] = {"form": form, "text": text, "search_url": search_address(text)}
    try:
        search = CardSearch(text)
    except QueryError as error:
        context["complaint"] = complaint(text, error, at=reverse("cards-print"))
        return render(request, "printing/print.html", context, status=HTTPStatus.BAD_REQUEST)
    context |= {"count": search.count, "words": _sentence(search)}
    if search.count > MOST_CARDS:
        context["too_many"] = _too_many(search.count)
    elif search.count:
        first = search.page(1, NINE)
        context |= {"single": first[0] if search.count == 1 else None, "places": places(first)}
        context["back"] = in_language(picture_address("card-back", back_version()))
    return render(request, "printing/print.html", context, status=status)


def places(cards: Sequence[Card]) -> list[dict[str, str]]:
    """The cards of the first sheet: name, address of the face, and the colour of its edge."""
    faces = [(card, card.as_face()) for card in cards]
    return [
        {
            "name": card.local_name,
            "face": card_address(card)
            if card.in_set
            else in_language(picture_address("card-face", card.key, face_version(face, card.key))),
            "edge": f"#{face_edge(face)}",
        }
        for card, face in faces
    ]


def _sentence(search: CardSearch) -> str:
    return "".join(part.text for part in search.sentence) if search.text else _("All cards")


def _too_many(number: int) -> str:
    return _("These are %(number)s cards. At most %(most)s can be printed at once: narrow the search.") % {
        "number": number,
        "most": MOST_CARDS,
    }


def _refused(request: HttpRequest, form: PrintOptions, code: str, message: str) -> HttpResponse:
    if wants_page(request):
        return _page(request, form, HTTPStatus.BAD_REQUEST)
    return problem(code, message)


def _busy(request: HttpRequest) -> HttpResponse:
    words = _("Others are printing just now. Try again in %(seconds)s seconds.") % {"seconds": RETRY_AFTER}
    if wants_page(request):
        context = {"message": words, "again": request.get_full_path()}
        response = render(request, "printing/busy.html", context, status=HTTPStatus.SERVICE_UNAVAILABLE)
    else:
        response = problem("busy", words)
    response["Retry-After"] = str(RETRY_AFTER)
    return response
