"""Puzzles made of moments of matches: their maker's alone until proposed, and accepted by the trusted."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from cards.curation.models import Curator
from games.matches.models import Match, Player, Seat
from games.matches.services import players
from games.matches.services.errors import MatchPlaying, NotAllowed, UnknownVersion
from games.puzzles.account_data import Puzzles
from games.puzzles.models import MadePuzzle, Puzzle
from games.puzzles.services import making
from games.puzzles.services.answers import answer
from games.puzzles.services.choosing import Wanted, next_puzzle
from games.puzzles.services.loading import load_puzzles
from phylo.accounts.models import Guest, User
from phylo.jobs import thinker
from tests.factories import client_of, client_of_guest
from tests.matches.test_offers import act
from tests.members import person, signed_in
from tests.puzzles.puzzles import TICK, a_puzzle, known

PAGE = {"accept": "text/html"}
State = MadePuzzle.State


@pytest.fixture
def finished(match: Match) -> Match:
    act(match, {"do": "pass"})
    act(match, {"do": "resign"}, seat=1)
    match.refresh_from_db()
    return match


@pytest.fixture
def finds(monkeypatch):
    """Lets the search find this, or nothing; returns what it was asked."""
    asked = []

    def set_to(found):
        def search(rules, cards, options, snapshot, seat, origin):
            asked.append((rules, seat, origin.step))
            return found

        monkeypatch.setattr(making, "find_in_snapshot", search)
        return asked

    return set_to


@pytest.fixture
def tess(db) -> User:
    """Is trusted."""
    user = person("Tess")
    Curator.objects.create(user=user, reviewer=True)
    return user


def one_made(player: Player, match: Match) -> MadePuzzle:
    made = making.make(player=player, match=match, version=0)
    making.look_for(made_id=made.pk)
    made.refresh_from_db()
    return made


def opens(client: Client, puzzle: Puzzle) -> int:
    return client.get(reverse("puzzle", args=[puzzle.key])).status_code


def test_it_is_its_makers_alone_until_it_is_proposed_and_accepted(ada, ben, finished, finds, tess, tmp_path):
    asked = finds(known())
    made = one_made(ada, finished)
    making.look_for(made_id=made.pk)
    assert asked == [(finished.rules, 0, 0)]
    assert made.state == State.PRIVATE
    puzzle = made.puzzle
    owner, other, guest, trusted = client_of(ada), client_of(ben), Client(), signed_in(tess)
    assert [opens(each, puzzle) for each in (owner, other, guest, trusted)] == [200, 404, 404, 404]
    assert next_puzzle(ada.pk, Wanted()) is None
    assert "It is yours alone." in owner.get(reverse("puzzles-made")).text
    assert "There are none yet." in other.get(reverse("puzzles-made")).text
    # Its maker has seen the answer: no rating moves by it.
    assert not answer(player=ada, puzzle=puzzle, action=TICK, version=0, key="a").attempt.rated
    # Nobody else may propose it, nor decide on what nobody has proposed.
    propose = reverse("puzzle-propose", args=[made.pk])
    decide = reverse("puzzle-decide", args=[made.pk])
    assert [each.post(propose).status_code for each in (other, guest, trusted)] == [404] * 3
    assert trusted.post(decide, {"do": "accept"}).status_code == 404
    assert [owner.post(propose, headers=PAGE).status_code for _twice in "ab"] == [302, 302]
    made.refresh_from_db()
    assert made.state == State.PROPOSED
    assert opens(trusted, puzzle) == 200
    queue = reverse("puzzles-proposed")
    assert [each.get(queue).status_code for each in (owner, other, guest, trusted)] == [404, 404, 404, 200]
    assert [each.post(decide, {"do": "accept"}).status_code for each in (owner, other, guest)] == [404] * 3
    assert trusted.post(decide, {"do": "decline"}).status_code == 422
    assert trusted.post(decide, {"do": "perhaps"}).status_code == 400
    for _twice in range(2):
        assert trusted.post(decide, {"do": "accept", "word": "Fine."}, headers=PAGE).status_code == 302
    assert trusted.post(decide, {"do": "decline", "word": "No."}).status_code == 422
    assert opens(guest, puzzle) == 200
    assert "It was accepted: everybody can solve it. Fine." in owner.get(reverse("puzzles-made")).text
    # It is in no file, and no update of the files withdraws it.
    load_puzzles(tmp_path)
    assert next_puzzle(ben.pk, Wanted()) == puzzle


def test_nobody_decides_on_their_own_and_who_declines_says_why(finished, finds, tess):
    finds(known())
    own = Player.objects.create(user=tess)
    made = one_made(own, finished)
    making.propose(player=own, made_id=made.pk)
    with pytest.raises(MadePuzzle.DoesNotExist):
        making.decide(user=tess, made_id=made.pk, accept=True, word="")
    judge = User.objects.create_user("Rosa", is_staff=True)
    with pytest.raises(NotAllowed):
        making.decide(user=judge, made_id=made.pk, accept=False, word="  ")
    making.decide(user=judge, made_id=made.pk, accept=False, word="Too easy.")
    assert "It was declined: Too easy." in signed_in(tess).get(reverse("puzzles-made")).text
    assert not Puzzle.objects.get().listed
    with pytest.raises(NotAllowed):
        making.propose(player=own, made_id=made.pk)


def test_a_moment_without_a_best_play_is_told_and_asked_for_once(ada, finished, finds):
    asked, client = finds(None), client_of(ada)
    make = reverse("match-puzzle", args=[finished.pk])
    for _twice in range(2):
        answer = client.post(make, {"version": "0"}, headers=PAGE)
        made = MadePuzzle.objects.get()
        assert answer["Location"] == f"{reverse('puzzles-made')}#made-{made.pk}"
    assert "The computer looks for a puzzle in it" in client.get(reverse("puzzles-made")).text
    making.look_for(made_id=made.pk)
    making.look_for(made_id=made.pk)
    assert len(asked) == 1
    assert "so it makes no puzzle" in " ".join(client.get(reverse("puzzles-made")).text.split())
    assert not Puzzle.objects.exists()


def test_what_is_no_moment_of_a_finished_match_is_refused(ada, match, outsiders):
    make = reverse("match-puzzle", args=[match.pk])
    with pytest.raises(MatchPlaying):
        making.make(player=ada, match=match, version=0)
    act(match, {"do": "resign"})
    match.refresh_from_db()
    for version in (match.version, 99):
        with pytest.raises(UnknownVersion):
            making.make(player=ada, match=match, version=version)
    owner = client_of(ada)
    assert [owner.post(make, {"version": text}).status_code for text in ("", "x", "99")] == [400, 400, 404]
    for name, client in outsiders.items():
        assert client.post(make, {"version": "0"}).status_code == 404, name
    assert not MadePuzzle.objects.exists()


def test_only_so_many_searches_wait_at_once(ada, ben, finished, monkeypatch):
    monkeypatch.setattr(making, "MOST_OF_ONE", 1)
    making.make(player=ada, match=finished, version=0)
    with pytest.raises(NotAllowed):
        making.make(player=ada, match=finished, version=1)
    making.make(player=ben, match=finished, version=0)


def test_a_lost_search_is_in_nobodys_way_queued_again_and_at_last_given_up(
    ada, ben, finished, monkeypatch, django_capture_on_commit_callbacks
):
    queued = []
    monkeypatch.setattr(making, "queue", lambda name, made_id, expires, to: queued.append(made_id))
    monkeypatch.setattr(making, "MOST_OF_ALL", 1)
    made = making.make(player=ada, match=finished, version=0)
    with pytest.raises(NotAllowed):
        making.make(player=ben, match=finished, version=0)
    MadePuzzle.objects.update(queued=timezone.now() - timedelta(minutes=2))
    making.make(player=ben, match=finished, version=0)
    for _twice in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            making.queue_lost(at_most=9)
        assert queued == [made.pk]
    long_ago = timezone.now() - timedelta(hours=1)
    MadePuzzle.objects.filter(pk=made.pk).update(queued=long_ago, created=long_ago)
    making.queue_lost(at_most=9)
    page = client_of(ada).get(reverse("puzzles-made")).text
    assert "The computer did not come to an end with it" in page
    assert "hx-trigger" not in page
    again = client_of(ada).post(reverse("match-puzzle", args=[finished.pk]), {"version": "0"}, headers=PAGE)
    assert again.status_code == 302
    made.refresh_from_db()
    assert made.state == State.LOOKING


@pytest.mark.parametrize(("error", "losses"), [(thinker.Failed, 1), (thinker.Lost, 2)])
def test_a_search_that_fails_is_not_told_as_no_puzzle(ada, finished, monkeypatch, error, losses):
    def fails(*_arguments, **_more):
        raise error

    monkeypatch.setattr(thinker, "compute", fails)
    monkeypatch.setattr(thinker, "losses", lambda _what: losses)
    assert one_made(ada, finished).state == State.GIVEN_UP


def test_two_who_made_the_same_get_one_decision_which_can_be_taken_back(
    ada, ben, finished, finds, tess, tmp_path
):
    finds(known())
    pair = [one_made(player, finished) for player in (ada, ben)]
    for made in pair:
        making.propose(player=made.player, made_id=made.pk)
    # As if it had shipped once and been withdrawn: no update of the files withdraws it again.
    Puzzle.objects.update(shipped=True)
    making.decide(user=tess, made_id=pair[0].pk, accept=True, word="")
    load_puzzles(tmp_path)
    assert Puzzle.objects.get().listed
    assert {*MadePuzzle.objects.values_list("state", "decided_by")} == {(State.ACCEPTED, tess.pk)}
    with pytest.raises(NotAllowed):
        making.decide(user=User.objects.create_user("Rosa", is_staff=True), made_id=pair[1].pk,
                      accept=False, word="No.")  # fmt: skip
    trusted, down = signed_in(tess), reverse("puzzle-take-down", args=[pair[0].puzzle.key])
    assert down in trusted.get(reverse("puzzles-proposed")).text
    assert [each.post(down, {"word": "Dull."}).status_code for each in (client_of(ada), Client())] == [
        404
    ] * 2
    assert trusted.post(down, {"word": " "}).status_code == 422
    assert trusted.post(down, {"word": "x" * 301}).status_code == 400
    for _twice in range(2):
        assert trusted.post(down, {"word": "Dull."}, headers=PAGE).status_code == 302
    assert not Puzzle.objects.get().listed
    assert "It was declined: Dull." in client_of(ben).get(reverse("puzzles-made")).text
    a_puzzle("shipped")
    assert trusted.post(reverse("puzzle-take-down", args=["shipped"]), {"word": "No."}).status_code == 404


def test_what_a_guest_has_made_goes_with_them(finished, finds, db):
    finds(known())
    guest = Guest.objects.create()
    made = one_made(Player.objects.create(guest=guest), finished)
    assert opens(client_of_guest(guest.pk), made.puzzle) == 200
    user = person("Gwen")
    own = Player.objects.create(user=user)
    players.adopt_guest(guest_id=guest.pk, user=user)
    made.refresh_from_db()
    assert made.player == own
    players.leave(user=user)
    assert not MadePuzzle.objects.exists()
    assert not Puzzle.objects.exists()


def test_what_a_guest_has_proposed_waits_for_its_decision(ada, finished, finds, tess):
    finds(known())
    made = one_made(ada, finished)
    making.propose(player=ada, made_id=made.pk)
    # No match holds anybody.
    Seat.objects.all().delete()
    later = timezone.now() + timedelta(days=1)
    players.forget_idle_players(before=later, at_most=9)
    assert [*Player.objects.all()] == [ada]
    making.decide(user=tess, made_id=made.pk, accept=False, word="Too easy.")
    assert players.forget_idle_players(before=later, at_most=9) == 1
    assert not Puzzle.objects.exists()


def test_account_data_has_puzzles_without_reading_positions(ada, finished, finds):
    finds(known())
    ada.user, ada.guest = person("Gwen"), None
    ada.save()
    made = one_made(ada, finished)
    answer(player=ada, puzzle=made.puzzle, action=TICK, version=0, key="a")
    with CaptureQueriesContext(connection) as queries:
        told = Puzzles().download(user=ada.user, absolute=str)
    assert [told["puzzles"][0]["puzzle"], told["made_puzzles"][0]["puzzle"]] == [made.puzzle.key] * 2
    assert not [each["sql"] for each in queries if '"games_puzzle"."content"' in each["sql"]]
