"""Taking along what one has made: the file, the form that takes one, and what became of it."""

from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlencode

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.decks.exchange.code import code_of
from cards.decks.exchange.parsed import DeckUnreadable
from games.matches.access import current_player, own_player
from games.matches.services.continuing import Ways
from games.transfer.models import DataImport, ImportItem, Kind
from games.transfer.services.building import versions_of
from games.transfer.services.importing import KEPT_FOR, begin_import, choose, counts
from games.transfer.services.outcomes import Owner
from games.transfer.services.reading import MOST_BYTES, as_file
from games.transfer.services.running import find, going_along, two_ways
from phylo.accounts.guests import guest_in
from phylo.accounts.views.settings import file_of
from phylo.compiled import has
from phylo.http.files import LimitedFile
from phylo.http.limits import client_address, seconds_to_wait
from phylo.http.problems import Refused
from phylo.http.refusals import TooMany

IMPORTS, WITHIN = 20, 10 * 60
"""Files that may be brought from one address, within that many seconds."""
SHOWN = 200
"""Items in a list."""

Outcome = ImportItem.Outcome


class ImportForm(forms.Form):
    file = LimitedFile(
        most=MOST_BYTES,
        label=gettext_lazy("The file"),
        widget=forms.FileInput({"accept": ".json,application/json"}),
    )


@dataclass(frozen=True)
class Row:
    """An item as the page shows it; `compare` leads to both states of a deck, `ways` are those of a game."""

    item: ImportItem
    compare: str = ""
    ways: Ways | None = None


@dataclass(frozen=True)
class Group:
    """Items of one outcome: the first of them, and how many more there are."""

    outcome: str
    title: str
    rows: list[Row]
    more: int


def check_number(request: HttpRequest) -> None:
    """Judging takes time, so it is limited for each address. Raises TooMany."""
    came_from = client_address(request) or "nowhere"
    if wait := seconds_to_wait(f"data-imports-{came_from}", most=IMPORTS, seconds=WITHIN):
        raise TooMany(_("That were many files. Wait some minutes before you bring more."), wait)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_data(request: HttpRequest) -> HttpResponse:
    """The file to take along, and the form that takes one."""
    if request.method != "POST":
        return _page(request, ImportForm())
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, form, HTTPStatus.BAD_REQUEST)
    try:
        check_number(request)
        made = begin_import(player=current_player(request), content=form.cleaned_data["file"].read())
    except Refused as error:
        form.add_error(None, str(error))
        return _page(request, form, error.status)
    return redirect("data-imported", made.pk)


@never_cache
@require_POST
def take_along(request: HttpRequest) -> HttpResponse:
    """The file, with the games that go on elsewhere; posted for, as it has what is still hidden in these."""
    player = own_player(request).first()
    return file_of(request, running=going_along(player) if player else [])


def _page(request: HttpRequest, form: ImportForm, status: int = HTTPStatus.OK) -> HttpResponse:
    context = {
        "form": form,
        "accounts": has("cryptography"),
        "own": DataImport.objects.filter(player__in=own_player(request)),
        "something": request.user.is_authenticated or guest_in(request.session) is not None,
    }
    return render(request, "transfer/import.html", context, status=status)


@never_cache
@require_safe
def data_import(request: HttpRequest, number: int) -> HttpResponse:
    """What became of the items of a file. While it is being taken, the page asks again every second."""
    found = own_import(request, number)
    said = counts(found)
    titles = {
        Outcome.CHANGED: _("Changed here too"),
        Outcome.REFUSED: _("Refused"),
        Outcome.TAKEN: _("Taken"),
    }
    context = {
        "import": found,
        "counts": said,
        "groups": [_group(found, outcome, title, said[outcome]) for outcome, title in titles.items()],
        "left": said[Outcome.REFUSED] + said[Outcome.CHANGED],
        "days": KEPT_FOR.days,
    }
    return render(request, "transfer/result.html", context)


@never_cache
@require_safe
def refused(request: HttpRequest, number: int) -> HttpResponse:
    """What was not taken, as a file of the same form."""
    found = own_import(request, number)
    left = found.items.filter(outcome__in=[Outcome.REFUSED, Outcome.CHANGED])
    data = as_file(origin=found.origin, items=left.iterator())
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="phylo-refused-{number}.json"'
    return response


@require_POST
def choose_way(request: HttpRequest, number: int, item: int) -> HttpResponse:
    """Of a game that went on here and in the file, keep one way: `keep` is "here" or "file"."""
    found = own_import(request, number)
    if (keep := request.POST.get("keep")) not in ("here", "file"):
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    parted = get_object_or_404(found.items, number=item, kind=Kind.GAME)
    choose(item=parted, owner=Owner.of(found.player), from_file=keep == "file")
    return redirect("data-imported", number)


def own_import(request: HttpRequest, number: int) -> DataImport:
    """Raises Http404 for one of somebody else."""
    found = DataImport.objects.filter(pk=number, player__in=own_player(request)).first()
    if found is None:
        raise Http404("no such import of yours")
    return found


def _group(found: DataImport, outcome: Outcome, title: str, number: int) -> Group:
    items = found.items.filter(outcome=outcome)
    if outcome != Outcome.CHANGED:
        items = items.defer("content")
    rows = [_changed(each) if outcome == Outcome.CHANGED else Row(each) for each in items[:SHOWN]]
    return Group(outcome, title, rows, number - len(rows))


def _changed(item: ImportItem) -> Row:
    if item.kind != Kind.GAME:
        return Row(item, _compare(item))
    match = find(Owner.of(item.data_import.player), item.source)
    return Row(item, ways=two_ways(match, item.content) if match else None)


def _compare(item: ImportItem) -> str:
    """The page that shows what a deck of the file would change; "" for one with own cards of a set."""
    try:
        code = code_of(versions_of(item.content)[-1][1])
    except (DeckUnreadable, Refused):
        return ""
    slug = item.page.rstrip("/").rpartition("/")[2]
    return f"{reverse('deck-import')}?{urlencode({'deck': slug, 'code': code})}"
