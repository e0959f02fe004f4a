"""Open tables as people and programs read them."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.drafting import GAMES
from games.lobby.models import OpenTable, Participant
from games.matches.clauses import rules_title
from games.matches.models import Player
from games.matches.services.contact_rules import call_by_name
from games.matches.words.seats import bot_label, page_of
from games.matches.words.terms import (
    options_in_words,
    pace_in_words,
    pace_key,
    pace_of,
    sentences,
)
from games.people.models import Rating


@dataclass(frozen=True)
class Sitting:
    """A seat of an open table: its player, perhaps with a `rating`; `state` is "taken", "kept" or "free"."""

    name: str
    state: str
    url: str = ""
    rating: Rating | None = None


@dataclass(frozen=True)
class Listing:
    """
    An open table, queried `with_people`, with the `ratings` of its people by player. `viewer` is the player
    who asks, and `site` the base of absolute URLs.
    """

    table: OpenTable
    ratings: dict[uuid.UUID, Rating]
    viewer: uuid.UUID | None = None
    site: str = ""

    @property
    def code(self) -> str:
        return self.table.code

    @property
    def maker(self) -> str:
        return self.table.maker.public_name

    @property
    def maker_url(self) -> str:
        return page_of(self.table.maker)

    @property
    def rating(self) -> Rating | None:
        """The maker's rating."""
        return self.ratings.get(self.table.maker_id)

    @property
    def own(self) -> bool:
        return self.viewer == self.table.maker_id

    @property
    def state(self) -> str:
        """The viewer's Participant.State, or ""."""
        return next((each.state for each in self._participants if each.player_id == self.viewer), "")

    @property
    def status(self) -> str:
        return "open" if self.table.stands else self.table.status.replace("open", "expired")

    @property
    def challenge_status(self) -> str:
        """The status in the terms of challenges."""
        return self.status.replace("begun", "accepted")

    @property
    def to(self) -> str | None:
        """The name of the one person invited, if nobody else may join."""
        others = (each for each in self._participants if each.player_id != self.table.maker_id)
        return next((each.player.public_name for each in others), None) if self.table.invited_only else None

    @property
    def game(self) -> str:
        return GAMES[self.table.rules].name if self.table.drafting else "Phylo"

    @property
    def rules(self) -> str:
        """The name of the game as one chooses it."""
        return rules_title(self.table.rules)

    @property
    def pace_key(self) -> str:
        return pace_key(pace_of(self.table))

    @property
    def clock(self) -> str:
        return pace_in_words(pace_of(self.table))

    @property
    def counts(self) -> str:
        return _("Rated") if self.table.rated else _("Not rated")

    @property
    def makers_deck(self) -> str:
        """The name of the maker's deck, as its maker reads it."""
        return self._made_with.deck_name if self._made_with else ""

    @property
    def deck(self) -> str | None:
        """
        The name of the maker's deck as told to others. None for a deck that is not listed, and for a rated
        match with two decks, where the opponent could choose a deck to beat it.
        """
        return self.makers_deck if self._deck_shown and not self.unlisted_deck else None

    @property
    def unlisted_deck(self) -> bool:
        """Whether others are told only that the maker plays a deck of their own."""
        made = self._made_with
        return self._deck_shown and made is not None and bool(made.deck_name) and not made.deck_listed

    @property
    def terms(self) -> list[str]:
        """The terms, besides rules and clock, that differ from the usual ones."""
        table = self.table
        found = [*options_in_words(table.options)]
        if table.same_deck:
            found.append(_("Both play the same deck"))
        elif table.ready_decks_only:
            found.append(_("Ready decks only"))
        if table.side != OpenTable.Side.ANY:
            sits = _("%(name)s sits left") if table.side == OpenTable.Side.FIRST else _("%(name)s sits right")
            found.append(sits % {"name": self.maker})
        if table.collection is not None:
            found.append(_("Inside the set “%(name)s”") % {"name": table.collection.name})
        if table.public != table.listed:
            found.append(_("Others may watch") if table.public else _("Nobody watches"))
        return found

    @property
    def fill(self) -> str:
        return _("%(taken)d of %(seats)d seats taken") % {
            "taken": self.table.taken,
            "seats": self.table.seats,
        }

    @property
    def people(self) -> list[Sitting]:
        return [
            Sitting(
                each.player.public_name,
                "taken" if each.state == Participant.State.WAITING else "kept",
                page_of(each.player),
                self.ratings.get(each.player_id),
            )
            for each in self._participants
            if each.state != Participant.State.DECLINED
        ]

    @property
    def come(self) -> list[Sitting]:
        return [each for each in self.people if each.state == "taken"]

    @property
    def names(self) -> list[str]:
        return [each.name for each in self.come]

    @property
    def invited(self) -> list[str]:
        return [each.name for each in self.people if each.state == "kept"]

    @property
    def sitting(self) -> list[Sitting]:
        """All seats, people's first."""
        found = self.people
        here = _("%(name)s’s device") % {"name": self.maker}
        found += [Sitting(here, "taken") for _seat in range(self.table.here)]
        found += [Sitting(bot_label(bot), "taken") for bot in self.table.bots]
        return found + [Sitting(_("free"), "free") for _seat in range(self.table.free)]

    @property
    def seats_key(self) -> str:
        """A key that changes whenever somebody comes or goes. An unseen invitation looks like any other."""
        shown: dict[str, str] = {Participant.State.UNSEEN: Participant.State.INVITED}
        return "-".join(f"{each.pk}{shown.get(each.state, each.state)[0]}" for each in self._participants)

    @property
    def summary(self) -> str:
        """What will be played, in a few words."""
        if self.table.drafting:
            players = ngettext("%(count)d player", "%(count)d players", self.table.seats)
            parts = [self.game, players % {"count": self.table.seats}, self.clock, self.counts, self.fill]
        else:
            parts = [self.rules, self.clock, self.counts, *self.terms]
        return sentences(parts)

    @property
    def path(self) -> str:
        return self.table.get_absolute_url()

    @property
    def address(self) -> str:
        """The absolute URL."""
        return self.site + self.path

    @property
    def match_seen(self) -> uuid.UUID | None:
        """The match that has begun, if the viewer plays it or everybody may watch."""
        match = self.table.match
        return match.pk if match and (match.public or self.plays) else None

    @property
    def plays(self) -> bool:
        """Whether the viewer plays in the match that has begun."""
        match = self.table.match
        return (
            match is not None and self.viewer is not None and match.seats.filter(player=self.viewer).exists()
        )

    @property
    def _deck_shown(self) -> bool:
        return self.table.same_deck or not self.table.rated

    @property
    def _made_with(self) -> Participant | None:
        """The maker's place, with the deck."""
        return next((each for each in self._participants if each.player_id == self.table.maker_id), None)

    @cached_property
    def _participants(self) -> list[Participant]:
        return list(self.table.participants.all())


def listings(
    tables: Iterable[OpenTable], *, viewer: uuid.UUID | None = None, site: str = ""
) -> list[Listing]:
    """Listings of tables queried `with_people`; takes one query for the ratings."""
    found = list(tables)
    inside = [table for table in found if table.collection_id is not None]
    if inside and viewer is not None:
        people = [person for table in inside for person in _people_of(table)]
        call_by_name(people, to=Player.objects.filter(pk=viewer).first())
    players = {each.player_id for table in found for each in table.participants.all()}
    ratings: dict[str, dict[uuid.UUID, Rating]] = {}
    for rating in Rating.objects.filter(player__in=players, rules__in={table.rules for table in found}):
        assert rating.player_id is not None
        ratings.setdefault(rating.rules, {})[rating.player_id] = rating
    return [Listing(table, ratings.get(table.rules, {}), viewer, site) for table in found]


def _people_of(table: OpenTable) -> list[Player]:
    return [table.maker, *(each.player for each in table.participants.all())]
