"""The list of tournaments, and the form for a new one."""

from http import HTTPStatus

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import engine
from cards.models.builder import builder_of
from cards.sets.access import Standing, standing_of
from cards.sets.models import Collection
from games.matches.access import current_player, player_id
from games.matches.forms.parts import complaints
from games.tournaments.access import tournaments_seen_by
from games.tournaments.forms import OF_A_SET, TournamentForm
from games.tournaments.models import Tournament, TournamentQuerySet
from games.tournaments.words.tournaments import KINDS, listings
from phylo.http.addresses import site_address
from phylo.http.answers import refuse
from phylo.http.input import whole_number
from phylo.http.problems import Refused

SHOWN = 60
"""The most tournaments of each kind that are listed, besides those that are over."""
A_PAGE = 20
STATUS = Tournament.Status


@never_cache
@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """`?set=` names a set whose tournaments are shown alone; `?page=` pages those that are over, from 1."""
    player, site = player_id(request), site_address(request)
    of_set = _set_asked(request)
    found = tournaments_seen_by(request).with_people()
    mine = Q(maker=player) | Q(entries__player=player) if player else Q(pk=None)
    own = Tournament.objects.filter(mine).values("pk")
    if of_set is not None:
        found = found.filter(collection=of_set)
    shown = found.filter(~Q(audience=Tournament.Audience.LINK) | Q(pk__in=own))
    open_ones, running = shown.filter(status=STATUS.OPEN), shown.filter(status=STATUS.RUNNING)
    yours = found.filter(status__in=[STATUS.OPEN, STATUS.RUNNING], pk__in=own)
    pages = Paginator(shown.filter(status=STATUS.FINISHED).order_by("-ended", "-pk"), A_PAGE)
    number = whole_number(request.GET.get("page", "1"), digits=6)
    if number is None or number not in pages.page_range:
        raise Http404("no such page")
    page = pages.page(number)

    def listed(some: TournamentQuerySet) -> object:
        return listings(some[:SHOWN], viewer=player, site=site)

    context = {
        "set": of_set,
        "makes": of_set is None or standing_of(builder_of(request), of_set) >= Standing.EDITOR,
        "yours": listed(yours),
        "running": listed(running.exclude(pk__in=own)),
        "coming": listed(open_ones.exclude(pk__in=own).order_by("starts_at", "-created")),
        "over": listings(page.object_list, viewer=player, site=site),
        "page": page,
    }
    return render(request, "tournaments/list.html", context)


def _set_asked(request: HttpRequest) -> Collection | None:
    """The set of `?set=`. Raises Http404 for one in which the visitor is not."""
    slug = request.GET.get("set", "")
    if not slug:
        return None
    inside = Collection.objects.inside(builder_of(request))
    found = inside.filter(slug=slug).first() if slug.isprintable() else None
    if found is None:
        raise Http404("no such set")
    return found


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_new(request: HttpRequest) -> HttpResponse:
    """GET: the form; `?set=` and `?kind=` choose for whom and which kind. POST: a redirect to the page."""
    builder = builder_of(request)
    if request.method != "POST":
        initial = {"kind": request.GET.get("kind", Tournament.Kind.SWISS)}
        if "set" in request.GET:
            initial["for_whom"] = OF_A_SET + request.GET["set"]
        return _form_page(request, TournamentForm(builder=builder, initial=initial))
    form = TournamentForm(request.POST, builder=builder)
    if form.is_valid():
        try:
            return redirect(form.make(current_player(request)))
        except (Refused, engine.InvalidSetup) as error:
            refuse(form, error)
    return _form_page(request, form)


def _form_page(request: HttpRequest, form: TournamentForm) -> HttpResponse:
    return render(
        request,
        "tournaments/new.html",
        {"form": form, "complaints": complaints(form), "kinds": KINDS.items()},
        status=HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK,
    )
