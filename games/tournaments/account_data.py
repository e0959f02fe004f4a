"""The account data of tournaments: those that somebody made, and those in which they played."""

import uuid
from collections.abc import Callable, Mapping
from datetime import datetime

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from games.matches.models import Player
from games.matches.player_data import PlayerData
from games.tournaments.models import POINT, Entry, Tournament
from games.tournaments.services import entering
from phylo.accounts.kept import PLAYERS, Kept
from phylo.accounts.models import Guest, User

KEPT = (
    Kept(
        what=_("Tournaments: those that you made, in which you played, with which deck, and what you earned"),
        whose=PLAYERS,
        why=_("To pair those who play, and to show who won."),
        how_long=_("For good, with the matches that were played there; those of a set as long as the set."),
        stays=_("Results stay, under the name “Former player”; you are withdrawn from what is not over."),
        held={"tournaments.Tournament.maker": "tournaments", "tournaments.Entry.player": "tournaments"},
        besides={
            "tournaments.Entry.withdrawn_by": "That somebody was taken out is part of the tournament.",
            "tournaments.Correction.by": "A corrected result is part of the tournament.",
        },
        tables=("tournaments.Round", "tournaments.Game", "tournaments.Place"),
    ),
)


class Tournaments(PlayerData):
    kept = KEPT

    def take(self, guest: Player, player: Player) -> None:
        """In a simultaneous the maker is the host, who plays: there both go over, or neither."""
        joined = list(player.entries.values_list("tournament", flat=True))
        theirs = guest.tournaments.exclude(key__in=player.tournaments.values("key"))
        theirs.exclude(kind=Tournament.Kind.SIMUL, pk__in=joined).update(maker=player)
        hosted = list(guest.tournaments.filter(kind=Tournament.Kind.SIMUL).values_list("pk", flat=True))
        guest.entries.exclude(tournament__in=[*joined, *hosted]).update(player=player)

    def keeps(self, guest: Player) -> bool:
        return guest.tournaments.exists() or guest.entries.exists()

    def leave(self, player: Player) -> None:
        player.entries.exclude(deck_name="").update(deck_name="")

    def stand_aside(self, *, user: User | None, guest: uuid.UUID | None) -> None:
        entering.stand_aside(user=user, guest=guest)

    def erase(self, *, guest: Guest) -> None:
        entering.stand_aside(user=None, guest=guest.pk)

    def release(self, *, user: User) -> None:
        entering.stand_aside(user=user)

    def idle(self, before: datetime) -> Q:
        mine, lasts = OuterRef("pk"), Q(ended=None) | Q(ended__gte=before)
        under_way = Q(tournament__in=Tournament.objects.filter(lasts))
        return Q(
            ~Exists(Tournament.objects.filter(lasts | Q(games__isnull=False), maker=mine)),
            ~Exists(Entry.objects.filter(under_way | Q(places__isnull=False), player=mine)),
        )

    def forget(self, player: uuid.UUID) -> None:
        Tournament.objects.filter(maker=player).delete()
        Entry.objects.filter(player=player).delete()

    def of_player(self, player: Player, absolute: Callable[[str], str]) -> Mapping[str, object]:
        found = Tournament.objects.with_player(player.pk).prefetch_related("entries")
        return {"tournaments": [_tournament(each, player, absolute) for each in found]}


def _tournament(tournament: Tournament, player: Player, absolute: Callable[[str], str]) -> dict[str, object]:
    own = next((each for each in tournament.entries.all() if each.player_id == player.pk), None)
    return {
        "page": absolute(tournament.get_absolute_url()),
        "name": tournament.name,
        "made_by_you": tournament.maker_id == player.pk,
        "kind": tournament.kind,
        "rules": tournament.rules,
        "status": tournament.status,
        "made": tournament.created.isoformat(),
        "you": own and _entry(own),
    }


def _entry(entry: Entry) -> dict[str, object]:
    return {
        "number": entry.number,
        "joined": entry.joined.isoformat(),
        "withdrawn": entry.withdrawn_at.isoformat() if entry.withdrawn_at else None,
        "rating": entry.rating,
        "deck": entry.deck_name,
        "games": [
            {"number": number, "points": points and points / POINT}
            for number, points in entry.places.order_by("number").values_list("number", "points")
        ],
    }
