"""A tournament as files, and the calendar of the site's tournaments."""

from datetime import timedelta

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import conditional_page, require_safe

from games.matches.access import own_player
from games.tournaments.access import tournament_seen, tournaments_seen_by
from games.tournaments.files.stored import FILES, Asked, File, calendar_of
from games.tournaments.models import Tournament
from phylo.http.addresses import site_address

COMING = 100
"""The most tournaments in the calendar of the site."""
KEPT = timedelta(days=30)
"""How long the calendar still has those that have begun."""


@never_cache
@require_safe
def tournament_file(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """`name` is one of FILES."""
    asked = Asked(tournament_seen(request, code), own_player(request).first(), site_address(request))
    found = FILES[name](asked)
    if found is None:
        raise Http404("no file of this kind")
    return _sent(found)


@cache_control(public=True, no_cache=True)
@conditional_page
@require_safe
def calendar_of_all(request: HttpRequest) -> HttpResponse:
    """Of the site's tournaments, which everybody sees."""
    listed = Q(audience=Tournament.Audience.SITE, starts_at__gte=timezone.now() - KEPT)
    found = tournaments_seen_by(request).filter(listed).with_people().order_by("starts_at")[:COMING]
    return _sent(calendar_of(found, site=site_address(request)))


def _sent(found: File) -> HttpResponse:
    response = HttpResponse(found.content, content_type=found.media_type)
    response["Content-Disposition"] = f'attachment; filename="{found.name}"'
    return response
