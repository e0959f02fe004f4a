"""What pages of decks, sets and proposals share: what is gone, forms that are refused, and pages of lists."""

import secrets
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django import forms
from django.core.exceptions import ObjectDoesNotExist
from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse

from cards.errors import BadValue, Refused
from phylo.http.input import page_in

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
Item = TypeVar("Item")
Row = TypeVar("Row", bound=Model)


def missing_is_404(view: View[P]) -> View[P]:
    """A row that is looked up with `get`, or was deleted while the view was at work, is not found."""

    @wraps(view)
    def found(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ObjectDoesNotExist as error:
            raise Http404(str(error)) from error

    return found


def form_key() -> str:
    """Sent with a form, so that a service that gets it twice does its work once."""
    return secrets.token_urlsafe(12)


def refuse(form: forms.Form, error: Refused) -> None:
    """Show what a service has refused at the field that the error names, or above the form."""
    field = error.field if isinstance(error, BadValue) else None
    form.add_error(field if field in form.fields else None, str(error))


def page_of(
    request: HttpRequest, found: "QuerySet[Row] | Sequence[Item]", size: int, *, name: str = "page"
) -> "Page[Any]":
    """The page that `?page=` asks for, counted from 1, or the last; raises Http404 for what is no number."""
    return Paginator(found, size).get_page(page_in(request, name))
