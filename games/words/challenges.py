"""Challenges as people and programs read them: what will be played, in words and as JSON."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Challenge, Gathering, Match, Player, Rating
from games.rules import RULE_SETS
from games.services.clock import Pace
from games.words.options import OPTION_WORDS


@dataclass(frozen=True)
class Offer:
    """A challenge, the maker's rating under its rules, if any, its whole address, and which player asks."""

    challenge: Challenge
    rating: Rating | None
    address: str = ""
    viewer: uuid.UUID | None = None

    @property
    def maker(self) -> str:
        return self.challenge.maker.public_name

    @property
    def maker_url(self) -> str:
        return page_of(self.challenge.maker)

    @property
    def to(self) -> str:
        return self.challenge.to.public_name if self.challenge.to else ""

    @property
    def version(self) -> str:
        return RULE_SETS[self.challenge.rules].version

    @property
    def clock(self) -> str:
        return pace_in_words(pace_of(self.challenge))

    @property
    def deck(self) -> str:
        """
        The name of the maker's deck, as the maker has named it. Not in a rated match of two decks: the other
        one would choose a deck against it.
        """
        return "" if self.challenge.rated and not self.challenge.same_deck else self.challenge.deck_name

    @property
    def status(self) -> str:
        return "open" if self.challenge.stands else self.challenge.status.replace("open", "expired")

    @property
    def named(self) -> str | None:
        """For whom alone it is."""
        return self.to or None

    @property
    def deck_told(self) -> str | None:
        return self.deck or None

    @property
    def pace_key(self) -> str:
        return pace_key(pace_of(self.challenge))

    @property
    def match_seen(self) -> uuid.UUID | None:
        """What came of it, for those who play it, or where everybody may watch."""
        match = self.challenge.match
        return match.pk if match and may_see(match, self.viewer) else None

    @property
    def terms(self) -> list[str]:
        """Everything beside rules and clock that is not as usual."""
        challenge = self.challenge
        found = [*options_in_words(challenge.options)]
        if challenge.same_deck:
            found.append(_("Both play the same deck"))
        elif challenge.ready_decks_only:
            found.append(_("Ready decks only"))
        if challenge.seat != Challenge.SeatChoice.ANY:
            seat = Challenge.SeatChoice(challenge.seat).label.lower()
            found.append(_("%(name)s sits %(side)s") % {"name": self.maker, "side": seat})
        if not challenge.public:
            found.append(_("Nobody watches"))
        return found

    @property
    def counts(self) -> str:
        return _("Rated") if self.challenge.rated else _("Not rated")

    @property
    def summary(self) -> str:
        """One sentence of what will be played."""
        parts = [_("Rules V%(version)s") % {"version": self.version}, self.clock, self.counts, *self.terms]
        return ", ".join([parts[0], *(part[:1].lower() + part[1:] for part in parts[1:])]) + "."


def offers(challenges: Iterable[Challenge], *, viewer: uuid.UUID | None = None) -> list[Offer]:
    """With one query for the ratings; the makers' accounts are selected beforehand."""
    found = list(challenges)
    ratings = {
        (rating.player_id, rating.rules): rating
        for rating in Rating.objects.filter(player__in={challenge.maker_id for challenge in found})
    }
    return [
        Offer(challenge, ratings.get((challenge.maker_id, challenge.rules)), viewer=viewer)
        for challenge in found
    ]


def may_see(match: Match, viewer: uuid.UUID | None) -> bool:
    return match.public or (viewer is not None and match.seats.filter(player_id=viewer).exists())


def page_of(player: Player) -> str:
    """The address of an account's page, empty for guests and former players."""
    return player.user.get_absolute_url() if player.user and player.user.is_active else ""


def pace_of(played: Challenge | Gathering | Match) -> Pace:
    return Pace(played.pace, played.pace_seconds, getattr(played, "pace_increment", 0))


def pace_key(pace: Pace) -> str:
    """How forms and programs name a clock: "none", "days-86400", "live-600-15"."""
    numbers = [str(number) for number in (pace.seconds, pace.increment) if number]
    return "-".join([pace.kind, *numbers])


def pace_in_words(pace: Pace) -> str:
    if pace.kind == Match.Pace.DAYS:
        days = pace.seconds // (24 * 60 * 60)
        return ngettext("%(count)d day a turn", "%(count)d days a turn", days) % {"count": days}
    if pace.kind == Match.Pace.TURN:
        seconds = ngettext("%(count)d second a choice", "%(count)d seconds a choice", pace.seconds)
        return seconds % {"count": pace.seconds}
    if pace.kind == Match.Pace.LIVE:
        minutes = pace.seconds // 60
        each = ngettext("%(count)d minute each", "%(count)d minutes each", minutes) % {"count": minutes}
        if not pace.increment:
            return each
        more = ngettext("%(count)d second a turn", "%(count)d seconds a turn", pace.increment)
        return _("%(each)s and %(more)s") % {"each": each, "more": more % {"count": pace.increment}}
    return _("No clock")


def options_in_words(options: dict[str, Any]) -> list[str]:
    """The options that are not at their default, each with its label."""
    words = []
    for name, value in options.items():
        label, values = OPTION_WORDS.get(name, (_("Copies of a card"), {}))
        chosen = str(values.get(value, value))
        words.append(f"{label}: {chosen[:1].lower()}{chosen[1:]}")
    return words
