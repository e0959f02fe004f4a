"""Tournaments that nobody begins, that are cancelled, and that people leave: nothing of them goes on."""

from datetime import timedelta

import pytest
from django.utils import timezone

from cards.models import Builder
from cards.sets.services import people
from games.matches.models import Match, Player
from games.matches.services.errors import NotAllowed
from games.matches.services.players import adopt_guest, forget_idle_players
from games.tournaments.models import Tournament
from games.tournaments.services import dealing, entering, making, rounds, terms
from phylo.http.keys import asked_for
from tests.classes.school import School
from tests.factories import DeckFactory
from tests.members import person
from tests.tournaments.playing import again, begun, entered, made
from tests.tournaments.playing import terms as agreed


def test_what_was_asked_does_not_hold_the_password(host, monkeypatch):
    told = []
    monkeypatch.setattr(making, "asked_for", lambda *given: told.append(given) or asked_for(*given))
    made(host, password="sesame")
    assert "sesame" not in str(told)


@pytest.mark.parametrize(("ready", "name"), [(True, "Meadow"), (False, "")])
def test_a_private_deck_given_to_all_has_no_name(host, ready, name):
    deck = DeckFactory(slug="own", name="Meadow", ready=ready, **({} if ready else {"guest": host.guest}))
    tournament = made(host, decks="given", deck=deck)
    entered(tournament, 1)
    entry = tournament.entries.get()
    assert (tournament.deck_name, entry.deck_name, entry.deck_listed) == (name, name, ready)
    assert sorted(entry.deck) == sorted(deck.card_keys())


def test_a_cancelled_tournament_is_not_dealt(host, deck, monkeypatch):
    monkeypatch.setattr(rounds, "deal_paired", lambda tournament: None)
    tournament = begun(host, deck=deck)
    late = list(tournament.games.values_list("pk", flat=True))
    making.cancel(code=tournament.code, player=host)
    assert [dealing._deal(tournament, pk) for pk in late] == [False, False]
    assert not tournament.games.exists()
    assert not Match.objects.exists()


def test_what_nobody_begins_is_cancelled_and_its_guests_forgotten(host, deck):
    tournament = made(host, deck=deck)
    entered(tournament, 1, deck)
    rounds.sweep(now=timezone.now() + timedelta(days=13))
    assert again(tournament).status == "open"
    later = timezone.now() + timedelta(days=15)
    rounds.sweep(now=later)
    assert again(tournament).status == "cancelled"
    Tournament.objects.update(ended=later)
    assert forget_idle_players(before=later, at_most=9) == 0
    assert forget_idle_players(before=later + timedelta(days=1), at_most=9) == 2
    assert not Tournament.objects.exists()


def test_a_round_robin_has_few_places(host, deck, monkeypatch):
    monkeypatch.setattr(terms, "MOST_IN_ROBIN", 2)
    tournament = made(host, "round-robin")
    first, _second = entered(tournament, 2, deck)
    with pytest.raises(NotAllowed, match="All places"):
        entering.enter(code=tournament.code, player=host, deck=deck)
    entering.withdraw(code=tournament.code, player=first)
    entering.enter(code=tournament.code, player=host, deck=deck)
    with pytest.raises(NotAllowed, match="All places"):
        entering.enter(code=tournament.code, player=first, deck=deck)


def test_the_host_of_a_simultaneous_signs_up_with_both_or_neither(host, deck):
    user = person("Ada")
    account = Player.objects.create(user=user)
    tournament = made(host, "simul", deck=deck)
    entered(tournament, 1, deck)
    entering.enter(code=tournament.code, player=account, deck=deck)
    adopt_guest(guest_id=host.guest_id, user=user)
    assert again(tournament).maker == host == tournament.entries.get(number=1).player
    rounds.begin(code=tournament.code, player=host)
    assert tournament.games.count() == 2


def test_who_leaves_a_set_leaves_its_tournaments(deck):
    school = School()
    teacher, user = Player.objects.create(user=school.teacher), school.with_member(person("Ada"))
    member = Player.objects.create(user=user)
    of_set = making.make(maker=teacher, terms=agreed(audience="set"), key="set", collection=school.set)
    beside = made(teacher)
    for tournament in (of_set, beside):
        entering.enter(code=tournament.code, player=member, deck=deck)
    people.leave(collection_id=school.set.pk, builder=Builder(user=user))
    left = {each.tournament_id: each.withdrawn_at is not None for each in member.entries.all()}
    assert left == {of_set.pk: True, beside.pk: False}
