"""The home page: running matches, and the form that begins a new one."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from cards.models import Card
from games import engine
from games.access import player_id
from games.forms import NewMatchForm, rules_sent
from games.models import Seat
from games.rules import RULE_SETS, RuleSetPage
from games.services.matches import DEFAULT_RULES
from games.table.faces import deck_view, pictured

FAN = ("american-robin", "valley-oak", "eurasian-lynx", "wildfire", "horse")
IN_SHORT = {
    engine.V1_4A.key: _("The newer rules. Food is one number lower, and an event ends the turn."),
    engine.V1_3.key: _(
        "Habitats to play, species that rest on your own cards, and events as often as you have actions."
    ),
}


@never_cache
@ensure_csrf_cookie
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """With `?rules=` the decks of that rule set are shown first, with `?deck=` that deck is chosen."""
    return home_page(request, chosen=request.GET.get("rules", ""), deck=request.GET.get("deck", ""))


def home_page(
    request: HttpRequest, *, form: NewMatchForm | None = None, chosen: str = "", deck: str = ""
) -> HttpResponse:
    """
    The page; `form` is one that was sent and refused. `chosen` is a rule set's key and `deck` a slug; what is
    none counts as not given.
    """
    player = player_id(request)
    seats = Seat.objects.of(player).filter(match__status="playing") if player else Seat.objects.none()
    key = form.rule_set.key if form else rules_sent({"rules": chosen, "deck": deck}) or DEFAULT_RULES
    return render(
        request,
        "games/home.html",
        {
            "tables": [_table(page, key, form, deck) for page in RULE_SETS.values()],
            "running": [_running(seat) for seat in seats.order_by("-match__updated")[:6]],
            "fan": _fan(),
        },
        status=HTTPStatus.BAD_REQUEST if form else HTTPStatus.OK,
    )


def _table(page: RuleSetPage, key: str, sent: NewMatchForm | None, deck: str) -> dict[str, Any]:
    """What the page offers under one rule set: its decks, and the form that begins a match with one."""
    chosen = page.key == key
    form = sent if sent and chosen else NewMatchForm(rules=page.key)
    found = list(form.decks.prefetch_related("entries__card"))
    habitats = dict(Card.objects.filter(key__in=[each.starter for each in found]).values_list("key", "name"))
    decks = [deck_view(each) | {"starter": habitats.get(each.starter, "")} for each in found]
    asked = [item["deck"].slug for item in decks if item["deck"].slug == deck]
    first = [item["deck"].slug for item in decks]
    return {
        "page": page,
        "in_short": IN_SHORT[page.key],
        "form": form,
        "decks": decks,
        "deck": form["deck"].value() or next(iter(asked + first), ""),
        "chosen": chosen,
    }


def _fan() -> list[dict[str, Any]]:
    """A few cards to look at."""
    faces = pictured(Card.objects.faces(FAN))
    return [faces[key] for key in FAN if key in faces]


def _running(seat: Seat) -> dict[str, Any]:
    match = seat.match
    scores = match.scores or [0, 0]
    return {
        "url": reverse("match", args=[match.pk]),
        "deck": seat.deck_name,
        "rules": RULE_SETS[match.rules].version if match.rules != DEFAULT_RULES else "",
        "mine": scores[seat.number],
        "theirs": scores[1 - seat.number],
        "updated": match.updated,
        "your_turn": not match.bot_to_act,
    }
