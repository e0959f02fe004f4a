"""Phylo for two on one device: beginning, whose hand a page shows, draws, hints, the end, the replay."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.coaching.services import hints
from games.matches.models import Match, Seat
from games.matches.services import offers
from games.matches.services.errors import NotAllowed
from games.matches.services.play import play
from games.matches.services.positions import legal_at, state_at, view_at
from games.matches.services.records import differences, share
from games.matches.services.rematches import rematch
from tests.factories import DeckFactory, client_of

pytestmark = pytest.mark.once

HELD = re.compile(r'data-source="hand:([\w-]+)"')
CHOICES = re.compile(r'id="choices"[^>]*>(.*?)</script>')
NAMES = {"first": "Mia", "second": "Ben"}


@pytest.fixture
def decks(db):
    return DeckFactory(slug="meadow"), DeckFactory(slug="heath")


def begin(client, **form):
    sent = {"deck": "meadow", "opponent_deck": "heath", "key": "k", **NAMES, **form}
    return client.post(reverse("match-here"), sent)


@pytest.fixture
def dealt(decks, ada):
    begin(client_of(ada))
    return Match.objects.get()


def act(match, do="pass"):
    match = Match.objects.get(pk=match.pk)
    seat = state_at(match).to_act[0]
    action = next(each for each in legal_at(match, seat) if each["do"] == do)
    play(match_id=match.pk, seat=seat, action=action, version=match.version, key=f"{seat}-{match.version}")
    return Match.objects.get(pk=match.pk)


def send(client, address, body):
    return client.post(address, json.dumps(body), content_type="application/json")


def page(client, match, query=""):
    return client.get(f"/matches/{match.pk}/{query}").content.decode()


def test_it_is_begun_once_with_both_seats_and_neither_rated_nor_public(decks):
    client = Client()
    responses = [begin(client), begin(client)]
    match = Match.objects.get()
    assert {each["Location"] for each in responses} == {reverse("match", args=[match.pk])}
    seats = match.seats.order_by("number")
    assert [(each.deck_name, each.called, each.bot) for each in seats] == [
        ("Meadow", "Mia", ""), ("Heath", "Ben", ""),
    ]  # fmt: skip
    assert len({each.player_id for each in seats}) == 1
    assert (match.rated, match.public, match.pace) == (False, False, "none")
    assert Client().get(reverse("match", args=[match.pk])).status_code == 404


@pytest.mark.parametrize(
    "wrong", [{"first": "M" * 21}, {"first": "a\u202eb"}, {"deck": "none"}, {"key": ""}, {"home_gap": "9"}]
)
def test_what_is_wrong_begins_nothing_and_keeps_what_was_typed(decks, wrong):
    response = begin(Client(), **wrong)
    assert response.status_code == 400
    assert 'value="Ben"' in response.content.decode()
    assert not Match.objects.exists()


def test_a_hand_is_shown_to_the_one_whose_turn_it_is_and_only_when_asked_for(dealt, ada):
    client, (first,) = client_of(ada), state_at(dealt).to_act
    name, other = ("Mia", "Ben") if first == 0 else ("Ben", "Mia")
    cover = page(client, dealt)
    assert f"Hand the device to {name}" in cover
    assert f"?seat={first}" in cover
    assert not HELD.findall(cover)
    assert json.loads(CHOICES.search(cover)[1]) == []
    for secret in ("table/", "table/?part=live", "table/?part=words", "table/?part=web"):
        assert not HELD.findall(page(client, dealt, secret))
    lifted = page(client, dealt, f"?seat={first}")
    assert sorted(HELD.findall(lifted)) == sorted(view_at(dealt, first)["hands"][first])
    assert f"actions/?seat={first}" in lifted
    assert f'data-next="/matches/{dealt.pk}/"' in lifted
    # Who is not to act sees the cover, also at an address that was kept.
    assert "Hand the device" in page(client, dealt, f"?seat={1 - first}")
    act(dealt)
    kept = page(client, dealt, f"?seat={first}")
    assert f"Hand the device to {other}" in kept
    assert not HELD.findall(kept)


def shown_hands(client, match):
    """By seat: the cards that its fragment shows, and those that the API's view does."""
    fragments = [HELD.findall(page(client, match, f"table/?seat={seat}")) for seat in (0, 1)]
    address = reverse("api-match-view", args=[match.pk])
    views = [client.get(address, {"seat": seat}).json()["view"]["hands"][seat] for seat in (0, 1)]
    return [(bool(held), isinstance(hand, list)) for held, hand in zip(fragments, views, strict=True)]


def test_only_who_is_to_act_or_has_just_acted_sees_a_hand(dealt, ada):
    client, first = client_of(ada), state_at(dealt).to_act[0]
    theirs = view_at(dealt, 1 - first)["hands"][1 - first][0]
    spaces = reverse("api-match-spaces", args=[dealt.pk])
    covered, open_hand = (False, False), (True, True)
    hidden = [open_hand, covered] if first == 0 else [covered, open_hand]
    assert shown_hands(client, dealt) == hidden
    for part in ("words", "web", "live"):
        assert not HELD.findall(page(client, dealt, f"table/?part={part}&seat={1 - first}"))
    assert client.get(spaces, {"seat": 1 - first, "source": f"hand:{theirs}"}).status_code == 404
    # The page of the one who has acted shows what the action did, until the other one acts.
    match = act(dealt)
    assert shown_hands(client, match) == [open_hand, open_hand]
    match = act(match, do="discard")
    assert match.acting == (1 - first,)
    assert shown_hands(client, match) == hidden[::-1]


def test_after_the_cover_the_others_turn_is_told_from_ones_own_last_move(dealt, ada):
    client, first = client_of(ada), state_at(dealt).to_act[0]
    act(act(dealt))
    lifted = page(client, dealt, f"?seat={first}")
    assert 'data-version="2"' in lifted
    assert 'data-shown="1"' in lifted


def test_both_choose_what_they_reveal(decks, ada):
    begin(client_of(ada), reveal="choose")
    match, client = Match.objects.get(), client_of(ada)
    assert "Hand the device to Mia" in page(client, match)
    assert "Choose the species you reveal" in page(client, match, "?seat=0")
    order = {"action": legal_at(match, 0)[0], "version": 0, "key": "one"}
    answer = send(client, f"{reverse('api-match-actions', args=[match.pk])}?seat=0", order)
    assert answer.status_code == 200
    assert "Hand the device to Ben" in page(client, match, "?seat=0")
    assert "Choose the species you reveal" in page(client, match, "?seat=1")


def test_a_draw_is_agreed_and_nothing_is_taken_back(dealt, ada):
    first = state_at(dealt).to_act[0]
    dealt = act(dealt)
    with pytest.raises(NotAllowed, match="On one device"):
        offers.offer(match_id=dealt.pk, seat=first, kind="take-back")
    offers.offer(match_id=dealt.pk, seat=first, kind="draw")
    client, second = client_of(ada), state_at(dealt).to_act[0]
    assert "offers a draw" in page(client, dealt, f"?seat={second}")
    assert "take-back" not in page(client, dealt, f"?seat={second}")
    offers.accept(match_id=dealt.pk, seat=second, kind="draw")
    ended = page(client, dealt)
    assert "A draw" in ended
    assert "Both agreed to it." in ended
    assert differences(Match.objects.get()) == []


def test_hints_are_for_the_one_to_act(dealt):
    first = state_at(dealt).to_act[0]
    assert hints.ask(match_id=dealt.pk, seat=first, version=0).seat == first
    with pytest.raises(NotAllowed):
        hints.ask(match_id=dealt.pk, seat=1 - first, version=0)


def test_the_end_speaks_of_both_by_name_and_a_rematch_exchanges_the_seats(dealt, ada):
    first = state_at(dealt).to_act[0]
    play(match_id=dealt.pk, seat=first, action={"do": "resign"}, version=0, key="end")
    client, match = client_of(ada), Match.objects.get()
    winner = "Ben" if first == 0 else "Mia"
    ended = page(client, match)
    assert f"{winner} wins" in ended
    assert "You gave up" not in ended
    assert "Rematch" in ended
    replayed = page(client, match, f"replay/?version={match.version}")
    assert winner in replayed
    assert "You gave up" not in replayed
    again = rematch(match=match, seat=0)
    assert [(each.called, each.deck_name) for each in again.seats.order_by("number")] == [
        ("Ben", "Heath"), ("Mia", "Meadow"),
    ]  # fmt: skip
    assert rematch(match=match, seat=1) == again
    share(match_id=match.pk)
    assert set(Seat.objects.filter(match=match).values_list("called", flat=True)) == {""}
    assert winner not in Client().get(reverse("match-replay", args=[match.pk])).content.decode()


def test_programs_begin_one_too(dealt, ada):
    body = {"deck": "meadow", "opponent_deck": "heath", "here": True, "names": ["Mo"], "key": "api"}
    address = reverse("api-matches")
    answers = [send(client_of(ada), address, body) for _time in range(2)]
    assert {each.status_code for each in answers} == {201}
    assert len({each.json()["match"] for each in answers}) == 1
    assert send(client_of(ada), address, {"deck": "meadow", "key": "api"}).status_code == 400
