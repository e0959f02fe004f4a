"""The user's saved searches. Those of others are not found."""

from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.pages.addresses import search_address
from cards.search.models import LONGEST_NAME, SavedSearch
from cards.search.services import saved_searches as services
from cards.search.services.search import CardSearch, QueryError
from phylo.accounts.models import User


class NameForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=LONGEST_NAME)


class SaveForm(NameForm):
    q = forms.CharField(
        label=pgettext_lazy("region", "Search"), strip=True, required=False, widget=forms.HiddenInput
    )


@never_cache
@login_required
@require_safe
def saved_searches(request: HttpRequest) -> HttpResponse:
    return _list(request)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def save(request: HttpRequest) -> HttpResponse:
    """The form for saving the search `?q=`; POST saves it."""
    if request.method != "POST":
        return _save_page(request, request.GET.get("q", ""), None)
    form = SaveForm(request.POST)
    query = request.POST.get("q", "")
    if form.is_valid():
        try:
            search = services.save_search(
                user=_own(request), name=form.cleaned_data["name"], query=form.cleaned_data["q"]
            )
        except QueryError as error:
            form.add_error(None, error.message)
        except services.NothingToSave:
            form.add_error(None, _("There is nothing to save: this search has no terms."))
        except services.TooMany:
            form.add_error(
                None, _("You have %(most)s searches, as many as one may keep.") % {"most": services.MOST}
            )
        except (services.NameTaken, services.BadName) as error:
            form.add_error("name", _why(error))
        else:
            messages.success(request, _("Saved as “%(name)s”.") % {"name": search.name})
            return redirect(search_address(search.query))
    return _save_page(request, query, form)


@login_required
@require_POST
def rename(request: HttpRequest, pk: int) -> HttpResponse:
    search = _own_or_404(request, pk)
    form = NameForm(request.POST)
    if form.is_valid():
        try:
            services.rename_search(search=search, name=form.cleaned_data["name"])
        except (services.NameTaken, services.BadName) as error:
            form.add_error("name", _why(error))
        else:
            messages.success(request, _("It is called “%(name)s” now.") % {"name": search.name})
            return redirect("saved-searches")
    return _list(request, refused=search, form=form)


@login_required
@require_POST
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    search = _own_or_404(request, pk)
    services.delete_search(search=search)
    messages.success(request, _("“%(name)s” is deleted.") % {"name": search.name})
    return redirect("saved-searches")


def _list(
    request: HttpRequest, *, refused: SavedSearch | None = None, form: NameForm | None = None
) -> HttpResponse:
    """All of the user's searches; for `refused`, with what is wrong with its new name."""
    rows = [
        {
            "search": each,
            "url": search_address(each.query),
            "form": form if refused and each.pk == refused.pk else None,
        }
        for each in SavedSearch.objects.of(_own(request))
    ]
    status = HTTPStatus.BAD_REQUEST if refused else HTTPStatus.OK
    context = {"rows": rows, "most": services.MOST, "longest": LONGEST_NAME}
    return render(request, "search/saved_searches.html", context, status=status)


def _save_page(request: HttpRequest, query: str, sent: SaveForm | None) -> HttpResponse:
    """The form; with `sent`, the same with its errors."""
    context: dict[str, object] = {"text": query.strip()}
    try:
        search = CardSearch(query)
    except QueryError as error:
        context["wrong"] = error.message
    else:
        context |= {"sentence": search.sentence, "search": search}
        words = "".join(part.text for part in search.sentence)
        form = sent or SaveForm(initial={"q": search.text, "name": words[:LONGEST_NAME].rsplit(",", 1)[0]})
        context["form"] = form
    if sent is not None:
        context["form"] = sent
    bad = sent is not None or "wrong" in context
    status = HTTPStatus.BAD_REQUEST if bad else HTTPStatus.OK
    return render(request, "search/save_search.html", context, status=status)


def _why(error: ValueError) -> str:
    if isinstance(error, services.NameTaken):
        return _("Another search of yours has this name.")
    return _("This needs 1 to %(most)s characters.") % {"most": LONGEST_NAME}


def _own(request: HttpRequest) -> User:
    user = request.user
    assert isinstance(user, User)
    return user


def _own_or_404(request: HttpRequest, pk: int) -> SavedSearch:
    return get_object_or_404(SavedSearch.objects.of(_own(request)), pk=pk)
