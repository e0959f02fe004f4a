"""What a teacher does in a lesson: who is there, pairing, letting cards in, eyes to the front."""

from collections import Counter
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from cards.sets import services as sets
from games.classes.models import Classroom
from games.classes.services import codes, managing
from games.classes.services.lessons import attention, pairing
from games.classes.services.lessons.overview import overview
from games.classes.services.lessons.pairing import Wanted, groups_of, pair
from games.matches.models import Match, Player, Seat
from games.matches.services.clock import LIVE, Pace
from games.matches.services.errors import NotAllowed
from games.puzzles.models import PuzzleRun
from phylo.http.keys import KeyReused
from tests.classes.pond import Class
from tests.curation.conftest import FERN
from tests.factories import DeckFactory, client_of, deal

ECOSYSTEM = Wanted("ecosystem")
CALM = Pace(LIVE, 600, 15)


def dashboard(pond, name="Tess", **sent):
    address = reverse("class-dashboard", args=[pond.set.slug])
    client = pond.client(name)
    return client.post(address, sent, follow=True) if sent else client.get(address)


def told(answer):
    return [str(each) for each in answer.context["messages"]]


def paired(pond, **asked):
    return pair(classroom_id=pond.room.pk, builder=pond.by, **asked)


def names(matches):
    return [
        sorted(seat.player.guest.pupil.first_name for seat in match.seats.all() if seat.player)
        for match in matches
    ]


def test_only_those_who_teach_the_class_find_its_page(pond, sam):
    assert dashboard(pond).status_code == 200
    address = reverse("class-dashboard", args=[pond.set.slug])
    assert pond.client("Mia").get(address).url == reverse("class-home")
    for client in (client_of(sam), Class("Theo").client("Tess")):
        assert client.get(address).status_code == 404
        assert client.post(address, {"do": "freeze", "on": "yes"}).status_code == 404


def test_the_page_says_who_is_there_and_what_they_have_done(pond):
    pond.come("Mia")
    made = sets.make_card(
        collection_id=pond.set.pk,
        builder=pond.builder("Mia"),
        contents=FERN | {"name": "Mia's fern"},
        key="one",
    )
    [match] = paired(pond, chosen=[pond.pupils["Mia"].pk], wanted=ECOSYSTEM, key="one")
    rows = {row.pupil.first_name: row for row in overview(pond.room)}
    mia, tom = rows["Mia"], rows["Tom"]
    assert (mia.name, mia.here, mia.cards, mia.waiting, mia.played) == ("Mia (fox)", True, 0, 1, 0)
    assert (mia.playing.match, mia.playing.alone) == (match.pk, True)
    assert (tom.here, tom.waiting, tom.playing) == (False, 0, None)
    page = dashboard(pond)
    assert "1 of 3 is here." in page.content.decode()
    dashboard(pond, do="let-in", card=made.pk)
    made.refresh_from_db()
    assert made.shown
    assert reverse("match", args=[match.pk]) in page.content.decode()


def test_the_page_sorts_and_asks_the_same_however_many_pupils(pond, django_assert_max_num_queries):
    address = reverse("class-dashboard", args=[pond.set.slug])
    client = pond.client("Tess")
    for number in range(27):
        pond.add(f"Pupil {number}", "frog")
    pond.come("Tom")
    with django_assert_max_num_queries(24):
        page = client.get(address, {"sort": "here", "part": "live"}).content.decode()
    assert page.index("Tom (owl)") < page.index("Lea (otter)") < page.index("Mia (fox)")


def test_who_has_met_least_often_meets_and_the_odd_one_is_not_left_out(pond):
    lea, mia, tom = (pond.pupils[name] for name in ("Lea", "Mia", "Tom"))
    met = Counter({frozenset((mia.pk, tom.pk)): 1})
    assert groups_of([mia, tom, lea], met, three=False) == [(mia, lea), (tom,)]
    assert groups_of([mia, tom, lea], met, three=True) == [(mia, lea, tom)]
    assert groups_of([mia], met, three=True) == [(mia,)]


def test_everybody_who_is_free_is_paired_once(pond):
    pond.come("Mia", "Tom", "Lea")
    begun = paired(pond, chosen=None, wanted=Wanted("phylo-1.4a"), key="one")
    assert names(begun) == [["Mia", "Tom"], ["Lea"]]
    assert all((match.collection, match.public, match.rated) == (pond.set, False, False) for match in begun)
    # The same click again, and another one: nobody but the one against the computer is free.
    assert paired(pond, chosen=None, wanted=Wanted("phylo-1.4a"), key="one") == begun
    with pytest.raises(KeyReused):
        paired(pond, chosen=None, wanted=ECOSYSTEM, key="one")
    assert names(paired(pond, chosen=None, wanted=ECOSYSTEM, key="two")) == [["Lea"]]
    chosen = [pond.pupils["Mia"].pk, pond.pupils["Tom"].pk]
    with pytest.raises(NotAllowed):
        paired(pond, chosen=chosen, wanted=ECOSYSTEM, key="three")


def test_three_share_a_table_of_a_drafting_game_and_each_brings_a_deck_to_phylo(pond):
    pond.come("Mia", "Tom", "Lea")
    own = DeckFactory(slug="mias", name="Mia's", ready=False, guest_id=pond.pupils["Mia"].guest_id)
    chosen = [pond.pupils["Mia"].pk, pond.pupils["Tom"].pk]
    [match] = paired(pond, chosen=chosen, wanted=Wanted("phylo-1.4a"), key="one")
    assert [seat.deck_name for seat in match.seats.order_by("number")] == [own.name, "Meadow"]
    Match.objects.all().delete()
    [table] = paired(pond, chosen=None, wanted=ECOSYSTEM, key="two")
    assert (names([table]), table.players) == ([["Lea", "Mia", "Tom"]], 3)


def test_two_without_decks_of_their_own_play_the_same_place(pond):
    pond.come("Mia", "Tom")
    for number in range(6):
        DeckFactory(slug=f"place-{number}", name=f"Place {number}")
    [match] = paired(pond, chosen=None, wanted=Wanted("phylo-1.4a"), key="one")
    assert match.seats.values("deck_name").distinct().count() == 1


def test_the_form_pairs_the_chosen_and_says_why_not(pond):
    answer = dashboard(pond, do="pair", rules="phylo-1.4a", key="one")
    assert told(answer) == ["Choose pupils of this class."]
    other = Class("Theo").pupils["Mia"].pk
    assert told(dashboard(pond, do="pair", rules="ecosystem", pupil=[other], key="two")) == told(answer)
    assert told(dashboard(pond, do="pair", rules="chess", everybody="yes", key="three")) == [
        "There is no such game."
    ]
    chosen = [pond.pupils["Mia"].pk, pond.pupils["Tom"].pk]
    sent = {"do": "pair", "rules": "phylo-1.4a", "deck": "meadow", "pupil": chosen, "clock": "calm"}
    assert told(dashboard(pond, key="four", **sent)) == ["1 game has begun."]
    [match] = Match.objects.all()
    assert (names([match]), match.pace) == ([["Mia", "Tom"]], LIVE)


def test_eyes_to_the_front_stops_every_write_and_every_clock(pond):
    match = deal(pond.players["Mia"], opponent=pond.players["Tom"], pace=CALM)
    seat = int(match.to_act[0])
    name = "Mia" if match.seats.get(number=seat).player == pond.players["Mia"] else "Tom"
    address = reverse("api-match-actions", args=[match.pk])
    sent = {"action": {"do": "pass"}, "version": 0, "key": "one"}
    words = "Eyes to the front: your teacher has stopped the class for a moment."
    dashboard(pond, do="freeze", on="yes")
    dashboard(pond, do="freeze", on="yes")
    refused = pond.client(name).post(address, sent, content_type="application/json")
    assert (refused.status_code, refused.json()["detail"]) == (403, words)
    page = pond.client("Mia").post(
        reverse("set-card-new", args=[pond.set.slug]), {}, headers={"accept": "text/html"}
    )
    assert page.status_code == 403
    assert words in page.content.decode()
    assert pond.client("Mia").get(reverse("match", args=[match.pk])).status_code == 200
    match.refresh_from_db()
    assert match.stands_still
    # Also a game that begins meanwhile waits; the teacher goes on with their own work.
    [new] = paired(
        pond,
        chosen=[pond.pupils["Lea"].pk, pond.pupils["Mia"].pk],
        wanted=Wanted("phylo-1.4a", pace=CALM),
        key="one",
    )
    new.refresh_from_db()
    assert new.stands_still
    dashboard(pond, do="freeze")
    for each in (match, new):
        each.refresh_from_db()
        assert not each.stands_still
    assert pond.client(name).post(address, sent, content_type="application/json").status_code in (200, 201)


def test_a_run_against_the_clock_gets_the_time_back(pond):
    now = timezone.now()
    run = PuzzleRun.objects.create(
        player=pond.players["Mia"], key="one", rules="phylo-1.4a", day=now.date(), line_up=[1],
        begun=now, ends=now + timedelta(minutes=3),
    )  # fmt: skip
    attention.set_frozen(classroom_id=pond.room.pk, builder=pond.by, frozen=True)
    frozen = pond.room.__class__.objects.get(pk=pond.room.pk)
    frozen.frozen_at -= timedelta(minutes=1)
    frozen.save()
    attention.set_frozen(classroom_id=pond.room.pk, builder=pond.by, frozen=False)
    run.refresh_from_db()
    assert timedelta(minutes=4) <= run.ends - now < timedelta(minutes=4, seconds=30)


def test_a_pupil_asks_a_classmate_and_plays_the_computer(pond):
    mia, tom = pond.client("Mia"), pond.client("Tom")
    pond.come("Mia", "Tom")
    home = mia.get(reverse("class-home")).content.decode()
    assert "Ask Tom (owl)" in home
    assert "Ask Lea" not in home
    mia.post(reverse("class-play"), {"pupil": pond.pupils["Tom"].pk, "rules": "ecosystem", "key": "one"})
    asked = tom.get(reverse("class-home"), {"part": "live"}).content.decode()
    assert "Mia (fox)" in asked
    [table] = pond.players["Mia"].opened_tables.all()
    begun = tom.post(table.get_absolute_url())
    [match] = Match.objects.all()
    assert begun.url == reverse("match", args=[match.pk])
    stranger = Class("Theo").pupils["Mia"].pk
    mia.post(reverse("class-play"), {"pupil": stranger, "rules": "ecosystem", "key": "two"})
    assert pond.players["Mia"].opened_tables.count() == 1
    alone = mia.post(reverse("class-play"), {"computer": "yes", "rules": "phylo-1.4a", "key": "three"})
    assert alone.url == reverse("match", args=[Match.objects.latest("created").pk])


def test_only_teachers_lead_and_nobody_leads_a_class_that_ends(pond):
    mia, tom = pond.builder("Mia"), pond.pupils["Tom"].pk
    room = {"classroom_id": pond.room.pk}
    mine = {"chosen": [pond.pupils["Mia"].pk], "wanted": ECOSYSTEM, "key": "one"}
    for refused in (
        lambda: attention.set_frozen(**room, builder=mia, frozen=True),
        lambda: attention.set_free_talk(**room, builder=mia, free=True),
        lambda: pair(**room, builder=mia, **mine | {"chosen": [tom]}),
        lambda: pair(**room, builder=mia, **mine | {"chosen": None}),
    ):
        with pytest.raises(NotAllowed):
            refused()
    assert len(pair(**room, builder=mia, **mine)) == 1
    Classroom.objects.update(ending_at=timezone.now(), code=None, code_until=None)
    for builder in (mia, pond.by):
        with pytest.raises(NotAllowed, match="ended"):
            pair(**room, builder=builder, **mine | {"key": "two"})
    with pytest.raises(NotAllowed, match="ended"):
        attention.set_frozen(**room, builder=pond.by, frozen=True)


def test_a_form_without_a_key_begins_anew_and_a_strange_key_counts_as_none(pond):
    mia = pond.pupils["Mia"].pk
    for key in ("", "", "a\x00b"):
        answer = dashboard(pond, do="pair", rules="ecosystem", pupil=[mia], key=key)
        assert told(answer) == ["1 game has begun."]
    # Another game without a key repeats nothing either.
    paired(pond, chosen=[mia], wanted=Wanted("phylo-1.4a"), key="")
    sent = {"computer": "yes", "rules": "ecosystem", "key": "a\x00b"}
    assert pond.client("Mia").post(reverse("class-play"), sent).url.startswith("/matches/")
    assert Match.objects.count() == 5
    assert all(key.isprintable() for key in Seat.objects.values_list("key", flat=True))


def test_players_are_made_when_they_are_needed(pond):
    pond.players["Mia"].delete()
    assert pairing.player_of(pond.pupils["Mia"]).guest_id == pond.pupils["Mia"].guest_id
    assert [row.here for row in overview(pond.room)] == [False, False, False]


def test_who_is_done_is_gone_at_once(pond):
    pond.come("Mia", "Tom")
    pond.client("Mia").post(reverse("class-leave"))
    assert [row.name for row in overview(pond.room) if row.here] == ["Tom (owl)"]


def test_teachers_are_told_before_the_class_ends(pond):
    words = "The class ends by itself on"
    assert words not in dashboard(pond).content.decode()
    Classroom.objects.update(ends_on=timezone.localdate() + timedelta(days=14))
    assert words in dashboard(pond).content.decode()


def test_a_teacher_ends_a_game_and_its_pupils_are_free(pond):
    pond.come("Mia", "Tom", "Lea")
    [phylo, alone] = paired(pond, chosen=None, wanted=Wanted("phylo-1.4a"), key="one")
    for _twice in range(2):
        assert told(dashboard(pond, do="end-game", match=phylo.pk))[-1] == "The game is ended."
    phylo.refresh_from_db()
    assert (phylo.status, phylo.ending, phylo.rated) == ("finished", "agreed", False)
    dashboard(pond, do="end-game", match=alone.pk)
    alone.refresh_from_db()
    assert alone.ending == "resigned"
    [table] = paired(pond, chosen=None, wanted=ECOSYSTEM, key="two")
    dashboard(pond, do="end-game", match=table.pk)
    assert [seat.stand_in != "" for seat in table.seats.all()] == [True] * 3
    assert len(paired(pond, chosen=None, wanted=ECOSYSTEM, key="three")) == 1


def test_the_last_game_of_a_lesson_is_told_until_the_next_one(pond):
    pond.come("Mia", "Tom")
    [match] = paired(pond, chosen=None, wanted=Wanted("phylo-1.4a"), key="one")
    dashboard(pond, do="end-game", match=match.pk)
    mia = next(row for row in overview(pond.room) if row.pupil.first_name == "Mia")
    assert (mia.playing, mia.last.match, mia.game.over) == (None, match.pk, True)
    page = dashboard(pond).content.decode()
    assert reverse("match", args=[match.pk]) in page
    assert "End this game" not in page
    Match.objects.update(created=timezone.now() - timedelta(hours=4))
    assert all(row.game is None for row in overview(pond.room))


def test_the_code_comes_back_on_the_page_itself(pond):
    managing.close_joining(classroom_id=pond.room.pk, builder=pond.by)
    assert "Show a code for the wall" in dashboard(pond).content.decode()
    page = dashboard(pond, do="open").content.decode()
    pond.room.refresh_from_db()
    assert codes.spaced(pond.room.code) in page


def test_a_teacher_who_has_never_played_watches_by_name_and_finds_the_way_back(pond):
    pond.come("Mia", "Tom")
    [match] = paired(pond, chosen=None, wanted=Wanted("phylo-1.4a"), key="one")
    pond.teacher.delete()
    page = pond.client("Tess").get(reverse("match", args=[match.pk])).content.decode()
    assert "Mia (fox)" in page
    assert reverse("class-dashboard", args=[pond.set.slug]) in page
    assert not Player.objects.filter(user=pond.tess).exists()


def test_nobody_else_ends_a_game_of_the_class(pond):
    pond.come("Mia", "Tom")
    [match] = paired(pond, chosen=None, wanted=Wanted("phylo-1.4a"), key="one")
    stranger = Class("Theo")
    assert told(dashboard(stranger, "Tess", do="end-game", match=match.pk)) == [
        "Choose a game of this class."
    ]
    for by in (pond.builder("Mia"), stranger.by):
        with pytest.raises(NotAllowed):
            pairing.end_game(classroom_id=pond.room.pk, builder=by, match_id=match.pk)
    assert dashboard(pond, do="end-game", match="none").status_code == 404
    assert not Match.objects.get(pk=match.pk).finished
