"""The page by which a teacher leads a lesson: who is there, what they have made and played, and pairing."""

import uuid
from collections.abc import Callable, Iterable
from datetime import timedelta

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import engine
from cards.decks.models import Deck
from cards.models.builder import builder_of
from cards.sets import services as sets
from cards.sets.access import standing_of
from cards.sets.cards import Own, own_cards
from cards.sets.models import Collection
from engine.drafting import GAMES
from games.classes.models import Classroom
from games.classes.pages.poster import is_open, wall_of
from games.classes.pages.settings import room_or_404
from games.classes.services import managing
from games.classes.services.lessons import attention, pairing
from games.classes.services.lessons.overview import Row, overview, said
from games.lobby.services.quick import pace_for
from games.matches.models import ChatMessage
from games.matches.services import chat
from games.matches.services.matches import DEFAULT_RULES, NO_CLOCK
from phylo.http.input import whole_number
from phylo.http.keys import new_key
from phylo.http.problems import Refused

TOLD_BEFORE = timedelta(days=14)
"""How long before the class ends by itself its teachers are told."""
GAMES_PLAYED = [(DEFAULT_RULES, "Phylo"), *((key, game.name) for key, game in GAMES.items())]
SORTED: dict[str, Callable[[Row], object]] = {
    "name": lambda row: row.name.casefold(),
    "here": lambda row: not row.here,
    "cards": lambda row: -row.cards - row.waiting,
    "lessons": lambda row: -row.lessons,
    "puzzles": lambda row: -row.puzzles,
    "played": lambda row: -row.played,
    "playing": lambda row: (row.playing is None, row.last is None),
}
"""The columns by which the pupils may be sorted; those who are alike stay sorted by name."""
COLUMNS = {
    "name": gettext_lazy("Pupil"),
    "here": pgettext_lazy("pupils", "Here"),
    "cards": gettext_lazy("Cards"),
    "lessons": gettext_lazy("Lessons"),
    "puzzles": gettext_lazy("Puzzles"),
    "played": gettext_lazy("Games"),
    "playing": gettext_lazy("Their game"),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lesson_dashboard(request: HttpRequest, slug: str) -> HttpResponse:
    """
    `?sort=` is one of SORTED; with `?part=live` only what changes by itself. POST: `do` says what, and leads
    back here.
    """
    _collection, classroom = room_or_404(request, slug)
    if request.method != "POST":
        return _page(request, classroom)
    step = STEPS.get(request.POST.get("do", ""))
    if step is None:
        raise Http404("no such step")
    try:
        step(request, classroom)
    except (Refused, engine.InvalidSetup) as error:
        messages.warning(request, str(error))
    return redirect(request.get_full_path())


def _page(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    collection = classroom.collection
    rows, sort = in_order(request, overview(classroom))
    context = {
        "classroom": classroom,
        "open": is_open(classroom),
        "set": collection,
        "rows": rows,
        "here": sum(row.here for row in rows),
        "columns": COLUMNS.items(),
        "sort": sort,
        "waiting_cards": _waiting(request, collection),
        "said": said(classroom),
    }
    if request.GET.get("part") == "live":
        return render(request, "classes/_dashboard_live.html", context)
    decks = Deck.objects.filter(complete=True).filter(Q(ready=True) | Q(owner=request.user.pk))
    decks = decks.filter(Q(collection=None) | Q(collection=collection))
    soon = classroom.ends_on - timezone.localdate() <= TOLD_BEFORE
    context |= {
        "games": GAMES_PLAYED,
        "decks": decks.for_rules(DEFAULT_RULES).order_by("ready", "name"),
        "key": new_key(),
        "begun": any(row.game or row.played for row in rows),
        "hours": int(managing.OPEN_FOR.total_seconds() // 3600),
        "ends_soon": date_format(classroom.ends_on, "j F Y") if soon else "",
        **wall_of(request, classroom),
    }
    return render(request, "classes/lesson_dashboard.html", context)


def in_order(request: HttpRequest, rows: Iterable[Row]) -> tuple[list[Row], str]:
    """The rows by the column that `?sort=` asks for, and its word."""
    sort = request.GET.get("sort", "")
    sort = sort if sort in SORTED else "name"
    return sorted(rows, key=lambda row: (SORTED[sort](row), row.name.casefold())), sort


def _waiting(request: HttpRequest, collection: Collection) -> list[Own]:
    builder = builder_of(request)
    found = own_cards(collection, builder, standing_of(builder, collection))
    return [each for each in found if not each.card.shown]


def _open(request: HttpRequest, classroom: Classroom) -> None:
    managing.open_joining(classroom_id=classroom.pk, builder=builder_of(request))


def _freeze(request: HttpRequest, classroom: Classroom) -> None:
    attention.set_frozen(
        classroom_id=classroom.pk, builder=builder_of(request), frozen=bool(request.POST.get("on"))
    )


def _talk(request: HttpRequest, classroom: Classroom) -> None:
    attention.set_free_talk(
        classroom_id=classroom.pk, builder=builder_of(request), free=bool(request.POST.get("on"))
    )


def _hide(request: HttpRequest, classroom: Classroom) -> None:
    message = whole_number(request.POST.get("message", ""), digits=18)
    reported = ChatMessage.objects.filter(match__collection=classroom.collection_id, pk=message or 0)
    if not reported.exists():
        raise Http404("no such message")
    chat.put_out_of_sight(message_id=message or 0, hidden=bool(request.POST.get("on")))


def _let_in(request: HttpRequest, classroom: Classroom) -> None:
    """One `card`, or all that wait and that were on the page as it was read (`card` for each)."""
    builder = builder_of(request)
    asked = {whole_number(each, digits=18) for each in request.POST.getlist("card")}
    own = classroom.collection.own_cards.filter(pk__in=[each for each in asked if each], shown=False)
    for card in own.exclude(contents={}):
        sets.show_card(card_id=card.pk, builder=builder, shown=True)


def _pair(request: HttpRequest, classroom: Classroom) -> None:
    """The chosen `pupil`s, or `everybody` who is free."""
    everybody = bool(request.POST.get("everybody"))
    sent = {whole_number(each, digits=18) or 0 for each in request.POST.getlist("pupil")}
    rules = request.POST.get("rules", DEFAULT_RULES)
    key = request.POST.get("key", "")[:40]
    deck = pairing.deck_for(builder_of(request), rules, request.POST.get("deck", ""))
    clock = request.POST.get("clock") == "calm"
    begun = pairing.pair(
        classroom_id=classroom.pk,
        builder=builder_of(request),
        chosen=None if everybody else sent,
        wanted=pairing.Wanted(rules, deck, pace_for(rules, "calm") if clock else NO_CLOCK),
        key=key if key.isprintable() else new_key(),
    )
    words = ngettext("%(count)d game has begun.", "%(count)d games have begun.", len(begun))
    messages.success(request, words % {"count": len(begun)})


def _end_game(request: HttpRequest, classroom: Classroom) -> None:
    try:
        match = uuid.UUID(request.POST.get("match", ""))
    except ValueError:
        raise Http404("no such match") from None
    pairing.end_game(classroom_id=classroom.pk, builder=builder_of(request), match_id=match)
    messages.success(request, gettext("The game is ended."))


STEPS = {
    "open": _open,
    "freeze": _freeze,
    "talk": _talk,
    "hide": _hide,
    "let-in": _let_in,
    "pair": _pair,
    "end-game": _end_game,
}
