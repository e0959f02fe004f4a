"""
Who may meet, what they may say to each other and by which names they know each other. By itself the site lets
everybody meet; a slice that guards some players, such as the pupils of a class, brings `ContactRules`.
"""

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from cards.sets.models import Collection
from games.matches.models import Player
from games.matches.services.errors import NotAllowed
from phylo.slices import Extension


class ContactRefused(NotAllowed):
    """People who may not meet: a pupil, and somebody who is not of the same class."""

    code = "out-of-reach"


@dataclass(frozen=True)
class TalkRules:
    """What a guarded player may write at a table: the ready `phrases`, and anything else if `free`."""

    phrases: Sequence[str]
    free: bool

    def allow(self, text: str) -> bool:
        return self.free or text in self.phrases


class ContactRules:
    """What a slice rules about contact; a subclass has what it needs."""

    def guarded(self) -> QuerySet[Player]:
        """The players whom these rules are about, to be narrowed down."""
        return Player.objects.none()

    def check_contact(self, player: Player, others: Iterable[Player]) -> None:
        """Raises ContactRefused unless all of these people may meet."""

    def set_of(self, people: Sequence[Player]) -> int | None:
        """
        The primary key of the set to which these people are bound for all that they do together, or None.
        Raises ContactRefused as `check_contact` does.
        """
        return None

    def sets_of(self, player: uuid.UUID) -> QuerySet[Collection]:
        """The sets to which the player is bound, to find what is there; none for somebody who is not."""
        return Collection.objects.none()

    def check_open(self, player: Player) -> None:
        """Raises ContactRefused if the player may not go where anybody may come."""

    def names(self, players: Iterable[Player], *, to: Player) -> Mapping[uuid.UUID, str]:
        """What `to` may call some of these players, by their keys, instead of `Player.public_name`."""
        return {}

    def talk_of(self, player: Player) -> TalkRules | None:
        """None for a player whom the rules do not guard."""
        return None


CONTACT_RULES = Extension[type[ContactRules]]("contact_rules")


def guarded_among(players: QuerySet[Player]) -> QuerySet[Player]:
    """Those of the players who are guarded."""
    return players.filter(pk__in=guarded_players().values("pk"))


def guarded_players() -> QuerySet[Player]:
    found = Player.objects.none()
    for rules in CONTACT_RULES:
        found = found | rules().guarded()
    return found


def check_contact(player: Player, others: Iterable[Player]) -> None:
    """Raises ContactRefused unless all of these people may meet."""
    others = list(others)
    for rules in CONTACT_RULES:
        rules().check_contact(player, others)


def set_binding(people: Sequence[Player]) -> int | None:
    """
    The set (its primary key) within which these people meet because somebody among them may meet others only
    there; None if that is nobody. Raises ContactRefused as `check_contact` does.
    """
    return next((found for rules in CONTACT_RULES if (found := rules().set_of(people)) is not None), None)


def sets_binding(player: uuid.UUID) -> Iterator[QuerySet[Collection]]:
    """As `set_binding`, for queries: the sets of which one must be that of what the player may see."""
    return (rules().sets_of(player) for rules in CONTACT_RULES)


def check_open(player: Player | None) -> None:
    """Raises ContactRefused for somebody guarded who goes where anybody may come."""
    if player is None:
        return
    for rules in CONTACT_RULES:
        rules().check_open(player)


def talk_of(player: Player) -> TalkRules | None:
    return next((found for rules in CONTACT_RULES if (found := rules().talk_of(player))), None)


def known_as(players: Iterable[Player], *, to: Player | None) -> dict[uuid.UUID, str]:
    """
    The names of the guarded among these players, by the players' keys, as `to` may read them. Whoever is not
    found here goes by `Player.public_name`.
    """
    if to is None:
        return {}
    people, found = list(players), dict[uuid.UUID, str]()
    for rules in CONTACT_RULES:
        found |= rules().names(people, to=to)
    return found


def call_by_name(players: Iterable[Player], *, to: Player | None) -> None:
    """Let these players, read for `to` alone, be called as they are `known_as`."""
    people = list(players)
    names = known_as(people, to=to)
    for each in people:
        each.called = names.get(each.pk, "")
