from django.utils.translation import gettext_noop as _

from games.matches.models import ChatMessage, Match, Move, Mute, Player, Seat, SiteClock, TurnMail
from games.matches.services.play import play
from phylo.accounts.models import User
from phylo.administration import show


def resign(match: Match, admin: User) -> None:
    """For the seat that is to act; in the drafting games the computer plays on for it."""
    for seat in match.acting[:1]:
        play(
            match_id=match.pk, seat=seat, action={"do": "resign"}, version=match.version,
            key=f"administrator-{match.version}",
        )  # fmt: skip


# Seed, decks, positions and actions of a running match are its players' secrets.
show(
    Match,
    "rules status ending winner version to_act pace flag_at public rated rematch_of created updated",
    newest="created",
    steps={_("Resign for the player whose turn it is"): resign},
)
show(Seat, "match number player bot stand_in deck_name looked", search="deck_name")
show(Move, "match number seat created")
show(TurnMail, "seat turn kind checked")
show(Player, "name user guest former created", search="name user__username", newest="created")
# Reported messages are settled at /moderation/.
show(ChatMessage, "match player text watching hidden created", search="text")
show(Mute, "player muted blocks")
show(SiteClock, "running_at")
