"""The account data of people: ratings, and whom one follows."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext_lazy as _

from games.matches.models import Player
from games.matches.player_data import PlayerData
from games.people.models import Rating
from phylo.accounts.kept import ACCOUNTS, PLAYERS, UNTIL_DELETED, WITH_ACCOUNT, Kept

KEPT = (
    Kept(
        what=_("Ratings, and how each rated match changed them"),
        whose=PLAYERS,
        why=_("To show how strong somebody plays, and to find somebody as strong."),
        how_long=WITH_ACCOUNT,
        stays=_("Ratings stay without your name, as those of others follow from them; no list shows them."),
        held={"people.Rating.player": "ratings"},
        tables=("people.RatingChange",),
    ),
    Kept(
        what=_("Whom you follow, and who may see that you are on the site"),
        whose=ACCOUNTS,
        why=_("So that you find your friends. That you are there is noted for a minute, in memory."),
        how_long=UNTIL_DELETED,
        held={"people.Follow.player": "follows"},
        besides={"people.Follow.followed": "Those who follow you have it among their own data."},
    ),
)


class People(PlayerData):
    kept = KEPT

    def leave(self, player: Player) -> None:
        player.follows.all().delete()
        player.followers.all().delete()

    def of_player(self, player: Player, absolute: Callable[[str], str]) -> Mapping[str, object]:
        """`ratings` with their changes, and `follows`, with who is told that one is there."""
        return {
            "ratings": [_rating(rating) for rating in player.ratings.prefetch_related("changes")],
            "follows": {
                "you_are_shown_to": player.presence,
                "people": [
                    {"name": each.followed.public_name, "since": each.created.isoformat()}
                    for each in player.follows.select_related("followed__user")
                ],
            },
        }


def _rating(rating: Rating) -> dict[str, object]:
    return {
        "rules": rating.rules,
        "rating": rating.shown,
        "games": rating.games,
        "changes": [
            {"match": str(each.match_id), "at": each.created.isoformat(), "gain": each.gain}
            for each in rating.changes.all()
        ],
    }
