"""Which level suits a player: from their games against the computer, and what the page says of it."""

import pytest
from django.test import Client
from django.utils import timezone

from engine.bots.levels import LEVELS, OFFERED
from games.coaching.models import Hint
from games.matches.models import Match, Player
from games.matches.models.match import FROM_ELSEWHERE
from games.matches.services.play import play
from games.matches.words.levels import level_choices
from games.people.models import Rating
from games.people.services.suggested import suggested, suggestion
from scripts.level_faces import FACES, FIGURES, face
from tests.factories import PlayerFactory, client_of, deal

RULES = "phylo-1.4a"


def over(player: Player, level: str, won: bool) -> Match:
    match = deal(player, bot=level)
    seat = match.seats.get(player=None if won else player).number
    play(match_id=match.pk, seat=seat, action={"do": "resign"}, version=0, key="over")
    return match


@pytest.mark.parametrize("rules", LEVELS)
def test_who_has_just_come_is_sent_to_the_weakest_and_who_wins_on_to_the_next(rules):
    first = suggestion(rules, ())
    assert (first.level, first.shares) == ("mouse", {})
    won, found = [], []
    while not found or found[-1] != OFFERED[-1]:
        won.append((suggestion(rules, won).level, 1.0))
        found.append(suggestion(rules, won).level)
        assert len(won) < 60
    assert list(dict.fromkeys(found)) in (list(OFFERED), list(OFFERED[1:]))
    lost = suggestion(rules, [("owl", 0.0)] * 6)
    assert lost.level == "mouse"
    shares = [lost.shares[key] for key in OFFERED]
    assert shares == sorted(shares, reverse=True)
    assert all(0 < share < 1 for share in shares)


def test_only_finished_games_of_the_player_against_the_computer_count(ada: Player):
    ben = PlayerFactory()
    deal(ada, bot="owl")
    for _game in range(5):
        over(ben, "mouse", won=True)
    assert suggested(ada.pk)[RULES].shares == suggested(None)[RULES].shares == {}
    over(ada, "mouse", won=True)
    over(ada, "greedy", won=False)
    one, two = suggestion(RULES, [("mouse", 1.0), ("greedy", 0.0)]), suggested(ada.pk)
    assert two[RULES] == one
    assert two["phylo-1.3"].shares == {}
    assert suggested(ben.pk)[RULES].level != "mouse"


def test_games_with_hints_or_played_on_from_another_or_elsewhere_do_not_count(ada: Player):
    first, second = over(ada, "mouse", won=True), over(ada, "mouse", won=True)
    Hint.objects.create(match=first, seat=0, version=0, action={"do": "pass"}, queued=timezone.now())
    Match.objects.filter(pk=second.pk).update(begun_from=first, begun_at=0)
    third = over(ada, "mouse", won=True)
    third.moves.update(key=f"{FROM_ELSEWHERE}1")
    assert suggested(ada.pk)[RULES].shares == {}


def test_it_takes_one_query_and_none_for_who_has_just_come(ada: Player, django_assert_num_queries):
    with django_assert_num_queries(1):
        suggested(ada.pk)
    with django_assert_num_queries(0):
        suggested(None)


def test_the_page_offers_faces_and_says_what_to_expect(ada: Player):
    page = Client().get("/play/computer/").content.decode()
    assert page.count('name="level" value="mouse" checked') == 2
    assert "games against it" not in page
    for _game in range(5):
        over(ada, "mouse", won=True)
    level = suggested(ada.pk)[RULES].level
    page = client_of(ada).get("/play/computer/").content.decode()
    assert f'name="level" value="{level}" checked' in page
    assert "of 10 games against it" in page
    assert not Rating.objects.exists()


def test_every_level_on_offer_has_a_sentence_and_the_face_that_is_drawn():
    choices = level_choices(suggestion(RULES, ()))
    assert [each.key for each in choices] == list(OFFERED) == list(FIGURES)
    assert len({each.sentence for each in choices}) == len(OFFERED)
    assert choices[0].against == "Against Mouse, the gentlest of five computer players."
    assert all(f"Against {each.name}, " in each.against for each in choices)
    assert all("of five computer players" in each.against for each in choices)
    assert len(OFFERED) == 5
    for key in OFFERED:
        assert (FACES / f"{key}.svg").read_text(encoding="utf-8") == face(key)
