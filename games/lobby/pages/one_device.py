"""Beginning a match of Phylo for two people on one device."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import engine
from cards.models.builder import builder_of
from games.matches.access import current_player
from games.matches.clauses import RULE_SETS
from games.matches.forms.new_match import rules_sent
from games.matches.forms.one_device import OneDeviceForm
from games.matches.forms.parts import complaints
from games.matches.services.matches import DEFAULT_RULES
from games.matches.services.one_device import start_on_one_device
from phylo.http.answers import refuse
from phylo.http.problems import Refused


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def match_here(request: HttpRequest) -> HttpResponse:
    """GET: the form; `?rules=` chooses the rule set, `?deck=` a first deck. POST: a redirect to the match."""
    builder = builder_of(request)
    if request.method != "POST":
        deck = request.GET.get("deck", "")
        rules = rules_sent({"deck": deck, "rules": request.GET.get("rules", "")}, builder) or DEFAULT_RULES
        return _page(request, OneDeviceForm(rules=rules, builder=builder, asked=deck))
    form = OneDeviceForm(request.POST, builder=builder)
    if form.is_valid():
        try:
            match = start_on_one_device(player=current_player(request), **form.terms)
            return redirect("match", match.pk)
        except (Refused, engine.InvalidSetup) as error:
            refuse(form, error)
    return _page(request, form)


def _page(request: HttpRequest, form: OneDeviceForm) -> HttpResponse:
    return render(
        request,
        "lobby/one_device.html",
        {"form": form, "complaints": complaints(form), "rule_sets": RULE_SETS.values()},
        status=HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK,
    )
