"""Draws and take-backs: only if both agree, and nothing stored is lost."""

import pytest

from games.matches.services import administrative_moves, offers, positions
from games.matches.services.errors import MatchFinished, NoOffer, NotAllowed
from games.matches.services.play import play
from games.matches.services.positions import legal_at, view_at
from games.matches.services.records import differences, export_record
from tests.factories import deal


def act(match, action, seat=0):
    match.refresh_from_db()
    number = match.version
    return play(match_id=match.pk, seat=seat, action=action, version=number, key=f"k{seat}-{number}")


def first_play(match, seat):
    match.refresh_from_db()
    return next(action for action in legal_at(match, seat) if action["do"] == "play")


def test_a_draw_that_both_want_ends_the_match(match):
    assert offers.offer(match_id=match.pk, seat=0, kind="draw") is None
    match.refresh_from_db()
    assert (match.offer, match.talk, match.version) == ({"kind": "draw", "seat": 0}, 1, 0)
    offers.accept(match_id=match.pk, seat=1, kind="draw")
    match.refresh_from_db()
    assert (match.status, match.winner, match.ending, match.offer) == ("finished", "draw", "agreed", None)
    assert differences(match) == []
    assert export_record(match)["actions"] == []
    assert view_at(match, None)["over"]


def test_both_offering_is_agreeing(match):
    offers.offer(match_id=match.pk, seat=0, kind="draw")
    assert offers.offer(match_id=match.pk, seat=1, kind="draw").action == {"do": "draw"}


def test_nobody_accepts_the_own_offer_or_one_that_is_not_there(match):
    with pytest.raises(NoOffer):
        offers.accept(match_id=match.pk, seat=1, kind="draw")
    offers.offer(match_id=match.pk, seat=0, kind="draw")
    for seat, kind in ((0, "draw"), (1, "take-back")):
        with pytest.raises(NoOffer):
            offers.accept(match_id=match.pk, seat=seat, kind=kind)


def test_a_draw_offer_stands_while_one_plays_on_and_falls_when_the_other_does(match):
    offers.offer(match_id=match.pk, seat=0, kind="draw")
    act(match, first_play(match, 0))
    match.refresh_from_db()
    assert match.offer
    act(match, {"do": "pass"})
    act(match, {"do": "pass"}, seat=1)
    match.refresh_from_db()
    assert match.offer is None


def test_declined_is_gone(match):
    offers.offer(match_id=match.pk, seat=0, kind="draw")
    offers.decline(match_id=match.pk, seat=1, kind="draw")
    offers.decline(match_id=match.pk, seat=1, kind="draw")
    match.refresh_from_db()
    assert (match.offer, match.talk) == (None, 2)


def answers(match):
    """What both seats are told of their offers."""
    match.refresh_from_db()
    return offers.declined(match, 0), offers.declined(match, 1)


def test_who_offered_is_told_of_the_answer_until_the_next_move(match):
    act(match, first_play(match, 0))
    offers.offer(match_id=match.pk, seat=0, kind="draw")
    act(match, first_play(match, 0))
    offers.decline(match_id=match.pk, seat=1, kind="draw")
    assert answers(match) == ("draw", "")
    offers.decline(match_id=match.pk, seat=1, kind="draw")
    assert answers(match) == ("draw", "")
    act(match, first_play(match, 0))
    assert answers(match) == ("", "")


def test_an_answer_that_was_read_is_gone(match):
    offers.offer(match_id=match.pk, seat=0, kind="draw")
    offers.decline(match_id=match.pk, seat=1, kind="draw")
    for _twice in range(2):
        offers.decline(match_id=match.pk, seat=0, kind="draw")
        assert (answers(match), match.talk) == (("", ""), 3)


def test_playing_on_and_another_offer_decline_too_but_withdrawing_does_not(match):
    offers.offer(match_id=match.pk, seat=0, kind="draw")
    offers.decline(match_id=match.pk, seat=0, kind="draw")
    assert answers(match) == ("", "")
    act(match, first_play(match, 0))
    offers.offer(match_id=match.pk, seat=0, kind="draw")
    act(match, {"do": "pass"})
    act(match, first_play(match, 1), seat=1)
    assert answers(match) == ("draw", "")
    offers.offer(match_id=match.pk, seat=1, kind="draw")
    offers.offer(match_id=match.pk, seat=0, kind="take-back")
    assert answers(match) == ("draw", "draw")
    offers.accept(match_id=match.pk, seat=1, kind="take-back")
    assert answers(match) == ("", "draw")


@pytest.mark.parametrize("kind", ["draw", "take-back"])
def test_the_same_is_not_offered_twice_before_the_next_move(match, kind):
    act(match, first_play(match, 0))
    offers.offer(match_id=match.pk, seat=0, kind=kind)
    offers.offer(match_id=match.pk, seat=0, kind=kind)
    offers.decline(match_id=match.pk, seat=1, kind=kind)
    with pytest.raises(NotAllowed):
        offers.offer(match_id=match.pk, seat=0, kind=kind)
    match.refresh_from_db()
    assert (match.offer, match.talk) == (None, 2)
    offers.offer(match_id=match.pk, seat=1, kind="draw")
    act(match, first_play(match, 0))
    offers.offer(match_id=match.pk, seat=0, kind=kind)


def test_an_offer_that_the_other_one_makes_too_is_agreed_whoever_offered_before(match):
    offers.offer(match_id=match.pk, seat=0, kind="draw")
    offers.decline(match_id=match.pk, seat=1, kind="draw")
    offers.offer(match_id=match.pk, seat=1, kind="draw")
    assert offers.offer(match_id=match.pk, seat=0, kind="draw").action == {"do": "draw"}


def test_a_take_back_is_one_more_move_that_leads_back(match):
    before = view_at(match, 0)
    act(match, first_play(match, 0))
    offers.offer(match_id=match.pk, seat=0, kind="take-back")
    offers.accept(match_id=match.pk, seat=1, kind="take-back")
    match.refresh_from_db()
    assert (match.version, match.offer) == (2, None)
    positions.forget_all()
    assert view_at(match, 0) == before
    assert differences(match) == []
    act(match, first_play(match, 0))
    match.refresh_from_db()
    assert differences(match) == []
    assert len(export_record(match, even_playing=True)["actions"]) == 1


def test_taken_back_again_and_again(match):
    act(match, first_play(match, 0))
    for _round in range(3):
        act(match, first_play(match, 0))
        offers.offer(match_id=match.pk, seat=0, kind="take-back")
        offers.accept(match_id=match.pk, seat=1, kind="take-back")
    act(match, first_play(match, 0))
    match.refresh_from_db()
    positions.forget_all()
    assert differences(match) == []
    steps = match.moves.order_by("number").values_list("number", "seat", "action")
    assert [number for number, _seat, _action in administrative_moves.in_force(steps)] == [1, 8]


def test_a_bot_lets_one_take_back_but_wants_no_draw(ada):
    match = next(dealt for seed in range(100) if not (dealt := deal(ada, seed=seed)).bot_to_act)
    act(match, first_play(match, 0))
    assert offers.offer(match_id=match.pk, seat=0, kind="take-back").action["do"] == "take-back"
    with pytest.raises(NotAllowed):
        offers.offer(match_id=match.pk, seat=0, kind="draw")


def test_nothing_is_taken_back_before_an_action_or_in_a_rated_match(match, ada, ben):
    with pytest.raises(NotAllowed):
        offers.offer(match_id=match.pk, seat=0, kind="take-back")
    act(match, first_play(match, 0))
    type(match).objects.filter(pk=match.pk).update(rated=True)
    with pytest.raises(NotAllowed):
        offers.offer(match_id=match.pk, seat=0, kind="take-back")


def test_nothing_is_offered_after_the_end(match):
    act(match, {"do": "resign"})
    with pytest.raises(MatchFinished):
        offers.offer(match_id=match.pk, seat=1, kind="draw")
    with pytest.raises(NoOffer):
        offers.accept(match_id=match.pk, seat=1, kind="draw")
