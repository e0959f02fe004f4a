"""What is typed of a set's card and not saved: kept for its author and the set's owner alone."""

import pytest
from django.urls import reverse

from cards.sets import services
from cards.sets.account_data import Sets
from cards.sets.models import Collection, SetCard
from phylo.accounts.models import Guest
from phylo.http.problems import NotAllowed
from phylo.http.refusals import BadValue, ChangedMeanwhile, NotNow, TooMany
from tests.curation.conftest import FERN
from tests.editor.posted import posted
from tests.sets.conftest import ACTORS, Class

BEGUN = {"kind": "species", "name": "Water flea"}


def keep(pond: Class, actor: str = "guest", card: SetCard | None = None, **more) -> SetCard:
    version = {} if card is None else {"card_id": card.pk, "version": card.version}
    return services.keep_draft(
        collection_id=pond.set.pk,
        builder=pond.builders[actor],
        **{"contents": BEGUN, "key": "k"} | version | more,
    )


def test_a_draft_is_begun_once_and_changed_by_whoever_has_read_it(pond: Class):
    card = keep(pond)
    assert keep(pond) == card
    assert (card.name, card.contents, card.draft["name"], card.version) == ("Water flea", {}, "Water flea", 1)
    more = keep(pond, card=card, contents=BEGUN | {"scale": 4})
    assert (more.draft["scale"], more.version) == (4, 2)
    # What is sent again changes nothing, also by who has not heard the answer; another text is refused.
    assert keep(pond, card=card, contents=BEGUN | {"scale": 4}).version == 2
    for stale in ({"card": card}, {}):
        with pytest.raises(ChangedMeanwhile) as refused:
            keep(pond, **stale, contents=BEGUN | {"scale": 5})
        assert refused.value.version == 2
    assert SetCard.objects.get().draft["scale"] == 4


def test_what_cannot_be_stored_is_left_out(pond: Class):
    odd = {"abilities": {"move": None}, "terrains": ["moon"], "points": 10**9, "fact": " It  hops. "}
    draft = keep(pond, contents=BEGUN | odd).draft
    assert (draft["abilities"], draft["terrains"], draft["points"]) == ({}, [], None)
    assert (draft["fact"], draft["name"]) == ("It hops.", "Water flea")
    art = {"file": "a" * 64, "artist": "Eve", "source": "mine", "licence": "CC0-1.0"}
    assert keep(pond, contents=BEGUN | {"art": art}, key="l").draft["art"] == {}
    with pytest.raises(BadValue):
        keep(pond, contents=BEGUN | {"fact": "x" * 50_000}, key="m")


def test_a_draft_is_for_its_author_and_the_owner_alone(pond: Class):
    card = keep(pond)
    pond.seen_by("public")
    page, edit = reverse("set", args=[pond.set.slug]), reverse("set-card-edit", args=[pond.set.slug, card.pk])
    elsewhere = [reverse(name, args=[pond.set.slug]) for name in ("set-json", "api-collection", "set-print")]
    elsewhere += [reverse("sets"), reverse("api-collections")]
    seen = set()
    for actor in ACTORS:
        client = pond.client(actor)
        if "Water flea" in client.get(page).content.decode():
            seen.add(actor)
        assert (client.get(edit).status_code == 200) == (actor in ("guest", "owner")), actor
        assert client.get(reverse("set-card-face", args=[pond.set.slug, card.pk])).status_code == 404
        for address in elsewhere:
            assert "Water flea" not in client.get(address).content.decode(), (actor, address)
    assert seen == {"guest", "owner"}
    for actor in set(ACTORS) - seen:
        with pytest.raises(NotAllowed):
            keep(pond, actor, card, contents=BEGUN | {"scale": 9})
        with pytest.raises(NotAllowed):
            services.delete_card(card_id=card.pk, builder=pond.builders[actor])
    with pytest.raises(NotNow):
        services.show_card(card_id=card.pk, builder=pond.builders["owner"], shown=True)
    with pytest.raises(NotNow):
        services.propose_card(card_id=card.pk, builder=pond.builders["owner"])
    changed = Collection.objects.get(pk=pond.set.pk).changed_at
    services.delete_card(card_id=card.pk, builder=pond.builders["guest"])
    assert Collection.objects.get(pk=pond.set.pk).changed_at == changed


def test_a_change_that_is_not_saved_leaves_the_card_as_it_is(pond: Class):
    card = pond.make("member")
    services.show_card(card_id=card.pk, builder=pond.builders["editor"], shown=True)
    typed = keep(pond, "member", card, contents=FERN | {"name": "Fern of the well"})
    assert (typed.shown, typed.contents["name"], typed.draft["name"]) == (
        True,
        FERN["name"],
        "Fern of the well",
    )
    with pytest.raises(NotAllowed):
        keep(pond, "editor", typed)
    # An editor does not see it, and cannot throw it away by saving.
    edit = reverse("set-card-edit", args=[pond.set.slug, card.pk])
    page = pond.client("editor").get(edit).content.decode()
    assert "Fern of the well" not in page
    assert "data-keep" not in page
    pond.client("editor").post(edit, posted(page, points="7", step="save"))
    card.refresh_from_db()
    assert (card.contents["points"], card.draft["name"], card.version) == (7, "Fern of the well", 3)
    with pytest.raises(ChangedMeanwhile):
        keep(pond, "member", typed, contents=FERN | {"name": "Lost"})
    for _time in range(2):
        services.drop_draft(card_id=card.pk, builder=pond.builders["member"])
    card.refresh_from_db()
    assert (card.draft, card.version, card.shown) == (None, 4, True)


def test_a_draft_counts_as_a_card_and_goes_with_its_account(pond: Class, monkeypatch):
    monkeypatch.setattr("cards.sets.services.own_cards.MOST_A_MEMBER", 1)
    card = keep(pond)
    with pytest.raises(TooMany):
        keep(pond, key="another")
    assert Sets().adopt(user=pond.people["outsider"], guest=Guest.objects.get())
    saved = pond.make("editor")
    keep(pond, "owner", saved, contents=FERN | {"points": 9})
    [told] = Sets().download(user=pond.people["outsider"], absolute=str)["set_cards"]
    assert (told["contents"], told["draft"]["name"]) == ({}, "Water flea")
    for name in ("outsider", "editor"):
        Sets().release(user=pond.people[name])
    assert not SetCard.objects.filter(pk=card.pk).exists()
    saved.refresh_from_db()
    assert saved.draft is None


def test_the_form_keeps_a_draft_with_and_without_a_script(pond: Class):
    pupil, new = pond.client("guest"), reverse("set-card-new", args=[pond.set.slug])
    page = pupil.get(new).content.decode()
    sent = posted(page, name="Water flea", points="many", step="keep")
    kept = [pupil.post(new, sent, headers={"X-Part": "keep"}).json() for _time in range(2)]
    card = SetCard.objects.get()
    edit = reverse("set-card-edit", args=[pond.set.slug, card.pk])
    assert kept == [{"version": 1, "address": edit}] * 2
    page = pupil.get(edit).content.decode()
    assert 'value="Water flea"' in page
    answer = pupil.post(edit, posted(page, name="Daphnia", step="keep"))
    assert answer.url == reverse("set", args=[pond.set.slug])
    assert "Daphnia" in pupil.get(answer.url).content.decode()
    stale = pupil.post(edit, posted(page, name="Rotifer", step="keep"), headers={"X-Part": "keep"})
    assert (stale.status_code, stale.json()["code"], stale.json()["version"]) == (409, "stale", 2)
    assert pond.client("member").post("/cards/propose/", {"step": "keep"}).status_code == 404
    page = posted(pupil.get(edit).content.decode(), step="save")
    assert pupil.post(edit, page).status_code == 400
    whole = {
        "scale": "4", "food_chain": "2", "diet": "herbivore", "terrains": ["freshwater"],
        "climates": ["cool"], "points": "4", "fact": "It hops.", "subject": "shape:copepod",
    }  # fmt: skip
    assert pupil.post(edit, page | whole).status_code == 302
    card.refresh_from_db()
    assert (card.contents["name"], card.draft, card.shown, card.version) == ("Daphnia", None, False, 3)
    pupil.post(reverse("set-card-step", args=[pond.set.slug, card.pk, "drop"]))
    assert SetCard.objects.get().version == 3
