from django.http import Http404, HttpRequest

from cards.models.builder import builder_of
from cards.sets.models import Collection
from games.tournaments.models import Tournament, TournamentQuerySet
from phylo.accounts.guests import is_bound


def tournaments_seen_by(request: HttpRequest) -> TournamentQuerySet:
    """
    The tournaments that the visitor may see at their address: of a set only its people see one, and guests
    who are bound to one, as pupils are, see no others.
    """
    builder = builder_of(request)
    inside = Collection.objects.inside(builder).order_by().values("pk")
    of_sets = Tournament.objects.filter(collection__in=inside)
    if builder.guest is not None and is_bound(builder.guest):
        return of_sets
    return Tournament.objects.exclude(audience=Tournament.Audience.SET) | of_sets


def tournament_seen(request: HttpRequest, code: str) -> Tournament:
    """With its people. Raises Http404 for one that the visitor may not see."""
    found = tournaments_seen_by(request).with_people().filter(code=code).first()
    if found is None:
        raise Http404("no such tournament")
    return found
