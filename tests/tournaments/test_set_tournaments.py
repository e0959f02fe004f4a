"""A tournament of a set: who finds it, enters it and manages it, on pages and through the API."""

import pytest
from django.urls import reverse

from games.matches.models import Player
from games.matches.services.clock import LIVE, Pace
from games.tournaments.models import Tournament
from games.tournaments.services import making
from games.tournaments.services.terms import TournamentTerms
from tests.factories import DeckFactory
from tests.sets.conftest import ACTORS, Class

INSIDE = {"owner", "editor", "member", "guest"}
MAKERS = {"owner", "editor"}
CLOSED = {401, 404}
READ = (
    "tournament", "tournament-screen", "tournament-standings", "tournament-results", "tournament-trf",
    "tournament-calendar", "api-tournament", "api-tournament-entries", "api-tournament-standings",
    "api-tournament-games", "api-tournament-stream",
)  # fmt: skip


@pytest.fixture
def cup(pond: Class) -> Tournament:
    maker = Player.objects.get_or_create(user=pond.people["owner"])[0]
    terms = TournamentTerms(
        name="Pond cup", kind="swiss", rules="phylo-1.4a", rounds=3, pace=Pace(LIVE, 600, 15), audience="set"
    )
    return making.make(maker=maker, terms=terms, key="one", collection=pond.set)


@pytest.mark.parametrize("visibility", ["private", "public"])
def test_who_finds_and_reads_it(pond: Class, cup, visibility):
    if visibility == "public":
        # Who may see a set need not be in it.
        pond.seen_by("public")
    for actor in ACTORS:
        client = pond.client(actor)
        found = {client.get(reverse(name, args=[cup.code])).status_code for name in READ}
        found.add(client.get(reverse("api-tournament-file", args=[cup.code, "standings.csv"])).status_code)
        listed = "Pond cup" in client.get(reverse("tournaments")).content.decode()
        of_set = client.get(reverse("tournaments"), {"set": pond.set.slug}).status_code
        api = client.get(reverse("api-tournaments")).json()["count"]
        if actor in INSIDE:
            assert (found, listed, of_set, api) == ({200}, True, 200, 1), actor
        else:
            assert found <= CLOSED, actor
            assert (listed, of_set, api) == (False, 404, 0), actor


def test_who_enters_and_who_manages_it(pond: Class, cup):
    deck = DeckFactory(slug="meadow", ready=True)
    for actor in ACTORS:
        client = pond.client(actor)
        entered = client.post(reverse("tournament-enter", args=[cup.code]), {"deck": deck.slug})
        assert (entered.status_code == 302) == (actor in INSIDE), actor
        api = client.post(
            reverse("api-tournament-entries", args=[cup.code]), {"deck": deck.slug}, "application/json"
        )
        assert (api.status_code == 201) == (actor in INSIDE), actor
        asked = client.get(reverse("tournament-step", args=[cup.code, "begin"])).status_code
        assert (asked == 200) == (actor in MAKERS), actor
        if actor not in MAKERS:
            refused = {422} if actor in INSIDE else CLOSED
            steps = [reverse(f"api-tournament-{name}", args=[cup.code]) for name in ("begin", "next")]
            assert {client.post(step, {}, "application/json").status_code for step in steps} <= refused, actor
            assert client.delete(reverse("api-tournament", args=[cup.code])).status_code in refused, actor
    assert cup.entries.count() == len(INSIDE)
    begun = pond.client("editor").post(reverse("tournament-step", args=[cup.code, "begin"]))
    cup.refresh_from_db()
    assert (begun.status_code, cup.status) == (302, "running")
