"""The pages of a drafting match: for a seat, several seats on one device, a watcher, a stranger; replays."""

import json
import re
from itertools import count

import pytest
from django.test import Client
from django.urls import reverse

from engine.drafting import GAMES
from engine.drafting.draft import Draft
from engine.drafting.notation import seated
from games.matches.models import Match
from games.matches.services import positions
from games.matches.services.matches import Side, create_match
from games.matches.services.play import play
from games.matches.services.players import sit_down, step_down
from games.matches.services.positions import legal_at, view_at
from games.matches.services.records import export_record
from games.replays.services.imported_records import keep_record
from games.replays.services.judging import IllegalRecord, UnreadableRecord
from games.table.draft.pictures import SCENES, picture_url
from tests.factories import client_of

pytestmark = pytest.mark.once

KEYS = map(str, count())
HELD = re.compile(r'data-source="card:([A-Z]+)"')


def dealt(*sides, rules="ecosystem", **more):
    return create_match(sides=sides, rules=rules, seed=5, **more)


def page_of(client, match, query=""):
    return client.get(f"/matches/{match.pk}/{query}")


def choose(match, seat):
    current = Match.objects.get(pk=match.pk)
    action = legal_at(current, seat)[0]
    play(match_id=match.pk, seat=seat, action=action, version=current.version, key=f"key-{next(KEYS)}")


def play_out(match):
    while not (current := Match.objects.get(pk=match.pk)).finished:
        choose(current, positions.state_at(current).to_act[0])
    return current


def hand_in(response):
    return sorted(HELD.findall(response.content.decode()))


def test_each_sees_the_own_hand_a_watcher_none_and_a_stranger_nothing(ada, ben):
    match = dealt(Side(player=ada), Side(player=ben), Side(bot="greedy"), public=True)
    view = view_at(match, 0)
    for player, seat in ((ada, 0), (ben, 1)):
        response = page_of(client_of(player), match)
        assert response.status_code == 200
        assert hand_in(response) == view_at(match, seat)["hand"]
        assert len(
            json.loads(re.search(r'id="choices"[^>]*>(.*?)</script>', response.content.decode())[1])
        ) == len(set(view["hand"] if seat == 0 else view_at(match, 1)["hand"]))
    watching = page_of(Client(), match)
    assert watching.status_code == 200
    assert hand_in(watching) == []
    assert "Hands are hidden" in watching.content.decode()
    assert "This page needs JavaScript" in watching.content.decode()
    Match.objects.filter(pk=match.pk).update(public=False)
    assert page_of(Client(), match).status_code == 404


def test_what_others_choose_meanwhile_takes_no_choice_away(ada, ben):
    match = dealt(Side(player=ada), Side(player=ben), Side(bot="greedy"))
    table = reverse("match-table", args=[match.pk])
    card = legal_at(match, 0)[0]["card"]

    def choices(version):
        text = client_of(ada).get(table, {"part": "table", "version": version}).content.decode()
        return json.loads(re.search(r'id="choices"[^>]*>(.*?)</script>', text)[1])

    first = choices(0)
    ways = {"part": "ways", "version": 0, "card": card, "at": first[0]["at"]}
    choose(match, 1)
    assert first
    assert choices(0) == choices(1) == first
    assert client_of(ada).get(table, ways).status_code == 200
    choose(match, 0)
    assert choices(0) == choices(1) == choices(2) == []
    assert client_of(ada).get(table, ways).status_code == 404


def test_all_are_told_who_has_left_it_to_the_computer(ada, ben):
    match = dealt(Side(player=ada), Side(player=ben))
    step_down(match_id=match.pk, player=ben)
    assert "the computer plays" in page_of(client_of(ada), match).content.decode()
    sit_down(match_id=match.pk, player=ben)
    assert "the computer plays" not in page_of(client_of(ada), match).content.decode()


def test_a_choice_stays_hidden_until_all_have_chosen(ada, ben):
    match = dealt(Side(player=ada), Side(player=ben))
    choose(match, 0)
    own = client_of(ada).get(f"/matches/{match.pk}/table/?part=table").content.decode()
    other = client_of(ben).get(f"/matches/{match.pk}/table/?part=table").content.decode()
    assert "You have chosen" in own
    assert "Ada (guest) has chosen." in other
    assert 'class="cell taken' not in other
    assert "pending" not in other
    choose(match, 1)
    after = client_of(ben).get(f"/matches/{match.pk}/table/").content.decode()
    assert after.count('class="cell taken') == 2
    assert after.count('class="pick ') + after.count('class="pick"') == 3


def test_on_one_device_each_hand_shows_only_to_whom_is_ready(ada):
    match = dealt(Side(player=ada), Side(player=ada), Side(bot="random"))
    client = client_of(ada)
    cover = page_of(client, match).content.decode()
    assert "Hand the device to Ada (guest) 1" in cover
    assert '"unseen": true' in cover
    assert hand_in(page_of(client, match)) == []
    first = page_of(client, match, "?seat=0")
    assert hand_in(first) == view_at(match, 0)["hand"]
    assert f'data-next="/matches/{match.pk}/"' in first.content.decode()
    choose(match, 0)
    assert "Hand the device to Ada (guest) 2" in page_of(client, match).content.decode()
    assert hand_in(page_of(client, match, "?seat=1")) == view_at(match, 1)["hand"]
    fragment = client.get(f"/matches/{match.pk}/table/?part=table")
    assert hand_in(fragment) == []
    # Naming somebody else's seat is like naming none.
    assert hand_in(page_of(client, match, "?seat=2")) == []


def test_what_a_rabbit_may_exchange_is_asked_for_its_space(ada):
    match = next(
        found
        for seed in range(60)
        if "RABBIT"
        in view_at(
            found := create_match(sides=(Side(player=ada), Side(bot="random")), rules="ecosystem", seed=seed),
            0,
        )["hand"]
    )
    client, address = client_of(ada), f"/matches/{match.pk}/table/?part=ways"
    answer = client.get(f"{address}&card=RABBIT&at=0,0")
    assert answer.status_code == 200
    assert 'id="ways"' in answer.content.decode()
    for query in ("card=RABBIT&at=9,9", "card=BEE", "", "card=RABBIT&at=0,0&version=99"):
        assert client.get(f"{address}&{query}").status_code == 404


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_finished_match_shows_its_result_and_replays(ada, rules, players):
    match = dealt(Side(player=ada), *[Side(bot="random")] * (players - 1), rules=rules)
    client = client_of(ada)
    assert client.get(reverse("match-replay", args=[match.pk])).status_code == 404
    match = play_out(match)
    assert 'id="result-title"' in page_of(client, match).content.decode()
    replay = client.get(reverse("match-replay", args=[match.pk]) + "?version=5").content.decode()
    assert replay.count("data-open-hand") == players
    record = json.dumps(export_record(match))
    kept = keep_record(text=record)
    imported = Client().get(f"/replays/imported/{kept.pk}/?version={match.version}")
    assert imported.status_code == 200
    assert 'id="result-title"' in imported.content.decode()


def test_a_record_with_an_illegal_choice_is_refused(ada):
    record = export_record(play_out(dealt(Side(player=ada), Side(bot="random"))))
    wrong = record | {"actions": [record["actions"][0] | {"at": [7, 7]}, *record["actions"][1:]]}
    with pytest.raises(IllegalRecord) as refused:
        keep_record(text=json.dumps(wrong))
    assert refused.value.step == 0
    with pytest.raises(UnreadableRecord):
        keep_record(text=json.dumps(record | {"players": 9}))


def test_every_card_has_a_picture_that_is_kept():
    assert set(SCENES) == {kind for game in GAMES.values() for kind in game.deck}
    client = Client()
    for kind in SCENES:
        answer = client.get(picture_url(kind))
        assert answer.headers["Content-Type"] == "image/svg+xml"
        assert "immutable" in answer.headers["Cache-Control"]
    assert client.get("/draft-cards/bee/0000.svg").headers["Location"] == picture_url("BEE")
    assert client.get("/draft-cards/unicorn/0000.svg").status_code == 404


def test_people_at_a_table_of_three_talk_and_mute_each_other(ada, ben):
    match = dealt(Side(player=ada), Side(player=ben), Side(bot="random"))
    chat = reverse("api-match-chat", args=[match.pk])
    said = client_of(ben).post(chat, {"text": "Hello", "key": "a"}, content_type="application/json")
    assert said.json()["seat"] == 1
    assert [each["seat"] for each in client_of(ada).get(chat).json()["results"]] == [1]
    mute = reverse("api-match-mute", args=[match.pk])
    assert (
        client_of(ada).post(mute, {"on": True, "seat": 2}, content_type="application/json").status_code == 400
    )
    assert client_of(ada).post(mute, {"on": True, "seat": 1}, content_type="application/json").json() == {
        "muted": True
    }
    assert client_of(ada).get(chat).json() == {"count": 0, "results": [], "muted": True}


def test_who_leaves_a_table_is_stood_in_for_and_comes_back(ada, ben):
    match = dealt(Side(player=ada), Side(player=ben))
    client, leave = client_of(ada), reverse("match-leave", args=[match.pk])
    page = page_of(client, match).content.decode()
    assert f'action="{leave}"' in page
    assert 'data-part="presence"' in page
    assert "Ben (guest) is not at the table" in page
    assert Client().post(leave).status_code == 404
    assert client.post(leave).status_code == 302
    assert match.seats.get(number=0).stand_in
    assert "is not at the table" not in page_of(client_of(ben), match).content.decode()
    assert 'name="do" value="return"' in page_of(client, match).content.decode()
    client.post(leave, {"do": "return"})
    assert not match.seats.get(number=0).stand_in
    client.post(leave)
    order = {"action": legal_at(match, 0)[0], "version": 0, "key": "k"}
    address = reverse("api-match-actions", args=[match.pk])
    assert client.post(address, json.dumps(order), content_type="application/json").status_code == 200
    assert not match.seats.get(number=0).stand_in


def with_whales(seed):
    """A solo draft in which every whale is taken, up to where they turn cards over, and its actions."""
    draft, actions = Draft.deal(GAMES["coral-reef"], 1, seed), []
    while draft.phase in ("draft", "give"):
        able = [(number, seated(0, number)) for number in draft.actions(0)]
        chosen, action = next((each for each in able if each[1]["card"] == "WHALE"), able[0])
        actions.append(action)
        draft.perform(0, chosen)
    return draft, actions


def test_a_solo_record_in_which_the_opponent_turns_over_first_replays(db):
    played = ((*with_whales(seed), seed) for seed in range(100))
    draft, actions, seed = next(each for each in played if each[0].to_act == (0, 1))
    actions.append(seated(1, draft.actions(1)[0]))
    record = {"format": "phylo-record/1", "rules": "coral-reef", "players": 1, "seed": seed}
    kept = keep_record(text=json.dumps(record | {"actions": actions}))
    address = f"/replays/imported/{kept.pk}/?version={len(actions)}"
    assert Client().get(address).status_code == 200
