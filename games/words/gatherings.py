"""Tables that wait for their players, as people and programs read them."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.words import all_of
from engine.drafting import GAMES
from games.models import BotLevel, Gathering, Place, Rating
from games.words.challenges import may_see, pace_in_words, pace_key, pace_of, page_of


@dataclass(frozen=True)
class Sitting:
    """A seat of a gathering: who has it, with a `rating` perhaps; `state` is "taken", "kept" or "free"."""

    name: str
    state: str
    url: str = ""
    rating: Rating | None = None


@dataclass(frozen=True)
class Waiting:
    """A gathering with the ratings of those who have come; `address` is the whole one."""

    gathering: Gathering
    ratings: dict[Any, Rating]
    address: str = ""
    viewer: uuid.UUID | None = None

    @property
    def status(self) -> str:
        return "open" if self.gathering.stands else self.gathering.status.replace("open", "expired")

    @property
    def pace_key(self) -> str:
        return pace_key(pace_of(self.gathering))

    @property
    def match_seen(self) -> uuid.UUID | None:
        """What came of it, for those who play it, or where everybody may watch."""
        match = self.gathering.match
        return match.pk if match and may_see(match, self.viewer) else None

    @property
    def come(self) -> list[str]:
        return [each.name for each in self.people if each.state == "taken"]

    @property
    def invited(self) -> list[str]:
        return [each.name for each in self.people if each.state == "kept"]

    @property
    def game(self) -> str:
        return GAMES[self.gathering.rules].name

    @property
    def maker(self) -> str:
        return self.gathering.maker.public_name

    @property
    def clock(self) -> str:
        return pace_in_words(pace_of(self.gathering))

    @property
    def counts(self) -> str:
        return _("Rated") if self.gathering.rated else _("Not rated")

    @property
    def fill(self) -> str:
        gathering = self.gathering
        return _("%(taken)d of %(seats)d seats taken") % {
            "taken": gathering.taken,
            "seats": gathering.seats,
        }

    @property
    def people(self) -> list[Sitting]:
        return [
            Sitting(
                place.player.public_name,
                "taken" if place.state == Place.State.TAKEN else "kept",
                page_of(place.player),
                self.ratings.get(place.player_id),
            )
            for place in self.gathering.places.all()
            if place.state != Place.State.DECLINED
        ]

    @property
    def sitting(self) -> list[Sitting]:
        """Every seat, those of people first."""
        found = self.people
        here = _("%(name)s’s device") % {"name": self.maker}
        found += [Sitting(here, "taken") for _seat in range(self.gathering.here)]
        found += [Sitting(bot_name(bot), "taken") for bot in self.gathering.bots]
        return found + [Sitting(_("free"), "free") for _seat in range(self.gathering.free)]

    @property
    def summary(self) -> str:
        """One sentence of what will be played."""
        players = ngettext("%(count)d player", "%(count)d players", self.gathering.seats)
        parts = [self.game, players % {"count": self.gathering.seats}, self.clock, self.counts, self.fill]
        return ", ".join([parts[0], *(part[:1].lower() + part[1:] for part in parts[1:])]) + "."


def waitings(gatherings: Iterable[Gathering], *, viewer: uuid.UUID | None = None) -> list[Waiting]:
    """With one query for the ratings; the people are fetched beforehand (`with_people`)."""
    found = list(gatherings)
    players = {place.player_id for gathering in found for place in gathering.places.all()}
    ratings: dict[str, dict[Any, Rating]] = {}
    for rating in Rating.objects.filter(player__in=players, rules__in={each.rules for each in found}):
        ratings.setdefault(rating.rules, {})[rating.player_id] = rating
    return [Waiting(gathering, ratings.get(gathering.rules, {}), viewer=viewer) for gathering in found]


def bot_name(level: str) -> str:
    return _("Computer (%(level)s)") % {"level": BotLevel(level).label.lower()}


def names_of(waiting: Waiting) -> str:
    """Who has come, in a row."""
    return all_of([each.name for each in waiting.people if each.state == "taken"])
