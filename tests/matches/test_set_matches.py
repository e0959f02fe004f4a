"""Matches inside a set: its people may watch them, and nobody else."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.urls import reverse

from cards.decks.models import Deck
from cards.models.card import own_key
from cards.sets import services
from engine.bots.levels import LEVELS
from engine.bots.thinking import think
from games.lobby.services import open_tables
from games.lobby.services.quick import seek
from games.matches.access import watchable_by
from games.matches.models import Match, Player
from games.matches.services import records
from games.matches.services.errors import NotAllowed
from games.matches.services.matches import start_against_bot
from games.matches.services.one_device import start_on_one_device
from games.matches.services.play import play_bot_turn
from games.matches.services.players import resign
from games.matches.services.positions import bot_view_at, legal_at
from games.matches.services.rematches import rematch
from games.puzzles.services.making import make
from games.replays.services.playing_on import Moment, play_on
from games.table.faces import faces_of
from tests.factories import DeckFactory, PlayerFactory, deal
from tests.matches.test_addresses import CLOSED
from tests.sets.conftest import ACTORS, Class

LOOKS = ("match", "match-table", "api-match-view", "api-match-stream")


def of_set(pond: Class, actor: str = "member") -> Match:
    player = Player.objects.get_or_create(user=pond.people[actor])[0]
    match = deal(player)
    Match.objects.filter(pk=match.pk).update(collection=pond.set)
    match.refresh_from_db()
    return match


@pytest.mark.parametrize("hidden", [False, True])
def test_who_watches_a_match_of_a_set(pond: Class, hidden: bool, rf):
    match = of_set(pond)
    # Who may see a set need not be in it.
    pond.seen_by("public", hidden=hidden)
    inside = {"owner", "editor"} if hidden else {"owner", "editor", "member", "guest"}
    for actor in ACTORS:
        client = pond.client(actor)
        found = {client.get(reverse(name, args=[match.pk])).status_code for name in LOOKS}
        if actor in inside | {"member"}:
            assert found == {200}, actor
        else:
            assert found <= CLOSED, actor
        request = rf.get("/")
        request.session, request.user = client.session, pond.builders[actor].user or AnonymousUser()
        assert list(watchable_by(request)) == ([match] if actor in inside else []), actor


def test_a_match_of_a_set_is_never_public(pond: Class):
    match = of_set(pond)
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=match.pk).update(public=True)
    Match.objects.filter(pk=match.pk).update(
        status="finished", winner="0", ending="resigned", bot_to_act=False, to_act=""
    )
    with pytest.raises(NotAllowed):
        records.share(match_id=match.pk)
    shared = pond.client("member").post(reverse("match-share", args=[match.pk]))
    assert shared.status_code == 422
    pond.set.delete()
    match.refresh_from_db()
    assert match.collection is None
    assert not match.public


def against_bot(pond: Class, actor: str, deck: Deck, level: str = "greedy") -> Match:
    return start_against_bot(
        player=pond.player(actor), deck=deck, opponent_deck=DeckFactory(slug="meadow"), level=level
    )


def ended(match: Match) -> Match:
    resign(match_id=match.pk, seat=0, key="enough")
    match.refresh_from_db()
    return match


def test_a_match_keeps_a_sets_cards_as_they_were_dealt(pond: Class):
    own = pond.make("owner")
    deck, key = pond.deck("guest", own, copies=7), own_key(own.pk)
    match = against_bot(pond, "guest", deck)
    assert (match.collection, match.public, match.rated) == (pond.set, False, False)
    assert match.cards[key]["points"] == 4
    assert match.own_faces[key]["subject"] == "shape:fern"
    picture = faces_of(match)[key]["art"]
    assert pond.client("outsider").get(picture)["Content-Type"] == "image/svg+xml"

    own.refresh_from_db()
    changed = own.contents | {"points": 9, "subject": "shape:leaf"}
    services.change_card(
        card_id=own.pk, builder=pond.builders["owner"], version=own.version, contents=changed
    )
    services.delete_card(card_id=own.pk, builder=pond.builders["owner"])
    match = Match.objects.get(pk=match.pk)
    while match.bot_to_act:
        play_bot_turn(match_id=match.pk, version=match.version)
        match.refresh_from_db()
    assert pond.client("guest").get(reverse("match-table", args=[match.pk])).status_code == 200
    assert faces_of(match)[key]["art"] == picture
    with pytest.raises(NotAllowed, match="no longer shown"):
        against_bot(pond, "guest", Deck.objects.get(pk=deck.pk))

    match = ended(match)
    assert records.differences(match) == []
    assert records.export_record(match)["cards"][key]["points"] == 4
    pages = ("match-replay", "api-match-record", "api-match-analysis", "match-lesson")
    for actor, closed in (("owner", False), ("outsider", True)):
        client = pond.client(actor)
        for name in pages[:3]:
            status = client.get(reverse(name, args=[match.pk])).status_code
            assert (status in CLOSED) == closed, (actor, name)
    again = rematch(match=match, seat=0)
    assert again is not None
    assert (again.collection, again.cards[key], again.own_faces) == (
        pond.set,
        match.cards[key],
        match.own_faces,
    )
    later = play_on(moment=Moment(match, 0, 1), level="greedy", player=pond.player("guest"))
    assert (later.collection, later.cards) == (pond.set, match.cards)
    with pytest.raises(NotAllowed, match="Puzzles are for everybody"):
        make(player=pond.player("guest"), match=match, version=0)
    Match.objects.filter(pk=match.pk).update(collection=None)
    with pytest.raises(NotAllowed):
        records.share(match_id=match.pk)


@pytest.mark.once
def test_every_level_thinks_with_and_against_cards_that_it_has_never_met(pond: Class):
    own = pond.make("owner")
    deck = pond.deck("owner", own, copies=7)
    match = start_against_bot(player=pond.player("owner"), deck=deck, opponent_deck=deck, level="greedy")
    while 0 not in match.acting:
        play_bot_turn(match_id=match.pk, version=match.version)
        match.refresh_from_db()
    view, legal = bot_view_at(match, 0), legal_at(match, 0)
    assert view["cards"][own_key(own.pk)]["name"] == own.name
    for level in LEVELS[match.rules]:
        assert think(match.rules, level, view, legal, b"one", 0.05).action in legal, level


def test_two_on_one_device_play_a_deck_of_a_set_inside_it(pond: Class):
    deck = DeckFactory(slug="pond-deck", ready=False)
    Deck.objects.filter(pk=deck.pk).update(collection=pond.set)
    deck.refresh_from_db()
    ready, player = DeckFactory(slug="meadow"), PlayerFactory()
    match = start_on_one_device(player=player, deck=deck, opponent_deck=ready)
    assert (match.collection, match.public) == (pond.set, False)


def test_a_challenge_inside_a_set(pond: Class):
    own = pond.make("owner")
    deck = pond.deck("member", own)
    member, guest = pond.client("member"), pond.client("guest")
    sent = {"deck": deck.slug, "clock": "none", "listed": "lobby", "public": "on", "key": "one"}
    made = member.post(reverse("challenge-new"), sent)
    assert made.status_code == 302
    table = pond.player("member").opened_tables.get()
    assert (table.collection, table.public, table.listed) == (pond.set, False, False)
    games = reverse("set-games", args=[pond.set.slug])
    for actor in ACTORS:
        client = pond.client(actor)
        page = client.get(games)
        inside = actor in ("owner", "editor", "member", "guest")
        assert page.status_code == (200 if inside else 404), actor
        assert not inside or table.code in page.content.decode()
        assert table.code not in client.get(reverse("lobby"), {"part": "live"}).content.decode() or (
            actor == "member"
        )
        found = client.get(reverse("api-challenges"), {"set": pond.set.slug}).json()["results"]
        assert [each["set"] for each in found] == ([pond.set.slug] if inside and actor != "member" else [])
    assert f"Inside the set “{pond.set.name}”" in guest.get(made["Location"]).content.decode()

    other = pond.deck("guest", own)
    accepted = guest.post(made["Location"], {"deck": other.slug})
    match = Match.objects.get()
    assert accepted["Location"] == reverse("match", args=[match.pk])
    assert (match.collection, match.cards[own_key(own.pk)]["name"]) == (pond.set, own.name)
    assert str(match.pk) in pond.client("editor").get(games).content.decode()
    assert pond.client("editor").get(reverse("api-match", args=[match.pk])).json()["set"] == pond.set.slug


def test_whom_somebody_invites_by_a_link_plays_but_brings_no_deck_of_a_set(pond: Class):
    own = pond.make("owner")
    table = open_tables.open_table(
        maker=pond.player("member"),
        terms=open_tables.Terms(rules="phylo-1.4a", people=1),
        key="one",
        deck=pond.deck("member", own),
    )
    elsewhere = services.create_set(owner=pond.people["outsider"], name="Elsewhere")
    foreign = pond.deck("owner", own)
    Deck.objects.filter(pk=foreign.pk).update(collection=elsewhere)
    with pytest.raises(NotAllowed, match="only inside the set"):
        open_tables.join(
            code=table.code, player=pond.player("outsider"), deck=Deck.objects.get(pk=foreign.pk)
        )
    outsider = pond.client("outsider")
    outsider.post(table.get_absolute_url(), {"deck": DeckFactory(slug="meadow").slug})
    match = Match.objects.get()
    assert outsider.get(reverse("match", args=[match.pk])).status_code == 200
    assert pond.client("reviewer").get(reverse("match", args=[match.pk])).status_code == 404


def test_what_is_refused_for_a_deck_of_a_set(pond: Class):
    own = pond.make("owner")
    deck, player = pond.deck("owner", own), pond.player("owner")
    rated = open_tables.Terms(rules=deck.rules, people=1, rated=True, pace=open_tables.Pace("days", 86_400))
    with pytest.raises(NotAllowed, match="not rated"):
        open_tables.open_table(maker=player, terms=rated, key="rated", deck=deck)
    with pytest.raises(NotAllowed, match="do not meet strangers"):
        seek(
            player=pond.player("guest"),
            rules=deck.rules,
            clock="fast",
            key="quick",
            deck=pond.deck("guest", own),
        )
    with pytest.raises(NotAllowed):
        seek(player=player, rules=deck.rules, clock="fast", key="quick", deck=deck)
    public = open_tables.Terms(rules=deck.rules, people=1)
    with pytest.raises(NotAllowed, match="different sets"):
        open_tables.open_table(
            maker=player,
            terms=replace(public, collection=services.create_set(owner=pond.people["owner"], name="B").pk),
            key="two",
            deck=deck,
        )
    begun = pond.client("guest").post(
        reverse("api-matches"), {"deck": deck.slug, "level": "greedy"}, "application/json"
    )
    assert begun.status_code == 400
