from django.http import HttpRequest

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
