"""Pupils come into their class, come back, are taken out, and the class ends: the services."""

import json
import re
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from cards.decks.models import Deck, DeckComment
from cards.models import Visibility
from cards.sets import services as sets
from cards.sets.models import Collection, CollectionPerson, SetCard
from games.classes import archive as class_archive
from games.classes.models import Classroom, ClassWork, Pupil
from games.classes.services import codes, ending, joining, managing
from games.classes.services.errors import BadName, WrongCode
from games.lessons.models import LessonProgress
from games.matches.models import ChatMessage, Match, Player
from games.matches.services.clock import LIVE, Pace
from games.matches.services.errors import NotAllowed
from games.matches.services.players import resign
from games.matches.stream_hub import Opener, ended
from games.tournaments.services import entering, making
from games.tournaments.services.terms import TournamentTerms
from phylo.accounts.guests import forget_idle_guests, move_guest
from phylo.accounts.models import Guest
from phylo.accounts.services import delete_account
from phylo.http.keys import KeyReused
from phylo.http.refusals import NotNow
from phylo.jobs.models import Status
from tests.classes.school import School, builder_of, player_of
from tests.curation.conftest import FERN, curator
from tests.factories import CardFactory, DeckFactory, client_of_guest, deal
from tests.members import signed_in


@pytest.fixture
def school(db) -> School:
    cache.clear()
    return School()


def busy(school: School, name: str, animal: str = "fox") -> Pupil:
    """A pupil who has left something everywhere: a card let in, one that waits, a deck, a try, a word."""
    pupil = school.joined(name, animal)
    mine = {"collection_id": school.set.pk, "builder": builder_of(pupil)}
    for card in ("Sedge", "Rush"):
        made = sets.make_card(**mine, contents=FERN | {"name": f"{card} {pupil.pk}", "latin_name": ""})
        if card == "Sedge":
            sets.show_card(card_id=made.pk, builder=school.by, shown=True)
    Deck.objects.create(slug=f"own-{pupil.pk}", name="Mine", guest_id=pupil.guest_id)
    LessonProgress.objects.create(player=player_of(pupil), lesson="first-turn", done=timezone.now())
    return pupil


def test_codes_can_be_read_out_and_typed():
    assert len(set(codes.LETTERS)) == 16
    assert not set(codes.LETTERS) & set("AEIOUY0125LNGQ")
    assert codes.normal(" ktr-pwm ") == "KTRPWM"
    assert codes.normal("KTR PWO") == ""
    assert codes.spaced("KTRPWMXDB") == "KTR PWM XDB"


def test_a_pupil_joins_once_and_comes_back(school):
    room = joining.class_at(codes.spaced(school.room.code).lower())
    assert room == school.room
    mia = joining.join(classroom=room, first_name=" Mia ", animal="fox", key="one")
    assert joining.join(classroom=room, first_name="Mia", animal="fox", key="one") == mia
    code = joining.code_of(mia)
    assert len(code) == codes.CARD_CODE
    assert joining.pupil_at(codes.spaced(code)) == mia
    stored = json.dumps(list(Pupil.objects.values()), default=str)
    assert code not in stored
    assert mia.person.called == "Mia (fox)"
    assert mia.joined_at.date() == timezone.now().date()


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "=1+1",
        "Mia Lou Ann",
        "mia@example.org",
        "mia.org",
        "Mi\N{CYRILLIC SMALL LETTER A}",
        "M" * 21,
        "<b>",
    ],
)
def test_only_a_first_name_is_taken(school, name):
    with pytest.raises(BadName):
        school.joined(name)
    assert not Pupil.objects.exists()


def test_two_of_one_name_are_told_apart_by_their_animals(school, settings, tmp_path):
    school.joined("Mia", "fox")
    with pytest.raises(BadName, match="Choose another animal"):
        school.joined("mia", "fox")
    assert school.joined("Mia", "owl").pk
    with pytest.raises(BadName, match="Choose an animal"):
        school.joined("Ben", "unicorn")
    settings.UNWANTED_WORDS = tmp_path / "words.txt"
    settings.UNWANTED_WORDS.write_text("booby\n")
    with pytest.raises(BadName, match="another name"):
        school.joined("B00by", "owl")


def test_joining_opens_and_closes(school):
    old = school.room.code
    assert school.open().code != old
    with pytest.raises(WrongCode):
        joining.class_at(old)
    managing.close_joining(classroom_id=school.room.pk, builder=school.by)
    with pytest.raises(WrongCode):
        school.joined("Mia")
    school.open()
    Classroom.objects.update(code_until=timezone.now())
    with pytest.raises(WrongCode):
        joining.class_at(school.room.code)


def test_nobody_comes_into_a_class_whose_set_is_hidden(school):
    mia = school.joined("Mia")
    assert joining.pupil_at(joining.code_of(mia)) == mia
    Collection.objects.update(hidden=True)
    with pytest.raises(WrongCode):
        joining.pupil_at(joining.code_of(mia))
    with pytest.raises(WrongCode):
        joining.class_at(school.room.code)


def test_nobody_is_shut_out_and_guessing_is_hopeless(school):
    """The odds that docs/classes.md states, for a program that tries a thousand codes a second."""
    for _guess in range(300):
        with pytest.raises(WrongCode):
            joining.class_at("BBBBBBBBB")
    assert joining.class_at(school.room.code) == school.room
    tries = 1000 * managing.OPEN_FOR.total_seconds()
    assert len(codes.LETTERS) ** len(school.room.code) / tries > 6_000
    in_a_year = 1000 * timedelta(days=365).total_seconds()
    card = joining.code_of(school.joined("Mia"))
    assert len(codes.LETTERS) ** len(card) / (30 * in_a_year) > 290


def test_a_new_card_ends_the_old_one_and_sessions_if_wanted(school):
    mia, ben = school.joined("Mia"), school.joined("Ben")
    old, player = joining.code_of(mia), player_of(mia)
    managing.renew_cards(classroom_id=school.room.pk, builder=school.by, pupil_id=mia.pk)
    with pytest.raises(WrongCode):
        joining.pupil_at(old)
    mia.refresh_from_db()
    assert mia.guest_id == player.guest_id
    before = mia.guest_id
    opener = Opener(player.pk, None, client_of_guest(before).session.session_key, "", before)
    assert ended([opener]) == frozenset()
    managing.renew_cards(classroom_id=school.room.pk, builder=school.by, pupil_id=mia.pk, put_out=True)
    mia.refresh_from_db()
    player.refresh_from_db()
    assert mia.guest_id == player.guest_id == mia.person.guest_id != before
    assert not Guest.objects.filter(pk=before).exists()
    # The streams that were open end too.
    assert ended([opener]) == {opener}
    assert joining.pupil_at(joining.code_of(mia)) == mia
    assert joining.pupil_at(joining.code_of(ben)) == ben


def test_the_form_by_which_a_pupil_joined_is_no_second_card(school):
    mia = school.joined("Mia", key="one\0")
    assert school.joined("Mia", key="one\0") == mia
    assert school.joined("Ben", key="one\0") != mia
    managing.renew_cards(classroom_id=school.room.pk, builder=school.by, pupil_id=mia.pk)
    with pytest.raises(BadName, match="in the class already"):
        school.joined("Mia", key="one\0")
    Pupil.objects.update(joined_at=timezone.now() - joining.SENT_AGAIN - timedelta(seconds=1))
    with pytest.raises(KeyReused):
        school.joined("Ben", key="one\0")


def test_cards_hold_when_the_sites_key_changes(school, settings):
    mia = school.joined("Mia")
    code = joining.code_of(mia)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    assert joining.pupil_at(code) == mia
    assert joining.code_of(mia) == code
    settings.SECRET_KEY_FALLBACKS = []
    assert joining.code_of(mia) == ""
    managing.renew_cards(classroom_id=school.room.pk, builder=school.by)
    [(_pupil, new)] = managing.cards_of(classroom_id=school.room.pk, builder=school.by)
    assert joining.pupil_at(new) == mia


def test_pupils_are_kept_while_their_class_is(school):
    mia = school.joined("Mia")
    player = player_of(mia)
    Guest.objects.update(active_at=timezone.now() - timedelta(days=300))
    Player.objects.update(created=timezone.now() - timedelta(days=300))
    assert forget_idle_guests(before=timezone.now(), at_most=100) == 0
    assert Player.objects.filter(pk=player.pk).exists()
    for gone in (
        lambda: sets.leave(collection_id=school.set.pk, builder=builder_of(mia)),
        lambda: sets.remove(collection_id=school.set.pk, builder=school.by, person_id=mia.person_id),
        lambda: sets.delete_set(collection_id=school.set.pk, builder=school.by),
    ):
        with pytest.raises(NotNow):
            gone()


def test_one_pupil_and_all_of_theirs_are_taken_out(school):
    mia, ben = busy(school, "Mia"), busy(school, "Ben")
    CardFactory(key="clover")
    DeckFactory(slug="meadow")
    match = deal(player_of(mia), opponent=player_of(ben))
    ChatMessage.objects.create(match=match, player=player_of(mia), text="Hello", key="one")
    guest = mia.guest_id
    work = class_archive.pack(classroom_id=school.room.pk, builder=school.by)
    managing.take_out(classroom_id=school.room.pk, builder=school.by, pupil_id=mia.pk)
    managing.take_out(classroom_id=school.room.pk, builder=school.by, pupil_id=mia.pk)
    assert not Guest.objects.filter(pk=guest).exists()
    assert not ClassWork.objects.filter(pk=work.pk).exists()
    assert [each.first_name for each in Pupil.objects.all()] == ["Ben"]
    assert set(SetCard.objects.values_list("guest", flat=True)) == {ben.guest_id}
    assert set(Deck.objects.filter(ready=False).values_list("guest", flat=True)) == {ben.guest_id}
    assert not ChatMessage.objects.exists()
    match.refresh_from_db()
    assert match.finished
    assert [seat.player.public_name for seat in match.seats.order_by("number")] == ["Former player", "Guest"]


def run(runner, work: ClassWork, *, seconds: float) -> ClassWork:
    runner.work_on(job_id=work.pk, since=work.updated_at.isoformat(), seconds=seconds)
    work.refresh_from_db()
    return work


def test_a_class_ends_step_by_step_and_nothing_personal_remains(school):
    """Whoever does a step may be killed before its progress is stored: it is done once all the same."""
    pupils = [busy(school, "Mia"), busy(school, "Ben"), busy(school, "Mia", "owl")]
    teacher = Player.objects.create(user=school.teacher)
    for name in ("meadow", "heath"):
        DeckFactory(slug=name)
    among = deal(player_of(pupils[0]), opponent=player_of(pupils[1]), collection=school.set.pk)
    with_teacher = deal(player_of(pupils[2]), opponent=teacher, collection=school.set.pk)
    work = ending.end(classroom_id=school.room.pk, builder=school.by)
    assert (work.total, work.status) == (4, Status.QUEUED)
    with pytest.raises(WrongCode):
        joining.pupil_at(joining.code_of(pupils[0]))
    with pytest.raises(NotAllowed):
        school.open()
    stale = ClassWork.objects.get(pk=work.pk)
    assert run(ending.ENDINGS, work, seconds=0).done == 1
    # A second worker that had read the job before.
    ending.ENDINGS.take(stale, ending.Piece(0, lambda columns: None))
    assert Pupil.objects.count() == 1
    assert run(ending.ENDINGS, work, seconds=0).done == 3
    assert run(ending.ENDINGS, work, seconds=0).status == Status.DONE
    assert not any(model.objects.exists() for model in (Classroom, Pupil, Guest, CollectionPerson))
    assert not LessonProgress.objects.exists()
    assert sorted(SetCard.objects.values_list("name", "guest", "author")) == [
        (f"Sedge {each.pk}", None, None) for each in pupils
    ]
    assert not Match.objects.filter(pk=among.pk).exists()
    with_teacher.refresh_from_db()
    assert with_teacher.finished
    sets.delete_set(collection_id=school.set.pk, builder=school.by)
    assert not Collection.objects.exists()


def test_a_class_ends_by_itself_on_its_day(school):
    school.joined("Mia")
    assert school.room.ends_on == timezone.localdate() + managing.LONGEST
    for day in (timezone.localdate(), timezone.localdate() + timedelta(days=366)):
        with pytest.raises(BadName):
            managing.set_end(classroom_id=school.room.pk, builder=school.by, ends_on=day)
    assert ending.end_those_over() == 0
    Classroom.objects.update(ends_on=timezone.localdate())
    assert (ending.end_those_over(), ending.end_those_over()) == (1, 0)
    run(ending.ENDINGS, ClassWork.objects.get(), seconds=600)
    assert not Classroom.objects.exists()


def test_classes_go_with_their_teachers_account_or_pass_on(school):
    other = School("Wood of 2a", "Theo")
    mia, _ben = school.joined("Mia"), other.joined("Ben")
    school.with_editor(other.teacher)
    delete_account(user=school.teacher)
    assert Collection.objects.get(pk=school.set.pk).owner == other.teacher
    assert Pupil.objects.filter(pk=mia.pk).exists()
    delete_account(user=other.teacher)
    assert not any(model.objects.exists() for model in (Classroom, Pupil, Guest, Collection))


def packed(work: ClassWork) -> dict[str, str]:
    assert run(class_archive.ARCHIVES, work, seconds=0).done == 1
    run(class_archive.ARCHIVES, work, seconds=600)
    with ZipFile(BytesIO(bytes(work.content))) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        assert len(names) == len(set(names))
        return {name: archive.read(name).decode() for name in names}


def test_a_class_is_packed_into_one_archive(school):
    mia, ben = busy(school, "Mia"), school.joined("Ben", "owl")
    deck = DeckFactory(slug="meadow", ready=True)
    teacher = Player.objects.create(user=school.teacher)
    over = deal(player_of(mia), collection=school.set.pk)
    resign(match_id=over.pk, seat=0, key="enough")
    running = deal(player_of(mia), opponent=player_of(ben), collection=school.set.pk)
    secret = deal(player_of(mia), opponent=teacher, collection=school.set.pk)
    for player, text in ((teacher, "=Look at the map!"), (player_of(mia), "Thank you!")):
        ChatMessage.objects.create(match=secret, player=player, text=text, key="one")
    DeckComment.objects.create(deck=Deck.objects.get(name="Mine"), user=school.teacher, text="Well built.")
    cup = making.make(
        maker=teacher,
        terms=TournamentTerms(
            "Pond cup", "swiss", "phylo-1.4a", rounds=1, pace=Pace(LIVE, 600, 15), audience="set"
        ),
        key="one",
        collection=school.set,
    )
    entering.enter(code=cup.code, player=player_of(mia), deck=deck)
    cora = school.with_editor(curator("Cora"))
    for owner, name, visibility in (
        (cora, "Her own", Visibility.PRIVATE),
        (cora, "For all", Visibility.UNLISTED),
        (school.teacher, "My own", Visibility.PRIVATE),
    ):
        DeckFactory(ready=False, name=name, owner=owner, collection=school.set, visibility=visibility)
    adults = deal(teacher, opponent=Player.objects.create(user=cora), collection=school.set.pk)
    ChatMessage.objects.create(match=adults, player=teacher, text="Between us", key="two")
    work = class_archive.pack(classroom_id=school.room.pk, builder=school.by)
    assert class_archive.pack(classroom_id=school.room.pk, builder=school.by) == work
    found = packed(work)
    told = json.loads(found[f"pupils/mia-fox-{mia.pk}.json"])
    assert [each["let_in"] for each in told["cards"]] == [True, False]
    assert (told["decks"][0]["comments"][0]["text"], told["lessons"][0]["lesson"]) == (
        "Well built.",
        "first-turn",
    )
    assert told["last_here"]
    about = json.loads(found["class.json"])
    assert about["teachers"] == ["Tess", "Cora"]
    assert {each["by"] for each in about["own_cards"]} == {"Mia (fox)"}
    assert {each["name"] for each in about["decks"]} == {"For all", "My own"}
    assert "Mia,fox" in found["pupils.csv"]
    assert sorted(set(re.findall("(?m)^([^,]{36}),.*?,(playing|finished),", found["games.csv"]))) == sorted(
        [(str(over.pk), "finished"), *((str(each.pk), "playing") for each in (running, secret, adults))]
    )
    said = found["said.csv"]
    assert ",Tess,'=Look at the map!," in said
    assert ",Mia (fox),Thank you!," in said
    assert "Between us" not in said
    # A teacher who still plays does not read in it what the pupil holds.
    games = {name for name in found if name.startswith("games/")}
    assert games == {f"games/{over.pk}.json", f"games/{running.pk}.json"}
    assert sum(name.startswith("cards/") and found[name].startswith("<svg") for name in found) == 2
    assert "Mia (fox)" in found[f"tournaments/{cup.code}/standings.csv"]
    # It is there for a day, also if nobody has deleted it by then.
    address = reverse("class-archive", args=[school.set.slug])
    assert signed_in(school.teacher).get(address).headers["Content-Type"] == "application/zip"
    ClassWork.objects.update(updated_at=timezone.now() - timedelta(days=2))
    assert signed_in(school.teacher).get(address).status_code == 302
    assert class_archive.latest(school.set.pk, ClassWork.Kind.EXPORT) is None
    managing.forget_old_archives()
    assert not ClassWork.objects.exists()


def test_everything_of_a_guest_moves_with_them(school):
    mia = busy(school, "Mia")
    old = mia.guest_id
    new = move_guest(guest=old)
    left = [
        relation.name
        for relation in Guest._meta.related_objects
        if relation.related_model.objects.filter(**{relation.field.name: old}).exists()
    ]
    assert left == []
    assert SetCard.objects.filter(guest=new).count() == 2
