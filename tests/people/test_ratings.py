from games.matches.models import Match
from games.matches.services import offers
from games.matches.services.play import play
from games.matches.services.positions import state_at
from games.people.models import PROVISIONAL, Rating, RatingChange
from games.people.services.ratings import rate
from tests.factories import client_of, deal


def end(match, loser):
    play(match_id=match.pk, seat=loser, action={"do": "resign"}, version=0, key="end")


def rated(ada, ben, **more):
    match = deal(ada, opponent=ben, seed=1, **more)
    Match.objects.filter(pk=match.pk).update(rated=True)
    return match


def test_who_wins_gains_what_the_other_loses_and_once(ada, ben):
    match = rated(ada, ben)
    end(match, loser=1)
    rate(match_id=match.pk)
    winner, loser = Rating.objects.get(player=ada), Rating.objects.get(player=ben)
    assert winner.shown > 1500 > loser.shown
    assert winner.sigma < 25 / 3
    assert (winner.games, winner.provisional, RatingChange.objects.count()) == (1, True, 2)
    assert RatingChange.objects.get(seat=0).gain == winner.shown - 1500


def test_an_unrated_match_counts_for_nothing(ada, ben):
    end(deal(ada, opponent=ben, seed=1), loser=0)
    assert not Rating.objects.exists()


def test_a_draw_between_equals_moves_nobody(ada, ben):
    match = rated(ada, ben)
    offers.offer(match_id=match.pk, seat=0, kind="draw")
    offers.accept(match_id=match.pk, seat=1, kind="draw")
    assert {rating.shown for rating in Rating.objects.all()} == {1500}


def test_each_rule_set_has_ratings_of_its_own(ada, ben):
    end(rated(ada, ben), loser=0)
    end(rated(ada, ben, rules="phylo-1.3"), loser=0)
    assert Rating.objects.filter(player=ada).count() == 2


def test_the_computer_is_rated_too(ada):
    match = deal(ada, seed=1)
    Match.objects.filter(pk=match.pk).update(rated=True)
    end(match, loser=0)
    assert Rating.objects.get(bot="greedy").shown > 1500


def test_a_match_in_which_the_computer_had_to_hurry_is_not_rated(ada):
    match = deal(ada, seed=1)
    Match.objects.filter(pk=match.pk).update(rated=True)
    state = state_at(match)
    action = state.legal(state.to_act[0])[0]
    play(match_id=match.pk, seat=state.to_act[0], action=action, version=0, key="one", hurried=True)
    play(match_id=match.pk, seat=0, action={"do": "resign"}, version=1, key="end")
    assert not Rating.objects.exists()
    told = "not rated, because the computer had to hurry"
    assert told in client_of(ada).get(f"/matches/{match.pk}/").content.decode()


def test_a_match_between_people_is_rated_even_if_a_computer_that_stood_in_hurried(ada, ben):
    match = rated(ada, ben)
    state = state_at(match)
    action = state.legal(state.to_act[0])[0]
    play(match_id=match.pk, seat=state.to_act[0], action=action, version=0, key="one", hurried=True)
    play(match_id=match.pk, seat=0, action={"do": "resign"}, version=1, key="end")
    assert RatingChange.objects.count() == 2


def test_leaders_are_known_well_enough_and_still_there(ada, ben):
    end(rated(ada, ben), loser=0)
    assert not Rating.objects.leaders("phylo-1.4a").exists()
    Rating.objects.update(games=PROVISIONAL)
    assert [rating.player for rating in Rating.objects.leaders("phylo-1.4a")] == [ben, ada]
    ben.former, ben.name, ben.guest = True, "", None
    ben.save()
    assert [rating.player for rating in Rating.objects.leaders("phylo-1.4a")] == [ada]
