"""At the same moment, each in a thread with its own connection: one outcome, and no word is lost."""

import pytest

from cards.curation import services
from cards.curation.models import Curator, Notice, Proposal
from cards.curation.states import Event
from cards.decks.models import Deck
from cards.decks.services import Change, change_deck
from cards.models import Card, CardRevision
from phylo.accounts.models import User
from phylo.http.problems import Refused
from phylo.http.refusals import ChangedMeanwhile, NotNow
from tests.curation.conftest import approved, curator, opened
from tests.decks.conftest import built
from tests.factories import CardFactory
from tests.matches.test_races import race
from tests.members import PASSWORD, proven, signed_in


@pytest.fixture
def people(transactional_db) -> dict[str, User]:
    for key in ("clover", "sage"):
        CardFactory(key=key)
    names = {"ada": {}, "ben": {}, "rosa": {"reviewer": True}, "rolf": {"reviewer": True}}
    return {name: curator(name.title(), **facts) for name, facts in names.items()}


def card(key: str = "clover") -> Card:
    return Card.objects.get(key=key)


def test_two_reviewers_approve_at_the_same_moment(people):
    proposal = opened(people["ada"], card(), points=3)
    results = race(
        *(lambda who=who: approved(proposal, people[who]) for who in ("rosa", "rolf", "rosa", "rolf"))
    )
    won = [result for result in results if isinstance(result, Proposal)]
    lost = [result for result in results if isinstance(result, NotNow)]
    assert (len(won), len(lost)) == (1, 3), results
    assert {error.state for error in lost} == {"published"}
    assert (card().points, card().revision, CardRevision.objects.filter(proposal_id=proposal.pk).count()) == (
        3,
        2,
        1,
    )
    assert proposal.decisions.filter(event=Event.PUBLISH).count() == 1
    assert Curator.objects.get(user=people["ada"]).accepted == 2
    assert Notice.objects.filter(proposal=proposal, event=Event.PUBLISH).count() == 1


def test_one_approves_while_another_rejects(people):
    proposal = opened(people["ada"], card(), points=3)
    results = race(
        lambda: approved(proposal, people["rosa"]),
        lambda: services.reject(proposal_id=proposal.pk, user=people["rolf"], version=1, reason="No source."),
    )
    assert sum(isinstance(result, NotNow) for result in results) == 1, results
    proposal.refresh_from_db()
    assert (proposal.state, card().points) in [("published", 3), ("rejected", 2)]


def test_two_proposals_of_one_base_are_approved_at_once(people):
    one, other = opened(people["ada"], card(), points=3), opened(people["ben"], card(), scale=2)
    results = race(lambda: approved(one, people["rosa"]), lambda: approved(other, people["rolf"]))
    assert sum(isinstance(result, NotNow) for result in results) == 1, results
    states = sorted(Proposal.objects.values_list("state", flat=True))
    assert states == ["published", "stale"]
    late = Proposal.objects.get(state="stale")
    anew = services.rebase(proposal_id=late.pk, author=late.author, version=1)
    approved(anew, people["rosa"])
    assert (card().points, card().scale, card().revision) == (3, 2, 3)


def test_the_author_edits_while_a_reviewer_approves(people):
    proposal = opened(people["ada"], card(), points=3)
    results = race(
        lambda: approved(proposal, people["rosa"]),
        lambda: services.edit_draft(
            proposal_id=proposal.pk, author=people["ada"], version=1, contents={"points": 4}
        ),
    )
    proposal.refresh_from_db()
    if isinstance(results[0], Proposal):
        assert isinstance(results[1], NotNow), results
        assert (proposal.state, card().points) == ("published", 3)
    else:
        assert isinstance(results[0], ChangedMeanwhile), results
        assert (proposal.state, proposal.contents["points"], card().points) == ("open", 4, 2)


def test_the_same_is_proposed_by_two_at_once(people):
    drafts = [
        services.propose(
            author=people[who], kind="edit", card=card(), contents={"points": 3}, summary=f"By {who}."
        )
        for who in ("ada", "ben")
    ]
    results = race(
        *(
            lambda draft=draft: services.submit(proposal_id=draft.pk, author=draft.author, version=1)
            for draft in drafts
        )
    )
    assert sorted(result.state for result in results) == ["open", "withdrawn"], results
    first = Proposal.objects.get(state="open")
    assert (first.votes.count(), first.comments.count(), first.repeated_by.count()) == (1, 1, 1)


def test_a_merge_while_decks_with_the_card_are_saved(people):
    decks = [built(people["ben"], {"clover": 2, "sage": 1}, name=f"Deck {number}") for number in range(3)]
    merge = opened(people["ada"], card(), kind="merge", into=card("sage"))
    results = race(
        lambda: approved(merge, people["rosa"]),
        *(
            lambda deck=deck: change_deck(deck_id=deck.pk, version=1, change=Change(copies={"clover": 3}))
            for deck in decks
        ),
    )
    assert isinstance(results[0], Proposal), results
    for deck, saved in zip(decks, results[1:], strict=True):
        assert isinstance(saved, Deck), results
        stored = Deck.objects.get(pk=deck.pk)
        # Before the merge or after it: no copy is lost, and what lists say is what the deck is worth.
        assert stored.contents.cards in ({"clover": 3, "sage": 1}, {"sage": 4})
        assert (stored.version, stored.points) == (2, 8)


def test_a_card_changes_while_decks_with_it_are_saved(people):
    decks = [built(people["ben"], {"clover": 2}, name=f"Deck {number}") for number in range(3)]
    proposal = opened(people["ada"], card(), points=7)
    results = race(
        lambda: approved(proposal, people["rosa"]),
        *(
            lambda deck=deck: change_deck(deck_id=deck.pk, version=1, change=Change(copies={"sage": 1}))
            for deck in decks
        ),
    )
    assert not any(isinstance(result, Exception) for result in results), results
    assert set(Deck.objects.values_list("points", "version")) == {(16, 2)}


def test_an_account_is_deleted_while_its_proposal_is_approved(people):
    proposal = opened(people["ada"], card(), points=3)
    client = proven(signed_in(people["ada"]))
    results = race(
        lambda: approved(proposal, people["rosa"]),
        lambda: client.post("/account/delete/", {"password": PASSWORD}).status_code,
    )
    assert results[1] == 302, results
    assert isinstance(results[0], Proposal | Refused), results
    proposal.refresh_from_db()
    assert (proposal.state, proposal.author, card().points) == ("published", None, 3)
