"""Who may do what with a set: one table, asked of services and pages."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from cards.curation.permissions import moderates
from cards.models import Card
from cards.sets import services
from cards.sets.access import may_change, standing_of
from cards.sets.cards import seen_cards
from cards.sets.models import Collection
from phylo.http.problems import NotAllowed
from phylo.http.refusals import BadValue
from phylo.moderation import services as moderation
from tests.curation.conftest import FERN
from tests.sets.conftest import ACTORS, Class

READ = {
    "private": {"owner", "editor", "member", "guest"},
    "unlisted": set(ACTORS),
    "public": set(ACTORS),
    "hidden": {"owner", "editor", "reviewer"},
}
MAY = {
    "describe": {"owner", "editor"},
    "put": {"owner", "editor"},
    "move": {"owner", "editor"},
    "take": {"owner", "editor"},
    "make": {"owner", "editor", "member", "guest"},
    "let-in": {"owner", "editor"},
    "change-anothers": {"owner", "editor"},
    "delete-anothers": {"owner", "editor"},
    "publish": {"owner"},
    "invite": {"owner"},
    "remove": {"owner"},
    "hide": {"reviewer"},
    "delete": {"owner"},
}


@pytest.mark.once
def test_who_reads_a_set(pond: Class):
    own = pond.make("editor")
    names = ("set", "set-json", "set-print", "api-collection")
    addresses = [reverse(name, args=[pond.set.slug]) for name in names]
    addresses.append(reverse("set-card-face", args=[pond.set.slug, own.pk]))
    clients = {actor: pond.client(actor) for actor in ACTORS}
    for state, readers in READ.items():
        pond.seen_by("public" if state == "hidden" else state, hidden=state == "hidden")
        for actor, client in clients.items():
            found = {client.get(address).status_code for address in addresses}
            assert found == {200 if actor in readers else 404}, (state, actor)


def of(pond: Class, actor: str) -> dict:
    return {"collection_id": pond.set.pk, "builder": pond.builders[actor]}


def action(pond: Class, name: str, actor: str) -> None:
    builder, who = pond.builders[actor], of(pond, actor)
    card = Card.objects.get(key="clover")
    described = {"version": pond.set.version, "description": "", "licence": "CC0-1.0"}
    if name in ("describe", "publish"):
        visibility = "public" if name == "publish" else None
        services.describe_set(**who, **described, name="Another", visibility=visibility)
    elif name == "put":
        services.put_card(**who, card=card)
    elif name == "move":
        services.move_card(**who, card=Card.objects.get(key="nettle"), by=-1)
    elif name == "take":
        services.take_card(**who, card=card)
    elif name == "make":
        pond.make(actor)
    elif name == "let-in":
        services.show_card(card_id=pond.own.pk, builder=builder, shown=True)
    elif name == "change-anothers":
        services.change_card(
            card_id=pond.own.pk, builder=builder, version=1, contents=pond.own.contents | {"points": 9}
        )
    elif name == "delete-anothers":
        services.delete_card(card_id=pond.own.pk, builder=builder)
    elif name == "invite":
        services.open_link(**who, editors=True)
    elif name == "remove":
        services.remove(**who, person_id=pond.set.people.first().pk)
    elif name == "hide":
        if builder.user is None:
            raise NotAllowed
        moderation.decide(
            kind="set", key=pond.set.slug, user=builder.user, hidden=True, reason="Names of children."
        )
    elif name == "delete":
        services.delete_set(**who)


def snapshot(pond: Class) -> list:
    rows = Collection.objects.filter(pk=pond.set.pk)
    return [
        *rows.values("name", "visibility", "hidden", "editor_code", "changed_at"),
        *pond.set.entries.values("card_id", "place"),
        *pond.set.own_cards.values("pk", "shown", "version"),
        *pond.set.people.values("pk"),
    ]


def test_who_does_what(pond: Class):
    pond.seen_by("unlisted")
    services.put_card(
        collection_id=pond.set.pk, builder=pond.builders["owner"], card=Card.objects.get(key="nettle")
    )
    pond.own = pond.make("owner", name="Duckweed")
    pond.set.refresh_from_db()
    before = snapshot(pond)
    for name, allowed in MAY.items():
        found = set()
        for actor in ACTORS:
            kept = transaction.savepoint()
            try:
                action(pond, name, actor)
                found.add(actor)
            except NotAllowed:
                assert snapshot(pond) == before, (name, actor)
            transaction.savepoint_rollback(kept)
        assert found == allowed, name


def asked(pond: Class, name: str) -> tuple[str, str, dict | None]:
    """The same as `action`, of the API: method, path below the set and body."""
    own = f"own/{pond.own.pk}/"
    return {
        "describe": ("patch", "", {"version": pond.set.version, "name": "Another"}),
        "put": ("post", "cards/", {"card": "clover"}),
        "move": ("post", "cards/", {"card": "nettle", "place": 0}),
        "take": ("delete", "cards/nettle/", None),
        "make": ("post", "own/", {"contents": FERN}),
        "let-in": ("post", f"{own}shown/", {"shown": True}),
        "change-anothers": ("patch", own, {"version": 1, "contents": {"points": 9}}),
        "delete-anothers": ("delete", own, None),
        "publish": ("patch", "", {"version": pond.set.version, "visibility": "public"}),
        "see-people": ("get", "people/", None),
        "see-links": ("get", "links/", None),
        "invite": ("post", "links/", {"link": "editors", "open": True}),
        "remove": ("delete", f"people/{pond.set.people.first().pk}/", None),
        "delete": ("delete", "", None),
    }[name]


def test_who_does_what_by_the_api(pond: Class):
    owner, more = of(pond, "owner"), {"see-people": {"owner", "editor"}, "see-links": {"owner", "editor"}}
    for key in ("clover", "nettle"):
        services.put_card(**owner, card=Card.objects.get(key=key))
    services.take_card(**owner, card=Card.objects.get(key="clover"))
    pond.own = pond.make("owner", name="Duckweed")
    clients = {actor: pond.client(actor) for actor in ACTORS}
    for visibility in ("private", "unlisted"):
        pond.seen_by(visibility)
        before = snapshot(pond)
        for name, allowed in (MAY | more).items():
            if name == "hide":
                continue
            method, path, body = asked(pond, name)
            for actor, client in clients.items():
                kept = transaction.savepoint()
                address = f"/api/v1/collections/{pond.set.slug}/{path}"
                status = getattr(client, method)(address, body, content_type="application/json").status_code
                if actor in allowed:
                    assert status in (200, 201, 204), (name, actor)
                else:
                    hidden = visibility == "private" and actor in ("outsider", "anonymous", "reviewer")
                    assert status == (404 if hidden else 403), (name, actor)
                    assert snapshot(pond) == before, (name, actor)
                transaction.savepoint_rollback(kept)


def test_a_members_card_is_seen_by_its_author_and_the_editors_until_it_is_let_in(pond: Class):
    pond.seen_by("public")
    card = pond.make("guest")
    assert not card.shown
    for shown, readers in ((False, {"owner", "editor", "guest"}), (True, set(ACTORS))):
        services.show_card(card_id=card.pk, builder=pond.builders["editor"], shown=shown)
        card.refresh_from_db()
        found = {actor for actor in ACTORS if card in seen_cards(pond.set, pond.builders[actor])}
        assert found == readers
        builders = pond.builders.items()
        changing = {actor for actor, who in builders if may_change(who, card, standing_of(who, pond.set))}
        assert changing == {"owner", "editor", "guest"}
    # What a member changes is looked at anew.
    changed = services.change_card(
        card_id=card.pk, builder=pond.builders["guest"], version=1, contents=card.contents | {"points": 7}
    )
    assert not changed.shown
    with pytest.raises(NotAllowed):
        services.show_card(card_id=card.pk, builder=pond.builders["guest"], shown=True)
    services.leave(collection_id=pond.set.pk, builder=pond.builders["guest"])
    assert card not in seen_cards(pond.set, pond.builders["guest"])


def test_reviewers_alone_moderate_and_private_sets_are_nobodys_business(pond: Class):
    assert [actor for actor in ACTORS if moderates(pond.builders[actor].user)] == ["reviewer"]
    with pytest.raises(NotAllowed):
        action(pond, "hide", "reviewer")


def agreed(pond: Class, actor: str = "owner", **more) -> Collection:
    version = Collection.objects.get(pk=pond.set.pk).version
    return services.describe_set(**of(pond, actor), version=version, **more)


def test_others_see_the_set_of_a_class_once_its_owner_confirms_the_consent(pond: Class):
    for actor in set(ACTORS) - {"owner"}:
        for change in ({"class_set": True}, {"consent": True}):
            with pytest.raises(NotAllowed):
                agreed(pond, actor, **change)
    agreed(pond, class_set=True)
    for visibility in ("unlisted", "public"):
        with pytest.raises(BadValue, match="Confirm first"):
            agreed(pond, visibility=visibility)
    day = agreed(pond, consent=True, visibility="public").consent_at
    assert agreed(pond, consent=True, name="Lake").consent_at == day
    with pytest.raises(BadValue):
        agreed(pond, consent=False)
    assert agreed(pond, consent=False, visibility="private").consent_at is None
    with pytest.raises(IntegrityError), transaction.atomic():
        Collection.objects.filter(pk=pond.set.pk).update(visibility="public")


def test_by_form_and_api_the_owner_alone_marks_a_class_and_confirms(pond: Class):
    page, api = (reverse(name, args=[pond.set.slug]) for name in ("set-settings", "api-collection"))
    sent = {"name": "Pond", "description": "", "licence": "CC0-1.0", "version": 1, "class_set": "on"}
    owner, editor = pond.client("owner"), pond.client("editor")
    assert editor.post(page, sent | {"consent": "on"}).status_code == 302
    assert b'name="consent"' not in editor.get(page).content
    pond.set.refresh_from_db()
    assert (pond.set.class_set, pond.set.consent) == (False, False)
    refused = owner.post(page, sent | {"version": 2, "visibility": "public"})
    assert refused.status_code == 400
    assert b"Confirm first" in refused.content
    assert owner.post(page, sent | {"version": 2, "visibility": "public", "consent": "on"}).status_code == 302
    assert b"Confirmed on" in owner.get(page).content
    body = {"version": 3, "consent": False}
    for client, status in ((pond.client("outsider"), 403), (editor, 403), (owner, 400)):
        assert client.patch(api, body, content_type="application/json").status_code == status
    assert owner.get(api).json()["class_set"] is True


def test_in_the_set_of_a_class_only_editors_read_who_made_a_card(pond: Class):
    agreed(pond, class_set=True, consent=True, visibility="public")
    code = services.open_link(collection_id=pond.set.pk, builder=pond.builders["owner"], editors=False)
    services.join(code=code, builder=pond.builders["outsider"], called="Frog")
    pupil = pond.people["member"]
    for actor in ("member", "outsider"):
        card = pond.make(actor, name=f"Card of {actor}")
        services.show_card(card_id=card.pk, builder=pond.builders["owner"], shown=True)
    pages = {actor: pond.client(actor).get(reverse("set", args=[pond.set.slug])) for actor in ACTORS}
    for actor, page in pages.items():
        told = {
            name: name in page.content.decode() for name in (f"by {pupil.username}", "by Frog", "by Outsider")
        }
        editor = actor in ("owner", "editor")
        assert told == {f"by {pupil.username}": editor, "by Frog": editor, "by Outsider": False}, actor


def test_who_inherits_the_set_of_a_class_confirms_anew(pond: Class):
    agreed(pond, class_set=True, consent=True, visibility="public")
    services.release_sets(user=pond.people["owner"])
    pond.set.refresh_from_db()
    assert (pond.set.owner, pond.set.visibility, pond.set.consent) == (
        pond.people["editor"],
        "private",
        False,
    )
