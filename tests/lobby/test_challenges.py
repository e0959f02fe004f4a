"""How two people meet at a table."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.lobby.models import OpenTable, Participant
from games.lobby.services.open_tables import MOST_STANDING, leave
from games.matches.models import Match
from games.matches.services.clock import LIVE, Pace
from games.matches.services.errors import NotAllowed
from phylo.accounts.models import User
from tests.factories import DeckFactory, PlayerFactory, accept
from tests.factories import challenge_of as make


@pytest.fixture
def meadow(db):
    return DeckFactory(slug="meadow")


@pytest.fixture
def heath(db):
    return DeckFactory(slug="heath")


def take(challenge, player, deck):
    return accept(code=challenge.code, player=player, deck=deck)


def test_a_challenge_becomes_a_match_of_both_with_their_decks(ada, ben, meadow, heath):
    pace = Pace(LIVE, 600, 15)
    match = take(make(ada, meadow, pace=pace, side="1"), ben, heath)
    seats = list(match.seats.order_by("number"))
    assert [(seat.player, seat.deck_name) for seat in seats] == [(ben, "Heath"), (ada, "Meadow")]
    assert (match.pace, match.pace_seconds, match.public, match.rated) == ("live", 600, True, False)


def test_made_twice_it_is_one_and_taken_twice_it_is_one_match(ada, ben, meadow, heath):
    challenge = make(ada, meadow)
    assert make(ada, meadow) == challenge
    assert take(challenge, ben, heath) == take(challenge, ben, heath)
    assert Match.objects.count() == 1


def test_nobody_else_gets_in(ada, ben, meadow, heath):
    challenge = make(ada, meadow)
    with pytest.raises(NotAllowed):
        take(challenge, ada, heath)
    take(challenge, ben, heath)
    with pytest.raises(NotAllowed):
        take(challenge, PlayerFactory(), heath)


def test_the_database_holds_what_a_challenge_is(ada, ben, match, meadow, heath):
    standing, accepted = make(ada, meadow), make(ada, meadow, key="two")
    take(accepted, ben, heath)
    wrong = [
        lambda: OpenTable.objects.filter(pk=standing.pk).update(status="begun"),
        lambda: OpenTable.objects.filter(pk=standing.pk).update(status="lost"),
        lambda: OpenTable.objects.filter(pk=standing.pk).update(match=match),
        lambda: OpenTable.objects.filter(pk=accepted.pk).update(match=None),
    ]
    for change in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_one_that_is_directed_is_for_that_player_alone(ada, ben, meadow, heath):
    challenge = make(ada, meadow, to=ben)
    standing = OpenTable.objects.standing(at=timezone.now())
    assert not standing.filter(listed=True).exists()
    assert standing.with_participant(ben.pk, Participant.State.INVITED).get() == challenge
    with pytest.raises(NotAllowed):
        take(challenge, PlayerFactory(), heath)
    assert take(challenge, ben, heath).seats.count() == 2


def test_withdrawn_declined_or_too_old_it_does_not_stand(ada, ben, meadow, heath):
    withdrawn, declined, old = make(ada, meadow, "a"), make(ada, meadow, "b", to=ben), make(ada, meadow, "c")
    leave(code=withdrawn.code, player=PlayerFactory())
    withdrawn.refresh_from_db()
    assert withdrawn.status == "open"
    leave(code=withdrawn.code, player=ada)
    leave(code=declined.code, player=ben)
    OpenTable.objects.filter(pk=old.pk).update(expires=timezone.now() - timedelta(seconds=1))
    for each in (withdrawn, declined, old):
        with pytest.raises(NotAllowed):
            take(each, ben, heath)
    assert not OpenTable.objects.standing(at=timezone.now()).exists()


def test_decks_that_the_rules_or_the_terms_refuse(ada, ben, meadow):
    short = DeckFactory(slug="short", cards={"clover": 3})
    own = DeckFactory(slug="own", ready=False)
    other_rules = DeckFactory(slug="old", rules="phylo-1.3")
    with pytest.raises(NotAllowed):
        make(ada, short)
    with pytest.raises(NotAllowed):
        make(ada, own, ready_decks_only=True)
    challenge = make(ada, meadow, ready_decks_only=True)
    for deck in (None, short, own, other_rules):
        with pytest.raises(NotAllowed):
            take(challenge, ben, deck)
    assert not Match.objects.exists()


def test_the_same_deck_for_both(ada, ben, meadow, heath):
    match = take(make(ada, meadow, same_deck=True), ben, heath)
    assert match.decks[0] == match.decks[1]


def test_preselected_hands_are_dealt(ada, ben, meadow):
    hand = ["clover", "clover", "hare", "nettle", "nettle"]
    chosen = DeckFactory(slug="chosen", opening_hand=hand)
    match = take(make(ada, chosen, options={"opening_hand": "preselected"}, side="0"), ben, meadow)
    assert match.opening_hands[0] == hand
    assert len(match.opening_hands[1]) == 5


def test_rated_matches_need_accounts(ada, ben, meadow, heath):
    with pytest.raises(NotAllowed):
        make(ada, meadow, rated=True)
    ada.guest, ada.user = None, User.objects.create(username="ada")
    ada.save()
    with pytest.raises(NotAllowed):
        make(ada, meadow, rated=True)
    challenge = make(ada, meadow, rated=True, pace=Pace(LIVE, 600, 15))
    with pytest.raises(NotAllowed):
        take(challenge, ben, heath)


def test_not_more_than_so_many_stand(ada, meadow):
    for number in range(MOST_STANDING):
        make(ada, meadow, f"key-{number}")
    with pytest.raises(NotAllowed):
        make(ada, meadow, "one-more")


def test_clocks_that_are_not_offered(ada, meadow):
    with pytest.raises(NotAllowed):
        make(ada, meadow, pace=Pace(LIVE, 1, 0))
