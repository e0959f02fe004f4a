"""Draws and take-backs: only together, and nothing stored is lost."""

import pytest

from games import services
from games.services import course, states
from tests.factories import deal


def play(match, action, seat=0):
    match.refresh_from_db()
    number = match.version
    return services.play(match_id=match.pk, seat=seat, action=action, version=number, key=f"k{seat}-{number}")


def first_play(match, seat):
    match.refresh_from_db()
    return next(action for action in services.legal_at(match, seat) if action["do"] == "play")


def test_a_draw_that_both_want_ends_the_match(match):
    assert services.offer(match_id=match.pk, seat=0, kind="draw") is None
    match.refresh_from_db()
    assert (match.offer, match.talk, match.version) == ({"kind": "draw", "seat": 0}, 1, 0)
    services.accept(match_id=match.pk, seat=1, kind="draw")
    match.refresh_from_db()
    assert (match.status, match.winner, match.ending, match.offer) == ("finished", "draw", "agreed", None)
    assert services.differences(match) == []
    assert services.export_record(match)["actions"] == []
    assert services.view_at(match, None)["over"]


def test_both_offering_is_agreeing(match):
    services.offer(match_id=match.pk, seat=0, kind="draw")
    assert services.offer(match_id=match.pk, seat=1, kind="draw").action == {"do": "draw"}


def test_nobody_accepts_the_own_offer_or_one_that_is_not_there(match):
    with pytest.raises(services.NoOffer):
        services.accept(match_id=match.pk, seat=1, kind="draw")
    services.offer(match_id=match.pk, seat=0, kind="draw")
    for seat, kind in ((0, "draw"), (1, "take-back")):
        with pytest.raises(services.NoOffer):
            services.accept(match_id=match.pk, seat=seat, kind=kind)


def test_a_draw_offer_stands_while_one_plays_on_and_falls_when_the_other_does(match):
    services.offer(match_id=match.pk, seat=0, kind="draw")
    play(match, first_play(match, 0))
    match.refresh_from_db()
    assert match.offer
    play(match, {"do": "pass"})
    play(match, {"do": "pass"}, seat=1)
    match.refresh_from_db()
    assert match.offer is None


def test_declined_is_gone(match):
    services.offer(match_id=match.pk, seat=0, kind="draw")
    services.decline(match_id=match.pk)
    services.decline(match_id=match.pk)
    match.refresh_from_db()
    assert (match.offer, match.talk) == (None, 2)


@pytest.mark.parametrize("kind", ["draw", "take-back"])
def test_the_same_is_not_offered_twice_before_the_next_move(match, kind):
    play(match, first_play(match, 0))
    services.offer(match_id=match.pk, seat=0, kind=kind)
    services.offer(match_id=match.pk, seat=0, kind=kind)
    services.decline(match_id=match.pk)
    with pytest.raises(services.NotAllowed):
        services.offer(match_id=match.pk, seat=0, kind=kind)
    match.refresh_from_db()
    assert (match.offer, match.talk) == (None, 2)
    services.offer(match_id=match.pk, seat=1, kind="draw")
    play(match, first_play(match, 0))
    services.offer(match_id=match.pk, seat=0, kind=kind)


def test_an_offer_that_the_other_one_makes_too_is_agreed_whoever_offered_before(match):
    services.offer(match_id=match.pk, seat=0, kind="draw")
    services.decline(match_id=match.pk)
    services.offer(match_id=match.pk, seat=1, kind="draw")
    assert services.offer(match_id=match.pk, seat=0, kind="draw").action == {"do": "draw"}


def test_a_take_back_is_one_more_move_that_leads_back(match):
    before = services.view_at(match, 0)
    play(match, first_play(match, 0))
    services.offer(match_id=match.pk, seat=0, kind="take-back")
    services.accept(match_id=match.pk, seat=1, kind="take-back")
    match.refresh_from_db()
    assert (match.version, match.offer) == (2, None)
    states.forget_all()
    assert services.view_at(match, 0) == before
    assert services.differences(match) == []
    play(match, first_play(match, 0))
    match.refresh_from_db()
    assert services.differences(match) == []
    assert len(services.export_record(match, even_playing=True)["actions"]) == 1


def test_taken_back_again_and_again(match):
    play(match, first_play(match, 0))
    for _round in range(3):
        play(match, first_play(match, 0))
        services.offer(match_id=match.pk, seat=0, kind="take-back")
        services.accept(match_id=match.pk, seat=1, kind="take-back")
    play(match, first_play(match, 0))
    match.refresh_from_db()
    states.forget_all()
    assert services.differences(match) == []
    steps = match.moves.order_by("number").values_list("number", "seat", "action")
    assert [number for number, _seat, _action in course.in_force(steps)] == [1, 8]


def test_a_bot_lets_one_take_back_but_wants_no_draw(ada):
    match = next(dealt for seed in range(100) if not (dealt := deal(ada, seed=seed)).bot_to_act)
    play(match, first_play(match, 0))
    assert services.offer(match_id=match.pk, seat=0, kind="take-back").action["do"] == "take-back"
    with pytest.raises(services.NotAllowed):
        services.offer(match_id=match.pk, seat=0, kind="draw")


def test_nothing_is_taken_back_before_an_action_or_in_a_rated_match(match, ada, ben):
    with pytest.raises(services.NotAllowed):
        services.offer(match_id=match.pk, seat=0, kind="take-back")
    play(match, first_play(match, 0))
    type(match).objects.filter(pk=match.pk).update(rated=True)
    with pytest.raises(services.NotAllowed):
        services.offer(match_id=match.pk, seat=0, kind="take-back")


def test_nothing_is_offered_after_the_end(match):
    play(match, {"do": "resign"})
    with pytest.raises(services.MatchFinished):
        services.offer(match_id=match.pk, seat=1, kind="draw")
    with pytest.raises(services.NoOffer):
        services.accept(match_id=match.pk, seat=1, kind="draw")
