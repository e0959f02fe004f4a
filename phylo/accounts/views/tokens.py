"""The page of an account's API tokens."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from phylo.accounts import tokens
from phylo.accounts.forms import AccountForm
from phylo.accounts.views.settings import own


class TokenForm(AccountForm):
    name = forms.CharField(
        label=gettext_lazy("What it is for"),
        max_length=60,
        help_text=gettext_lazy("So that you know later which one to delete."),
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def api_tokens(request: HttpRequest) -> HttpResponse:
    """The list; sent a name, a new token, whose secret this one answer shows."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            secret = tokens.create_token(user=own(request), name=form.cleaned_data["name"])
        except tokens.TooManyTokens:
            form.add_error(
                None, _("You have %(most)s tokens, as many as one may have.") % {"most": tokens.MOST_TOKENS}
            )
        else:
            return _page(request, {"form": TokenForm(), "secret": secret}, HTTPStatus.CREATED)
    return _page(request, {"form": form}, HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK)


@login_required
@require_POST
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    tokens.delete_token(user=own(request), pk=pk)
    messages.success(request, _("The token is deleted: it works no more."))
    return redirect("account-tokens")


def _page(request: HttpRequest, more: dict[str, Any], status: HTTPStatus) -> HttpResponse:
    context = {"tokens": own(request).api_tokens.all(), **more}
    return render(request, "accounts/tokens.html", context, status=status)
