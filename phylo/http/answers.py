"""What pages share: missing rows, refused forms, and lists in pages."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django import forms
from django.core.exceptions import ObjectDoesNotExist
from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from phylo.http.input import page_in
from phylo.http.keys import KeyReused, new_key
from phylo.http.problems import Refused
from phylo.http.refusals import ChangedMeanwhile

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
Item = TypeVar("Item")
Row = TypeVar("Row", bound=Model)


def missing_is_404(view: View[P]) -> View[P]:
    """Turn ObjectDoesNotExist into a 404, for rows that are looked up with `get` or deleted meanwhile."""

    @wraps(view)
    def found(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ObjectDoesNotExist as error:
            raise Http404(str(error)) from error

    return found


def refuse(form: forms.Form, error: Exception) -> None:
    """Show a refusal at the field that it names, or above the form; a key that was used is replaced."""
    if isinstance(error, KeyReused):
        assert isinstance(form.data, QueryDict)
        data = form.data.copy()
        data["key"] = new_key()
        form.data = data
    field = error.field if isinstance(error, Refused) else ""
    form.add_error(field if field in form.fields else None, str(error))


def conflicts_shown(form: forms.Form, error: ChangedMeanwhile) -> list[dict[str, object]]:
    """What somebody else has stored in fields of the form, in words."""
    found = []
    for each in error.conflicts:
        field = form.fields[each.column]
        words = dict(getattr(field, "choices", ())).get(each.theirs, each.theirs)
        found.append({"label": field.label, "theirs": words or _("nothing")})
    return found


def page_of(
    request: HttpRequest, found: "QuerySet[Row] | Sequence[Item]", size: int, *, name: str = "page"
) -> "Page[Any]":
    """The page `?page=`, counted from 1, or the last; raises Http404 for what is not a number."""
    return Paginator(found, size).get_page(page_in(request, name))
