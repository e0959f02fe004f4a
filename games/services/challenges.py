"""Challenges: a match that waits for its second player, and how it begins."""

import secrets
import uuid
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.models import Deck
from games import stream
from games.models import Challenge, Match, Player
from games.services.clock import DAYS, LIVE, NONE, Pace
from games.services.errors import NotAllowed
from games.services.match_decks import MatchDeck, deck_faults, setup_of
from games.services.matches import Side, create_match
from games.services.players import hold

MOST_STANDING = 10
"""Challenges of one player that may stand at the same time."""
STANDS = {LIVE: timedelta(minutes=30), DAYS: timedelta(days=14), NONE: timedelta(days=14)}
PACES = (
    Pace(),
    Pace(DAYS, 24 * 60 * 60), Pace(DAYS, 3 * 24 * 60 * 60), Pace(DAYS, 7 * 24 * 60 * 60),
    Pace(LIVE, 10 * 60, 15), Pace(LIVE, 20 * 60, 30), Pace(LIVE, 40 * 60, 30),
)  # fmt: skip
"""The clocks that may be chosen."""


@dataclass(frozen=True)
class Terms:
    """What will be played; `seat` is the maker's, as Challenge.SeatChoice."""

    pace: Pace = field(default_factory=Pace)
    options: dict[str, Any] = field(default_factory=dict)
    seat: str = Challenge.SeatChoice.ANY
    rated: bool = False
    public: bool = True
    listed: bool = True
    ready_decks_only: bool = False
    same_deck: bool = False


def make_challenge(
    *, maker: Player, deck: Deck, terms: Terms, key: str, to: Player | None = None
) -> Challenge:
    """
    The same key again gives the challenge that it made. Raises NotAllowed, or engine.InvalidSetup for options
    that are none.
    """
    with transaction.atomic():
        # One after the other, so that nobody passes the limit.
        maker = hold(maker)
        if earlier := maker.challenges.filter(key=key).first():
            return earlier
        _check(maker, deck, terms, to)
        if to is not None:
            asked = to.pk
            transaction.on_commit(lambda: stream.announce(asked), robust=True)
        return Challenge.objects.create(
            maker=maker,
            to=to,
            listed=terms.listed and to is None,
            rules=deck.rules,
            options=terms.options,
            deck_name=deck.name,
            deck=deck.card_keys(),
            starter=deck.starter,
            opening_hand=deck.opening_hand,
            ready_decks_only=terms.ready_decks_only,
            same_deck=terms.same_deck,
            seat=terms.seat,
            pace=terms.pace.kind,
            pace_seconds=terms.pace.seconds,
            pace_increment=terms.pace.increment,
            rated=terms.rated,
            public=terms.public,
            key=key,
            expires=timezone.now() + STANDS[terms.pace.kind],
        )


def accept_challenge(*, code: str, player: Player, deck: Deck | None) -> Match:
    """
    The match, dealt once: the player who accepted is led to the same one again. `deck` may be left out where
    both play the same one.

    Raises Challenge.DoesNotExist, NotAllowed, or engine.InvalidSetup.
    """
    with transaction.atomic():
        player = hold(player)
        challenge = Challenge.objects.select_for_update().get(code=code)
        if challenge.match is not None and challenge.match.seats.filter(player=player).exists():
            return challenge.match
        _check_acceptance(challenge, player, deck)
        challenge.match = _dealt(challenge, player, deck)
        challenge.status = Challenge.Status.ACCEPTED
        challenge.save(update_fields=["match", "status"])
        return challenge.match


def withdraw_challenge(*, challenge_id: uuid.UUID, player: Player) -> None:
    """By its maker, or declined by the one it is directed to; one that is over stays as it is."""
    standing = Challenge.objects.filter(pk=challenge_id, status=Challenge.Status.OPEN)
    if not standing.filter(maker=player).update(status=Challenge.Status.WITHDRAWN):
        standing.filter(to=player).update(status=Challenge.Status.DECLINED)


def _check(maker: Player, deck: Deck, terms: Terms, to: Player | None) -> None:
    now = timezone.now()
    if Challenge.objects.standing(at=now).filter(maker=maker).count() >= MOST_STANDING:
        raise NotAllowed(_("You have %(most)s challenges standing already.") % {"most": MOST_STANDING})
    if terms.pace not in PACES:
        raise NotAllowed(_("There is no such clock."))
    if to is not None and to.pk == maker.pk:
        raise NotAllowed(_("You cannot challenge yourself."))
    if terms.rated and maker.user_id is None:
        raise NotAllowed(_("Rated matches are for people with an account."))
    if terms.rated and terms.pace.kind == NONE:
        raise NotAllowed(_("A rated match needs a clock: else nobody has to lose it."))
    if terms.ready_decks_only and not deck.ready:
        raise NotAllowed(_("Only decks that came with the site are to be played."))
    if faults := deck_faults(deck=deck, options=terms.options):
        raise NotAllowed("; ".join(faults))


def _check_acceptance(challenge: Challenge, player: Player, deck: Deck | None) -> None:
    if challenge.status != Challenge.Status.OPEN or challenge.expires <= timezone.now():
        raise NotAllowed(_("This challenge does not stand any more."))
    if challenge.maker_id == player.pk:
        raise NotAllowed(_("This is your own challenge."))
    if challenge.to_id not in (None, player.pk):
        raise NotAllowed(_("This challenge is for somebody else."))
    if challenge.rated and player.user_id is None:
        raise NotAllowed(_("Rated matches are for people with an account."))
    if challenge.same_deck:
        return
    if deck is None:
        raise NotAllowed(_("Choose a deck."))
    if deck.rules != challenge.rules:
        raise NotAllowed(_("This deck is for other rules."))
    if challenge.ready_decks_only and not deck.ready:
        raise NotAllowed(_("Only decks that came with the site are to be played."))
    if faults := deck_faults(deck=deck, options=challenge.options):
        raise NotAllowed("; ".join(faults))


def _dealt(challenge: Challenge, player: Player, deck: Deck | None) -> Match:
    made = MatchDeck(challenge.deck_name, challenge.deck, challenge.starter, challenge.opening_hand)
    taken = made if challenge.same_deck or deck is None else MatchDeck.of(deck)
    sides = [(challenge.maker, made), (player, taken)]
    first = challenge.seat
    if first == Challenge.SeatChoice.ANY:
        first = secrets.choice([Challenge.SeatChoice.FIRST, Challenge.SeatChoice.SECOND])
    if first == Challenge.SeatChoice.SECOND:
        sides.reverse()
    left, right = (Side(deck_name=deck.name, deck=deck.keys, player=who) for who, deck in sides)
    return create_match(
        sides=(left, right),
        rules=challenge.rules,
        options=challenge.options,
        pace=Pace(challenge.pace, challenge.pace_seconds, challenge.pace_increment),
        rated=challenge.rated,
        public=challenge.public,
        **setup_of(challenge.rules, challenge.options, [deck for _who, deck in sides]),
    )
