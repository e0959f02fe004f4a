"""What becomes of sets: making, filling, joining, own cards, proposing, accounts that come and go."""

from html import unescape
from io import BytesIO

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from pypdf import PdfReader

from cards.curation import services as curation
from cards.curation.models import Curator
from cards.models import Card
from cards.search.services.search import CardSearch, QueryError
from cards.sets import services
from cards.sets.account_data import Sets
from cards.sets.cards import cards_of
from cards.sets.models import Collection, SetCard
from phylo.accounts.models import Guest
from phylo.http.keys import KeyReused
from phylo.http.problems import NotAllowed
from phylo.http.refusals import BadValue, ChangedMeanwhile, TooMany
from phylo.moderation import services as moderation
from phylo.moderation.models import LogEntry
from tests.curation.conftest import FERN
from tests.editor.posted import posted
from tests.factories import a_guest
from tests.markup import tight
from tests.sets.conftest import Class


def of(pond: Class, name: str = "owner"):
    return {"collection_id": pond.set.pk, "builder": pond.builders[name]}


def test_a_set_is_made_once_for_a_key_and_refuses_what_cannot_be(pond: Class):
    owner = pond.people["owner"]
    one = services.create_set(owner=owner, name="  The   Wadden Sea ", key="k")
    assert services.create_set(owner=owner, name="The Wadden Sea", key="k") == one
    with pytest.raises(KeyReused):
        services.create_set(owner=owner, name="Again", key="k")
    assert (one.name, one.visibility, one.slug[:15]) == ("The Wadden Sea", "private", "the-wadden-sea-")
    for wrong in ({"name": " "}, {"name": "x" * 81}, {"licence": "own-work"}, {"description": "x" * 2001}):
        with pytest.raises(BadValue):
            services.create_set(**({"owner": owner, "name": "Moor"} | wrong))


def test_two_who_describe_it_at_once_lose_no_word(pond: Class):
    said = {"name": "Pond", "description": "", "licence": "CC0-1.0"}
    services.describe_set(**of(pond), version=1, **said)
    services.describe_set(**of(pond, "editor"), version=1, **said)
    with pytest.raises(ChangedMeanwhile) as stale:
        services.describe_set(**of(pond, "editor"), version=1, **said | {"name": "Lake"})
    assert stale.value.details() == {
        "version": 2, "conflicts": [{"column": "name", "yours": "Lake", "theirs": "Pond"}],
    }  # fmt: skip
    card = pond.make("owner")
    services.change_card(
        card_id=card.pk, builder=pond.builders["editor"], version=1, contents=FERN | {"points": 7}
    )
    with pytest.raises(ChangedMeanwhile) as stale:
        services.change_card(
            card_id=card.pk, builder=pond.builders["owner"], version=1, contents=FERN | {"points": 8}
        )
    assert [(each.column, each.yours, each.theirs) for each in stale.value.conflicts] == [("points", 8, 7)]


def test_cards_keep_their_order_and_are_held_once(pond: Class):
    clover, nettle = Card.objects.get(key="clover"), Card.objects.get(key="nettle")
    for card in (clover, nettle, clover):
        services.put_card(**of(pond), card=card)
    for by, keys in ((-1, ["nettle", "clover"]), (-1, ["nettle", "clover"]), (1, ["clover", "nettle"])):
        services.move_card(**of(pond), card=nettle, by=by)
        assert [card.key for card in cards_of(pond.set)] == keys
    services.move_card(**of(pond), card=nettle, by=-1)
    assert [card.key for card in cards_of(pond.set)] == ["nettle", "clover"]
    services.take_card(**of(pond), card=nettle)
    services.take_card(**of(pond), card=nettle)
    assert [card.key for card in cards_of(pond.set)] == ["clover"]
    clover.retired = True
    with pytest.raises(BadValue):
        services.put_card(**of(pond), card=clover)


def test_a_link_lets_in_until_it_is_closed_and_editors_need_an_account(pond: Class):
    stranger = a_guest()
    with pytest.raises(NotAllowed):
        services.join(code=pond.set.editor_code, builder=stranger, called="Eve")
    with pytest.raises(BadValue):
        services.join(code=pond.set.member_code, builder=stranger, called=" ")
    services.join(code=pond.set.editor_code, builder=pond.builders["member"])
    assert pond.set.people.get(user=pond.people["member"]).editor
    services.close_link(**of(pond), editors=False)
    with pytest.raises(Collection.DoesNotExist):
        services.join(code=pond.set.member_code, builder=stranger, called="Eve")


def test_a_guest_brings_no_picture_and_proposes_nothing(pond: Class):
    art = {"file": "a" * 64, "artist": "Eve", "source": "mine", "licence": "CC0-1.0"}
    with pytest.raises(BadValue, match="needs an account"):
        pond.make("guest", art=art)
    with pytest.raises(NotAllowed):
        services.propose_card(card_id=pond.make("guest").pk, builder=pond.builders["guest"])


def test_a_members_cards_are_limited(pond: Class, monkeypatch):
    monkeypatch.setattr("cards.sets.services.own_cards.MOST_A_MEMBER", 1)
    pond.make("member")
    with pytest.raises(TooMany):
        pond.make("member", name="Water fern")
    with pytest.raises(BadValue):
        pond.make("editor", scale=12)


def test_an_own_card_is_no_card_of_the_site_until_it_is_proposed_and_published(pond: Class):
    card = pond.make("member")
    assert not Card.objects.filter(name=FERN["name"]).exists()
    proposal = services.propose_card(card_id=card.pk, builder=pond.builders["member"])
    assert services.propose_card(card_id=card.pk, builder=pond.builders["member"]) == proposal
    assert (proposal.state, proposal.author) == ("draft", pond.people["member"])
    proposal = curation.submit(proposal_id=proposal.pk, author=proposal.author, version=proposal.version)
    curation.approve(proposal_id=proposal.pk, user=pond.people["reviewer"], version=proposal.version)
    assert Card.objects.get(key="harts-tongue").name == FERN["name"]
    card.refresh_from_db()
    assert card.proposal.state == "published"
    page = pond.client("member").get(reverse("set", args=[pond.set.slug])).content.decode()
    assert reverse("card", args=["harts-tongue"]) in page


def test_hiding_is_logged_and_takes_the_set_out_of_lists_and_searches(pond: Class):
    pond.seen_by("public")
    services.put_card(**of(pond), card=Card.objects.get(key="clover"))
    assert CardSearch(f"in:{pond.set.slug}").card_keys() == ["clover"]
    assert pond.set.name in pond.client("anonymous").get(reverse("sets")).content.decode()
    reviewer = pond.people["reviewer"]
    for _time in range(2):
        moderation.decide(
            kind="set", key=pond.set.slug, user=reviewer, hidden=True, reason="Names of children"
        )
    assert LogEntry.objects.filter(act="hide", kind="set", about=pond.people["owner"]).count() == 1
    with pytest.raises(QueryError):
        CardSearch(f"in:{pond.set.slug}")
    assert pond.set.name not in pond.client("anonymous").get(reverse("sets")).content.decode()
    told = pond.client("owner").get(reverse("set", args=[pond.set.slug])).content.decode()
    assert "Names of children" in told


def test_a_blocked_account_shows_nothing_more_to_others(pond: Class):
    Curator.objects.filter(user=pond.people["owner"]).update(blocked=True)
    said = {"version": 1, "name": "Pond", "description": "", "licence": "CC0-1.0"}
    with pytest.raises(NotAllowed):
        services.describe_set(**of(pond), **said, visibility="public")
    pond.make("owner")
    pond.seen_by("unlisted")
    with pytest.raises(NotAllowed):
        pond.make("owner")
    services.delete_set(**of(pond))


def test_a_guest_who_signs_up_keeps_place_and_cards(pond: Class):
    card, user = pond.make("guest"), pond.people["outsider"]
    assert Sets().adopt(user=user, guest=Guest.objects.get())
    card.refresh_from_db()
    assert (card.author, card.guest) == (user, None)
    assert pond.set.people.get(user=user).called == ""


def test_a_key_makes_one_card_of_an_author_in_a_set(pond: Class):
    of_guest, of_member = (of(pond, name) | {"contents": FERN, "key": "k"} for name in ("guest", "member"))
    mine, theirs = services.make_card(**of_member), services.make_card(**of_guest)
    assert services.make_card(**of_guest) == theirs
    with pytest.raises(IntegrityError), transaction.atomic():
        SetCard.objects.create(collection=pond.set, contents={}, name="a", author=mine.author, key="k")
    # The guest signs in as the member, who has used the same key.
    assert Sets().adopt(user=pond.people["member"], guest=Guest.objects.get())
    assert services.make_card(**of_member) == mine
    assert set(SetCard.objects.values_list("author__username", "key")) == {("Member", "k"), ("Member", "")}


def test_with_its_owner_a_set_passes_to_the_first_editor_or_goes(pond: Class):
    card = pond.make("member")
    Sets().release(user=pond.people["owner"])
    pond.set.refresh_from_db()
    assert pond.set.owner == pond.people["editor"]
    assert not pond.set.people.filter(user=pond.people["editor"]).exists()
    pond.people["member"].delete()
    assert SetCard.objects.get(pk=card.pk).author is None
    told = Sets().download(user=pond.people["editor"], absolute=str)
    assert [each["name"] for each in told["sets"]] == [pond.set.name]
    Sets().release(user=pond.people["editor"])
    assert not Collection.objects.filter(pk=pond.set.pk).exists()


def test_the_walk_of_a_pupil_without_an_account(pond: Class, client):
    """Through the pages: the link, a card of one's own, the editor who lets it in, paper and file."""
    address = reverse("set-join", args=[pond.set.member_code])
    page = client.get(address).content.decode()
    assert pond.set.name in page
    assert client.get(reverse("set", args=[pond.set.slug])).status_code == 404
    assert client.post(address, {"called": ""}).status_code == 400
    assert client.post(address, {"called": "Tim"}).url == reverse("set", args=[pond.set.slug])
    new = reverse("set-card-new", args=[pond.set.slug])
    page = client.get(new).content.decode()
    assert "art-file" not in page
    assert "can use the card once it is accepted" in tight(page)
    # Neither Latin name nor ranks nor source.
    fields = posted(
        page, name=FERN["name"], scale="4", food_chain="1", diet="photosynthetic", terrains=["forest"],
        climates=["cool"], points="4", fact=FERN["fact"], subject="shape:fern",
    )  # fmt: skip
    shown = client.post(new, fields, headers={"X-Part": "live"}).content.decode()
    assert "V1.4a" in shown
    assert "Playable" in shown
    for word in ("missing", "GBIF"):
        assert word not in shown
    wrong = client.post(new, fields | {"step": "save", "points": "many", "scale": ""})
    assert wrong.status_code == 400
    said = tight(wrong.content.decode())
    assert '<a href="#id-scale">Scale is missing.</a>' in said
    assert '<a href="#id-points">Points</a>: “many” is no whole number.' in said
    for _time in range(2):
        answer = client.post(new, fields | {"step": "save"})
        assert answer.status_code == 302, answer.content.decode()
    [card] = SetCard.objects.all()
    page = reverse("set", args=[pond.set.slug])
    assert "Not accepted yet" in client.get(page).content.decode()
    editor = pond.client("editor")
    assert "by Tim" in editor.get(page).content.decode()
    editor.post(reverse("set-card-step", args=[pond.set.slug, card.pk, "show"]))
    member = pond.client("member").get(page).content.decode()
    assert FERN["name"] in unescape(member)
    assert "by Tim" not in member
    pdf = client.get(reverse("set-pdf", args=[pond.set.slug]))
    assert pdf["Content-Type"] == "application/pdf"
    said = "".join(PdfReader(BytesIO(pdf.content)).pages[-1].extract_text().split())
    assert "owncards:theset“Pondofclass5b”,CCBY4.0." in said
    assert "Tim" not in said
    assert "cards:PhyloOnline" not in said
    told = client.get(reverse("set-json", args=[pond.set.slug])).json()
    assert [each["name"] for each in told["own_cards"]] == [FERN["name"]]
    drawn = client.get(reverse("set-card-face", args=[pond.set.slug, card.pk])).content.decode()
    assert "None" not in drawn
    # To all it can be proposed once the rest is known.
    answer = editor.post(reverse("set-card-step", args=[pond.set.slug, card.pk, "propose"]))
    page = editor.get(answer.url).content.decode()
    assert "For everybody it still needs: Latin name, Kingdom, Phylum, Class, Source." in page
    refused = editor.post(answer.url, posted(page, step="submit"))
    assert '<a href="#id-kingdom">Kingdom is missing.</a>' in tight(refused.content.decode())


def test_pages_of_the_owner(pond: Class):
    owner = pond.client("owner")
    fill = reverse("set-cards", args=[pond.set.slug])
    for key in ("clover", "nettle"):
        owner.post(fill, {"card": key, "step": "put"})
    owner.post(fill, {"card": "nettle", "step": "up"})
    assert [card.key for card in cards_of(pond.set)] == ["nettle", "clover"]
    assert "Remove" in owner.get(fill, {"q": "clover"}).content.decode()
    assert owner.get(fill, {"q": "terrain:"}).status_code == 200
    assert "Clover" in owner.get(reverse("set-put"), {"card": "clover"}).content.decode()
    page = reverse("set", args=[pond.set.slug])
    for address in (page, reverse("sets")):
        assert "css/sets/base." in owner.get(address).content.decode()
    found = owner.get(page, {"q": "name:clover"}).content.decode()
    assert "/cards/clover/" in found
    assert "/cards/nettle/" not in found
    assert owner.get(page, {"q": "scale:("}).status_code == 400
    people = reverse("set-people", args=[pond.set.slug])
    owner.post(people, {"step": "open", "link": "members"})
    shown = owner.get(people).content.decode()
    assert pond.set.member_code not in shown
    assert shown.count('class="qr"') == shown.count('class="control"') == 2
    owner.post(people, {"step": "close", "link": "members"})
    assert owner.get(people).content.decode().count('class="qr"') == 1
    assert pond.client("editor").post(people, {"step": "open", "link": "members"}).status_code == 404
    settings = reverse("set-settings", args=[pond.set.slug])
    sent = {"name": "Pond", "description": "", "licence": "CC0-1.0", "visibility": "public", "version": 1}
    assert owner.post(settings, sent).url == page
    refused = owner.post(settings, sent | {"name": "Lake", "licence": "CC-BY-4.0"})
    told = [(each["label"], each["theirs"]) for each in refused.context["conflicts"]]
    assert (refused.status_code, told) == (409, [("Name", "Pond"), ("Licence", "CC0")])
    assert refused.context["form"]["version"].value() == 2
    listed = pond.client("anonymous").get(reverse("api-collections")).json()
    assert [each["name"] for each in listed["results"]] == ["Pond"]
    assert owner.post(reverse("set-delete", args=[pond.set.slug])).url == reverse("sets")
    assert owner.get(page).status_code == 404
