"""Puzzles: answers are judged and kept once, ratings move against each other, and runs go by the clock."""

import json
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

import engine
from engine.puzzles import themes
from engine.puzzles.checking import EASY
from engine.puzzles.files import InvalidPuzzles, as_json, write_file
from engine.puzzles.puzzle import Node
from games.matches.models import Player
from games.matches.services import players
from games.matches.services.errors import NotAllowed, RunOver, StaleVersion
from games.matches.services.site_clock import site_time
from games.people.models import PUZZLES, Rating
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleRun
from games.puzzles.pages import runs as puzzle_runs
from games.puzzles.services import answers, choosing, runs
from games.puzzles.services.choosing import Wanted
from games.puzzles.services.loading import Loaded, load_puzzles
from games.puzzles.services.positions import Standing
from games.puzzles.words import puzzles as words
from phylo.http.keys import KeyReused
from tests.engine.build import CARDS, V14, position
from tests.factories import PlayerFactory, client_of
from tests.matches.test_races import race
from tests.members import person
from tests.puzzles.puzzles import GOOD, HUNT, LYING, TICK, WRONG, a_puzzle, known

AGAIN, SOLUTION = {"do": "again"}, {"do": "solution"}
THREADS = 8


def answer(player: Player, puzzle: Puzzle, action: dict, version: int = 0, key: str = "", **more):
    return answers.answer(
        player=player, puzzle=puzzle, action=action, version=version, key=key or f"at-{version}", **more
    )


def rating(**whose) -> Rating:
    return Rating.objects.get(rules=PUZZLES, **whose)


@pytest.fixture
def puzzle(db) -> Puzzle:
    return a_puzzle()


@pytest.fixture
def mia(db) -> Player:
    """She has an account."""
    return PlayerFactory(name="Mia", user=person("Mia"))


def test_every_theme_has_a_name():
    assert set(words.THEMES) == {*themes.THEMES, EASY}


def test_who_solves_a_puzzle_wins_against_it(mia, puzzle):
    first = answer(mia, puzzle, TICK)
    assert (first.given["verdict"], first.attempt.result, first.attempt.version) == ("right", "playing", 1)
    assert not Rating.objects.filter(player=mia).exists()
    last = answer(mia, puzzle, HUNT, 1)
    assert (last.attempt.result, last.attempt.rated, last.attempt.version) == ("solved", True, 2)
    assert rating(player=mia).shown > 1500 > rating(puzzle=puzzle).shown
    assert last.attempt.gain == rating(player=mia).shown - 1500
    assert (rating(player=mia).games, rating(puzzle=puzzle).games) == (1, 1)
    # The puzzle began with an estimate and moves far less.
    assert last.attempt.gain > 5 * (1500 - rating(puzzle=puzzle).shown)


def test_a_guest_moves_their_own_rating_alone(ada, puzzle):
    assert answer(ada, puzzle, WRONG).attempt.gain < 0
    assert (rating(player=ada).games, rating(puzzle=puzzle).games) == (1, 0)
    assert rating(puzzle=puzzle).shown == 1500


def test_a_puzzle_wins_against_who_errs_and_only_the_first_time(mia, puzzle):
    failed = answer(mia, puzzle, WRONG)
    assert (failed.given["verdict"], failed.attempt.result) == ("wrong", "failed")
    assert failed.given["lost"] == 10
    assert rating(player=mia).shown < 1500 < rating(puzzle=puzzle).shown
    with pytest.raises(engine.IllegalAction):
        answer(mia, puzzle, TICK, 1)
    again = answer(mia, puzzle, AGAIN, 1)
    assert (again.attempt.result, again.attempt.rated, again.attempt.version) == ("playing", False, 2)
    answer(mia, puzzle, TICK, 2)
    assert answer(mia, puzzle, HUNT, 3).attempt.result == "solved"
    assert rating(player=mia).games == 1
    assert not choosing.to_try_again(mia.pk).exists()


def test_what_is_good_but_not_best_is_a_draw(mia, puzzle):
    found = answer(mia, puzzle, GOOD)
    assert (found.given["verdict"], found.given["lost"], found.attempt.result) == ("good", 4, "good")
    assert (rating(player=mia).shown, rating(puzzle=puzzle).games) == (1500, 1)
    assert choosing.to_try_again(mia.pk).exists()


def test_a_reason_names_what_was_lost_and_repeats_no_figure(ada, puzzle):
    found = words.feedback(Standing(puzzle, answer(ada, puzzle, GOOD).attempt))
    assert found.headline.endswith("it puts you 6 points further ahead at most, and 10 points are possible.")
    assert found.why == ["It ends your turn: Tick can no longer be played."]
    again = answer(ada, puzzle, AGAIN, 1).attempt
    assert words.feedback(Standing(puzzle, again)).why == ()
    shown = words.feedback(Standing(puzzle, answer(ada, puzzle, SOLUTION, 2).attempt))
    assert (shown.own, len(shown.why)) == ((), 2)


def test_who_asks_for_the_solution_has_not_solved_it(ada, puzzle):
    answer(ada, puzzle, TICK)
    shown = answer(ada, puzzle, SOLUTION, 1)
    assert (shown.attempt.result, shown.given["verdict"]) == ("failed", "")
    assert rating(player=ada).shown < 1500
    with pytest.raises(NotAllowed):
        answer(ada, puzzle, SOLUTION, 2)


def test_an_answer_sent_again_is_the_same_and_a_stale_one_is_refused(ada, ben, puzzle):
    first = answer(ada, puzzle, TICK, key="one")
    assert answer(ada, puzzle, TICK, key="one").attempt == first.attempt
    with pytest.raises(KeyReused):
        answer(ada, puzzle, HUNT, key="one")
    with pytest.raises(StaleVersion) as stale:
        answer(ada, puzzle, WRONG, key="two")
    assert stale.value.current == 1
    # Others have answers of their own.
    assert answer(ben, puzzle, WRONG, key="one").attempt.result == "failed"
    answer(ada, puzzle, HUNT, 1, key="three")
    late = answer(ada, puzzle, TICK, key="one")
    assert (late.number, late.given["verdict"], late.attempt.result) == (0, "right", "solved")
    with pytest.raises(StaleVersion):
        answer(ada, puzzle, AGAIN, 1, key="four")
    assert PuzzleAttempt.objects.filter(player=ada).count() == 1


def test_trying_again_keeps_the_first_attempts_and_the_last(ada, puzzle):
    for version in range(0, 12, 2):
        answer(ada, puzzle, SOLUTION, version)
        last = answer(ada, puzzle, AGAIN, version + 1)
    kept = PuzzleAttempt.objects.order_by("pk").values_list("since", "result", "rated")
    assert list(kept) == [(0, "failed", True), (9, "failed", False), (11, "playing", False)]
    assert (last.attempt.version, answer(ada, puzzle, AGAIN, 11).number) == (12, 0)
    with pytest.raises(KeyReused):
        answer(ada, puzzle, TICK, 12, key="at-11")


@pytest.mark.parametrize(
    "action",
    [
        {"do": "play", "card": "hare", "at": [5, 5]},
        AGAIN,
        {"do": "fly"},
        {},
        {"do": "resign"},
        {**SOLUTION, "more": "a\x00b"},
    ],
)
def test_what_is_refused_stores_nothing(ada, puzzle, action):
    with pytest.raises((engine.IllegalAction, engine.MalformedAction, NotAllowed)):
        answer(ada, puzzle, action)
    assert not PuzzleAttempt.objects.exists()


def test_the_next_puzzle_is_as_hard_as_the_player_is_strong(ada, monkeypatch):
    easy, even, hard = (a_puzzle(key) for key in ("easy", "even", "hard"))
    for puzzle, mu in ((easy, 5), (hard, 45)):
        Rating.objects.filter(puzzle=puzzle).update(mu=mu)
    wanted = Wanted()
    with monkeypatch.context() as patch:
        patch.setattr(choosing, "NEAREST", 1)
        assert choosing.next_puzzle(None, wanted) == even
        assert choosing.next_puzzle(ada.pk, wanted) == even
        Rating.objects.create(player=ada, rules=PUZZLES, mu=40, sigma=1, ordinal=37)
        assert choosing.next_puzzle(ada.pk, wanted) == hard
        assert choosing.next_puzzle(ada.pk, wanted, after="hard") == even
    for puzzle in (easy, even):
        answer(ada, puzzle, SOLUTION)
    assert choosing.next_puzzle(ada.pk, wanted) == hard
    answer(ada, hard, TICK)
    answer(ada, hard, HUNT, 1)
    assert choosing.next_puzzle(ada.pk, wanted) in (easy, even)
    assert choosing.next_puzzle(ada.pk, wanted, after="easy") == even


def test_the_next_puzzle_has_the_theme_and_rules_that_are_wanted(ada):
    a_puzzle("one", themes=("two-birds", "last-turn"))
    a_puzzle("two")
    Puzzle.objects.filter(key="two").update(rules="phylo-1.3")
    found = [choosing.next_puzzle(ada.pk, each) for each in (Wanted(theme="last-turn"), Wanted("phylo-1.3"))]
    assert [each and each.key for each in found] == ["one", "two"]
    assert choosing.next_puzzle(ada.pk, Wanted("phylo-1.3", "last-turn")) is None
    Puzzle.objects.update(listed=False)
    assert choosing.next_puzzle(None, Wanted()) is None


@pytest.fixture
def run(ada) -> PuzzleRun:
    for number in range(5):
        a_puzzle(f"p{number}")
    return runs.begin(player=ada, rules="phylo-1.4a", key="run")


def next_of(run: PuzzleRun) -> Puzzle:
    run.refresh_from_db()
    found = runs.puzzle_of(run)
    assert found is not None
    return found


def solve(player: Player, run: PuzzleRun) -> None:
    puzzle = next_of(run)
    answer(player, puzzle, TICK, run=run.pk)
    answer(player, puzzle, HUNT, 1, run=run.pk)


def test_a_run_counts_what_is_solved_until_the_third_mistake(ada, run):
    solve(ada, run)
    first = next_of(run)
    for _mistake in range(3):
        answer(ada, next_of(run), WRONG, run=run.pk)
    run.refresh_from_db()
    assert (run.solved, run.mistakes, run.ended is not None, runs.puzzle_of(run)) == (1, 3, True, None)
    # Nothing of it is rated, now or later, and a repeated answer is the first one.
    assert not Rating.objects.filter(player=ada).exists()
    assert answer(ada, first, WRONG, run=run.pk).attempt.result == "failed"
    assert not answer(ada, first, TICK, key="later").attempt.rated
    with pytest.raises(RunOver):
        answer(ada, first, TICK, 1, key="late", run=run.pk)


def test_a_run_ends_by_the_clock_of_the_site(ada, run):
    puzzle = next_of(run)
    answer(ada, puzzle, TICK, run=run.pk)
    with pytest.raises(StaleVersion):
        answer(ada, Puzzle.objects.get(pk=run.line_up[3]), TICK, run=run.pk)
    # Not the machine's time, from which the site's may differ by the moments a note of it is old.
    now = site_time.read()
    PuzzleRun.objects.update(begun=now - runs.LASTS, ends=now)
    with pytest.raises(RunOver):
        answer(ada, puzzle, HUNT, 1, run=run.pk)
    run.refresh_from_db()
    assert (run.solved, runs.puzzle_of(run)) == (0, None)
    other = runs.begin(player=ada, rules="phylo-1.4a", key="another")
    run.refresh_from_db()
    assert run.ended == run.ends
    assert runs.begin(player=ada, rules="phylo-1.4a", key="another") == other
    with pytest.raises(NotAllowed):
        runs.begin(player=ada, rules="phylo-1.3", key="none")


def test_the_puzzle_of_a_run_is_closed_outside_of_it(ada, ben, run):
    puzzle, client = next_of(run), client_of(ada)
    address, api = f"/puzzles/{puzzle.key}/", f"/api/v1/puzzles/{puzzle.key}/"
    for action in (SOLUTION, WRONG):
        with pytest.raises(NotAllowed):
            answer(ada, puzzle, action)
    closed = (address, f"{address}table/", f"{address}solution/", api)
    assert [client.get(each).status_code for each in closed] == [404] * 4
    assert client.get(f"{api}?run={run.pk}").status_code == 200
    assert client_of(ben).get(address).status_code == 200
    solve(ada, run)
    assert [client.get(each).status_code for each in (address, api)] == [200, 200]


def test_a_run_leaves_out_what_is_over_where_enough_is_left(ada, run, monkeypatch):
    first = next_of(run)
    solve(ada, run)
    monkeypatch.setattr(runs, "LONGEST", 4)
    again = runs.begin(player=ada, rules=run.rules, key="again")
    assert set(again.line_up) == set(run.line_up) - {first.pk}
    monkeypatch.setattr(runs, "LONGEST", 5)
    assert first.pk in runs.begin(player=ada, rules=run.rules, key="all").line_up


def test_the_last_part_of_a_second_counts_as_one(ada, run, monkeypatch):
    monkeypatch.setattr(puzzle_runs.site_time, "read", lambda: run.ends - timedelta(seconds=0.4))
    assert 'data-left="1"' in client_of(ada).get(f"/puzzles/run/{run.pk}/").content.decode()


def test_the_run_of_another_is_not_found(ben, run):
    with pytest.raises(PuzzleRun.DoesNotExist):
        answer(ben, next_of(run), TICK, run=run.pk)


def test_the_table_of_the_day_has_the_best_run_of_each(ada, ben, run):
    solve(ada, run)
    better = runs.begin(player=ada, rules=run.rules, key="better")
    solve(ada, better)
    solve(ada, better)
    his = runs.begin(player=ben, rules=run.rules, key="his")
    answer(ben, next_of(his), WRONG, run=his.pk)
    solve(ben, his)
    solve(ben, his)
    runs.begin(player=ben, rules=run.rules, key="nothing")
    assert list(PuzzleRun.objects.table(run.day, run.rules)) == [better, his]
    PuzzleRun.objects.filter(player=ben).update(day=run.day - timedelta(days=1))
    assert list(PuzzleRun.objects.table(run.day, run.rules)) == [better]


def test_an_account_takes_over_what_its_guest_has_solved(ada, puzzle, django_user_model):
    other = a_puzzle("other")
    user = django_user_model.objects.create(username="mia")
    mia = Player.objects.create(user=user)
    answer(mia, puzzle, WRONG)
    answer(ada, puzzle, TICK)
    answer(ada, other, WRONG)
    run = runs.begin(player=ada, rules="phylo-1.4a", key="run")
    players.adopt_guest(guest_id=ada.guest_id, user=user)
    kept = mia.puzzle_attempts.values_list("puzzle__key", "result", "rated")
    # Mia's rating stays as it is, so what it has not been moved by is not told as rated.
    assert set(kept) == {("tick-and-hunt", "failed", True), ("other", "failed", False)}
    assert rating(player=mia).games == 1
    run.refresh_from_db()
    assert (run.player, run.ended is not None) == (mia, True)
    players.leave(user=user)
    assert not PuzzleAttempt.objects.exists()
    assert not PuzzleRun.objects.exists()


@pytest.mark.parametrize("guest_first", [True, False])
def test_after_an_account_has_taken_over_a_guest_it_begins_again_once(
    ada, puzzle, django_user_model, guest_first
):
    """What one has not finished, the other has: whichever came first, and nobody is rated yet."""
    user = django_user_model.objects.create(username="mia")
    mia = Player.objects.create(user=user)
    for player in (ada, mia) if guest_first else (mia, ada):
        answer(player, puzzle, TICK)
    answer(mia if guest_first else ada, puzzle, HUNT, 1)
    Rating.objects.filter(player=ada).update(games=7)
    players.adopt_guest(guest_id=ada.guest_id, user=user)
    again = answer(mia, puzzle, AGAIN, 2, key="again").attempt
    assert list(mia.puzzle_attempts.values_list("result", "rated")) == [("playing", False), ("solved", True)]
    assert again.version == 3
    assert rating(player=mia).games == (1 if guest_first else 7)
    assert not Player.objects.filter(pk=ada.pk).exists()


def test_an_account_that_answers_while_it_takes_over_a_guest(transactional_db, django_user_model):
    for number in range(6):
        puzzle, guest = a_puzzle(f"puzzle-{number}"), PlayerFactory()
        user = django_user_model.objects.create(username=f"mia{number}")
        mia = Player.objects.create(user=user)
        answer(guest, puzzle, TICK)
        adopted, answered = race(
            lambda guest=guest, user=user: players.adopt_guest(guest_id=guest.guest_id, user=user),
            lambda mia=mia, puzzle=puzzle: answer(mia, puzzle, TICK),
        )
        assert adopted is True
        assert isinstance(answered, answers.Answered | StaleVersion)
        assert mia.puzzle_attempts.count() == 1


def test_answers_that_race_are_one(transactional_db):
    """Each sent twice, in both orders, by several players at one puzzle."""
    names = ("Ada", "Ben", "Cleo", "Dan")
    puzzle, found = a_puzzle(), [PlayerFactory(name=name, user=person(name)) for name in names]
    calls = [
        lambda player=player, action=action, key=key: answer(player, puzzle, action, key=key)
        for player in found
        for action, key in ((WRONG, "one"), (TICK, "two"), (WRONG, "one"), (TICK, "two"))
    ]
    results = race(*calls)
    assert {type(result) for result in results} <= {answers.Answered, StaleVersion}
    for player in found:
        [attempt] = player.puzzle_attempts.all()
        assert len(attempt.answers) == 1
        assert rating_exists(player) == (attempt.result == "failed")
    failed = PuzzleAttempt.objects.filter(result="failed").count()
    assert rating(puzzle=puzzle).games == failed


def rating_exists(player: Player) -> bool:
    return Rating.objects.filter(player=player, games=1).exists()


def posted(client, puzzle: Puzzle, action: dict, version: int = 0, key: str = "", run: str = ""):
    order = {"action": action, "version": version, "key": key or f"at-{version}"}
    address = reverse("api-puzzle-actions", args=[puzzle.key]) + (f"?run={run}" if run else "")
    return client.post(address, order, content_type="application/json")


def test_the_api_lists_puzzles_and_judges_answers(puzzle, ada):
    client = client_of(ada)
    [listed] = client.get("/api/v1/puzzles/?theme=most-points&rules=phylo-1.4a").json()["results"]
    assert (listed["key"], listed["rating"], listed["length"]) == (puzzle.key, 1500, 2)
    assert client.get("/api/v1/puzzles/?theme=wind").json()["results"] == []
    assert client.get("/api/v1/puzzles/next/").json()["key"] == puzzle.key
    found = client.get(f"/api/v1/puzzles/{puzzle.key}/").json()
    assert (found["version"], found["solution"], TICK in found["legal"]) == (0, None, True)
    assert "lines" not in json.dumps(found)
    right = posted(client, puzzle, TICK).json()
    assert (right["version"], right["verdict"], right["told"]["headline"]) == (1, "right", "Right. Go on.")
    wrong = posted(client, puzzle, WRONG, 1).json()
    assert (wrong["result"], wrong["verdict"], wrong["lost"]) == ("good", "good", 6)
    assert wrong["told"]["best"] == ["Play Hunt on Plum."]
    assert wrong["told"]["why"] == ["The other player would have lost Plum (6 points)."]
    assert client.get(f"/api/v1/puzzles/{puzzle.key}/").json()["solution"] == [HUNT]
    [tried] = client.get("/api/v1/puzzles/history/?failed=true").json()["results"]
    assert (tried["puzzle"]["key"], tried["result"], tried["gain"]) == (puzzle.key, "good", 0)
    stale = posted(client, puzzle, TICK, 1, "late")
    assert (stale.status_code, stale.json()["code"], stale.json()["version"]) == (409, "stale", 2)
    over = posted(client, puzzle, TICK, 2)
    assert (over.status_code, over.json()["code"]) == (422, "exercise-over")
    draw = posted(client, a_puzzle("other"), {"do": "discard", "card": "tick"})
    assert (draw.status_code, draw.json()["code"]) == (422, "draws")
    assert client.get("/api/v1/puzzles/nothing/").status_code == 404


def test_looking_makes_no_guest_and_answering_makes_one(puzzle):
    client = Client()
    for address in (f"/puzzles/{puzzle.key}/", f"/puzzles/{puzzle.key}/table/", "/puzzles/", "/puzzles/run/"):
        assert client.get(address).status_code == 200
    assert client.get("/puzzles/next/?theme=most-points").url == f"/puzzles/{puzzle.key}/?theme=most-points"
    assert client.get(f"/puzzles/{puzzle.key}/solution/").status_code == 404
    assert not Player.objects.exists()
    assert posted(client, puzzle, WRONG).status_code == 200
    assert Player.objects.count() == 1
    page = client.get(f"/puzzles/{puzzle.key}/").content.decode()
    assert "Not right: it puts you no further ahead, and 10 points are possible." in page
    assert "data-onward" in page
    assert "Hunt" in client.get(f"/puzzles/{puzzle.key}/solution/?version=2").content.decode()
    # Somebody else has a table and a history of their own.
    assert "Not right" not in Client().get(f"/puzzles/{puzzle.key}/").content.decode()
    history = client.get("/puzzles/history/?failed=1").content.decode()
    assert f'<a href="/puzzles/{puzzle.key}/">Most points, 10 points</a>' in history
    assert puzzle.key not in Client().get("/puzzles/history/?failed=1").content.decode()


def test_cards_that_the_seat_does_not_see_are_told_to_nobody(puzzle):
    puzzle.content["record"]["cards"]["fox"] = CARDS["fox"] | {"name": "Fox"}
    puzzle.content["record"]["position"]["hands"][1] = ["fox"]
    puzzle.save()
    cards = Client().get(f"/api/v1/puzzles/{puzzle.key}/").json()["cards"]
    assert cards.keys() == {"oak", "hare", "plum", "tick", "hunt"}


def test_a_puzzle_that_changes_stays_open_for_who_has_solved_it(ada, ben, mia, puzzle):
    answer(ada, puzzle, TICK)
    answer(ada, puzzle, HUNT, 1)
    answer(ben, puzzle, GOOD)
    answer(mia, puzzle, TICK)
    answer(mia, puzzle, SOLUTION, 1)
    start = position(*LYING, hand="hunt", other="oak", actions_left=2)
    changed = replace(
        known(), record=known().record | {"position": start}, lines=((HUNT,),),
        proof=(Node((18, 15, 7, 0, 10), (-1,)),),
    )  # fmt: skip
    Puzzle.objects.update(content=as_json(changed))
    for player, version, result in ((ada, 2, "solved"), (ben, 1, "good"), (mia, 2, "failed")):
        client = client_of(player)
        if player == mia:
            client.force_login(mia.user, backend=settings.AUTHENTICATION_BACKENDS[-1])
        for part in ("", f"table/?version={version}", "solution/?version=1"):
            assert client.get(f"/puzzles/{puzzle.key}/{part}").status_code == 200
        told = client.get(f"/api/v1/puzzles/{puzzle.key}/").json()
        assert (told["version"], told["result"], told["solution"]) == (version, result, [HUNT])
        assert posted(client, puzzle, AGAIN, version).status_code == 200


def test_a_withdrawn_puzzle_stays_for_who_has_answered_it(ada, ben, puzzle):
    answer(ada, puzzle, WRONG)
    Puzzle.objects.update(listed=False)
    address = f"/puzzles/{puzzle.key}/"
    seen = [client.get(address).status_code for client in (client_of(ada), client_of(ben), Client())]
    assert seen == [200, 404, 404]
    assert posted(client_of(ben), puzzle, TICK).status_code == 404
    assert client_of(ada).get("/puzzles/next/").url == "/puzzles/"


KEY_OF_RUN = r'name="key" value="(?P<key>[^"]+)".*?name="rules" value="(?P<rules>[^"]+)"'


def test_a_run_is_played_on_its_pages_by_its_player_alone(ada, ben, run):
    mine, other = client_of(ada), client_of(ben)
    address, puzzle = f"/puzzles/run/{run.pk}/", next_of(run)
    assert "3 mistakes left" in mine.get(address).content.decode()
    assert [each.get(address).status_code for each in (other, Client())] == [404, 404]
    assert posted(other, puzzle, WRONG, run=str(run.pk)).status_code == 404
    assert posted(mine, puzzle, WRONG, run=str(run.pk)).json()["gain"] is None
    table = mine.get(f"{address}{puzzle.key}/table/?version=1").content.decode()
    assert "2 mistakes left" in table
    assert next_of(run) != puzzle
    solve(ada, run)
    PuzzleRun.objects.update(begun=run.begun - runs.LASTS, ends=run.begun)
    late = posted(mine, next_of_any(run), TICK, run=str(run.pk))
    assert (late.status_code, late.json()["code"]) == (409, "not-now")
    over = mine.get(address).content.decode()
    assert "1 solved" in over
    again = mine.post("/puzzles/run/", re.search(KEY_OF_RUN, over).groupdict())
    assert mine.get(again.url).status_code == 200
    assert "Not solved" in over
    table = mine.get("/puzzles/run/").content.decode()
    assert "Ada (guest)" in table
    told = other.get("/api/v1/puzzles/runs/").json()["results"]
    assert told == [{"name": "Ada (guest)", "solved": 1, "mistakes": 1}]


def next_of_any(run: PuzzleRun) -> Puzzle:
    run.refresh_from_db()
    return Puzzle.objects.get(pk=run.line_up[run.place])


def test_a_run_is_begun_by_page_and_by_program(ada, puzzle):
    client = client_of(ada)
    page = client.get("/puzzles/run/").content.decode()
    key = re.search(r'name="key" value="([^"]+)"', page)[1]
    begun = client.post("/puzzles/run/", {"key": key, "rules": "phylo-1.4a"})
    assert client.get(begun.url).status_code == 200
    assert client.post("/puzzles/run/", {"key": key, "rules": "phylo-1.4a"}).url == begun.url
    reused = client.post("/puzzles/run/", {"key": key, "rules": "phylo-1.3"})
    assert (reused.status_code, "This was sent before" in reused.content.decode()) == (400, True)
    none = client.post("/puzzles/run/", {"key": "other", "rules": "phylo-1.3"})
    assert (none.status_code, "There are no puzzles of these rules" in none.content.decode()) == (400, True)
    sent = client.post("/api/v1/puzzles/runs/", {"key": "api"}, content_type="application/json")
    assert (sent.status_code, sent.json()["puzzle"], sent.json()["over"]) == (201, puzzle.key, False)


def test_puzzles_are_loaded_from_files_and_stay_when_they_are_gone(db, ada, tmp_path):
    one, two = known("one", themes=("event", EASY)), known("two", themes=("wind", "event"))
    path = tmp_path / "phylo-1.4a.jsonl"
    write_file(path, [one, two], V14)
    assert load_puzzles(tmp_path) == Loaded(2, 0, 0)
    assert load_puzzles(tmp_path) == Loaded(0, 0, 0)
    stored = Puzzle.objects.get(key="two")
    assert ([each.theme for each in stored.themes.all()], stored.rating.shown) == (["wind", "event"], 1500)
    assert rating(puzzle__key="one").shown == 1260
    answer(ada, stored, TICK)
    write_file(path, [replace(two, themes=("event",))], V14)
    assert load_puzzles(tmp_path) == Loaded(0, 1, 1)
    stored.refresh_from_db()
    assert [each.theme for each in stored.themes.all()] == ["event"]
    assert not PuzzleAttempt.objects.exists()
    write_file(path, [one], V14)
    load_puzzles(tmp_path)
    assert list(Puzzle.objects.listed().values_list("key", flat=True)) == ["one"]
    path.write_text("{}")
    with pytest.raises(InvalidPuzzles):
        load_puzzles(tmp_path)
