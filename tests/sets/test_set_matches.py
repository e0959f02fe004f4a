"""Matches inside a set: its people may watch them, and nobody else."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.urls import reverse

from games.access import watchable_by
from games.models import Match, Player
from games.services import records
from games.services.errors import NotAllowed
from tests.factories import deal
from tests.games.test_addresses import CLOSED
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
