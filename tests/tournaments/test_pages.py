"""The pages of tournaments: who may do what there, what they show, and their files."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from games.matches.models import Player
from games.tournaments.models import Entry, Game, Tournament
from games.tournaments.services import entering
from tests.factories import client_of
from tests.tournaments.playing import begun, made, play_round

pytestmark = pytest.mark.once
MAKERS = ("tournament-step", "tournament-take-out", "tournament-result")


@pytest.fixture
def cup(deck, ada) -> Tournament:
    """Ada's tournament in its second round, at whose first board nobody has won yet; P4 had the bye."""
    return play_round(begun(ada, count=5, deck=deck, public=True))


def text_of(client: Client, name: str, *place: object, **asked: str) -> str:
    answer = client.get(reverse(name, args=place), asked)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_tournament_is_made_entered_and_begun_on_its_pages(deck, ada, ben):
    maker, other = client_of(ada), client_of(ben)
    form = {
        "key": "one", "name": "Friday", "kind": "swiss", "rounds": "3", "rules": "phylo-1.4a",
        "clock": "live-600-15", "for_whom": "link", "password": "reed",
    }  # fmt: skip
    first, again = (maker.post(reverse("tournament-new"), form)["Location"] for _time in range(2))
    assert first == again
    [friday] = Tournament.objects.all()
    page = other.get(first).content.decode()
    assert "Friday" in page
    assert "With a password" in page
    assert friday.name not in text_of(other, "tournaments")
    assert friday.name in text_of(maker, "tournaments")
    wrong = other.post(f"{first}enter/", {"deck": deck.slug, "password": "rood"})
    assert wrong.status_code == 400
    assert "This is not the password" in wrong.content.decode()
    for client in (maker, other):
        client.post(f"{first}enter/", {"deck": deck.slug, "password": "reed"})
    assert friday.entries.count() == 2
    assert maker.get(f"{first}do/begin/").status_code == 200
    assert maker.post(f"{first}do/begin/")["Location"] == first
    live = other.get(first, {"part": "live"}).content.decode()
    match = Game.objects.get().match_id
    assert "Your game has begun" in live
    assert f'data-now="{reverse("match", args=[match])}"' in live


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"name": ""}, "Name: This field is required."),
        ({"rounds": ""}, "Rounds: There are from 1 to 20 rounds."),
        ({"kind": "arena", "minutes": "0"}, "Minutes: "),
        ({"decks": "given"}, "The deck: Choose a deck."),
        ({"starts_at": "2020-01-01T10:00"}, "It can begin within a year from now."),
        ({"for_whom": "set-nothing"}, "For: "),
        ({"for_whom": "site"}, "For: "),
    ],
)
def test_what_a_form_lacks_is_told_and_what_was_typed_stays(deck, sent, words):
    form = {
        "key": "one", "name": "Our cup", "kind": "swiss", "rounds": "3", "rules": "phylo-1.4a",
        "clock": "live-600-15", "for_whom": "link",
    }  # fmt: skip
    answer = Client().post(reverse("tournament-new"), form | sent)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert words in page
    assert sent.get("name", "Our cup") in page
    assert not Tournament.objects.exists()


def test_the_time_is_that_of_the_makers_zone(deck, ada):
    begins = (timezone.now() + timedelta(days=1)).replace(second=0, microsecond=0)
    form = {
        "key": "one", "name": "Cup", "kind": "arena", "minutes": "30", "rules": "ecosystem",
        "draft_clock": "turn-30", "for_whom": "link", "starts_at": f"{begins:%Y-%m-%dT%H:%M}", "zone": "-120",
    }  # fmt: skip
    made_at = client_of(ada).post(reverse("tournament-new"), form)["Location"]
    assert Tournament.objects.get().starts_at == begins - timedelta(hours=2)
    [event] = Calendar.from_ical(client_of(ada).get(f"{made_at}calendar.ics").content).walk("VEVENT")
    assert event.decoded("dtstart") == begins - timedelta(hours=2)


def test_boards_standings_and_earlier_rounds(cup):
    page = text_of(Client(), "tournament", cup.code)
    assert "Round 2 of 3. 2 games are being played." in page
    assert len(re.findall(r">\s*Watch", page)) == 2
    # The break after a round is counted down.
    Tournament.objects.filter(pk=cup.pk).update(next_round_at=timezone.now())
    assert 'role="timer" data-until="2' in text_of(Client(), "tournament", cup.code)
    points = re.findall(r'<td class="number">([^<]*)</td>', page)
    assert points == ["1", "1", "1", "1", "0"]
    first = text_of(Client(), "tournament", cup.code, round="1")
    assert first.count("1 – 0") + first.count("0 – 1") == 2
    assert "pauses, a point" in first
    assert Client().get(reverse("tournament", args=[cup.code]), {"round": "3"}).status_code == 404


def test_the_screen_shows_boards_standings_and_how_to_enter(cup):
    page = text_of(Client(), "tournament-screen", cup.code)
    assert page.count("<tbody data-turning>") == 2
    assert "QR picture" in page
    assert "data-turning" in text_of(Client(), "tournament-screen", cup.code, part="live")


def test_only_the_maker_takes_the_makers_steps(cup, ada):
    entrant = Player.objects.get(name="P1")
    game = cup.games.get(round__number=2, board=1)
    places = {"tournament-step": ["cancel"], "tournament-take-out": [1], "tournament-result": [game.pk]}
    for client in (Client(), client_of(entrant)):
        for name in MAKERS:
            address = reverse(name, args=[cup.code, *places[name]])
            assert [client.get(address).status_code, client.post(address).status_code] == [404, 404], name
    maker = client_of(ada)
    for name in MAKERS:
        assert maker.get(reverse(name, args=[cup.code, *places[name]])).status_code == 200
    maker.post(reverse("tournament-take-out", args=[cup.code, 1]))
    assert Entry.objects.get(tournament=cup, number=1).withdrawn_by == ada
    wrong = maker.post(reverse("tournament-result", args=[cup.code, game.pk]), {"seat_0": "1", "seat_1": "1"})
    assert (wrong.status_code, Game.objects.get(pk=game.pk).how) == (400, "paired")
    sent = {"seat_0": "1/2", "seat_1": "1/2", "reason": "agreed"}
    maker.post(reverse("tournament-result", args=[cup.code, game.pk]), sent)
    assert [place.points for place in game.places.order_by("seat")] == [60, 60]
    assert "agreed" in maker.get(reverse("tournament-result", args=[cup.code, game.pk])).content.decode()
    maker.post(reverse("tournament-step", args=[cup.code, "cancel"]))
    cup.refresh_from_db()
    assert cup.status == "cancelled"


def test_who_comes_late_is_told_of_the_next_round(ada, deck):
    cup, visitor = begun(ada, count=4, deck=deck), Client()
    visitor.post(reverse("tournament-enter", args=[cup.code]), {"deck": deck.slug, "display_name": "Jo"})
    page = text_of(visitor, "tournament", cup.code)
    assert "You play from the next round on" in page
    assert "Your game is over" not in page


def test_the_result_of_a_game_leads_to_the_next_round(cup):
    game = cup.games.filter(round__number=1, how=Game.How.PLAYED).first()
    player = game.places.select_related("entry__player").first().entry.player
    page = text_of(client_of(player), "match", game.match_id)
    assert f'data-next-game="{cup.get_absolute_url()}"' in page
    assert "tournaments/next-game" in page


def test_tie_breaks_are_explained(cup):
    page = text_of(Client(), "tournament", cup.code)
    assert "Same points: who is ahead?" in page
    assert "The points of all your opponents together, without the one who has fewest." in page


def test_who_leaves_may_come_back(cup, deck):
    entrant = Player.objects.get(name="P2")
    client = client_of(entrant)
    client.post(reverse("tournament-leave", args=[cup.code]))
    assert Entry.objects.get(player=entrant).withdrawn_at is not None
    assert "You have withdrawn." in text_of(client, "tournament", cup.code)
    client.post(reverse("tournament-enter", args=[cup.code]), {"deck": deck.slug})
    assert Entry.objects.get(player=entrant).withdrawn_at is None


def test_a_guest_enters_with_a_name(deck, ada):
    cup = made(ada)
    client = Client()
    assert 'name="display_name"' in client.get(cup.get_absolute_url()).content.decode()
    client.post(reverse("tournament-enter", args=[cup.code]), {"deck": deck.slug, "display_name": "Anna"})
    assert Entry.objects.get(tournament=cup).player.name == "Anna"
    client.post(reverse("tournament-leave", args=[cup.code]))
    assert 'name="display_name"' not in client.get(cup.get_absolute_url()).content.decode()


def test_breaks_of_an_arena(deck, ada):
    arena = begun(ada, "arena", 3, deck=deck)
    waiting = Entry.objects.get(tournament=arena, ready_since__isnull=False).player
    client = client_of(waiting)
    assert "You wait for your next game." in text_of(client, "tournament", arena.code)
    client.post(reverse("tournament-ready", args=[arena.code]), {"do": "break"})
    assert "You have a break." in text_of(client, "tournament", arena.code)


def test_the_files_of_a_tournament(cup):
    for name in ("standings", "results", "trf"):
        answer = Client().get(reverse(f"tournament-{name}", args=[cup.code]))
        assert answer.status_code == 200
        assert "attachment" in answer["Content-Disposition"]
        assert "P4" in answer.content.decode()
    entering.withdraw(code=cup.code, player=Player.objects.get(name="P2"))
    assert Client().get(reverse("tournaments-calendar")).status_code == 200


def test_dates_out_of_the_calendar_and_days_for_a_turn_on_the_form(ada):
    client = client_of(ada)
    form = {
        "key": "one", "name": "Cup", "kind": "swiss", "rounds": "3", "rules": "phylo-1.4a",
        "clock": "days-259200", "no_show": "300", "for_whom": "link",
    }  # fmt: skip
    for date, zone in (("9999-12-31T23:59", "840"), ("0001-01-01T00:00", "-840")):
        answer = client.post(reverse("tournament-new"), form | {"starts_at": date, "zone": zone})
        assert (answer.status_code, "within a year" in answer.content.decode()) == (400, True)
    assert client.post(reverse("tournament-new"), form).status_code == 302
    made = Tournament.objects.get()
    assert (made.pace, made.no_show) == ("days", 0)


def test_visitors_share_what_is_live_until_it_changes(cup, ada, django_assert_max_num_queries):
    def live(client: Client) -> str:
        return text_of(client, "tournament", cup.code, part="live")

    first = live(Client())
    with django_assert_max_num_queries(2):
        assert live(Client()) == first
    one = cup.entries.get(number=1).player
    assert "To the table" in live(client_of(one))
    assert "Correct" in live(client_of(ada))
    entering.withdraw(code=cup.code, player=one)
    assert "withdrawn" in live(Client())
    assert "To the table" not in first
    assert "Correct" not in first
