"""The account's own pages: names, data, API tokens, deletion."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import auth, messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from phylo.accounts import languages, services, tokens
from phylo.accounts.account_data import all_kept
from phylo.accounts.forms import TAKEN, LanguageForm, MailsForm, NameForm, TokenForm
from phylo.accounts.guests import guest_in
from phylo.accounts.kept import Kept
from phylo.accounts.models import Guest, User
from phylo.accounts.visitors import member_of, status_of
from phylo.http.languages import forget, keep


@never_cache
@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    return account_page(request)


def account_page(request: HttpRequest, **sent: Any) -> HttpResponse:
    """`sent` is an invalid form, under its name."""
    forms = {
        "name_form": NameForm(member_of(request)),
        "mails_form": MailsForm(initial={"turn_mails": member_of(request).turn_mails}),
        "language_form": LanguageForm(initial={"language": member_of(request).language}),
    } | sent
    return render(request, "accounts/account.html", forms, status=status_of(*sent.values()))


@login_required
@require_POST
def change_name(request: HttpRequest) -> HttpResponse:
    form = NameForm(member_of(request), request.POST)
    if form.is_valid():
        try:
            services.rename(user=member_of(request), **form.cleaned_data)
        except services.NameTaken as error:
            form.add_error(error.field, TAKEN[error.field])
        else:
            messages.success(request, _("Your names are changed."))
            return redirect("account")
    return account_page(request, name_form=form)


@login_required
@require_POST
def change_mails(request: HttpRequest) -> HttpResponse:
    form = MailsForm(request.POST)
    if not form.is_valid():
        return account_page(request, mails_form=form)
    services.wants_turn_mails(user=member_of(request), wanted=form.cleaned_data["turn_mails"])
    messages.success(request, _("Your wish about mails is kept."))
    return redirect("account")


@login_required
@require_POST
def change_language(request: HttpRequest) -> HttpResponse:
    form = LanguageForm(request.POST)
    if not form.is_valid():
        return account_page(request, language_form=form)
    language = form.cleaned_data["language"]
    languages.speak(user=member_of(request), language=language)
    if language:
        keep(request, language)
    else:
        forget(request)
    messages.success(request, _("Your language is kept."))
    return redirect("account")


@never_cache
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mails(request: HttpRequest, token: str) -> HttpResponse:
    """
    The target of the link in a turn mail, whoever is signed in. To unsubscribe, mail programs post to it
    without cookies (RFC 8058); people press the button.
    """
    try:
        user = services.stops_turn_mails(token)
    except services.LinkExpired:
        words = _("This link is none of ours. Your account’s page has the setting.")
        return render(request, "accounts/link_dead.html", {"words": words}, status=HTTPStatus.NOT_FOUND)
    if request.method == "POST":
        services.wants_turn_mails(user=user, wanted=False)
    return render(request, "accounts/stop_mails.html", {"person": user})


@never_cache
@require_safe
def download(request: HttpRequest) -> HttpResponse:
    return file_of(request)


def file_of(request: HttpRequest, **more: object) -> HttpResponse:
    """
    Everything that is stored about the person, and these sections, as one JSON file; of a guest what was
    played and built.
    """
    absolute = request.build_absolute_uri
    if request.user.is_authenticated:
        user = member_of(request)
        data, name = services.download(user=user, absolute=absolute), user.username
    else:
        known = guest_in(request.session)
        guest = Guest.objects.filter(pk=known).first() if known else None
        if guest is None:
            return redirect_to_login(request.get_full_path())
        data, name = services.download_of_guest(guest=guest, absolute=absolute), "data"
    response = JsonResponse(data | more, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="phylo-{name}.json"'
    return response


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required
def delete(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        services.delete_account(user=User.objects.get(pk=member_of(request).pk))
        auth.logout(request)
        messages.success(request, _("Your account is deleted."))
        return redirect("home")
    stays = [kept.stays for kept in all_kept() if kept.stays]
    return render(request, "accounts/delete.html", {"stays": stays})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is stored of whom, why and how long."""
    groups: dict[str, list[Kept]] = {}
    for kept in all_kept():
        groups.setdefault(str(kept.whose), []).append(kept)
    return render(request, "accounts/privacy.html", {"groups": groups.items()})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required
def api_tokens(request: HttpRequest) -> HttpResponse:
    """The list of tokens. POST creates one; its secret is shown in this response only."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            secret = make_token(request, form.cleaned_data)
        except tokens.TooManyTokens:
            form.add_error(
                None, _("You have %(most)s tokens, as many as one may have.") % {"most": tokens.MOST_TOKENS}
            )
        else:
            return _tokens_page(request, {"form": TokenForm(), "secret": secret}, HTTPStatus.CREATED)
    return _tokens_page(request, {"form": form}, HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK)


@transaction.atomic
def make_token(request: HttpRequest, given: dict[str, Any]) -> str:
    user, name = member_of(request), given["name"]
    secret = tokens.create_token(
        user=user,
        name=name,
        scopes=[scope for scope in tokens.WRITES if given[scope]],
        expires_in=timedelta(days=given["days"]),
    )
    with languages.written_to(user):
        text = _("Your account has a new API token, “%(name)s”.") % {"name": name}
        services.tell_owner(user, text, request=request)
    return secret


@login_required
@require_POST
@reauthentication_required
def delete_token(request: HttpRequest, pk: int) -> HttpResponse:
    tokens.delete_token(user=member_of(request), pk=pk)
    messages.success(request, _("The token is deleted: it works no more."))
    return redirect("account-tokens")


def _tokens_page(request: HttpRequest, more: dict[str, Any], status: HTTPStatus) -> HttpResponse:
    context = {"tokens": member_of(request).api_tokens.all(), **more}
    return render(request, "accounts/tokens.html", context, status=status)
