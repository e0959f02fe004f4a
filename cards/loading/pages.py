"""Imports of cards by staff; hidden from everybody else."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.art import compose
from cards.curation.changes import Difference
from cards.exchange import FORMATS
from cards.loading import staff_imports as services
from cards.loading.models import CardImport
from cards.models import CardSet
from phylo.accounts.models import User
from phylo.accounts.visitors import staff_only
from phylo.http.files import LimitedFile

PAGE = 50
LONG = ("content", "mistakes")
"""Columns that the pages do not show."""
FORMAT_NAMES = {
    "auto": _("Find out"),
    "csv": _("A table: XLSX or CSV, as a spreadsheet saves it"),
    "jsonl": _("JSON Lines"),
    "record": _("Card objects of a game record"),
    "phylogame": _("JSON of phylogame.org"),
}
ACTION_WORDS = {
    "created": pgettext_lazy("cards", "New"),
    "changed": _("Changed"),
    "unchanged": _("Unchanged"),
    "refused": pgettext_lazy("cards", "Refused"),
}
SIGNS = {"created": "sprout", "changed": "turn", "unchanged": "check", "refused": "refused"}


class UploadForm(forms.Form):
    file = LimitedFile(
        most=services.MOST_BYTES,
        label=_("File"),
        help_text=_("XLSX, CSV or JSON. For a larger one, use the command import_cards."),
        error_messages={"required": _("Choose a file."), "empty": _("The file is empty.")},
    )
    form = forms.ChoiceField(label=_("Format"), choices=[(form, FORMAT_NAMES[form]) for form in FORMATS])
    card_set = forms.ModelChoiceField(
        label=_("Set of new cards"), queryset=CardSet.objects.all(), empty_label=None
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff_only
def imports(request: HttpRequest) -> HttpResponse:
    """The upload form and previous imports; a file that is sent gets checked."""
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if form.is_bound and form.is_valid():
        user = request.user
        assert isinstance(user, User)
        file = form.cleaned_data["file"]
        started = services.start_import(
            user=user,
            name=file.name,
            content=file.read(),
            form=form.cleaned_data["form"],
            card_set=form.cleaned_data["card_set"].key,
        )
        return redirect("card-import", pk=started.pk)
    context = {
        "form": form,
        "recent": CardImport.objects.select_related("user").defer(*LONG, "plan")[: services.KEPT],
        "most_cards": services.MOST_CARDS,
    }
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render(request, "cards/import.html", context, status=status)


@never_cache
@require_safe
@staff_only
def card_import(request: HttpRequest, pk: int) -> HttpResponse:
    """What a file would change, or has changed. While a job is running, the page reloads every second."""
    row = _row(pk)
    shown = row.plan.get("shown", [])
    page = Paginator(list(enumerate(shown)), PAGE).get_page(request.GET.get("page"))
    context = {
        "row": row,
        "problem": row.plan.get("problem"),
        "totals": [
            {"action": action, "word": ACTION_WORDS[action], "sign": SIGNS[action], "number": number}
            for action, number in row.plan.get("counts", {}).items()
        ],
        "good": sum(row.plan.get("counts", {}).get(action, 0) for action in ("created", "changed")),
        "page": page,
        "changes": [_change(row.pk, number, change) for number, change in page.object_list],
        "left_out": row.plan.get("worth_telling", 0) - len(shown),
    }
    response = render(request, "cards/import_plan.html", context)
    if row.working:
        response["Refresh"] = "1"
    return response


@never_cache
@require_safe
@staff_only
def mistakes(request: HttpRequest, pk: int) -> HttpResponse:
    """All mistakes as CSV, with the mark by which spreadsheets know UTF-8."""
    row = get_object_or_404(CardImport.objects.exclude(mistakes="").only("mistakes"), pk=pk)
    response = HttpResponse("\ufeff" + row.mistakes, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="mistakes-{pk}.csv"'
    return response


@require_POST
@staff_only
def apply(request: HttpRequest, pk: int) -> HttpResponse:
    """Store the cards of a checked file; with `only=good`, without those that are refused."""
    _row(pk)
    services.request_apply(import_id=pk, good_only=request.POST.get("only") == "good")
    return redirect("card-import", pk=pk)


@require_POST
@staff_only
def check(request: HttpRequest, pk: int) -> HttpResponse:
    _row(pk)
    services.check_again(import_id=pk)
    return redirect("card-import", pk=pk)


@require_POST
@staff_only
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    services.IMPORTS.cancel(_row(pk).pk)
    return redirect("card-import", pk=pk)


@require_safe
@staff_only
def art(request: HttpRequest, pk: int, number: int, side: str) -> HttpResponse:
    """The picture of a card that is not stored, or not in this form."""
    shown = _row(pk).plan.get("shown", [])
    face = shown[number].get(side) if number < len(shown) and side in ("before", "after") else None
    if face is None:
        raise Http404("no such picture")
    return HttpResponse(compose(face, shown[number]["key"]), content_type="image/svg+xml")


def _row(pk: int) -> CardImport:
    return get_object_or_404(CardImport.objects.select_related("user").defer(*LONG), pk=pk)


def _change(pk: int, number: int, change: dict[str, Any]) -> dict[str, Any]:
    faces = {
        side: change[side]
        | {"key": change["key"], "art": reverse("card-import-art", args=[pk, number, side])}
        for side in ("before", "after")
        if change[side]
    }
    return change | faces | {
        "word": ACTION_WORDS[change["action"]],
        "sign": SIGNS[change["action"]],
        "differences": [Difference(*each) for each in change["differences"]],
    }  # fmt: skip
