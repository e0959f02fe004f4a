"""What is published, and what follows from it."""

import pytest
from django.urls import reverse

from cards.art import face_version
from cards.curation import services
from cards.curation.changes import history, overtaken
from cards.curation.models import Curator, Proposal
from cards.curation.services.steps import publish_cards
from cards.decks.models import Deck
from cards.models import Card, CardRevision
from cards.models.card_revision import Unchangeable
from cards.search.services.search import CardSearch
from cards.services import bulk
from cards.services.publishing import Origin, Publishing, store_cards
from games.matches.services.records import differences, export_record
from phylo.http.refusals import ChangedMeanwhile, NotNow
from tests.curation.conftest import approved, opened
from tests.decks.conftest import built, meadow_cards  # noqa: F401
from tests.factories import CardFactory, PlayerFactory, deal
from tests.matches.test_records import play_out, replayed

pytestmark = pytest.mark.django_db


def keys(query: str) -> list[str]:
    return [card.key for card in CardSearch(query).page(1, 50)]


def test_approving_publishes_at_once(ada, rosa, client):
    proposal = approved(opened(ada), rosa)
    card = Card.objects.get(key="harts-tongue")
    assert (proposal.state, proposal.card, card.revision) == ("published", card, 1)
    [revision] = card.revisions.all()
    assert (revision.contents, revision.author, revision.proposal_id) == (proposal.contents, ada, proposal.pk)
    assert keys("scolopendrium") == ["harts-tongue"]
    assert client.get(reverse("card", args=["harts-tongue"])).status_code == 200
    assert Curator.objects.get(user=ada).accepted == 2


def test_a_revision_never_changes(ada, rosa, clover):
    approved(opened(ada, clover, points=3), rosa)
    revision = CardRevision.objects.get(card=clover, number=1)
    revision.note = "another"
    for change in (
        revision.save, revision.delete, CardRevision.objects.all().delete,
        lambda: CardRevision.objects.update(note="another"),
        lambda: CardRevision.objects.bulk_update([revision], ["note"]),
    ):  # fmt: skip
        with pytest.raises(Unchangeable):
            change()
    assert [each.contents["points"] for each in clover.revisions.order_by("number")] == [2, 3]


def test_search_picture_and_bulk_files_follow(ada, rosa, clover):
    before = face_version(clover.as_face(), "clover")
    bulk.export_bulk()
    approved(opened(ada, clover, name="Red Clover", fact="It feeds bees."), rosa)
    clover.refresh_from_db()
    assert keys('name:"red clover"') == ["clover"]
    assert face_version(clover.as_face(), "clover") != before
    assert bulk._due()


def test_what_was_edited_since_it_was_read_is_not_approved(ada, rosa, clover):
    proposal = opened(ada, clover, points=3)
    services.edit_draft(proposal_id=proposal.pk, author=ada, version=1, contents={"points": 9})
    with pytest.raises(ChangedMeanwhile):
        approved(proposal, rosa)
    clover.refresh_from_db()
    assert clover.points == 2


def test_when_it_cannot_be_published_nothing_is_approved(ada, rosa, clover, monkeypatch):
    proposal = opened(ada, clover, points=3)
    monkeypatch.setattr("cards.services.publishing.CARDS_CHANGED.found", [lambda keys: 1 / 0])
    with pytest.raises(ZeroDivisionError):
        approved(proposal, rosa)
    proposal.refresh_from_db()
    clover.refresh_from_db()
    assert (proposal.state, clover.points, clover.revision, proposal.decisions.count()) == ("open", 2, 1, 1)


def test_reverting_brings_back_what_was_as_a_new_revision(ada, ben, rosa, clover):
    first = approved(opened(ada, clover, points=3, scale=2), rosa)
    approved(opened(ben, clover, scale=5), rosa)
    reverted = services.revert(proposal_id=first.pk, user=rosa, reason="The print says 2.")
    clover.refresh_from_db()
    # What others have changed since stays.
    assert (reverted.state, clover.points, clover.scale, clover.revision) == ("reverted", 2, 5, 4)
    assert Curator.objects.get(user=ada).accepted == 1
    with pytest.raises(NotNow):
        services.revert(proposal_id=first.pk, user=rosa, reason="Again.")


def test_sources_go_back_with_their_values_and_those_of_others_stay(ada, ben, rosa, clover):
    page = {"how": "stated", "address": "https://example.org/clover"}
    scale = opened(ada, clover, scale=4, sources={"scale": page})
    diet = opened(ben, clover, fact="It climbs.", sources={"fact": page, "diet": page})
    approved(scale, rosa)
    diet = Proposal.objects.get(pk=diet.pk)
    assert (diet.state, overtaken(diet)) == ("stale", [])
    again = services.rebase(proposal_id=diet.pk, author=ben, version=diet.version)
    approved(again, rosa)
    clover.refresh_from_db()
    assert clover.sources.keys() == {"scale", "fact", "diet"}
    services.revert(proposal_id=scale.pk, user=rosa, reason="It is another clover.")
    clover.refresh_from_db()
    assert (clover.scale, clover.sources.keys()) == (3, {"fact", "diet"})


def test_a_reverted_new_card_is_retired(ada, rosa):
    proposal = approved(opened(ada), rosa)
    services.revert(proposal_id=proposal.pk, user=rosa, reason="It is no fern.")
    assert keys("harts-tongue") == []
    assert Card.objects.get(key="harts-tongue").retired


def test_an_earlier_revision_can_be_published_again(ada, rosa, clover):
    approved(opened(ada, clover, points=3), rosa)
    restored = services.restore(card=clover, number=1, user=rosa, reason="As before.")
    assert (restored.points, restored.revision) == (2, 3)
    assert [entry.revision.origin for entry in history(clover).entries] == ["revert", "proposal", "import"]


def test_whoever_publishes_cards_makes_revisions_and_outdates_proposals(ada, clover):
    proposal = opened(ada, clover, points=3)
    anew = CardFactory.build(key="clover", name="Clover", points=7, card_set=clover.card_set)
    tally = publish_cards([anew], Publishing())
    clover.refresh_from_db()
    proposal.refresh_from_db()
    assert (tally.changed, clover.revision, clover.points, proposal.state) == (1, 2, 7, "stale")
    assert store_cards([CardFactory.build(key="clover", name="Clover", points=7)]).unchanged == 1
    assert clover.revisions.count() == 2


def test_the_card_file_leaves_what_was_published_and_brings_what_it_says_anew(ada, rosa, db):
    def load(**columns):
        card = CardFactory.build(key="sage", name="Sage", number=7, **columns)
        store_cards([card], Publishing(Origin.FILE))
        return Card.objects.get(key="sage")

    sage = load(points=2, scale=3)
    approved(opened(ada, sage, points=5), rosa)
    assert (load(points=2, scale=3).points, Card.objects.get(key="sage").revision) == (5, 2)
    after = load(points=2, scale=4)
    assert (after.points, after.scale, after.revision) == (5, 4, 3)
    assert load(points=2, scale=4).revision == 3
    assert load(points=3, scale=4).points == 3


def test_a_merged_card_leads_to_the_other_for_ever(ada, rosa, clover, client):
    other, third = CardFactory(key="red-clover"), CardFactory(key="best-clover")
    approved(opened(ada, clover, kind="merge", into=other), rosa)
    approved(opened(ada, other, kind="merge", into=third), rosa)
    assert keys("clover") == ["best-clover"]
    for view, address in (("card", "card"), ("card-record", "card-record"), ("api-card", "api-card")):
        answer = client.get(reverse(view, args=["clover"]))
        assert answer.status_code == 301
        assert answer["Location"].endswith(reverse(address, args=["best-clover"]))
    answer = client.get(reverse("api-card-relation", args=["clover", "eats"]) + "?size=1")
    assert answer["Location"].endswith(reverse("api-card-relation", args=["best-clover", "eats"]) + "?size=1")
    with pytest.raises(NotNow):
        opened(ada, third, kind="merge", into=clover)
    # The picture of the old one is still there for those that hold it.
    clover.refresh_from_db()
    address = reverse("card-face", args=["clover", face_version(clover.as_face(), "clover")])
    assert client.get(address).status_code == 200


def test_a_merge_can_be_undone(ada, rosa, clover, client):
    merge = approved(opened(ada, clover, kind="merge", into=CardFactory(key="sage")), rosa)
    services.revert(proposal_id=merge.pk, user=rosa, reason="They differ.")
    assert client.get(reverse("card", args=["clover"])).status_code == 200


def test_a_retired_card_is_no_longer_found_but_read(ada, rosa, clover, client):
    approved(opened(ada, clover, kind="retire"), rosa)
    assert keys("") == []
    assert client.get(reverse("card", args=["clover"])).status_code == 200
    bulk.export_bulk()
    assert not bulk._due()
    assert {file.cards for file in bulk.bulk_files()[:4]} == {0}


@pytest.mark.usefixtures("meadow_cards")
def test_decks_are_rechecked_when_a_card_changes(ada, ben, rosa):
    deck = built(ben)
    assert (deck.complete, deck.points) == (True, 60)
    approved(opened(ada, Card.objects.get(key="clover"), points=5), rosa)
    stored = Deck.objects.get(pk=deck.pk)
    assert (stored.points, stored.version, stored.changed_at) == (81, deck.version, deck.changed_at)
    approved(opened(ada, Card.objects.get(key="nettle"), food_chain=3, diet="carnivore"), rosa)
    assert Deck.objects.get(pk=deck.pk).complete is deck.complete


def test_a_match_rebuilt_from_its_record_is_the_same_after_its_cards_were_revised(ada, rosa):
    match = deal(PlayerFactory(), opponent=PlayerFactory(), seed=3)
    begun = export_record(match, even_playing=True)["cards"]
    clover = Card.objects.get(key="clover")
    approved(opened(ada, clover, points=9, food_chain=2, diet="herbivore", climates=["cold"]), rosa)
    approved(opened(ada, Card.objects.get(key="nettle"), kind="merge", into=clover), rosa)
    match = play_out(match)
    record = export_record(match)
    assert record["cards"] == begun
    assert differences(match) == []
    assert list(replayed(record).scores) == match.scores
    # A match that begins now has the newest.
    later = deal(
        PlayerFactory(), deck=Deck.objects.get(slug="meadow"), opponent_deck=Deck.objects.get(slug="heath")
    )
    assert later.cards["clover"]["points"] == 9


def test_a_new_card_never_writes_over_another(ada, rosa):
    proposal = opened(ada)
    CardFactory(key="harts-tongue", name="Imported")
    with pytest.raises(NotNow):
        approved(proposal, rosa)
    assert Card.objects.get(key="harts-tongue").name == "Imported"
    edited = services.edit_draft(proposal_id=proposal.pk, author=ada, version=1, contents={"fact": "New."})
    assert approved(edited, rosa).card.key == "harts-tongue-2"


def test_cards_are_never_merged_in_a_circle(ada, rosa, clover):
    rush = CardFactory(key="rush", name="Rush")
    merge = approved(opened(ada, clover, kind="merge", into=rush), rosa)
    services.revert(proposal_id=merge.pk, user=rosa, reason="They are two.")
    with pytest.raises(NotNow):
        services.revert(proposal_id=merge.pk, user=rosa, reason="Again.")
    approved(opened(ada, Card.objects.get(key="rush"), kind="merge", into=clover), rosa)
    with pytest.raises(NotNow):
        services.restore(card=clover, number=2, user=rosa, reason="They are one.")


def test_a_reverted_retirement_leaves_a_later_merge(ada, rosa, clover):
    rush = CardFactory(key="rush", name="Rush")
    retirement = approved(opened(ada, clover, kind="retire"), rosa)
    services.restore(card=clover, number=1, user=rosa, reason="It is needed.")
    approved(opened(ada, Card.objects.get(key="clover"), kind="merge", into=rush), rosa)
    with pytest.raises(NotNow):
        services.revert(proposal_id=retirement.pk, user=rosa, reason="Too late.")
